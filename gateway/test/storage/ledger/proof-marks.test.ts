// The mark of a proof moves over a history of any length. No
// deadline ends it, and no wait of another worker.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { firstIdAt, timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { moveProofMark } from '../../../src/storage/ledger/proof-marks.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { asOwner, createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

/** Only marks move under these deadlines. Even on a busy machine a statement that waits for nothing needs less. */
const DEADLINES = { statement_timeout: 1_000, lock_timeout: 500 };
/** The first addition to the sums takes longer than both deadlines. */
const SLOW = `
  create table begun (at timestamptz);
  create function take_time() returns trigger language plpgsql security definer as $$ begin
    insert into begun values (now());
    if (select count(*) from begun) = 1 then perform pg_sleep(1.5); end if;
    return null;
  end $$;
  create trigger take_time after insert on proved_movements for each statement execute function take_time()`;

test(
  'a mark moves over a long history as long as it takes, and a second worker waits for it',
  ON_POSTGRESQL,
  async (t) => {
    const database = await createTestDatabase();
    const sql = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 1 });
    const hurried = connectPostgres(database.databaseUrl, {
      max: 2,
      onnotice: () => {},
      connection: DEADLINES,
    }) as unknown as Sql;
    t.after(async () => {
      await hurried.end();
      await sql.end();
      await database.drop();
    });
    await sql.unsafe(SLOW);
    const [merchant_id, brand_id] = [randomUUID(), randomUUID()];
    const own = { merchant_id, brand_id, currency: 'EUR', from_account: 'provider', to_account: 'available' };
    // The last one is above the mark.
    for (const created_at of ['2024-01-05', '2026-01-31', '2026-04-02', '2026-04-20'].map(
      (day) => new Date(day),
    ))
      await sql`insert into transfers ${sql({ ...own, id: timeOrderedId(created_at), amount_minor: 100n, created_at })}`;
    const sums = async () =>
      (await sql`select amount_minor from proved_movements`).map((row) => row.amount_minor);

    const night = { through: firstIdAt(new Date('2026-04-10')), provedAt: new Date('2026-04-10T01:00:00Z') };
    await Promise.all([1, 2].map(() => moveProofMark(hurried, merchant_id, night)));
    assert.deepEqual(await sums(), [300n]);
    assert.equal((await sql`select from begun`).length, 1);
    const [mark] = await sql`select through_id from proof_marks`;
    assert.equal(mark!.through_id, night.through);

    const next = { through: firstIdAt(new Date('2026-05-01')), provedAt: new Date('2026-05-01T01:00:00Z') };
    await moveProofMark(hurried, merchant_id, next);
    assert.deepEqual(await sums(), [400n]);
  },
);
