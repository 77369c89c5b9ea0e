// Payouts that people make: by the form, with every fault beside its field, and by a CSV file. One wrong line stops the
// whole file, and a repeated file makes nothing twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aPayout, IBAN, payoutOption } from '../../../stage/payouts.ts';
import { type PayoutStage, sharedPayoutStage } from './payout-stage.ts';

const count = async (stage: PayoutStage) =>
  Number(
    (await stage.sql`select count(*) from transactions where merchant_id = ${stage.brand.merchantId}`)[0]!
      .count,
  );

test('a payout from the form waits for its approval, has the origin portal, and names its maker', async (t) => {
  const stage = await sharedPayoutStage(t);
  const id = await stage.make('finance-maker', { userId: 'ada', email: 'ada@example.com' });
  const [row] =
    await stage.sql`select origin, details -> 'maker' as maker, payment_data_sealed is not null as sealed
    from transactions where id = ${id}`;
  assert.deepEqual([row!.origin, row!.maker.name, row!.sealed], ['portal', 'finance-maker', true]);
  assert.deepEqual(await stage.audited(id), ['payout.created user finance-maker']);
  const maker = await stage.as('finance-maker');
  const list = await maker('GET', '/brands/:brand/payouts');
  assert.deepEqual(list.body.items[0].maker, { kind: 'user', name: 'finance-maker', file: null });
  const file = await maker('GET', '/brands/:brand/transactions/export?format=csv&type=PAYOUT');
  assert.match(file.text, /,Recipient,Recipient account,Made by,/);
  assert.match(file.text, /,"\*\*\*\w{4}","finance-maker",/);
});

test('every fault of a payout is listed with its field, and nothing is made', async (t) => {
  const stage = await sharedPayoutStage(t);
  const maker = await stage.as('finance-maker');
  const faultsOf = async (fields: Record<string, unknown>, method?: Parameters<typeof aPayout>[1]) => {
    const body = aPayout({ merchantReference: 'faulty', ...fields }, method);
    const { status, body: answer } = await maker('POST', '/brands/:brand/payouts', body);
    assert.equal(status, 400, JSON.stringify(answer));
    return [answer.message].flat().map((one: string) => one.split(':', 1)[0]);
  };
  assert.deepEqual(
    await faultsOf({
      merchantReference: '',
      amount: 12.345,
      paymentData: { iban: 'DE00370400440532013000' },
    }),
    ['merchantReference', 'amount', 'paymentData.iban', 'paymentData.accountHolder'],
  );
  assert.deepEqual(await faultsOf({ amount: null, merchantReference: '' }), ['merchantReference', 'amount']);
  assert.deepEqual(await faultsOf({ paymentData: { iban: 'DE00370400440532013000' } }), [
    'paymentData.iban',
    'paymentData.accountHolder',
  ]);
  assert.deepEqual(await faultsOf({ paymentData: { iban: IBAN }, country: null }), [
    'country',
    'paymentData.accountHolder',
  ]);
  assert.deepEqual(await faultsOf({ amount: 60_000 }), ['amount']);
  assert.deepEqual(await faultsOf({ country: 'IN' }), ['country']);
  assert.deepEqual(await faultsOf({ currency: 'USD' }), ['currency']);
  assert.deepEqual(await faultsOf({ email: 'ada' }), ['email']);
  assert.deepEqual(await faultsOf({ merchantReference: 'card 4242424242424242' }), ['merchantReference']);
  assert.deepEqual((await faultsOf({}, 'card')).slice(0, 2), [
    'paymentData.cardNumber',
    'paymentData.cardHolder',
  ]);
  assert.deepEqual(await faultsOf({ paymentData: {} }, 'card'), ['paymentData.token', 'userId']);
  assert.equal(await count(stage), 0);
});

