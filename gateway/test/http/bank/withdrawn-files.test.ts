// Payment files that somebody withdrew and the bank has anyway
// (docs/decisions/0102): nothing in them is paid twice.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type Entry, statusReport } from './messages.ts';
import { openBank, openProviderStage } from './stage.ts';
import { all, deskOf } from './statement-desk.ts';

const stage = await openProviderStage();
const openDesk = async (t: TestContext) => deskOf(stage, await openBank(t, stage));
const compact = (id: string) => id.replaceAll('-', '');
const DEBIT = { direction: 'DBIT' } as const;

test('a statement never completes a payout of a withdrawn file, and no other file pays it before a person decides', async (t) => {
  const { counts, file, payOut, entries, standing, shop } = await openDesk(t);
  const { ids, fileId } = await file([5]);
  assert.equal((await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' })).status, 200);
  const debit: Entry = {
    ...DEBIT,
    amount: '5.00',
    details: [{ endToEndId: compact(ids[0]!), messageId: fileId }],
  };
  assert.deepEqual(await counts([debit]), all({ conflicts: 1 }));
  assert.equal((await standing(ids[0]!))[0], 'PROCESSING');
  // The bank has executed it. Until a person has looked at the debit, no other file has it.
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

test('if the bank reports a withdrawn file or one of its payouts, all payouts of that file wait for a person', async (t) => {
  const { counts, file, payOut, entries, standing, shop } = await openDesk(t);
  const debit = (id: string, amount: string): Entry => ({
    ...DEBIT,
    amount,
    details: [{ endToEndId: compact(id) }],
  });
  const says: ((made: { ids: string[]; fileId: string }) => readonly Entry[] | string)[] = [
    // The bank reports the file in one sum, right or wrong; with one of its payouts; as a status of the file, or of one
    // payout.
    ({ fileId }) => [{ ...DEBIT, amount: '3.00', batch: { messageId: fileId, count: 2 } }],
    ({ fileId }) => [{ ...DEBIT, amount: '2.99', batch: { batchId: `${fileId}-1`, count: 2 } }],
    ({ ids }) => [debit(ids[0]!, '1.00')],
    ({ fileId }) => statusReport(fileId, { group: 'ACSP' }),
    ({ fileId, ids }) => statusReport(fileId, { of: [{ endToEndId: compact(ids[1]!), status: 'RJCT' }] }),
    // The others are rejected, and this one is not.
    ({ fileId, ids }) =>
      statusReport(fileId, { group: 'RJCT', of: [{ endToEndId: compact(ids[1]!), status: 'ACSC' }] }),
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

test('an entry for another payout that names a withdrawn file holds the payouts of that file', async (t) => {
  const { counts, file, payOut, entries, shop } = await openDesk(t);
  for (const [entry, amount] of [
    [DEBIT, '1.00'],
    [{ direction: 'CRDT' } as const, '2.00'],
  ] as const) {
    const inForce = await file([Number(amount)]);
    const { fileId } = await file([5]);
    const withdrawn = await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' });
    assert.equal(withdrawn.status, 200, withdrawn.text);
    const returned = entry === DEBIT ? {} : { returned: 'AC04' };
    const details = [{ endToEndId: compact(inForce.ids[0]!), messageId: fileId, ...returned }];
    assert.deepEqual(await counts([{ ...entry, amount, details }]), all({ conflicts: 1 }));
    assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409);
    await payOut(7);
    const next = await shop.operator('POST', 'bank-files', {});
    assert.deepEqual([next.status, next.body.payouts, next.body.total], [201, 1, 7], next.text);
    const [open] = await entries('?state=conflict');
    assert.match(open.reason, /names a different file/);
    await shop.operator('POST', `bank-entries/${open.entryId}/dismiss`, { reason: 'x' });
    const freed = await shop.operator('POST', 'bank-files', {});
    assert.deepEqual([freed.status, freed.body.total], [201, 5], freed.text);
  }
});

test('the payouts of a withdrawn file that the bank rejects as a whole can be filed again', async (t) => {
  const { counts, file, shop } = await openDesk(t);
  const { fileId } = await file([1, 2]);
  await shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'x' });
  assert.deepEqual(await counts(statusReport(fileId, { group: 'RJCT' })), all({ conflicts: 1 }));
  const next = await shop.operator('POST', 'bank-files', {});
  assert.deepEqual([next.status, next.body.payouts], [201, 2], next.text);
});

test('no payment file is made while a statement is being read', async (t) => {
  const { counts, payOut, shop } = await openDesk(t);
  await payOut(5);
  await counts([{ amount: '3.00', details: [] }]);
  const { sql } = stage.gateway.gateway.context;
  const lease = (until: Date | null) =>
    sql`update bank_statements set leased_until = ${until} where brand_id = ${shop.brand.brandId}`;
  await lease(new Date('9999-01-01'));
  const refused = await shop.operator('POST', 'bank-files', {});
  assert.equal(refused.status, 409);
  assert.match(refused.text, /a statement is being imported/);
  await lease(null);
  assert.equal((await shop.operator('POST', 'bank-files', {})).status, 201);
});
