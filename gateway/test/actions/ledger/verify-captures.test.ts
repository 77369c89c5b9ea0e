// The ledger's proof about captures (contract 16): it finds nothing after every kind of step, and names the row for
// each way in which captures, their money and their events can be wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { settleCapture } from '../../../src/actions/captures/settle-capture.ts';
import { ALL_CHECKS, verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { CODE } from '../../../src/domain/errors/error-codes.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { proveChanges } from '../../../src/storage/ledger/changed-checks.ts';
import { aCardPayin, eventually, startTestGateway, type TestGateway } from '../../stage/harness.ts';
import { asOwner, openTestPool } from '../../stage/harness-database.ts';

const done = `(select transaction_id from captures where amount_minor = 2500 and status = 'COMPLETED')`;
const open = `(select transaction_id from captures where amount_minor = 700)`;

/** Each statement breaks the books in one way; the pattern matches the proof's sentence about it. */
const BREAKS: [what: string, statement: string, fault: RegExp][] = [
  [
    'a capture without its transfer',
    `delete from transfers where kind = 'CAPTURED' and transaction_id = ${done}`,
    /^transaction .*; captures of 2500 completed, and 0 of them failed later, of 2500 authorised$/,
  ],
  [
    'a capture whose money came in twice',
    `insert into transfers select merchant_id, gen_random_uuid(), brand_id, transaction_id, currency, from_account,
       to_account, amount_minor, created_at, kind from transfers where transaction_id = ${done}`,
    /^transaction .*; captures of 2500 completed/,
  ],
  [
    'a captured pay-in that was paid once more as a whole',
    `insert into transfers select merchant_id, gen_random_uuid(), brand_id, transaction_id, currency, from_account,
       to_account, amount_minor, created_at, null from transfers where transaction_id = ${done}`,
    /^transaction .*2500 came in \(1 times\)/,
  ],
  [
    'a capture that the pay-in does not count',
    `update captures set status = 'COMPLETED', completed_at = updated_at where amount_minor = 802`,
    /^transaction .*; captures of 1502 completed/,
  ],
  [
    'a pay-in that counts more than its captures',
    `update steps set authorized = authorized || '{"capturedMinor": "2501"}' where transaction_id = ${done}`,
    /^transaction .*; captures of 2500 completed/,
  ],
  [
    'more captures than were authorised',
    `update captures set amount_minor = 2600 where transaction_id = ${done}`,
    /^transaction .*; captures of 2600 completed, and 0 of them failed later, of 2500 authorised/,
  ],
  [
    'a pending capture that the pay-in does not set aside',
    `update steps set authorized = authorized || '{"pendingMinor": "5"}' where transaction_id = ${open}`,
    /^transaction .*; captures of 700 completed/,
  ],
  [
    'a capture of a pay-in that nobody authorised',
    `update steps set authorized = null where transaction_id = ${done}`,
    /^transaction .*; captures of 2500 completed/,
  ],
  [
    'a capture that failed later and kept its money',
    `delete from transfers where kind = 'CAPTURE_SENT_BACK'`,
    /^transaction .*; captures of 1100 completed, and 1100 of them failed later/,
  ],
  [
    'a capture that nobody was told of',
    `delete from events where transaction_id = ${open} and body like '%capture.completed%'`,
    /^capture .* is COMPLETED, its webhook events say nothing/,
  ],
  [
    'a capture whose end was told otherwise',
    `update events set body = replace(body, 'capture.failed', 'capture.completed') where body like '%capture.failed%'`,
    /^capture .* is FAILED, its webhook events say capture\.completed/,
  ],
  [
    'a step of a capture that the timeline leaves out',
    `update steps set from_status = null where transaction_id = ${open} and sequence = 2`,
    /^transaction .*: sequence \d, .* timeline entries/,
  ],
  [
    'an authorisation that was told as something else',
    `update events set body = replace(body, 'payin.authorized', 'payin.completed') where transaction_id = ${open}`,
    /^transaction .*: entry 1 moved it to PROCESSING, its webhook event begins .*payin\.completed/,
  ],
  [
    'an authorised pay-in that nobody will end',
    `update open_work set due_at = null where transaction_id = (select transaction_id from captures where amount_minor = 902)`,
    /^transaction .* is PROCESSING \(no code\), its open work: PROCESSING \(no code\), never due$/,
  ],
];

const TABLES = ['steps', 'captures', 'events', 'transfers', 'open_work'];

test('the proof of the ledger counts captures', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const sql = await openTestPool(asOwner(gate.databaseUrl), { maxConnections: 2 });
  t.after(() => sql.end());
  await playCaptures(gate, brand.apiKey);

  await t.test('after captures of every kind, both proofs find nothing', async () => {
    assert.deepEqual((await verifyLedger(sql)).faults, []);
    const [nightly] = await proveChanges(sql, ALL_CHECKS);
    assert.deepEqual(nightly!.found, []);
  });

  for (const [what, statement, fault] of BREAKS) {
    await t.test(`the proof finds ${what}`, async () => {
      await inBroken(sql, statement, async () => {
        const { ok, faults } = await verifyLedger(sql);
        assert.equal(ok, false);
        assert.ok(
          faults.some((one) => fault.test(one)),
          faults.join('\n'),
        );
        const [nightly] = await proveChanges(sql, ALL_CHECKS);
        const found = nightly!.found.flatMap((one) => one.faults);
        assert.ok(
          found.some((one) => fault.test(one.fault)),
          'by the nightly proof',
        );
      });
    });
  }
});

