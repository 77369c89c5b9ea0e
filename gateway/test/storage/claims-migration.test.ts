// The migration of claims, with payments of the former release whose reference did not follow the shopper's country (decision
// 33).
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../../src/storage/schema/migrate.ts';
import { createTestDatabase } from '../stage/harness-database.ts';

const CLAIMS = 'claims-and-recipients';
const MERCHANT = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

test('claims move to the chosen country, unless the reference is taken there', async (t) => {
  const database = await createTestDatabase({ empty: true });
  const sql = connectPostgres(database.databaseUrl, { max: 1, onnotice: () => {} });
  const former = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'));
  t.after(async () => {
    await sql.end();
    await database.drop();
    rmSync(former, { recursive: true });
  });
  const all = readMigrations(MIGRATIONS_DIR);
  const claims = all.findIndex(({ name }) => name.includes(CLAIMS));
  for (const { name } of all.slice(0, claims)) cpSync(join(MIGRATIONS_DIR, name), join(former, name));
  await migrate(sql, { migrationsDir: former });

  await sql`
    insert into transactions (merchant_id, id, brand_id, session_id, type, origin, status, sequence, version,
      merchant_reference, reference_country, country, currency, amount_minor, amount_refunded_minor, user_id, details,
      late_success, inquiries, created_at, updated_at)
    select ${MERCHANT}, gen_random_uuid(), ${MERCHANT}, gen_random_uuid(), 'PAYIN', 'session', status, 0, 0,
      reference, claimed, country, 'EUR', 2500, 0, 'user', '{"language": "de"}', false, 0, now(), now()
    from (values ('chosen', '', 'FR', 'COMPLETED'), ('open', '', 'FR', 'PROCESSING'), ('named', 'DE', 'DE', 'PROCESSING'),
      ('nowhere', '', null, 'INIT'), ('twice', '', 'FR', 'COMPLETED'), ('twice', 'FR', 'FR', 'COMPLETED'))
      as r (reference, claimed, country, status)`;
  await migrate(sql);

  const rows = await sql`
    select merchant_reference as reference, reference_country as claimed, details from transactions
    order by reference, claimed`;
  const language = { language: 'de' };
  assert.deepEqual(
    [...rows],
    [
      { reference: 'chosen', claimed: 'FR', details: language },
      { reference: 'named', claimed: 'DE', details: language },
      { reference: 'nowhere', claimed: '', details: language },
      // Its shopper may still choose anew.
      { reference: 'open', claimed: 'FR', details: { ...language, countryChosen: true } },
      { reference: 'twice', claimed: '', details: language },
      { reference: 'twice', claimed: 'FR', details: language },
    ],
  );
});
