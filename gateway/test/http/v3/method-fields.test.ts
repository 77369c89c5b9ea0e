// The fields of every method over HTTP (spec 2.8, 2.9, contract 7): a wrong field gives a 400 that names it and stores
// nothing; a missing one leads to the cashier, which continues the same transaction. domain/payment-data tests the
// formats themselves.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPaymentData } from '../../../src/actions/payment-means/keep-payment-fields.ts';
import { type Direction, findOption, optionsOf } from '../../../src/domain/options/payment-option.ts';
import { sharedTestGateway } from '../../stage/harness.ts';

const sharedGateway = sharedTestGateway();
interface Method {
  direction: Direction;
  method: string;
  currency: string;
  country: string | null;
  /** Index of the suboption to send instead of the option. */
  suboption?: number;
}

type Fields = Record<string, unknown>;

const everyOption = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) => optionsOf(direction));

const payin = (method: string, currency: string, country: string | null, suboption?: number): Method => ({
  direction: 'PAYIN',
  method,
  currency,
  country,
  suboption,
});
const payout = (method: string, currency: string, country: string | null): Method => ({
  direction: 'PAYOUT',
  method,
  currency,
  country,
});

const ID = {
  cpf: '529.982.247-25',
  iban: 'DE89 3704 0044 0532 0130 00',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const CARD = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2035',
  cardHolder: 'Ada Lovelace',
};
const ACCOUNT = { accountNumber: '004501000123', ifsc: 'HDFC0001234', accountHolder: 'Asha Rao' };

/** paymentData, or the customer's part if the fault is there; then the fields that the answer names. */
const WRONG: [Method, Fields, ...string[]][] = [
  [payin('sepa-direct-debit', 'EUR', 'DE'), { iban: 'DE88370400440532013000' }, 'paymentData.iban'],
  [payin('upi', 'INR', 'IN'), { vpa: 'asha@okbank.com' }, 'paymentData.vpa'],
  [payin('upi', 'INR', 'IN', 0), { vpa: 'asha' }, 'paymentData.vpa'],
  [payin('upi', 'INR', 'IN', 1), { vpa: '@okbank' }, 'paymentData.vpa'],
  [payin('m-pesa', 'KES', 'KE'), { phoneNumber: '+4915112345678' }, 'paymentData.phoneNumber'],
  [payin('crypto', 'BTC', null), { network: 'tron' }, 'paymentData.network'],
  [payin('crypto', 'USDT', null), { network: 'bitcoin' }, 'paymentData.network'],
  [payout('card', 'EUR', 'DE'), { ...CARD, cardNumber: '4242424242424241' }, 'paymentData.cardNumber'],
  [payout('card', 'EUR', 'DE'), { ...CARD, expiryYear: '2020' }, 'paymentData.expiryYear'],
  [
    payout('sepa-transfer', 'EUR', 'DE'),
    { iban: 'FR1420041010050500013M02607', bic: 'NOBIC', accountHolder: ' ' },
    'paymentData.iban',
    'paymentData.accountHolder',
    'paymentData.bic',
  ],
  [
    payout('indian-bank', 'INR', 'IN'),
    { accountNumber: '12345678', ifsc: 'HDFC1001234', accountHolder: ' ' },
    'paymentData.accountNumber',
    'paymentData.ifsc',
    'paymentData.accountHolder',
  ],
  [payout('upi', 'INR', 'IN'), { vpa: 'asha rao@okbank' }, 'paymentData.vpa'],
  [payout('pix', 'BRL', 'BR'), { pixKeyType: 'CPF', pixKey: '529.982.247-24' }, 'paymentData.pixKey'],
  [payout('pix', 'BRL', 'BR'), { pixKeyType: 'IBAN', pixKey: ID.cpf }, 'paymentData.pixKeyType'],
  [payout('m-pesa', 'KES', 'KE'), { phoneNumber: '12345' }, 'paymentData.phoneNumber'],
  [payout('wallet', 'EUR', null), { walletId: '   ' }, 'paymentData.walletId'],
  [payout('crypto', 'USDT', null), { network: 'tron', address: `${ID.tron}x` }, 'paymentData.address'],
  [
    payout('crypto', 'BTC', null),
    { network: 'ethereum', address: ID.tron },
    'paymentData.network',
    'paymentData.address',
  ],
];

