// Migration 0008 on a database of before: fingerprints that a CVV went into are gone, keys of the last 48 hours stay.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../../src/storage/schema/migrate.ts';
import { createTestDatabase } from '../stage/harness-database.ts';

test('the migration removes stored fingerprints, and old keys with their answers', async (t) => {
  const database = await createTestDatabase({ empty: true });
  const sql = connectPostgres(database.databaseUrl, { max: 2, onnotice: () => {} });
  const before = mkdtempSync(join(tmpdir(), 'tollgate-before-'));
  t.after(async () => {
    rmSync(before, { recursive: true });
    await sql.end();
    await database.drop();
  });
  for (const { version, name } of readMigrations(MIGRATIONS_DIR))
    if (version < 8) copyFileSync(join(MIGRATIONS_DIR, name), join(before, name));
  await migrate(sql, { migrationsDir: before });
  const now = new Date();
  await sql`
    insert into transactions (merchant_id, id, brand_id, session_id, type, origin, status, sequence, version,
      merchant_reference, reference_country, currency, amount_minor, amount_refunded_minor, user_id, details,
      late_success, inquiries, created_at, updated_at, idempotency_key, request_fingerprint, answer)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'PAYIN', 'v3', 'COMPLETED', 1, 1,
      'order-' || n, '', 'EUR', 100, 0, 'user', '{}', false, 0,
      ${now}::timestamptz - n * interval '40 hours', ${now}, key, fingerprint, answer
    from (values (0, 'new', '\\x01'::bytea, '{}'), (1, 'recent', '\\x02', '{}'), (2, 'old', '\\x03', '{}'),
      (3, null, null, null)) as r (n, key, fingerprint, answer)`;
  await migrate(sql);
  const rows =
    await sql`select idempotency_key, request_fingerprint, answer from transactions order by created_at desc`;
  assert.deepEqual(
    rows.map((row) => [row.idempotency_key, row.request_fingerprint, row.answer]),
    [
      ['new', null, '{}'],
      ['recent', null, '{}'],
      [null, null, null],
      [null, null, null],
    ],
  );
});
