// The proof of the audit log: after any change to a row, to the order of rows or to the end of a chain, it names the
// first wrong row. Rows written by the gateway always pass.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { type AuditEntry, NO_MERCHANT, ROOT } from '../../../src/domain/audit/audit.ts';
import { appendAudit } from '../../../src/storage/audit/audit-log.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { openTestContext } from '../../http/operator/operator-app.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { asOwner, openTestPool } from '../../stage/harness-database.ts';
import { runProgram } from '../../stage/program.ts';

const ADA = '01890a5d-0000-7000-8000-00000000000a';
const BOB = '01890a5d-0000-7000-8000-00000000000b';

function entry(merchantId: string, number: number): AuditEntry {
  return {
    merchantId,
    at: new Date('2026-03-01T12:00:00.123Z'),
    by: { ...ROOT, requestId: 'r-1', ip: '203.0.113.9' },
    action: 'brand.funded',
    target: { kind: 'brand', id: BOB },
    before: number === 0 ? null : { number: number - 1 },
    after: { number, text: 'ü\n"\\', amount: 0.1, list: [1, { b: 2, a: null }] },
  };
}

async function write(sql: Sql, merchantId: string, rows: number): Promise<void> {
  for (let i = 0; i < rows; i++) await sql.begin((tx) => appendAudit(tx, entry(merchantId, i)));
}

test("the gateway's rows verify, beyond a thousand rows and for several merchants in one commit", async (t) => {
  const { context } = await openTestContext(t);
  const { sql } = context;
  assert.deepEqual(await verifyAudit(sql), { ok: true, checked: { rows: 0n, chains: 0 }, faults: [] });
  const many = Array.from({ length: 2_100 }, (_, i) =>
    entry(i % 3 === 0 ? ADA : i % 3 === 1 ? BOB : NO_MERCHANT, i),
  );
  await sql.begin((tx) => appendAudit(tx, ...many));
  await sql.begin((tx) =>
    appendAudit(tx, ...many.slice(0, 1_500).map((one) => ({ ...one, merchantId: ADA }))),
  );
  assert.deepEqual(await verifyAudit(sql), { ok: true, checked: { rows: 3_600n, chains: 3 }, faults: [] });
});