/** A wrong value of each field that any method may have. A field that depends on another one stands in WRONG. */
const WRONG_VALUES: Readonly<Record<string, string>> = {
  iban: 'DE88370400440532013000',
  bic: 'NOBIC',
  accountHolder: ' ',
  cardHolder: ' ',
  expiryMonth: '13',
  vpa: 'asha',
  phoneNumber: '12345',
  walletId: '   ',
  network: 'carrier pigeon',
};

/** Everything present is right, and something is missing: the cases beyond those that each option has. */
const INCOMPLETE: [string, Method, Fields][] = [
  ['no country', payin('open-banking', 'EUR', null, 0), {}],
  ['no country', payin('sepa-direct-debit', 'EUR', null), { iban: ID.iban }],
  ['neither QR nor transfer', payin('upi', 'INR', 'IN'), { vpa: 'asha.rao@okbank' }],
  ['no country', payin('upi', 'INR', null, 0), {}],
  ['no phone number', payin('m-pesa', 'KES', 'KE'), { phoneNumber: '' }],
  ['no country', payin('m-pesa', 'KES', null), { phoneNumber: '+254712345678' }],
  ['no network', payin('crypto', 'BTC', null), { network: null }],
  ['no holder', payout('card', 'EUR', 'DE'), { ...CARD, cardHolder: '' }],
  ['no holder', payout('sepa-transfer', 'EUR', 'DE'), { iban: ID.iban }],
  ['no IFSC', payout('indian-bank', 'INR', 'IN'), { ...ACCOUNT, ifsc: null }],
  ['no key', payout('pix', 'BRL', 'BR'), { pixKeyType: 'CPF' }],
  ['no network', payout('crypto', 'USDT', null), { address: ID.tron }],
];

for (const { direction, type, method, fields, suboptions, availableCountries } of everyOption) {
  if (direction === 'PAYIN' && type === 'CARD') continue;
  const [{ code, currencies }] = availableCountries as [{ code: string; currencies: [string] }];
  const here = { direction, method, currency: currencies[0], country: code.length === 2 ? code : null };
  if (fields.some(({ required }) => required)) INCOMPLETE.push(['no field', here, {}]);
  for (const { name } of fields) {
    const path = `paymentData.${name}`;
    const isTried = WRONG.some(
      ([tried, , ...paths]) =>
        tried.method === method && tried.direction === direction && paths.includes(path),
    );
    const value = WRONG_VALUES[name];
    if (!isTried && value !== undefined) WRONG.push([here, { [name]: value }, path]);
  }
  if (suboptions.length > 0) INCOMPLETE.push(['nothing chosen', here, {}]);
  if (here.country !== null) INCOMPLETE.push(['no country', { ...here, country: null }, {}]);
}

const titleOf = ({ direction, method, currency, suboption }: Method) =>
  `${direction} by ${method}${suboption === undefined ? '' : `, suboption ${suboption}`} in ${currency}`;

function optionIdOf({ direction, method, suboption }: Method): string {
  const option = optionsOf(direction).find((one) => one.method === method)!;
  return suboption === undefined ? option.id : option.suboptions[suboption]!.id;
}

function bodyFor(method: Method, paymentData: unknown, more: Fields = {}): Fields {
  const { currency, country } = method;
  return { paymentOptionId: optionIdOf(method), currency, country, amount: 25, paymentData, ...more };
}