test('the same reference twice makes one payout', async (t) => {
  const stage = await sharedPayoutStage(t);
  const id = await stage.make('finance-maker', { merchantReference: 'once' });
  const maker = await stage.as('finance-maker');
  const again = await maker('POST', '/brands/:brand/payouts', aPayout({ merchantReference: 'once' }));
  assert.deepEqual([again.status, again.body.errorCode, again.body.transactionId], [409, '1020', id]);
});

test('the payout methods are those of the brand, and a card is given by its token', async (t) => {
  const stage = await sharedPayoutStage(t, { options: [payoutOption('card').id, payoutOption('pix').id] });
  const maker = await stage.as('finance-maker');
  const { body } = await maker('GET', '/brands/:brand/payouts/options');
  const shown = body.options.map((option: Record<string, never>) => [option.name, option.countries]);
  assert.deepEqual(shown, [
    ['Card', []],
    ['PIX', ['BR']],
  ]);
  const fields = (i: number) =>
    body.options[i].currencies[0].fields.map(({ name }: { name: string }) => name);
  assert.deepEqual([fields(0), fields(1)], [['token'], ['pixKeyType', 'pixKey']]);
});

const HEADER = 'method,amount,currency,country,merchantReference,iban,accountHolder';
const line = (reference: string, more: Partial<Record<'amount' | 'iban' | 'holder', string>> = {}) =>
  [
    'SEPA',
    more.amount ?? '12.50',
    'EUR',
    'DE',
    reference,
    more.iban ?? IBAN,
    more.holder ?? 'Ada Lovelace',
  ].join(',');

async function openFiles(t: Parameters<typeof sharedPayoutStage>[0], brand = {}) {
  const stage = await sharedPayoutStage(t, brand);
  const maker = await stage.as('finance-maker');
  const check = async (csv: string) =>
    (await maker('POST', '/brands/:brand/payouts/file/check', { csv })).body;
  const send = (csv: string, from = 0, size = 50) =>
    maker('POST', '/brands/:brand/payouts/file/send', { csv, from, count: size });
  return { stage, check, send };
}

test('each faulty line of a file is named with its column, and nothing is sent', async (t) => {
  const { stage, check, send } = await openFiles(t);
  const csv = [
    HEADER,
    line('a-1'),
    line('a-2', { amount: '1250.00 EUR' }),
    line('a-3', { iban: 'DE00370400440532013000' }),
    line('a-1'),
    line('a-5').replace('SEPA', 'Pigeon'),
    line('', { holder: '' }),
    '',
    line('a-7', { holder: '4242 4242 4242 4242' }),
    line('a-7', { amount: '-5', iban: 'DE00', holder: 'J\uFFFDrgen' }),
  ].join('\r\n');
  const { faults, payouts } = await check(csv);
  assert.deepEqual(
    faults.map((one: Record<string, unknown>) => [one.line, one.column]),
    [
      [3, 'amount'],
      [4, 'iban'],
      [5, 'merchantReference'],
      [6, 'method'],
      [7, 'merchantReference'],
      [7, 'accountHolder'],
      [9, 'accountHolder'],
      // All faults of one line at once, including its reference, which another faulty line has too.
      [10, 'accountHolder'],
      [10, 'amount'],
      [10, 'iban'],
      [10, 'merchantReference'],
    ],
  );
  assert.match(faults[7].message, /save the file as UTF-8/);
  assert.match(faults[0].message, /^Write digits, such as 1250\.50\.$/);
  assert.match(faults[2].message, /already in line 2/);
  assert.doesNotMatch(JSON.stringify(faults), /4242|Pigeon|DE00/);
  assert.equal(payouts.length, 2);
  const refused = await send(csv);
  assert.equal(refused.status, 400);
  assert.match(refused.body.message[0], /^line 3, amount: /);
  assert.equal(await count(stage), 0);
});

