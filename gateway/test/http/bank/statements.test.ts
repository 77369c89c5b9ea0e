// Bank statements (contract 15) from outside: they change pay-ins and payouts once, whatever file repeats them, and
// some entries wait for a person. After each test the ledger is proven (openProviderStage).
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { creditorReference } from '../../../src/domain/bank/creditor-reference.ts';
import { openTestPool } from '../../stage/harness-database.ts';
import { type Entry, statement, statusReport } from './messages.ts';
import { type Json, OTHER_IBAN, openBank, openProviderStage } from './stage.ts';
import { all, deskOf } from './statement-desk.ts';

const stage = await openProviderStage();
const openDesk = async (t: TestContext) => deskOf(stage, await openBank(t, stage));
/** The webhook bodies of a payment, in their order. */
const eventsOf = async (transactionId: string): Promise<Json[]> => {
  const { sql } = stage.gateway.gateway.context;
  const rows = await sql`select body from events where transaction_id = ${transactionId} order by sequence`;
  return rows.map(({ body }) => JSON.parse(body));
};
const compact = (id: string) => id.replaceAll('-', '');
const DEBIT = { direction: 'DBIT' } as const;

test('a credit with our reference and the exact amount completes its pay-in once, however often files repeat it', async (t) => {
  const { counts, take, payin, shop, entries } = await openDesk(t);
  const [a, b] = [await payin(49.9), await payin(12)];
  const typed = b.reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
  const credits: Entry[] = [
    {
      amount: '49.90',
      bankReference: 'S1',
      details: [{ reference: a.reference, party: { name: 'Ada Lovelace', iban: OTHER_IBAN } }],
    },
    { amount: '12.00', details: [{ text: `Danke fuer ${typed}` }] },
    { amount: '5.00', details: [{ text: 'no reference' }] },
    { amount: '49.90', status: 'PDNG', details: [{ reference: a.reference }] },
  ];
  const xml = statement(credits);
  const first = await take(xml);
  assert.equal(first.status, 201, first.text);
  assert.equal(first.body.kind, 'camt.053.001.08');
  const { statementId, ...rest } = first.body;
  assert.deepEqual(rest, {
    kind: 'camt.053.001.08',
    entries: 3,
    applied: 2,
    known: 0,
    unmatched: 1,
    conflicts: 0,
  });
  const again = await take(xml);
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.deepEqual(await counts(credits), all({ entries: 3, known: 3 }));
  assert.deepEqual(await counts(credits.slice(0, 1), { kind: 'camt.054' }), all({ known: 1 }));
  for (const { id } of [a, b]) assert.equal((await shop.record(id)).status, 'COMPLETED');
  assert.deepEqual((await shop.balance()).available, 1_000_061.9);
  const listed = await entries();
  assert.deepEqual(
    listed.map(({ state }) => state),
    ['applied', 'applied', 'unmatched'],
  );
  assert.deepEqual(listed[0].counterparty, { name: 'Ada Lovelace', account: `***${OTHER_IBAN.slice(-4)}` });
  assert.deepEqual(
    [
      listed[0].transactionId,
      listed[0].reference,
      listed[0].amount,
      listed[0].direction,
      listed[0].statementId,
    ],
    [a.id, a.reference, 49.9, 'credit', statementId],
  );
  assert.equal((await entries(`?after=${listed[0].entryId}&limit=1`))[0].entryId, listed[1].entryId);
});

test('an entry that does not fit a payment exactly is never applied', async (t) => {
  const { counts, payin, standing, entries } = await openDesk(t);
  const [a, b, c] = [await payin(10), await payin(20), await payin(30)];
  assert.deepEqual(
    await counts([
      { amount: '9.99', details: [{ reference: a.reference }] },
      { amount: '20.00', currency: 'USD', details: [{ reference: b.reference }] },
      { amount: '30.00', details: [{ text: `${a.reference} ${b.reference}` }] },
      { amount: '30.00', reversal: true, details: [{ reference: c.reference }] },
      { ...DEBIT, amount: '7.00', details: [{ endToEndId: 'NOTPROVIDED', text: 'fee' }] },
    ]),
    all({ entries: 5, unmatched: 1, conflicts: 4 }),
  );
  for (const { id } of [a, b, c]) assert.equal((await standing(id))[0], 'PROCESSING');
  assert.deepEqual(
    await counts([{ amount: '10.00', details: [{ reference: a.reference }] }]),
    all({ applied: 1 }),
  );
  // A second credit for a paid reference.
  assert.deepEqual(
    await counts([{ amount: '10.00', bankReference: 'other', details: [{ reference: a.reference }] }]),
    all({ conflicts: 1 }),
  );
  assert.equal((await entries('?state=conflict')).length, 5);
});