/** Breaks the books, and mends them afterwards. */
async function inBroken(sql: Sql, statement: string, look: () => Promise<void>): Promise<void> {
  await sql`create schema kept`;
  const tables = TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(statement));
  for (const table of tables) await sql.unsafe(`create table kept.${table} as table ${table}`);
  await sql.unsafe(statement);
  try {
    await look();
  } finally {
    for (const table of tables) {
      await sql.unsafe(`delete from ${table}`);
      await sql.unsafe(`insert into ${table} table kept.${table}`);
    }
    await sql`drop schema kept cascade`;
  }
}

/** Whole, partial, failed, pending, refunded, voided and late captures, and two that failed after they completed. */
async function playCaptures(gate: TestGateway, apiKey: string): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await gate.call('POST', path, { apiKey, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const authorize = async (amount: number): Promise<string> => {
    const body = aCardPayin({ amount, captureMode: 'manual' });
    return (await call('/v3/payment', body)).result.transactionId;
  };
  const capture = (transactionId: string, body: object = {}) =>
    call('/capture-payment', { transactionId, ...body });
  const undo = async (transactionId: string) => {
    const { context } = gate.gateway;
    const [merchant] = await context.sql`select merchant_id from openings where id = ${transactionId}`;
    const [made] = await context.captures.ofTransaction(merchant!.merchant_id, transactionId);
    const outcome = { kind: 'failed', errorCode: CODE.captureFailed } as const;
    await settleCapture(context, made!, { outcome, actor: 'provider', afterEnd: true });
  };

  await capture(await authorize(25));
  const partly = await authorize(30);
  await capture(partly, { amount: 7, final: false });
  await capture(partly, { amount: 8.02 });
  const refunded = await authorize(31);
  await capture(refunded, { amount: 12, final: false });
  await capture(refunded, { amount: 6 });
  await call('/refund/by-reference', { ...(await referenceOf(gate, apiKey, refunded)), amount: 10 });
  const voided = await authorize(32);
  await capture(voided, { amount: 13, final: false });
  await call('/cancel-payment', { transactionId: voided });
  const late = await authorize(33);
  await call('/cancel-payment', { transactionId: late });
  await call(`/sandbox/transactions/${late}/outcome`, { outcome: 'COMPLETED' });
  const undone = await authorize(34);
  await capture(undone, { amount: 11 });
  await undo(undone);
  const again = await authorize(35);
  await capture(again, { amount: 14, final: false });
  await undo(again);
  await capture(again, { amount: 15 });
  const failed = await authorize(36);
  await capture(failed, { amount: 9.02 });
  const silent = await authorize(37);
  await capture(silent, { amount: 9.05, final: false });
  await eventually(async () => (await gate.call('GET', '/health/ready')).status === 200);
}

async function referenceOf(gate: TestGateway, apiKey: string, id: string) {
  const { merchantReference, country } = (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  return { merchantReference, country };
}
