// Processes on machines with a wrong clock use the database's clock. Two hours ahead, they end no valid session and
// take no row that another process holds. Two days behind, they end expired ones. Each reports the difference in its
// log and its metrics.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { eventually, MASTER_KEY, OPERATOR_TOKEN, startTestGateway } from '../stage/harness.ts';
import { asOwner } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

const HOUR_MS = 3_600_000;

/** Shifts `Date` before the program loads; the monotonic clock stays as it is. */
const shift = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...args) { if (args.length === 0) super(Real.now() + ${ms}); else super(...args); }
      static now() { return Real.now() + ${ms}; }
    };`)}`;

async function play(t: TestContext, aheadMs: number): Promise<void> {
  // The only worker is in the process with the wrong clock.
  const gateway = await startTestGateway(t, { workers: false });
  const sql = connectPostgres(asOwner(gateway.databaseUrl), { max: 1, onnotice: () => {} });
  t.after(() => sql.end({ timeout: 1 }));
  const { apiKey } = await gateway.createBrand();
  const open = async () => {
    const body = { currency: 'EUR', amount: 10, country: 'DE' };
    const answer = await gateway.call('POST', '/payment-session', { apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.transactionId as string;
  };
  const [live, over, held] = [await open(), await open(), await open()];
  await sql`update openings set expires_at = now() - interval '1 second' where id in (${over}, ${held})`;
  await sql`update open_work set due_at = now() - interval '1 second' where transaction_id = ${over}`;
  // Another process has claimed it for a minute.
  await sql`update open_work set due_at = now() + interval '1 minute' where transaction_id = ${held}`;
  const program = runProgram(
    t,
    {
      DATABASE_URL: gateway.databaseUrl,
      DATA_DIR: programDataDir(t),
      MASTER_KEY: MASTER_KEY.toString('base64'),
      OPERATOR_TOKEN,
      LOG_LEVEL: 'info',
    },
    'start',
    ['--disable-sigusr1', shift(aheadMs)],
  );
  const url = await program.ready();
  const statusOf = async (id: string) =>
    (await sql`select status from transactions where id = ${id}`)[0]!.status;
  await eventually(async () => (await statusOf(over)) === 'DECLINED');
  // By then its sweep has seen everything due.
  assert.equal(await statusOf(live), 'INIT');
  assert.equal(await statusOf(held), 'INIT');
  const [row] = await sql`select t.updated_at between now() - interval '1 minute' and now() as now,
      (select bool_and(at between now() - interval '1 minute' and now()) from timeline) as line
    from transactions t where id = ${over}`;
  assert.deepEqual({ ...row }, { now: true, line: true });

  const said = new RegExp(
    `"skewSeconds":${aheadMs / 1_000}\\b.*this machine's clock differs from the database's`,
  );
  assert.match(program.output(), said);
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });
  const [, skew] = /^tollgate_clock_skew_seconds (\S+)$/m.exec(await metrics.text()) ?? [];
  assert.ok(Math.abs(Number(skew) - aheadMs / 1_000) < 2, String(skew));
}

test('a process whose clock is two hours ahead ends no live session and claims nothing that is leased', (t) =>
  play(t, 2 * HOUR_MS));

test(
  'a process whose clock is two days behind ends expired payments and writes the right times',
  { skip: onlyInProof },
  (t) => play(t, -48 * HOUR_MS),
);
