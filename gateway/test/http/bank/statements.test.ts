// Statements of a bank (contract 15), from outside: what they do to pay-ins and payouts, once, whatever file says it again, and what waits
// for a person instead. After each test the ledger is proven (openHouse).
import assert from 'node:assert/strict';
import test from 'node:test';
import { creditorReference } from '../../../src/domain/bank/creditor-reference.ts';
import { OPERATOR_TOKEN } from '../../stage/harness.ts';
import { type Entry, statement, statusReport } from './messages.ts';
import { type Desk, type Json, OTHER_IBAN, openBank, openHouse } from './stage.ts';

const house = await openHouse();
const compact = (id: string) => id.replaceAll('-', '');
const DEBIT = { direction: 'DBIT' } as const;

function deskOf(desk: Desk) {
  const { shop } = desk;
  const path = `/operator/brands/${shop.brand.brandId}/bank-statements`;
  const take = (xml: string, type = 'application/xml') =>
    house.gateway.call('POST', path, {
      headers: { 'content-type': type, authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: xml,
    });
  return {
    ...desk,
    take,
    /** Takes a new statement; its counts. */
    async counts(entries: readonly Entry[] | string, options = {}) {
      const answer = await take(typeof entries === 'string' ? entries : statement(entries, options));
      assert.equal(answer.status, 201, answer.text);
      const { statementId: _, kind: __, ...counts } = answer.body;
      return counts as Json;
    },
    async entries(query = ''): Promise<Json[]> {
      const answer = await shop.operator('GET', `bank-entries${query}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    async payin(amount: number, fields: object = {}): Promise<{ id: string; reference: string }> {
      const { result } = await desk.payIn(amount, fields);
      return { id: result.transactionId, reference: result.paymentDetails.reference };
    },
    /** Payouts in one file. */
    async file(amounts: readonly number[]): Promise<{ fileId: string; ids: string[] }> {
      const ids: string[] = [];
      for (const amount of amounts) ids.push(await desk.payOut(amount));
      const made = await shop.operator('POST', 'bank-files', {});
      assert.equal(made.status, 201, made.text);
      return { fileId: made.body.fileId, ids };
    },
    async standing(id: string) {
      const { status, errorCode, returned } = await shop.record(id);
      return [status, errorCode, returned?.reason ?? null];
    },
  };
}

const all = (counts: object) => ({ entries: 1, applied: 0, known: 0, unmatched: 0, conflicts: 0, ...counts });

test('a credit with our reference and the exact amount pays, once, whatever file says it again', async (t) => {
  const { counts, take, payin, shop, entries } = deskOf(await openBank(t, house));
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

test('what does not fit is never guessed', async (t) => {
  const { counts, payin, standing, entries } = deskOf(await openBank(t, house));
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

test('money that comes after the end is a late success', async (t) => {
  const { counts, payin, shop } = deskOf(await openBank(t, house));
  const { id, reference } = await payin(15);
  await shop.call('POST', '/cancel-payment', { transactionId: id });
  assert.equal((await shop.record(id)).status, 'DECLINED');
  assert.deepEqual(await counts([{ amount: '15.00', details: [{ reference }] }]), all({ applied: 1 }));
  const record = await shop.record(id);
  assert.deepEqual([record.status, record.lateSuccess], ['COMPLETED', true]);
});

test('a debit completes its payout, a rejection gives the money back, a return comes before and after', async (t) => {
  const { counts, file, standing, shop } = deskOf(await openBank(t, house));
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

test('a batch in one sum pays the payouts of its file that are open, and nothing if the sum differs', async (t) => {
  const { counts, file, standing } = deskOf(await openBank(t, house));
  const { ids, fileId } = await file([1, 2, 3]);
  const batch = (amount: string): Entry => ({ ...DEBIT, amount, batch: { messageId: fileId, count: 3 } });
  assert.deepEqual(await counts([batch('6.01')]), all({ conflicts: 1 }));
  assert.deepEqual(await counts([batch('6.00')]), all({ applied: 1 }));
  for (const id of ids) assert.equal((await standing(id))[0], 'COMPLETED');
  // Its details in another message say nothing new.
  const details = ids.map((id, i) => ({ endToEndId: compact(id), amount: `${i + 1}.00` }));
  assert.deepEqual(await counts([{ ...DEBIT, amount: '6.00', details }]), all({ entries: 3, applied: 3 }));
  assert.deepEqual(await counts(statusReport(compact(ids[0]!), { group: 'RJCT' })), all({ unmatched: 1 }));
});

test('a file that is rejected as a whole gives all its money back', async (t) => {
  const { counts, file, standing, shop } = deskOf(await openBank(t, house));
  const { ids, fileId } = await file([1, 2]);
  const of = [{ endToEndId: compact(ids[0]!), status: 'RJCT', reason: 'AC06' }];
  assert.deepEqual(await counts(statusReport(fileId, { group: 'RJCT', of })), all({ applied: 1 }));
  assert.deepEqual(await standing(ids[0]!), ['DECLINED', '4002', null]);
  assert.deepEqual(await standing(ids[1]!), ['DECLINED', '9002', null]);
  assert.deepEqual(await shop.balance(), { available: 1_000_000, reserved: 0 });
});

test('a rejection that names no payout, or no batch of its file, rejects nothing', async (t) => {
  const { counts, file, standing, entries } = deskOf(await openBank(t, house));
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
    ['it names no payout of ours', ...Array(3).fill('it names no batch of this file')],
  );
  assert.deepEqual(await counts(statusReport(fileId, { batchStatus: 'RJCT' })), all({ applied: 1 }));
  for (const id of ids) assert.equal((await standing(id))[0], 'DECLINED');
});

test('a file that is rejected as a whole is, even if the payout that the report names does not fit', async (t) => {
  const { counts, file, standing } = deskOf(await openBank(t, house));
  const { ids, fileId } = await file([1, 2]);
  const of = [{ endToEndId: 'THEIRS', status: 'RJCT', reason: 'AC06' }];
  assert.deepEqual(await counts(statusReport(fileId, { group: 'RJCT', of })), all({ unmatched: 1 }));
  for (const id of ids) assert.equal((await standing(id))[0], 'DECLINED');
});

test('a payout of a withdrawn file is never completed by a statement, nor paid again by another file', async (t) => {
  const { counts, file, payOut, entries, standing, shop } = deskOf(await openBank(t, house));
  const { ids, fileId } = await file([5]);
  assert.equal((await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' })).status, 200);
  const debit: Entry = {
    ...DEBIT,
    amount: '5.00',
    details: [{ endToEndId: compact(ids[0]!), messageId: fileId }],
  };
  assert.deepEqual(await counts([debit]), all({ conflicts: 1 }));
  assert.equal((await standing(ids[0]!))[0], 'PROCESSING');
  // The bank has executed it: until a person has looked at the debit, it is in no other file.
  assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409);
  const other = await payOut(7);
  const next = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([next.status, next.body.payouts, next.body.total], [201, 1, 7], next.text);
  assert.equal((await standing(other))[0], 'PROCESSING');
  const [entry] = await entries('?state=conflict');
  const dismissed = await shop.operator('POST', `bank-entries/${entry!.entryId}/dismiss`, {
    reason: 'of a test',
  });
  assert.equal(dismissed.status, 200, dismissed.text);
  const freed = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([freed.status, freed.body.payouts, freed.body.total], [201, 1, 5], freed.text);
  assert.deepEqual(await counts([{ ...debit, bankReference: 'of the former file' }]), all({ conflicts: 1 }));
});

test('the payouts of a withdrawn file that the bank has all the same wait for a person, however the bank says it', async (t) => {
  const { counts, file, payOut, entries, standing, shop } = deskOf(await openBank(t, house));
  const debit = (id: string, amount: string): Entry => ({
    ...DEBIT,
    amount,
    details: [{ endToEndId: compact(id) }],
  });
  const says: ((made: { ids: string[]; fileId: string }) => readonly Entry[] | string)[] = [
    // In one sum, right or wrong; with one of its payouts; as a status of the file, or of one of its payouts.
    ({ fileId }) => [{ ...DEBIT, amount: '3.00', batch: { messageId: fileId, count: 2 } }],
    ({ fileId }) => [{ ...DEBIT, amount: '2.99', batch: { batchId: `${fileId}-1`, count: 2 } }],
    ({ ids }) => [debit(ids[0]!, '1.00')],
    ({ fileId }) => statusReport(fileId, { group: 'ACSP' }),
    ({ fileId, ids }) => statusReport(fileId, { of: [{ endToEndId: compact(ids[1]!), status: 'RJCT' }] }),
  ];
  for (const say of says) {
    const made = await file([1, 2]);
    const withdrawn = await shop.operator('POST', `bank-files/${made.fileId}/withdraw`, { reason: 'x' });
    assert.equal(withdrawn.status, 200, withdrawn.text);
    assert.deepEqual(await counts(say(made)), all({ conflicts: 1 }));
    // No other file pays them again.
    assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409, String(say));
    const other = await payOut(7);
    const next = await shop.operator('POST', 'bank-files', {});
    assert.deepEqual([next.status, next.body.payouts, next.body.total], [201, 1, 7], next.text);
    for (const id of [...made.ids, other]) assert.equal((await standing(id))[0], 'PROCESSING');
    const [entry] = await entries('?state=conflict');
    const dismissed = await shop.operator('POST', `bank-entries/${entry!.entryId}/dismiss`, { reason: 'x' });
    assert.equal(dismissed.status, 200, dismissed.text);
    const freed = await shop.operator('POST', 'bank-files', {});
    assert.deepEqual([freed.status, freed.body.payouts, freed.body.total], [201, 2, 3], freed.text);
  }
});

test('a withdrawn file that the bank rejects as a whole holds nothing back', async (t) => {
  const { counts, file, shop } = deskOf(await openBank(t, house));
  const { fileId } = await file([1, 2]);
  await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' });
  assert.deepEqual(await counts(statusReport(fileId, { group: 'RJCT' })), all({ conflicts: 1 }));
  const next = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([next.status, next.body.payouts], [201, 2], next.text);
});

test('a person assigns an entry to the payment that it paid, or dismisses it', async (t) => {
  const { counts, payin, entries, shop, standing } = deskOf(await openBank(t, house));
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
  const { body: rows } = await house.gateway.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&limit=100`,
  );
  const actions = rows
    .map(({ action }: Json) => action)
    .filter((action: string) => action.startsWith('bank-'));
  assert.deepEqual(actions, ['bank-statement.taken', 'bank-entry.assigned', 'bank-entry.dismissed']);
});

test('what cannot be read or is of another account is refused, and nothing of it is stored', async (t) => {
  const { take, entries, payin } = deskOf(await openBank(t, house));
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
  assert.equal((await take('{}', 'application/json')).status, 415);
  assert.deepEqual(await entries(), []);
  assert.equal((await take(good)).body.applied, 1);
});

test('the same file several times at once is taken once', async (t) => {
  const { take, payin, shop } = deskOf(await openBank(t, house));
  const { reference, id } = await payin(3);
  const xml = statement([{ amount: '3.00', details: [{ reference }] }]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => take(xml)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
  for (const { body } of answers) assert.deepEqual(body, answers[0]!.body);
  assert.equal(answers[0]!.body.applied, 1);
  assert.equal((await shop.record(id)).status, 'COMPLETED');
  assert.equal(creditorReference(id), reference);
});
