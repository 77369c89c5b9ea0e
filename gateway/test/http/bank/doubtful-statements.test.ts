// Statements that create money, or say the same thing twice (contract 15). A contradiction waits for a person, a new
// entry never counts as a known one, and money is booked once. After each test the ledger is proven
// (openProviderStage).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { legacyKeysOf } from '../../../src/domain/bank/entry-identity.ts';
import { StatementReader } from '../../../src/domain/bank/statement-entries.ts';
import { openTestPool } from '../../stage/harness-database.ts';
import { type Entry, statement } from './messages.ts';
import { type Json, OTHER_IBAN, openBank, openProviderStage } from './stage.ts';
import { all, deskOf } from './statement-desk.ts';

const stage = await openProviderStage();
const openDesk = async (t: TestContext) => deskOf(stage, await openBank(t, stage));
const compact = (id: string) => id.replaceAll('-', '');
const DEBIT = { direction: 'DBIT' } as const;

test('an entry whose details do not add up to its amount completes no payment', async (t) => {
  const { counts, payin, file, standing, entries, shop } = await openDesk(t);
  const [a, b, c] = [await payin(100), await payin(100), await payin(50)];
  const { ids } = await file([60]);
  const of = (payment: { reference: string }, amount: string) => ({ reference: payment.reference, amount });
  const instructed = statement([{ amount: '120.00', details: [of(a, '100.00'), of(c, '50.00')] }]).replaceAll(
    /<Amt Ccy="EUR">(100|50)\.00<\/Amt><CdtDbtInd>CRDT<\/CdtDbtInd>(?=<RmtInf>)/g,
    (amount) => `<AmtDtls><InstdAmt>${amount.replace(/<CdtDbtInd>.*/, '')}</InstdAmt></AmtDtls>`,
  );
  assert.match(instructed, /<InstdAmt><Amt Ccy="EUR">100/);
  assert.deepEqual(
    await counts([{ amount: '0.02', details: [of(a, '100.00'), of(b, '100.00')] }]),
    all({ entries: 2, conflicts: 2 }),
  );
  assert.deepEqual(await counts(instructed), all({ entries: 2, conflicts: 2 }));
  const turned = statement([{ ...DEBIT, amount: '50.00', details: [{ reference: c.reference }] }]);
  assert.deepEqual(
    await counts(turned.replace('<TxDtls>', '<TxDtls><CdtDbtInd>CRDT</CdtDbtInd>')),
    all({ conflicts: 1 }),
  );
  const own = { ...DEBIT, amount: '60.00', details: [{ endToEndId: compact(ids[0]!) }] };
  assert.deepEqual(await counts([{ ...own, family: 'RDDT' }]), all({ conflicts: 1 }));
  const elsewhere = [{ ...own.details[0]!, party: { iban: OTHER_IBAN } }];
  assert.deepEqual(await counts([{ ...own, details: elsewhere }]), all({ conflicts: 1 }));
  for (const id of [a.id, b.id, c.id, ids[0]!]) assert.equal((await standing(id))[0], 'PROCESSING');
  const [first] = await entries('?state=conflict');
  assert.equal(first.amount, 0.02);
  assert.match(first.reason, /its details add up to 200\.00, but its amount is 0\.02/);
  const assign = { transactionId: a.id, reason: 'seen' };
  assert.equal((await shop.operator('POST', `bank-entries/${first.entryId}/assign`, assign)).status, 409);
  const paid = [{ ...own.details[0]!, party: { iban: 'FR14 2004 1010 0505 0001 3M02 606' } }];
  assert.deepEqual(await counts([{ ...own, family: 'ICDT', details: paid }]), all({ applied: 1 }));
});

test('a statement that does not add up waits for a person, and its corrected version is applied', async (t) => {
  const { take, payin, standing, entries, shop } = await openDesk(t);
  const [a, b] = [await payin(30), await payin(31)];
  const credits = [
    { amount: '30.00', bankReference: 'A', details: [{ reference: a.reference }] },
    { amount: '31.00', details: [{ reference: b.reference }] },
  ];
  const wrong = statement(credits, { opening: '0.00', closing: '100.00' });
  const { status, body } = await take(wrong);
  assert.equal(status, 201);
  assert.match(
    body.fault,
    /does not add up: the opening balance 0\.00 plus the entries 61\.00 is not the closing balance 100\.00/,
  );
  assert.deepEqual([body.applied, body.conflicts], [0, 2]);
  assert.deepEqual((await take(wrong)).body, body);
  const [first] = await entries('?state=conflict');
  assert.equal(first.reason, body.fault);
  const decided = await shop.operator('POST', `bank-entries/${first.entryId}/assign`, {
    transactionId: a.id,
    reason: 'it is on the account',
  });
  assert.equal(decided.status, 200, decided.text);
  assert.deepEqual([(await standing(a.id))[0], (await standing(b.id))[0]], ['COMPLETED', 'PROCESSING']);
  const right = await take(statement(credits, { opening: '39.00', closing: '100.00' }));
  assert.deepEqual([right.body.applied, right.body.known, right.body.fault], [1, 1, undefined]);
  assert.equal((await standing(b.id))[0], 'COMPLETED');
});