test('the number format of a file is detected, and a line with an ambiguous amount is refused', async (t) => {
  const { check } = await openFiles(t);
  const amountsOf = async (separator: string, ...written: string[]) => {
    const lines = written.map((amount, i) =>
      line(`a-${i}`, { amount: '#' }).replaceAll(',', separator).replace('#', amount),
    );
    const { faults, payouts } = await check([HEADER.replaceAll(',', separator), ...lines].join('\r\n'));
    const amounts = payouts.map(({ amount }: { amount: number }) => amount);
    return [amounts, faults.map((one: { line: number; column: string }) => `${one.line} ${one.column}`)];
  };
  const quoted = (amount: string) => `"${amount}"`;
  // Tabs, so that the commas of the amounts stay; the screen's test has semicolons.
  assert.deepEqual(await amountsOf('\t', quoted('10,00'), '1.000', quoted('1.234,56')), [
    [10, 1000, 1234.56],
    [],
  ]);
  assert.deepEqual(await amountsOf(',', '10.00', quoted('1,000'), quoted('1,234.56')), [
    [10, 1000, 1234.56],
    [],
  ]);
  assert.deepEqual(await amountsOf(',', '10.00', quoted('10,50'), quoted('1,000')), [
    [10, 10.5],
    ['4 amount'],
  ]);
  assert.deepEqual(await amountsOf(',', '1.000'), [[], ['2 amount']]);
  // A sign that occurs twice groups digits, so it separates no decimals in the other lines.
  for (const separator of [',', '\t'])
    assert.deepEqual((await amountsOf(separator, quoted('1,000,000'), quoted('2,500')))[0]?.at(-1), 2500);
});

test('the payouts of a correct file are made in parts, and the same file again creates nothing', async (t) => {
  const { stage, check, send } = await openFiles(t);
  // As spreadsheets in half the world write it.
  const references = ['f-1', 'f-2', 'f-3', 'f-4', 'f-5'];
  const csv = `\uFEFF${[HEADER, ...references.map((one) => line(one))].join('\r\n').replaceAll(',', ';')}\r\n;;;;;;\r\n`;
  const checked = await check(csv);
  assert.deepEqual(checked.faults, []);
  assert.deepEqual(checked.totals, [{ currency: 'EUR', count: 5, amount: 62.5, available: 0 }]);
  const first = await send(csv, 0, 3);
  assert.equal(first.body.next, 3, first.text);
  const second = await send(csv, 3, 3);
  assert.equal(second.body.next, null);
  const lines = [...first.body.lines, ...second.body.lines];
  assert.deepEqual(
    lines.map((one: Record<string, unknown>) => [one.line, one.outcome, one.status]),
    [2, 3, 4, 5, 6].map((number) => [number, 'made', 'PENDING']),
  );
  assert.deepEqual(await stage.audited(lines[0].transactionId), ['payout.created user finance-maker']);

  const again = await check(csv);
  assert.deepEqual(again.faults, []);
  assert.deepEqual(again.totals, []);
  assert.equal(again.payouts[0].madeBefore, lines[0].transactionId);
  const twice = await send(csv);
  assert.deepEqual(
    twice.body.lines.map((one: Record<string, unknown>) => [one.outcome, one.transactionId]),
    lines.map((one: Record<string, unknown>) => ['made-before', one.transactionId]),
  );
  assert.equal(await count(stage), 5);
});