test('the fields of each method', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const send = (method: Method, body: unknown) => {
    const path = method.direction === 'PAYIN' ? '/v3/payment' : '/v3/payout';
    return gate.call('POST', path, { apiKey: brand.apiKey, body });
  };
  const stored = async () =>
    Number((await gate.gateway.context.sql`select count(*) from transactions`)[0]!.count);

  async function refused(method: Method, body: unknown, ...fields: string[]) {
    const before = await stored();
    const answer = await send(method, body);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.statusCode, 400);
    const named = [answer.body.message].flat().map((fault: string) => fault.split(':')[0]);
    assert.deepEqual([...new Set(named)].sort(), [...fields].sort(), answer.text);
    assert.equal(await stored(), before, 'a refused request left a transaction');
  }

  async function sentToCashier(method: Method, body: unknown) {
    const answer = await send(method, body);
    assert.equal(answer.status, 201, answer.text);
    const { statusCode, resultType, result } = answer.body;
    assert.deepEqual([statusCode, resultType, result.status], [300, 'redirect', 'PROCESSING'], answer.text);
    assert.ok(result.redirectUrl.startsWith(`${gate.config.publicUrl}/cashier/`), result.redirectUrl);
    const openForMs = Date.parse(result.expiresAt) - gate.now().getTime();
    assert.ok(openForMs > 3_500_000 && openForMs <= 3_600_000, `the link is open for ${openForMs} ms`);
    const record = await gate.call('GET', `/payments/${result.transactionId}`, { apiKey: brand.apiKey });
    assert.deepEqual([record.body.status, record.body.type], ['PROCESSING', method.direction]);
    return result.transactionId as string;
  }

  for (const [method, paymentData, ...fields] of WRONG) {
    // proves 2.7 paymentData, other methods; 2.8 other methods; 2.9 paymentData
    await t.test(`${titleOf(method)}: a wrong ${fields.join(' and ')} is a 400 that names it`, async () => {
      await refused(method, bodyFor(method, paymentData), ...fields);
    });
  }

  await t.test('the table of cases has a wrong value for every field of a method', () => {
    const key = ({ direction, method }: Pick<Method, 'direction' | 'method'>) => `${direction} ${method}`;
    const tried = new Set(
      WRONG.flatMap(([method, , ...paths]) => paths.map((path) => `${key(method)} ${path}`)),
    );
    const untried = everyOption
      .filter((option) => option.direction === 'PAYOUT' || option.type !== 'CARD')
      .flatMap((option) => option.fields.map(({ name }) => `${key(option)} paymentData.${name}`))
      .filter((one) => !one.includes('.customer.') && !tried.has(one));
    assert.deepEqual(untried, []);
  });

  for (const [what, method, paymentData] of INCOMPLETE) {
    const country = method.country === null ? '' : ` for ${method.country}`;
    // proves 1 rule 3; 1 rule 4, cashier; 2.2 parent; 2.7 paymentData, other methods; 2.7 country, omitted
    // proves 2.7 non-card, processing; 2.9 paymentData
    await t.test(`${titleOf(method)}${country}: with ${what} it goes to the cashier`, async () => {
      await sentToCashier(method, bodyFor(method, paymentData));
    });
  }

  // proves 2.9 paymentData, empty
  await t.test('paymentData may be left out, null or empty', async () => {
    for (const paymentData of [undefined, null, {}]) {
      for (const method of [payin('m-pesa', 'KES', 'KE'), payout('sepa-transfer', 'EUR', 'DE')])
        await sentToCashier(method, bodyFor(method, paymentData));
    }
  });

  await t.test(
    'values that are not strings, not clean or too long are refused with the name of their field',
    async () => {
      const fieldsOf = (method: Method) =>
        findOption(optionIdOf(method))!
          .option.fields.map(({ name }) => name)
          .filter((name) => !name.startsWith('customer.'));
      const methods = new Map(WRONG.map(([method]) => [titleOf(method), method]));
      for (const method of methods.values()) {
        const hostile = [
          7,
          true,
          {},
          [],
          ['a'],
          { iban: 'x' },
          'a\u0000b',
          '\u0007',
          '\ud800',
          'x'.repeat(256),
        ];
        for (const name of fieldsOf(method)) {
          for (const value of hostile)
            await refused(method, bodyFor(method, { [name]: value }), `paymentData.${name}`);
        }
      }
    },
  );

  await t.test('a paymentData that is not an object, or names a prototype, is refused', async () => {
    const debit = payin('sepa-direct-debit', 'EUR', 'DE');
    for (const paymentData of ['iban', 7, [], [{ iban: ID.iban }], false])
      await refused(debit, bodyFor(debit, paymentData), 'paymentData');
    const body = JSON.stringify(bodyFor(debit, 'HERE'));
    await refused(debit, body.replace('"HERE"', `{"__proto__": {"iban": "${ID.iban}"}}`), 'body');
    await refused(debit, body.replace('"HERE"', `{"\\u005f_proto__": {"iban": "${ID.iban}"}}`), 'body');
  });

  // proves 2.8 other methods
  await t.test('unknown fields of any name are ignored', async () => {
    const unknown = {
      colour: 'blue',
      nested: { deep: [1, null] },
      constructor: 'x',
      toString: 1,
      'cust.omer': {},
    };
    for (const method of [
      payin('m-pesa', 'KES', 'KE'),
      payin('boleto', 'BRL', null),
      payout('wallet', 'EUR', null),
    ])
      await sentToCashier(method, bodyFor(method, unknown));
  });

  // proves 2.5 document, methods
  await t.test(
    "the payer's document for PIX must have right check digits and be a CPF or a CNPJ",
    async () => {
      const pix = payin('pix', 'BRL', 'BR');
      const withDocument = (document: Fields) => bodyFor(pix, undefined, { customer: { document } });
      await refused(pix, withDocument({ type: 'CPF', number: '529.982.247-24' }), 'customer.document.number');
      await refused(pix, withDocument({ type: 'CNPJ', number: ID.cpf }), 'customer.document.number');
      await refused(pix, withDocument({ number: '1' }), 'customer.document.number');
      await refused(pix, withDocument({ type: 'PASSPORT', number: ID.cpf }), 'customer.document.type');
      await sentToCashier(pix, withDocument({ type: 'CPF', number: null }));
    },
  );

  await t.test('a stored document that PIX cannot use is asked for again', async () => {
    const pix = payin('pix', 'BRL', 'BR');
    const boleto = payin('boleto', 'BRL', null);
    const customer = { document: { type: 'PASSPORT', number: 'C01X0006H' } };
    await sentToCashier(boleto, bodyFor(boleto, {}, { userId: 'traveller', customer }));
    await sentToCashier(pix, bodyFor(pix, {}, { userId: 'traveller' }));
  });

  await t.test('valid fields are kept for the cashier, sealed and in their normal form', async () => {
    const sepa = payout('sepa-transfer', 'EUR', 'DE');
    const id = await sentToCashier(sepa, bodyFor(sepa, { iban: ' de89370400440532013000 ', other: 'x' }));
    const { context } = gate.gateway;
    const [row] = await context.sql`select one::text as text from transactions one where id = ${id}`;
    for (const encoding of ['utf8', 'hex'] as const) {
      const shown = Buffer.from('0532013000').toString(encoding);
      assert.ok(!row!.text.includes(shown), 'the IBAN stands in the row in clear');
    }
    const transaction = await context.transactions.find(brand.merchantId, id);
    assert.deepEqual(await openPaymentData(context, transaction!), { iban: 'DE89370400440532013000' });
  });

  await t.test(
    'an option of the other direction is declined as not allowed, whatever its fields',
    async () => {
      const answer = await send(
        payin('m-pesa', 'KES', 'KE'),
        bodyFor(payout('m-pesa', 'KES', 'KE'), { phoneNumber: 'wrong' }),
      );
      assert.deepEqual([answer.status, answer.body.result.errorCode], [201, '1010'], answer.text);
    },
  );
});