test('money that arrives after the pay-in has expired is a late success', async (t) => {
  const { counts, payin, shop } = await openDesk(t);
  const { id, reference } = await payin(15);
  await shop.call('POST', '/cancel-payment', { transactionId: id });
  assert.equal((await shop.record(id)).status, 'DECLINED');
  assert.deepEqual(await counts([{ amount: '15.00', details: [{ reference }] }]), all({ applied: 1 }));
  const record = await shop.record(id);
  assert.deepEqual([record.status, record.lateSuccess], ['COMPLETED', true]);
});

test('a debit completes its payout, and a rejection or a return gives the money back', async (t) => {
  const { counts, file, standing, shop } = await openDesk(t);
  const { ids, fileId } = await file([1, 2, 3, 4, 5]);
  const [paid, rejected, late, wrong, renamed] = ids as [string, string, string, string, string];
  const debit = (id: string, amount: string): Entry => ({
    ...DEBIT,
    amount,
    details: [{ endToEndId: compact(id) }],
  });
  const back = (id: string, amount: string): Entry => ({
    amount,
    details: [{ endToEndId: compact(id), returned: 'AC04' }],
  });
  const report = [
    { endToEndId: compact(rejected), status: 'RJCT', reason: 'AC01' },
    { endToEndId: compact(late), status: 'ACSC' },
    { endToEndId: compact(paid), status: 'ACSP' },
    { endToEndId: compact(renamed), status: 'RJCT', reason: 'BE01' },
  ];
  assert.deepEqual(
    await counts(statusReport(fileId, { group: 'PART', of: report })),
    all({ entries: 4, applied: 4 }),
  );
  assert.deepEqual(await standing(rejected), ['DECLINED', '4002', null]);
  assert.deepEqual(await standing(renamed), ['DECLINED', '4003', null]);
  assert.deepEqual(await standing(late), ['COMPLETED', null, null]);
  assert.equal((await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' })).status, 409);
  assert.deepEqual(
    await counts([
      debit(paid, '1.00'),
      debit(late, '3.00'),
      debit(rejected, '2.00'),
      debit(wrong, '4.01'),
      back(wrong, '4.00'),
    ]),
    all({ entries: 5, applied: 3, conflicts: 2 }),
  );
  assert.deepEqual(await standing(paid), ['COMPLETED', null, null]);
  assert.deepEqual(await standing(wrong), ['DECLINED', '4007', null]);
  assert.deepEqual(
    await counts([
      back(paid, '1.00'),
      back(late, '2.00'),
      { ...debit(paid, '1.00'), bankReference: 'again' },
    ]),
    all({ entries: 3, applied: 1, conflicts: 2 }),
  );
  assert.deepEqual(await standing(paid), ['COMPLETED', null, 'AC04']);
  assert.deepEqual(await shop.balance(), { available: 1_000_000 - 3, reserved: 0 });
});

test('a batch debit completes the open payouts of its file, and none if the sum differs', async (t) => {
  const { counts, file, standing } = await openDesk(t);
  const { ids, fileId } = await file([1, 2, 3]);
  const batch = (amount: string): Entry => ({ ...DEBIT, amount, batch: { messageId: fileId, count: 3 } });
  assert.deepEqual(await counts([batch('6.01')]), all({ conflicts: 1 }));
  assert.deepEqual(await counts([batch('6.00')]), all({ applied: 1 }));
  for (const id of ids) assert.equal((await standing(id))[0], 'COMPLETED');
  // Its details in another message add nothing new.
  const details = ids.map((id, i) => ({ endToEndId: compact(id), amount: `${i + 1}.00` }));
  assert.deepEqual(await counts([{ ...DEBIT, amount: '6.00', details }]), all({ entries: 3, applied: 3 }));
  assert.deepEqual(await counts(statusReport(compact(ids[0]!), { group: 'RJCT' })), all({ unmatched: 1 }));
});

test('the rejection of a whole file gives all its money back', async (t) => {
  const { counts, file, standing, shop } = await openDesk(t);
  const { ids, fileId } = await file([1, 2]);
  const of = [{ endToEndId: compact(ids[0]!), status: 'RJCT', reason: 'AC06' }];
  assert.deepEqual(await counts(statusReport(fileId, { group: 'RJCT', of })), all({ applied: 1 }));
  assert.deepEqual(await standing(ids[0]!), ['DECLINED', '4002', null]);
  assert.deepEqual(await standing(ids[1]!), ['DECLINED', '9002', null]);
  assert.deepEqual(await shop.balance(), { available: 1_000_000, reserved: 0 });
});

test('a rejection that names no payout, or no batch of its file, rejects nothing', async (t) => {
  const { counts, file, standing, entries } = await openDesk(t);
  const { ids, fileId } = await file([1, 2]);
  const foreign = compact(ids[0]!);
  const unnamed = [{ status: 'RJCT', reason: 'AC01' }];
  assert.deepEqual(await counts(statusReport(fileId, { group: 'PART', of: unnamed })), all({ unmatched: 1 }));
  for (const batchId of ['THEIRS', fileId, `${foreign}-1`])
    assert.deepEqual(
      await counts(statusReport(fileId, { batchId, batchStatus: 'RJCT' })),
      all({ unmatched: 1 }),
    );
  for (const id of ids) assert.equal((await standing(id))[0], 'PROCESSING');
  assert.deepEqual(
    (await entries()).map(({ reason }) => reason),
    ['it names none of our payouts', ...Array(3).fill('it names no batch of this file')],
  );
  assert.deepEqual(await counts(statusReport(fileId, { batchStatus: 'RJCT' })), all({ applied: 1 }));
  for (const id of ids) assert.equal((await standing(id))[0], 'DECLINED');
});

test('the rejection of a whole file counts even if the report names an unknown payout', async (t) => {
  const { counts, file, standing } = await openDesk(t);
  const { ids, fileId } = await file([1, 2]);
  const of = [{ endToEndId: 'THEIRS', status: 'RJCT', reason: 'AC06' }];
  assert.deepEqual(await counts(statusReport(fileId, { group: 'RJCT', of })), all({ unmatched: 1 }));
  for (const id of ids) assert.equal((await standing(id))[0], 'DECLINED');
});

test('a person assigns an entry to the payment that it paid, or dismisses it', async (t) => {
  const { counts, payin, entries, shop, standing } = await openDesk(t);
  const [a, b] = [await payin(25), await payin(26)];
  await counts([
    { amount: '25.00', details: [{ text: 'forgot it' }] },
    { amount: '25.00', details: [{ text: 'twice' }] },
  ]);
  const [first, second] = await entries('?state=unmatched');
  const decide = (entry: Json, what: string, body: object) =>
    shop.operator('POST', `bank-entries/${entry.entryId}/${what}`, { reason: 'seen in the mail', ...body });
  assert.equal((await decide(first, 'assign', { transactionId: b.id })).status, 409);
  const assigned = await decide(first, 'assign', { transactionId: a.id });
  assert.equal(assigned.status, 200, assigned.text);
  assert.deepEqual(
    [assigned.body.state, assigned.body.transactionId, assigned.body.reason],
    ['applied', a.id, 'assigned: seen in the mail'],
  );
  assert.equal((await standing(a.id))[0], 'COMPLETED');
  assert.equal((await decide(second, 'assign', { transactionId: a.id })).status, 409);
  assert.equal((await decide(first, 'dismiss', {})).status, 409);
  const dismissed = await decide(second, 'dismiss', {});
  assert.deepEqual([dismissed.status, dismissed.body.state], [200, 'dismissed']);
  const { body: rows } = await stage.gateway.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&limit=100`,
  );
  const actions = rows
    .map(({ action }: Json) => action)
    .filter((action: string) => action.startsWith('bank-'));
  assert.deepEqual(actions, ['bank-statement.taken', 'bank-entry.assigned', 'bank-entry.dismissed']);
});

test('a message that is unreadable or for another account is refused, and nothing is stored', async (t) => {
  const { take, entries, payin } = await openDesk(t);
  const { reference } = await payin(1);
  const good = statement([{ amount: '1.00', details: [{ reference }] }]);
  for (const [xml, status] of [
    [good.slice(0, -10), 400],
    [good.replace('<Document', '<!DOCTYPE Document><Document'), 400],
    [good.replaceAll('camt.053', 'camt.052'), 400],
    [statement([{ amount: '1.00' }], { iban: OTHER_IBAN }), 400],
    ['', 400],
    [good.replace('</Stmt>', `<!--${'x'.repeat(20 * 1024 * 1024)}--></Stmt>`), 413],
  ] as const)
    assert.equal((await take(xml)).status, status, xml.slice(0, 200));
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const { status, body } = await take(good, type);
    assert.deepEqual([status, body.message], [415, 'Content-Type: must be application/xml or text/xml']);
  }
  assert.deepEqual(await entries(), []);
  assert.equal((await take(good)).body.applied, 1);
});

test('the same statement sent several times at once is imported once', async (t) => {
  const { take, payin, shop } = await openDesk(t);
  const { reference, id } = await payin(3);
  const xml = statement([{ amount: '3.00', details: [{ reference }] }]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => take(xml)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
  for (const { body } of answers) assert.deepEqual(body, answers[0]!.body);
  assert.equal(answers[0]!.body.applied, 1);
  assert.equal((await shop.record(id)).status, 'COMPLETED');
  assert.equal(creditorReference(id), reference);
});

test('a statement waits while another request stores the same statement, even longer than the lock timeout', async (t) => {
  const { take, payin, shop } = await openDesk(t);
  const { reference } = await payin(3);
  const xml = statement([{ amount: '3.00', details: [{ reference }] }]);
  const sha256 = createHash('sha256').update(xml).digest('hex');
  const { merchantId, brandId } = shop.brand;
  const sql = await openTestPool(shop.gateway.databaseUrl, { maxConnections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  let answer: ReturnType<typeof take>;
  const stored = sql.begin(async (tx) => {
    await tx`insert into bank_statements (merchant_id, id, brand_id, sha256, kind, entries, known, made_by, created_at)
      values (${merchantId}, ${randomUUID()}, ${brandId}, ${sha256}, 'camt.053', 0, 0, 'another', now())`;
    answer = take(xml);
    await sleep(6_000);
    throw new Error('it is not stored in the end');
  });
  await assert.rejects(stored);
  const { status, text, body } = await answer!;
  assert.equal(status, 201, text);
  assert.equal(body.applied, 1);
});

test('a person accepts less than the amount as a part payment, and the books go by what came', async (t) => {
  const { counts, payin, entries, shop } = await openDesk(t);
  const [late, open] = [await payin(55), await payin(60)];
  assert.equal((await shop.call('POST', '/cancel-payment', { transactionId: late.id })).status, 201);
  await counts([
    { amount: '54.00', details: [{ reference: late.reference }] },
    { amount: '70.00', details: [{ text: 'too much' }] },
    { amount: '59.99', details: [{ text: 'a cent less' }] },
  ]);
  const found = await entries();
  const of = (amount: number) => found.find((one) => one.amount === amount)!;
  assert.deepEqual([of(54).state, of(54).reason], ['conflict', '54.00 EUR received, 55.00 EUR expected']);
  const assign = async (amount: number, transactionId: string, more: object = {}) => {
    const body = { transactionId, reason: 'agreed by phone', ...more };
    const { status, body: answer } = await shop.operator(
      'POST',
      `bank-entries/${of(amount).entryId}/assign`,
      body,
    );
    return [status, status === 200 ? answer.state : answer.message];
  };
  const part = { partPayment: true };
  const needsPart = 'transactionId: its amount is more than the entry; partPayment accepts less';
  assert.deepEqual(await assign(54, late.id), [409, needsPart]);
  const notLess = 'partPayment: the entry is not less than the amount of the pay-in';
  assert.deepEqual(await assign(70, open.id, part), [409, notLess]);
  assert.deepEqual(await assign(54, late.id, part), [200, 'applied']);
  assert.deepEqual(await assign(59.99, open.id, part), [200, 'applied']);
  const record = await shop.record(late.id);
  assert.deepEqual(
    [record.status, record.amount, record.amountCaptured, record.lateSuccess, record.captureMode],
    ['COMPLETED', 55, 54, true, 'automatic'],
  );
  const event = (await eventsOf(late.id)).at(-1)!;
  assert.deepEqual([event.eventType, event.amount, event.amountCaptured], ['payin.completed', 55, 54]);
  const [balance] = (await shop.operator('GET', 'balances')).body;
  assert.deepEqual([balance.available, balance.reserved], [1_000_113.99, 0]);
  await stepByOlderRelease(late.id);
  assert.equal(
    (await shop.record(late.id)).amountCaptured,
    54,
    'a step of an older release changes no amount',
  );
});

/** A step after the end, such as a dispute's, as an older release writes it: without `received_minor`. */
async function stepByOlderRelease(id: string) {
  const { sql } = stage.gateway.gateway.context;
  await sql`
    insert into steps select (json_populate_record(s,
      json_build_object('version', s.version + 1, 'from_status', null, 'received_minor', null))).*
    from steps s where s.transaction_id = ${id} order by s.version desc limit 1`;
}

test('an assignment is taken back once: the money leaves the balance, and the entry can pay the right payment', async (t) => {
  const { counts, payin, entries, shop, standing } = await openDesk(t);
  const [wrong, right, named] = [await payin(25), await payin(25), await payin(31)];
  await counts([
    { amount: '25.00', details: [{ text: 'forgot it' }] },
    { amount: '31.00', details: [{ reference: named.reference }] },
  ]);
  const [entry] = await entries('?state=unmatched');
  const decide = async (what: string, body: object = {}, { entryId } = entry!) => {
    const path = `bank-entries/${entryId}/${what}`;
    const { status, body: answer } = await shop.operator('POST', path, {
      reason: 'for another order',
      ...body,
    });
    return [status, answer.state ?? answer.message, answer.transactionId];
  };
  const available = async () => (await shop.operator('GET', 'balances')).body[0].available;
  const nothing = 'entryId: nobody assigned this entry, so there is nothing to take back';
  assert.deepEqual((await decide('take-back')).slice(0, 2), [409, nothing]);
  assert.deepEqual(await decide('assign', { transactionId: wrong.id }), [200, 'applied', wrong.id]);
  assert.equal(await available(), 1_000_056);
  const both = await Promise.all([decide('take-back'), decide('take-back')]);
  assert.deepEqual(both.map(([status]) => status).sort(), [200, 409]);
  const [taken] = await entries('?state=unmatched');
  assert.deepEqual(
    [taken!.entryId, taken!.transactionId, taken!.reason],
    [entry!.entryId, null, 'its assignment was taken back: for another order'],
  );
  assert.deepEqual(await standing(wrong.id), [
    'COMPLETED',
    null,
    'a bank entry was assigned to it by mistake',
  ]);
  assert.equal(await available(), 1_000_031);
  const types = (await eventsOf(wrong.id)).map(({ eventType }) => eventType);
  assert.deepEqual(types.slice(-2), ['payin.completed', 'payin.returned']);
  // The wrong payment is over, and the entry pays another one.
  assert.equal((await decide('assign', { transactionId: wrong.id }))[0], 409);
  assert.deepEqual(await decide('assign', { transactionId: right.id }), [200, 'applied', right.id]);
  assert.equal(await available(), 1_000_056);
  // Nobody assigned the entry that named its payment.
  const [byReference] = (await entries('?state=applied')).filter((one) => one.amount === 31);
  assert.deepEqual((await decide('take-back', {}, byReference)).slice(0, 2), [409, nothing]);
});
