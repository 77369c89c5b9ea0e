// The mark of a proof moves over a history of any length: month by month, and no deadline of a statement ends it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { firstIdAt, timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { moveProofMark } from '../../../src/storage/ledger/proof-marks.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { asOwner, createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

/** Only the mark is moved under it. A busy machine needs less for a statement that waits for nothing. */
const DEADLINE_MS = 1_000;
/** The first addition to the sums takes longer than the deadline; each leaves the mark from which it began. */
const SLOW = `
  create table begun (mark uuid);
  create function take_time() returns trigger language plpgsql security definer as $$ begin
    insert into begun select through_id from proof_marks;
    if (select count(*) from begun) = 1 then perform pg_sleep(${(1.5 * DEADLINE_MS) / 1_000}); end if;
    return null;
  end $$;
  create trigger take_time after insert on proved_movements for each statement execute function take_time()`;

test(
  'a mark moves month by month over a long history, each as long as it takes',
  ON_POSTGRESQL,
  async (t) => {
    const database = await createTestDatabase();
    const sql = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 1 });
    const hurried = connectPostgres(database.databaseUrl, {
      max: 1,
      onnotice: () => {},
      connection: { statement_timeout: DEADLINE_MS },
    }) as unknown as Sql;
    t.after(async () => {
      await hurried.end();
      await sql.end();
      await database.drop();
    });
    await sql.unsafe(SLOW);
    const [merchant_id, brand_id] = [randomUUID(), randomUUID()];
    const own = { merchant_id, brand_id, currency: 'EUR', from_account: 'provider', to_account: 'available' };
    // Nothing in February; the last one is above the mark.
    const times = ['2026-01-05', '2026-01-31', '2026-03-01', '2026-04-02', '2026-04-20'].map(
      (day) => new Date(day),
    );
    for (const created_at of times)
      await sql`insert into transfers ${sql({ ...own, id: timeOrderedId(created_at), amount_minor: 100n, created_at })}`;
    const through = firstIdAt(new Date('2026-04-10'));
    const sums = async () =>
      (await sql`select amount_minor from proved_movements`).map((row) => row.amount_minor);

    await moveProofMark(hurried, merchant_id, { through, provedAt: new Date('2026-04-10T01:00:00Z') });
    assert.deepEqual(await sums(), [400n]);
    const begun = (await sql`select mark from begun order by mark`).map((row) => row.mark);
    assert.deepEqual(begun, [
      '00000000-0000-0000-0000-000000000000',
      firstIdAt(new Date('2026-02-01')),
      firstIdAt(new Date('2026-04-01')),
    ]);
    const [mark] = await sql`select through_id from proof_marks`;
    assert.equal(mark!.through_id, through);

    const next = { through: firstIdAt(new Date('2026-05-01')), provedAt: new Date('2026-05-01T01:00:00Z') };
    await moveProofMark(hurried, merchant_id, next);
    await moveProofMark(hurried, merchant_id, next);
    assert.deepEqual(await sums(), [500n]);
  },
);
