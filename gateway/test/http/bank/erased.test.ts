// Data of an erased customer in files for a bank and in a bank's messages (docs/decisions/0085): it neither stays nor
// comes back.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { rotateKeys } from '../../../src/storage/keys/rotate-keys.ts';
import { dumpAll, foundIn } from '../../stage/dump.ts';
import { type Entry, statusReport } from './messages.ts';
import { openBank, openProviderStage } from './stage.ts';
import { all, deskOf } from './statement-desk.ts';

const stage = await openProviderStage();
const { sql, vault } = stage.gateway.gateway.context;
const compact = (id: string) => id.replaceAll('-', '');
const DEBIT = { direction: 'DBIT' } as const;

async function openDesk(t: TestContext) {
  const desk = deskOf(stage, await openBank(t, stage));
  return {
    ...desk,
    async erase(id: string) {
      const answer = await desk.shop.operator('POST', 'customers/erase', { userId: `user-${id}` });
      assert.equal(answer.body.transactions, 1, answer.text);
    },
    payTo: (name: string) => desk.payOut(5, { accountHolder: name }),
  };
}

const found = async (...values: string[]) => foundIn(await dumpAll(sql, vault), values);

test('erasing a payout erases the content of its payment files and keeps their summary', async (t) => {
  const { shop, payTo, counts, erase } = await openDesk(t);
  const make = async () => (await shop.operator('POST', 'bank-files', {})).body;
  const get = (fileId: string, path = '') => shop.operator('GET', `bank-files/${fileId}${path}`);
  const erased = await payTo('Ottilie Quandtmann');
  const withdrawn = await make();
  await shop.operator('POST', `bank-files/${withdrawn.fileId}/withdraw`, { reason: 'wrong day' });
  const other = await payTo('Zebedee Yarborough');
  const made = await make();
  await payTo('Wilhelmina Xanten');
  const untouched = await make();
  const paid = [erased, other].map((id) => ({ endToEndId: compact(id), status: 'ACSC' }));
  assert.equal((await counts(statusReport(made.fileId, { of: paid }))).applied, 2);
  assert.ok((await found('Quandtmann')).includes('bank_files: Quandtmann'));

  await erase(erased);
  assert.deepEqual(await found('Quandtmann'), []);
  const gone = await get(made.fileId, '/content');
  assert.equal(gone.status, 410, gone.text);
  assert.match(gone.body.message, /erased with the personal data of a payout in it/);
  assert.deepEqual((await get(made.fileId)).body, made);
  assert.equal((await get(withdrawn.fileId, '/content')).status, 409);
  assert.equal((await get(untouched.fileId, '/content')).status, 200);
  assert.ok((await found('Xanten')).includes('bank_files: Xanten'));
  // Another customer, whose file is gone already; its empty bytes need no new seal.
  await erase(other);
  const rotation = await rotateKeys(sql, vault, { settleMs: 0 });
  assert.ok(rotation.retired);
  assert.equal((await get(untouched.fileId, '/content')).status, 200);
  assert.equal((await get(made.fileId, '/content')).status, 410);
});

test('an entry for an erased payout loses its personal data as soon as it is judged', async (t) => {
  const { shop, file, counts, erase, entries } = await openDesk(t);
  const { ids, fileId } = await file([5, 6]);
  const paid = ids.map((id) => ({ endToEndId: compact(id), status: 'ACSC' }));
  assert.equal((await counts(statusReport(fileId, { of: paid }))).applied, 2);
  await erase(ids[0]!);
  const debit = (id: string, amount: string, name: string): Entry => ({
    ...DEBIT,
    amount,
    details: [{ endToEndId: compact(id), party: { name, iban: 'FR1420041010050500013M02606' } }],
  });
  const debits = [debit(ids[0]!, '5.00', 'Ada Quick'), debit(ids[1]!, '6.00', 'Eve Young')];
  assert.deepEqual(await counts(debits), all({ entries: 2, applied: 2 }));
  // The bank repeats the entry. It fits no payment now, and a person sees it without the name.
  assert.deepEqual(
    await counts([{ ...debit(ids[0]!, '5.00', 'Ada Quick'), bankReference: 'again' }]),
    all({ conflicts: 1 }),
  );
  const [again] = await entries('?state=conflict');
  assert.deepEqual([again.transactionId, again.counterparty.name], [ids[0], null]);
  assert.deepEqual(await found('Ada Quick', 'Eve Young'), ['bank_entries: Eve Young']);
  assert.equal((await shop.record(ids[0]!)).status, 'COMPLETED');
});

test('an entry that a person assigns to an erased payment loses its personal data', async (t) => {
  const { shop, payin, counts, erase, entries } = await openDesk(t);
  const { id } = await payin(25);
  await shop.call('POST', '/cancel-payment', { transactionId: id });
  await erase(id);
  assert.deepEqual(
    await counts([
      { amount: '25.00', details: [{ text: 'from Cleo Zander', party: { name: 'Cleo Zander' } }] },
    ]),
    all({ unmatched: 1 }),
  );
  // Nobody knows yet whose entry it is.
  assert.deepEqual(await found('Cleo Zander'), ['bank_entries: Cleo Zander']);
  const [entry] = await entries('?state=unmatched');
  const given = { transactionId: id, reason: 'seen in the mail' };
  const assigned = await shop.operator('POST', `bank-entries/${entry.entryId}/assign`, given);
  assert.deepEqual([assigned.status, assigned.body.state], [200, 'applied'], assigned.text);
  assert.equal((await shop.record(id)).status, 'COMPLETED');
  assert.deepEqual(await found('Cleo Zander'), []);
});