test('a German file is read by its own column names, with values for the columns that it lacks', async (t) => {
  const { stage } = await openFiles(t);
  const maker = await stage.as('finance-maker');
  const csv = [
    'Empfänger;IBAN;Betrag;Verwendungszweck;Kostenstelle;Notiz',
    `J?rg Müller;${IBAN};1.250,50;Rechnung 7002;K 4;`,
    `MÃ¼ller;${IBAN};10,00;Rechnung 7003;K 4;`,
  ].join('\r\n');
  const call = async (kind: 'check' | 'send', body: Record<string, unknown>) =>
    await maker('POST', `/brands/:brand/payouts/file/${kind}`, { csv, ...body });
  const { body: unmapped } = await call('check', {});
  assert.deepEqual(
    unmapped.columns.map(({ column, exact }: Record<string, unknown>) => [column, exact]),
    [
      ['accountHolder', false],
      ['iban', true],
      ['amount', false],
      ['merchantReference', false],
      [null, false],
      [null, false],
    ],
  );
  assert.deepEqual([unmapped.columns[4].name, unmapped.columns[4].sample], ['Kostenstelle', 'K 4']);
  assert.deepEqual(
    unmapped.faults.map(({ column }: { column: string }) => column),
    [null, null, 'method', 'currency'],
  );
  const mapping = {
    columns: ['accountHolder', 'iban', 'amount', 'merchantReference', null, null],
    values: { method: 'SEPA', currency: 'EUR' },
  };
  const { body: checked } = await call('check', mapping);
  assert.deepEqual(checked.faults, []);
  // An IBAN begins with the country of the account.
  assert.deepEqual(
    checked.payouts.map((one: Record<string, unknown>) => [one.merchantReference, one.amount, one.country]),
    [
      ['Rechnung 7002', 1250.5, 'DE'],
      ['Rechnung 7003', 10, 'DE'],
    ],
  );
  assert.deepEqual(
    checked.warnings.map((one: Record<string, unknown>) => [one.line, one.column]),
    [
      [2, 'accountHolder'],
      [3, 'accountHolder'],
    ],
  );
  const short = await call('check', { ...mapping, columns: ['accountHolder'] });
  assert.match(short.body.faults[0].message, /has 6 columns/);
  const twice = await call('check', { ...mapping, columns: [...mapping.columns.slice(0, 5), 'iban'] });
  assert.match(twice.body.faults[0].message, /appears twice/);
  assert.equal((await call('check', { columns: ['pan'] })).status, 400);
  assert.equal((await call('send', { from: 0, count: 2 })).status, 400);
  const sent = await call('send', { ...mapping, from: 0, count: 2 });
  assert.deepEqual(
    sent.body.lines.map(({ outcome }: { outcome: string }) => outcome),
    ['made', 'made'],
  );
  // A column of card numbers cannot be skipped either.
  const cards = { csv: 'PAN;Betrag\n4242;1', columns: [null, 'amount'] };
  const { body } = await maker('POST', '/brands/:brand/payouts/file/check', cards);
  assert.match(body.faults[0].message, /card details are not accepted/);
});

test('two people who upload the same file at once make each payout once', async (t) => {
  const { stage, send } = await openFiles(t);
  const csv = [HEADER, ...Array.from({ length: 20 }, (_, i) => line(`race-${i}`))].join('\n');
  const both = await Promise.all([send(csv), send(csv)]);
  const made = both.flatMap(({ body }) => body.lines).filter(({ outcome }) => outcome === 'made');
  assert.equal(made.length, 20);
  assert.equal(await count(stage), 20);
});

test('the reference of another payment is a fault, and so is an impossible payout', async (t) => {
  const { stage, check } = await openFiles(t);
  await stage.order({ merchantReference: 'taken', amount: 99 });
  const taken = await check([HEADER, line('taken')].join('\n'));
  assert.match(taken.faults[0].message, /another payment has this reference/);
  const columnOf = async (csv: string) => {
    const { faults } = await check(csv);
    return [faults[0]?.line, faults[0]?.column];
  };
  assert.deepEqual(await columnOf('method,amount,currency,merchantReference,cardNumber\nCard,1,EUR,a,4242'), [
    1,
    'cardNumber',
  ]);
  assert.deepEqual(await columnOf('method,amount,currency\nSEPA,1,EUR'), [1, 'merchantReference']);
  assert.deepEqual(await columnOf(HEADER), [1, null]);
  assert.deepEqual(await columnOf(`${HEADER}\n${line('q').replace('Ada', '"Ada')}`), [2, null]);
  const many = [HEADER, ...Array.from({ length: 1_001 }, (_, i) => line(`many-${i}`))].join('\n');
  assert.match((await check(many)).faults[0].message, /1001 payouts are too many/);
  const unnamed = await check('4242424242424242,1\nSEPA,1');
  assert.doesNotMatch(JSON.stringify(unnamed), /4242/);
});
