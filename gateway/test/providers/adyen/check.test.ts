// Adyen's declaration for those who connect an account,
// and the check of the credentials.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { ADYEN } from '../../../src/providers/adyen/adyen.ts';
import { anAccount, openAdyen } from './stage.ts';
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const { standIn, provider } = await openAdyen({ after });
const check = () => provider.check(AbortSignal.timeout(10_000));

test('working credentials pass the check', async () => {
  assert.deepEqual(await check(), { ok: true, reason: null, merchantAccount: MERCHANT_ACCOUNT });
  assert.equal(standIn.requests.at(-1)!.path, '/paymentMethods');
  assert.deepEqual(standIn.books.payments, []);
});

test('a failed check says in words what is wrong and what to do, without a credential', async (t) => {
  const said: Record<string, string> = {};
  for (const [name, statusCode, errorCode] of [
    ['key', 401, '000'],
    ['role', 403, '010'],
    ['account by 403', 403, '901'],
    ['account by 422', 422, '901'],
    ['too many', 429, '000'],
    ['trouble', 503, '000'],
  ] as const) {
    standIn.fault({ fault: { kind: 'status', statusCode, errorCode } });
    const { ok, reason } = await check();
    assert.equal(ok, false);
    said[name] = reason!;
  }
  standIn.fault({ fault: { kind: 'html' } });
  said.html = (await check()).reason!;
  const away = await openAdyen(t);
  await away.standIn.stopListening();
  said.away = (await away.provider.check(AbortSignal.timeout(10_000))).reason!;

  assert.match(said.key!, /does not know this API key in its test environment/);
  assert.match(said.role!, /role Checkout webservice/);
  assert.match(said['account by 403']!, /merchant account TollgateTestECOM/);
  assert.match(said['account by 422']!, /merchant account TollgateTestECOM/);
  assert.match(said.away!, /could not be reached/);
  assert.match(said.html!, /answer could not be read/);
  for (const reason of Object.values(said))
    assert.ok(!reason.includes(API_KEY) && reason.endsWith('.'), reason);
});

test('the stand-in finds a wrong key and a wrong merchant account', async (t) => {
  const { credentials } = anAccount();
  const wrongKey = await openAdyen(t, { credentials: { ...credentials, apiKey: 'wrong' } });
  assert.match((await wrongKey.provider.check(AbortSignal.timeout(10_000))).reason!, /API key/);
  const wrongName = await openAdyen(t, { credentials: { ...credentials, merchantAccount: 'Nobody' } });
  assert.match(
    (await wrongName.provider.check(AbortSignal.timeout(10_000))).reason!,
    /merchant account Nobody/,
  );
});

test('the declaration names the credentials of contract 13', () => {
  assert.deepEqual(
    ADYEN.credentials.map(({ name, needed, isList, isSecret }) => [name, needed, isList, isSecret]),
    [
      ['apiKey', 'always', false, true],
      ['merchantAccount', 'always', false, false],
      ['liveEndpointPrefix', 'live', false, false],
      ['hmacKeys', 'always', true, true],
      ['notificationUser', 'never', false, false],
      ['notificationPassword', 'never', false, true],
      ['reportUser', 'never', false, false],
      ['reportPassword', 'never', false, true],
    ],
  );
  assert.equal(ADYEN.merchantAccountOf({ merchantAccount: 'Shop' }), 'Shop');
  assert.deepEqual(ADYEN.cardEntries, ['tollgate', 'provider']);
});

test('each credential has a form, and a help text that says where to find it', () => {
  const fits = (name: string, value: string) =>
    ADYEN.credentials.find((one) => one.name === name)!.pattern!.test(value);
  assert.ok(fits('hmacKeys', HMAC_KEY) && fits('hmacKeys', HMAC_KEY.toLowerCase()));
  for (const value of [
    '',
    '00',
    'xyz',
    HMAC_KEY.slice(1),
    HMAC_KEY.slice(2),
    `${HMAC_KEY} `,
    HMAC_KEY.replace('4', 'G'),
  ])
    assert.ok(!fits('hmacKeys', value), value);
  assert.ok(fits('liveEndpointPrefix', '1797a841fbb37ca7-AdyenDemo'));
  for (const value of ['', 'a.b', 'https://a', 'a/b', 'a@b', 'a b'])
    assert.ok(!fits('liveEndpointPrefix', value));
  for (const { help, pattern, patternFault } of ADYEN.credentials) {
    assert.ok(help.length > 40 && help.endsWith('.'));
    assert.equal(pattern === undefined, patternFault === undefined);
  }
});

test('methods and countries are those of contract 13', () => {
  const placeOf = (method: string) => {
    const found = ADYEN.capabilities.methods.find((one) => one.method === method)!;
    return [found.countries, found.currencies];
  };
  assert.deepEqual(
    ADYEN.capabilities.methods.map(({ method }) => method),
    ['card', 'ideal', 'paypal', 'klarna', 'sepa-direct-debit', 'pix', 'boleto'],
  );
  assert.deepEqual(placeOf('klarna'), [
    'AT BE DE DK ES FI FR GB IE IT NL NO PL PT SE US'.split(' '),
    ['EUR', 'USD', 'GBP'],
  ]);
  assert.deepEqual(placeOf('paypal'), ['any', ['EUR', 'USD', 'GBP']]);
  assert.deepEqual(placeOf('card'), ['any', 'EUR USD GBP INR BRL MXN KES EGP TRY PLN JPY KWD'.split(' ')]);
});