test('a new entry that resembles a known entry is never treated as known', async (t) => {
  const { counts, payin, standing, entries } = await openDesk(t);
  const credit = ({ reference }: { reference: string }, more: Partial<Entry> = {}): Entry => ({
    amount: '20.00',
    bankReference: 'X',
    details: [{ reference }],
    ...more,
  });
  const payins = [await payin(20), await payin(20), await payin(20)] as const;
  const [a, b, c] = payins;
  // Two entries share a reference. First each comes alone, then both together.
  assert.deepEqual(await counts([credit(b)]), all({ applied: 1 }));
  assert.deepEqual(await counts([credit(a)]), all({ applied: 1 }));
  assert.deepEqual(await counts([credit(a), credit(b)]), all({ entries: 2, known: 2 }));
  assert.deepEqual(await counts([credit(b), credit(a)], { kind: 'camt.054' }), all({ entries: 2, known: 2 }));
  // The bank starts its references again on another day.
  assert.deepEqual(await counts([credit(c, { bookedAt: '2026-03-03' })]), all({ applied: 1 }));
  for (const { id } of payins) assert.equal((await standing(id))[0], 'COMPLETED');
  // A standing order: the same creditor reference a month later. It is shown, whether or not it can be paid.
  assert.deepEqual(await counts([credit(c, { bookedAt: '2026-04-03' })]), all({ conflicts: 1 }));
  assert.deepEqual(await counts([credit(c, { bookedAt: '2026-04-03' })]), all({ known: 1 }));
  // The bank reports a day again, with one more equal entry.
  const tip = { amount: '1.00', bankReference: 'T', details: [{ text: 'tip' }] };
  assert.deepEqual(await counts([tip]), all({ unmatched: 1 }));
  assert.deepEqual(await counts([tip, tip]), all({ entries: 2, unmatched: 1, known: 1 }));
  assert.equal((await entries()).length, 6);
});

test('an entry that is repeated with more details is judged again and counts once', async (t) => {
  const { counts, payin, file, standing, entries, shop } = await openDesk(t);
  const [a, b, c] = [await payin(10), await payin(11), await payin(12)];
  const thin = { amount: '10.00', bankReference: 'E1' };
  const notified = { kind: 'camt.054' } as const;
  assert.deepEqual(await counts([thin]), all({ unmatched: 1 }));
  assert.deepEqual(
    await counts([{ ...thin, details: [{ reference: a.reference }] }], notified),
    all({ applied: 1 }),
  );
  assert.deepEqual(await counts([thin]), all({ known: 1 }));
  // The sum comes before its details; then the details come before the sum.
  const sum = { amount: '23.00', bankReference: 'E2' };
  const details = [b, c].map(({ reference }, i) => ({ reference, amount: `${11 + i}.00` }));
  assert.deepEqual(await counts([sum]), all({ unmatched: 1 }));
  assert.deepEqual(await counts([{ ...sum, details }], notified), all({ entries: 2, applied: 2 }));
  assert.deepEqual(await counts([sum]), all({ known: 1 }));
  for (const { id } of [a, b, c]) assert.equal((await standing(id))[0], 'COMPLETED');
  const { ids, fileId } = await file([1, 2]);
  const batch: Entry = { ...DEBIT, amount: '3.00', bankReference: 'E3', batch: { messageId: fileId } };
  const parts = ids.map((id, i) => ({ endToEndId: compact(id), amount: `${i + 1}.00` }));
  assert.deepEqual(await counts([batch]), all({ applied: 1 }));
  assert.deepEqual(await counts([{ ...batch, details: parts }], notified), all({ entries: 2, known: 2 }));
  // An entry that a person dismissed is shown to a person and moves no money.
  const d = await payin(14);
  const late = { amount: '14.00', bankReference: 'E4' };
  await counts([late]);
  const [open] = await entries('?state=unmatched');
  assert.equal(
    (await shop.operator('POST', `bank-entries/${open.entryId}/dismiss`, { reason: 'not ours' })).status,
    200,
  );
  assert.deepEqual(
    await counts([{ ...late, details: [{ reference: d.reference }] }], notified),
    all({ conflicts: 1 }),
  );
  const [again] = await entries('?state=conflict');
  assert.deepEqual(
    [again.entryId, again.reason],
    [open.entryId, 'it arrived again with more details, after it was dismissed: not ours'],
  );
  assert.equal((await standing(d.id))[0], 'PROCESSING');
  const listed = await entries();
  assert.equal(
    listed.reduce(
      (total: number, { amount, direction }: Json) => total + (direction === 'credit' ? amount : -amount),
      0,
    ),
    10 + 23 - 3 + 14,
  );
});