const ROW_3 = `where merchant_id = '${ADA}' and sequence = 3`;
/** A forgery, and what the proof says about it. Each is undone afterwards. */
const FORGERIES: [what: string, statement: string, fault: RegExp][] = [
  ...[
    `at = at + interval '1 second'`,
    `at = at + interval '1 microsecond'`,
    `actor_kind = 'user'`,
    `actor_id = 'anna'`,
    `actor_name = 'anna'`,
    `action = 'brand.created'`,
    `target_kind = 'user'`,
    `target_id = 'other'`,
    `before = null`,
    `after = null`,
    `after = replace(after, '0.1', '0.2')`,
    `after = 'no JSON'`,
    `request_id = null`,
    `ip = '203.0.113.10'`,
    `id = gen_random_uuid()`,
    `hash = sha256(hash)`,
  ].map((set): [string, string, RegExp] => [
    `the row is changed: ${set}`,
    `update audit_log set ${set} ${ROW_3}`,
    new RegExp(`^merchant ${ADA}: row 3 \\([0-9a-f-]{36}\\) was altered`),
  ]),
  [
    'its link is changed',
    `update audit_log set previous_hash = sha256(previous_hash) ${ROW_3}`,
    /: row 3 .* was altered/,
  ],
  ['a row in the middle is taken away', `delete from audit_log ${ROW_3}`, /: row 3 is missing; row 4 \(/],
  [
    'a row is taken away and the gap closed',
    `delete from audit_log ${ROW_3}; update audit_log set sequence = sequence - 1 where merchant_id = '${ADA}' and sequence > 3`,
    /: row 3 .* does not follow the previous row/,
  ],
  [
    'the first row is taken away',
    `delete from audit_log where merchant_id = '${ADA}' and sequence = 1; update audit_log set sequence = sequence - 1 where merchant_id = '${ADA}'`,
    /: row 1 .* does not follow the previous row/,
  ],
  [
    'two rows change places',
    `update audit_log set sequence = 99 ${ROW_3}; update audit_log set sequence = 3 where merchant_id = '${ADA}' and sequence = 4;
     update audit_log set sequence = 4 where merchant_id = '${ADA}' and sequence = 99`,
    /: row 3 .* does not follow the previous row/,
  ],
  [
    'the end is cut off',
    `delete from audit_log where merchant_id = '${ADA}' and sequence > 4`,
    /: row 5 is missing; there were 5 rows/,
  ],
  [
    'a whole chain is taken away',
    `delete from audit_log where merchant_id = '${ADA}'`,
    /: row 1 is missing; there were 5/,
  ],
  [
    'the end is cut off, and the recorded end set back',
    `delete from audit_log where merchant_id = '${ADA}' and sequence > 4; update audit_heads set sequence = 4 where merchant_id = '${ADA}'`,
    /: row 4 differs from the recorded last row/,
  ],
  [
    'the recorded end is taken away',
    `delete from audit_heads where merchant_id = '${ADA}'`,
    /: it has 5 rows, but the record of its last row is missing/,
  ],
  [
    'a row is put in behind the end',
    `insert into audit_log select merchant_id, 6, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id,
       before, after, request_id, ip, hash, hash from audit_log where merchant_id = '${ADA}' and sequence = 5`,
    /: row 6 .* was altered/,
  ],
  [
    'a row moves to another merchant',
    `update audit_log set merchant_id = '${BOB}', sequence = 1 where merchant_id = '${ADA}' and sequence = 1`,
    new RegExp(`^merchant ${BOB}: row 1 .* does not follow`),
  ],
];

test('each kind of forged row is found, and the first wrong row is named', ON_POSTGRESQL, async (t) => {
  const { databaseUrl, wearOut } = await openTestContext(t);
  wearOut();
  const sql = await openTestPool(asOwner(databaseUrl), { maxConnections: 2 });
  t.after(() => sql.end());
  await write(sql, ADA, 5);
  for (const [what, statements, fault] of FORGERIES) {
    // The proof runs inside the forgery's transaction, which is then rolled back.
    const undone = new Error('undo');
    await sql
      .begin(async (tx) => {
        for (const statement of statements.split(';')) await tx.unsafe(statement);
        const inside = {
          begin: (_: string, work: (tx: unknown) => Promise<unknown>) => work(tx),
        } as unknown as Sql;
        const { ok, faults } = await verifyAudit(inside);
        assert.equal(ok, false, what);
        assert.ok(
          faults.some((one) => fault.test(one)),
          `${what}: ${faults}`,
        );
        throw undone;
      })
      .catch((error) => {
        if (error !== undone) throw error;
      });
  }
  assert.equal((await verifyAudit(sql)).ok, true);
});

test('the command reports the result, and exits with 1 if something is wrong', async (t) => {
  const { context, databaseUrl, wearOut } = await openTestContext(t);
  wearOut();
  const { sql } = context;
  await write(sql, ADA, 3);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: context.config.dataDir };
  const right = runProgram(t, env, 'audit:verify');
  assert.equal(await right.ended(), 0, right.output());
  assert.match(right.output(), /^The audit log is right: 3 rows of 1 merchants checked$/m);
  const owner = await openTestPool(asOwner(databaseUrl), { maxConnections: 1 });
  t.after(() => owner.end());
  await owner`update audit_log set actor_name = 'anna' where sequence = 2`;
  const wrong = runProgram(t, env, 'audit:verify');
  assert.equal(await wrong.ended(), 1);
  assert.match(wrong.output(), new RegExp(`^merchant ${ADA}: row 2 \\([0-9a-f-]{36}\\) was altered`, 'm'));
  assert.match(wrong.output(), /^THE AUDIT LOG IS WRONG/m);
});
