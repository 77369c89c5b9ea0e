// A hundred thousand webhook events of one merchant that
// are waiting when the gateways start.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Complain } from '../../crash/complaint.ts';
import type { Load } from '../load.ts';
import type { Scenario } from '../play.ts';
import { modelOf, seedBacklog } from '../world/backlog.ts';
import { until, type World } from '../world.ts';

const EVENTS = 100_000;
/** Enough even for a machine with much else to do; the table row says how fast it was. */
const DELIVERED_WITHIN_MS = 900_000;
/** The most that another merchant's event may take meanwhile. */
const UNHARMED_MS = 5_000;
/** Smaller than all the events together: a gateway that loads them all dies. */
const HEAP_MB = 128;

async function startWithBacklog(world: World, load: Load, complain: Complain): Promise<string> {
  const { sql, gateways, merchants } = world;
  const [owner] = merchants;
  const model = await modelOf(sql, owner!);
  await Promise.all(gateways.map((one) => one.kill()));
  const seeded = await seedBacklog(sql, owner!, model, EVENTS);
  await Promise.all(gateways.map((one) => one.start()));
  const began = performance.now();
  const takenBefore = load.completed();
  let deliveredMs: number | null = null;
  let mostMb = 0;
  const watching = (async () => {
    for (let left = 1; left > 0 && performance.now() - began < DELIVERED_WITHIN_MS; ) {
      await sleep(1_000);
      mostMb = Math.max(mostMb, ...gateways.map(({ program }) => residentMb(program!.child.pid!)));
      // The events of the load are among the last ones, and count like any others.
      const [row] = await sql`select count(*)::int as left from webhook_events
        where merchant_id = ${owner!.merchantId} and (next_try_at is not null or state = 'waiting') and created_at < ${new Date(Date.now() - 5_000)}`;
      left = row!.left;
      if (left === 0) deliveredMs = performance.now() - began;
    }
  })();
  const others = await othersArrive(world, load, complain, watching);
  if (deliveredMs === null)
    complain('did not recover', `the backlog is not delivered after ${DELIVERED_WITHIN_MS} ms`);
  const took = deliveredMs ?? Number.NaN;
  return (
    `${seeded} events delivered in ${(took / 1_000).toFixed(0)} s, ${Math.round((seeded / took) * 1_000)} a second; ` +
    `${load.completed() - takenBefore} payments completed meanwhile; ${others}; a gateway had ${mostMb} MB at most`
  );
}

/** Until `end`, payments of the second merchant at both gateways in turn, with their events. */
async function othersArrive(
  { merchants, gateways }: World,
  load: Load,
  complain: Complain,
  end: Promise<unknown>,
): Promise<string> {
  const [, other] = merchants;
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  let slowestPaymentMs = 0;
  let slowestEventMs = 0;
  for (let turn = 0; !isOver; turn++) {
    const began = performance.now();
    const order = await load.probe(turn % gateways.length, other!);
    const answered = performance.now();
    const hasCome = () => other!.receiver.byTransaction.get(order?.transactionId ?? '') !== undefined;
    if (order === null || !(await until(hasCome, UNHARMED_MS, 10)))
      complain(
        'reached another',
        `a payment of another merchant was not taken, or its event took more than ${UNHARMED_MS} ms`,
      );
    slowestPaymentMs = Math.max(slowestPaymentMs, answered - began);
    slowestEventMs = Math.max(slowestEventMs, performance.now() - answered);
    await sleep(100);
  }
  await end;
  return `of another merchant the slowest payment took ${Math.round(slowestPaymentMs)} ms, the slowest event ${Math.round(slowestEventMs)} ms after it`;
}

function residentMb(pid: number): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1_024);
}

export const BACKLOG_FAULTS: readonly Scenario[] = [
  {
    name: 'backlog',
    promise:
      'Gateways start with 100,000 events of a merchant waiting: payments go on, events of another merchant arrive within 5 s, and the backlog ' +
      `arrives in order, in a heap of ${HEAP_MB} MB.`,
    settings: { flags: [`--max-old-space-size=${HEAP_MB}`] },
    fault: startWithBacklog,
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
];
