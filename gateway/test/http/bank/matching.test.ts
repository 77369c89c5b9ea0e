// In whatever order statements come, however they overlap, and wherever a process dies, no entry pays two payments, and
// no payment is paid twice. After each test the ledger is proven (openProviderStage).
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { eventually, OPERATOR_TOKEN } from '../../stage/harness.ts';
import { type Entry, statement } from './messages.ts';
import { type Desk, type Json, openBank, openProviderStage } from './stage.ts';

const stage = await openProviderStage();
const sql = openDatabase(stage.gateway.databaseUrl, { maxConnections: 1 });
after(() => sql.end({ timeout: 1 }));
const compact = (id: string) => id.replaceAll('-', '');

async function take({ shop }: Desk, xml: string): Promise<Json> {
  const path = `/operator/brands/${shop.brand.brandId}/bank-statements`;
  const headers = { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` };
  const answer = await stage.gateway.call('POST', path, { headers, body: xml });
  assert.ok(answer.status === 201 || answer.status === 200, answer.text);
  return answer.body;
}

/** Each payment and role has one entry, and each applied credit and debit has its own payment. */
async function assertOneToOne({ shop }: Desk): Promise<void> {
  const rows = await sql`
    select transaction_id, role, count(*)::integer as count from bank_entries
    where merchant_id = ${shop.brand.merchantId} and state = 'applied' and role is not null group by 1, 2`;
  for (const { count, ...of } of rows) assert.equal(count, 1, JSON.stringify(of));
}

test('in any order and overlap of statements, each entry pays one payment, and each payment is paid by one entry', async (t) => {
  const desk = await openBank(t, stage);
  const payins: { id: string; reference: string; amount: number }[] = [];
  for (let i = 0; i < 4; i++) {
    const { result } = await desk.payIn(10 + i);
    payins.push({ id: result.transactionId, reference: result.paymentDetails.reference, amount: 10 + i });
  }
  const payouts = [await desk.payOut(21), await desk.payOut(22)];
  await desk.shop.operator('POST', 'bank-files', {});
  // What happened at the bank: each payment once, one of them twice, one without its reference.
  const happened: Entry[] = [
    ...payins.slice(0, 3).map(({ reference, amount }, i) => ({
      amount: `${amount}.00`,
      bankReference: `C${i}`,
      details: [{ reference }],
    })),
    { amount: '10.00', bankReference: 'C9', details: [{ reference: payins[0]!.reference }] },
    { amount: '13.00', bankReference: 'C8', details: [{ text: 'hello' }] },
    ...payouts.map((id, i) => ({
      amount: `${21 + i}.00`,
      direction: 'DBIT' as const,
      bankReference: `D${i}`,
      details: [{ endToEndId: compact(id) }],
    })),
  ];
  const plan = fc.array(fc.subarray(happened, { minLength: 1 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(plan, fc.boolean(), async (files, isAtOnce) => {
      const messages = files.map((entries) => statement(entries));
      if (isAtOnce) await Promise.all(messages.map((xml) => take(desk, xml)));
      else for (const xml of messages) await take(desk, xml);
      await assertOneToOne(desk);
    }),
    { numRuns: 6 },
  );
  await take(desk, statement(happened));
  await assertOneToOne(desk);
  const status = async (id: string) => (await desk.shop.record(id)).status;
  assert.deepEqual(await Promise.all(payins.map(({ id }) => status(id))), [
    'COMPLETED',
    'COMPLETED',
    'COMPLETED',
    'PROCESSING',
  ]);
  assert.deepEqual(await Promise.all(payouts.map(status)), ['COMPLETED', 'COMPLETED']);
  const spent = 1_000_000 + 10 + 11 + 12 - 21 - 22;
  assert.deepEqual(await desk.shop.balance(), { available: spent, reserved: 0 });
});

test('if a process dies while it reads a statement, another process finishes it, and no entry counts twice', async (t) => {
  const desk = await openBank(t, stage);
  const { result } = await desk.payIn(33);
  const payouts = [await desk.payOut(1), await desk.payOut(2)];
  const made = await desk.shop.operator('POST', 'bank-files', {});
  const xml = statement([
    { amount: '33.00', details: [{ reference: result.paymentDetails.reference }] },
    { amount: '3.00', direction: 'DBIT', batch: { messageId: made.body.fileId, count: 2 } },
  ]);
  const first = await take(desk, xml);
  assert.equal(first.applied, 2);
  const balance = await desk.shop.balance();
  const { merchantId } = desk.shop.brand;
  // The state before the verdicts were stored: the money has moved, the entries do not say so yet.
  await sql`update bank_entries set state = 'waiting' where merchant_id = ${merchantId}`;
  await sql`
    update bank_statements set applied = null, unmatched = null, conflicts = null, leased_until = now() - interval '1 minute'
    where merchant_id = ${merchantId}`;
  await eventually(async () => {
    const [row] = await sql`select applied from bank_statements where merchant_id = ${merchantId}`;
    return row!.applied === 2;
  }, 60_000);
  assert.deepEqual(await take(desk, xml), first);
  assert.deepEqual(await desk.shop.balance(), balance);
  for (const id of [...payouts, result.transactionId])
    assert.equal((await desk.shop.record(id)).status, 'COMPLETED');
  await assertOneToOne(desk);
});