test('an entry that release 0.2.0 stored is recognised, but not on another day', async (t) => {
  const { counts, shop, payin, standing } = await openDesk(t);
  const { reference, id } = await payin(8);
  const credits: Entry[] = [
    { amount: '8.00', bankReference: 'L' },
    { amount: '7.00', details: [{ text: 'no reference' }] },
  ];
  const xml = statement(credits);
  assert.deepEqual(await counts(xml), all({ entries: 2, unmatched: 2 }));
  const reader = new StatementReader();
  reader.write(Buffer.from(xml));
  const keys = [...legacyKeysOf(reader.close().entries)];
  const sql = await openTestPool(stage.gateway.databaseUrl, { maxConnections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  const { merchantId } = shop.brand;
  for (const [place, key] of keys.entries())
    await sql`
      update bank_entries set entry_key = ${key}, booking_key = null, said_key = null
      where merchant_id = ${merchantId} and amount_minor = ${[800, 700][place]!}`;
  assert.deepEqual(await counts(credits), all({ entries: 2, known: 2 }));
  const later = credits.map((one) => ({ ...one, bookedAt: '2026-04-02' }));
  assert.deepEqual(await counts(later), all({ entries: 2, unmatched: 2 }));
  assert.deepEqual(await counts([{ ...credits[0]!, details: [{ reference }] }]), all({ applied: 1 }));
  assert.equal((await standing(id))[0], 'COMPLETED');
});

test('files with the same entries at once store and book each of them once', async (t) => {
  const { take, payin, entries, shop } = await openDesk(t);
  const { reference, id } = await payin(9);
  const thin = { amount: '9.00', bankReference: 'S' };
  const rich = { ...thin, details: [{ reference }] };
  const sent = [[thin], [rich], [rich, { amount: '1.00' }], [thin]].map((some) => statement(some));
  for (const answer of await Promise.all(sent.map((xml) => take(xml))))
    assert.equal(answer.status, 201, answer.text);
  await take(statement([rich]));
  assert.deepEqual((await entries()).map(({ amount, state }: Json) => [amount, state]).sort(), [
    [1, 'unmatched'],
    [9, 'applied'],
  ]);
  assert.equal((await shop.record(id)).status, 'COMPLETED');
});

test('no entry pays a payment whose assignment was taken back: the money waits for a person', async (t) => {
  const { counts, payin, entries, shop } = await openDesk(t);
  const { id, reference } = await payin(25);
  const thin = { amount: '25.00', bankReference: 'B1' };
  await counts([thin]);
  const [entry] = await entries('?state=unmatched');
  for (const [what, body] of [
    ['assign', { transactionId: id }],
    ['take-back', {}],
  ] as const) {
    const path = `bank-entries/${entry!.entryId}/${what}`;
    assert.equal((await shop.operator('POST', path, { reason: 'seen', ...body })).status, 200);
  }
  // The same entry with its details, which name the payment; then another transfer of the payer.
  const details = [{ reference }];
  assert.deepEqual(await counts([{ ...thin, details }], { kind: 'camt.054' }), all({ conflicts: 1 }));
  const second = { amount: '25.00', bankReference: 'B2', details };
  assert.deepEqual(await counts([second]), all({ conflicts: 1 }));
  const reason = 'it was paid, but the payment ended when the assignment of a bank entry was taken back';
  assert.deepEqual(
    (await entries()).map((one) => [one.state, one.transactionId, one.reason]),
    [1, 2].map(() => ['conflict', id, reason]),
  );
  assert.equal((await shop.operator('GET', 'balances')).body[0].available, 1_000_000);
});
