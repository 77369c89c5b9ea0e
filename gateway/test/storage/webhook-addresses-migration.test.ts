// Rows of a database from before events followed their brand's address: undelivered events follow it from now on, and those
// with an address of their transaction stay.
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { endpointId } from '../../src/domain/webhooks/webhook-event.ts';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { migrationsBefore } from './earlier-migrations.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const FORMER = 'https://shop.example/former?key=1';
const PRESENT = 'https://shop.example/hooks?key=2';
const OWN = 'https://shop.example/orders/7';

async function oldRows(sql: Sql) {
  const [merchantId, brandId] = [randomUUID(), randomUUID()];
  await sql`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'Shop', ${AT})`;
  await sql`insert into brands (merchant_id, brand_id, name, active, notification_url, enforce_signatures,
      automatic_approval, payment_facilitator, four_eyes, ip_allow_list, domains, created_at, updated_at)
    values (${merchantId}, ${brandId}, 'Shop', true, ${PRESENT}, false, false, false, false, '{}', '{}', ${AT}, ${AT})`;
  const event = async (own: string | null, url: string | null, state: string): Promise<string> => {
    const id = randomUUIDv7();
    await sql`insert into transactions (merchant_id, id, brand_id, session_id, type, origin, status, sequence, version,
        merchant_reference, reference_country, currency, amount_minor, amount_refunded_minor, user_id, details,
        late_success, inquiries, created_at, updated_at)
      values (${merchantId}, ${id}, ${brandId}, ${randomUUID()}, 'PAYIN', 'v3', 'COMPLETED', 1, 1, ${id}, '', 'EUR', 1,
        0, 'user', ${JSON.stringify({ notificationUrl: own })}::text::jsonb, false, 0, ${AT}, ${AT})`;
    await sql`insert into webhook_events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url,
        body, x_signature, signing_secret_id, state, tries, next_try_at, created_at)
      values (${merchantId}, ${id}, 1, ${randomUUID()}, ${brandId}, ${url && endpointId(brandId, url)}, ${url}, '{}', 's',
        ${randomUUID()}, ${state}, 0, ${state === 'pending' ? AT : null}, ${AT})`;
    return id;
  };
  for (const url of [FORMER, PRESENT, OWN]) {
    await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, pause_reason, changed_at)
      values (${merchantId}, ${brandId}, ${endpointId(brandId, url)}, ${url.split('?')[0]!}, ${AT}, '410', ${AT})`;
  }
  return {
    brandId,
    following: [
      await event(null, FORMER, 'waiting'),
      await event(null, PRESENT, 'pending'),
      await event(null, null, 'unaddressed'),
      await event(null, FORMER, 'abandoned'),
    ],
    own: [await event(OWN, OWN, 'waiting')],
    delivered: await event(null, FORMER, 'delivered'),
  };
}

test("undelivered events follow their brand's address, and the pause of that address is kept", async (t) => {
  const database = await createTestDatabase({ empty: true });
  const sql = connectPostgres(database.databaseUrl, { max: 2, onnotice: () => {} }) as Sql;
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  await migrate(sql, { migrationsDir: migrationsBefore(t, 'webhook-addresses.sql') });
  const { brandId, following, own, delivered } = await oldRows(sql);
  await migrate(sql);
  const rows = await sql`select transaction_id, endpoint_id, url from webhook_events`;
  const of = (id: string) => {
    const { endpoint_id, url } = rows.find((row) => row.transaction_id === id)!;
    return [endpoint_id, url];
  };
  for (const id of following) assert.deepEqual(of(id), [brandId, null]);
  for (const id of own) assert.deepEqual(of(id), [endpointId(brandId, OWN), OWN]);
  assert.deepEqual(of(delivered), [endpointId(brandId, FORMER), FORMER], 'where it went');
  const endpoints =
    await sql`select endpoint_id, url, paused_at, renewed_at from webhook_endpoints order by url`;
  assert.deepEqual(
    endpoints.map((row) => [row.endpoint_id, row.url, row.paused_at !== null, row.renewed_at]),
    [
      [brandId, 'https://shop.example/hooks', true, null],
      [endpointId(brandId, OWN), OWN, true, null],
    ],
  );
});
