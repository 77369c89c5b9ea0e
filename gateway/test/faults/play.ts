// Plays one fault against a world under load: the fault, the time until payments work again, the time until everything
// has ended, and the complaints after that. It never helps the gateway.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Complain, Complaint } from '../crash/complaint.ts';
import { ALL_ALERTS, AlertWatch, whyNotJudged } from './alert-watch.ts';
import { check, isQuiet } from './checks.ts';
import { alertsOf } from './fault-alerts.ts';
import { Load } from './load.ts';
import type { GatewaySettings } from './world/gateway.ts';
import type { ProviderName } from './world/provider-process.ts';
import { type Merchant, openWorld, until, type World } from './world.ts';

export interface Scenario {
  name: string;
  /** What the documentation may promise an operator. */
  promise: string;
  /** Does the harm and repairs it. May return what it saw. */
  fault(world: World, load: Load, complain: Complain): Promise<string | undefined>;
  /** Checks that run once payments work again. */
  afterwards?(world: World, complain: Complain): Promise<void>;
  /** From the end of the fault until every gateway takes payments and delivers webhooks again. */
  recoversWithinMs: number;
  /** From the end of the load until every payment, refund and webhook has ended. */
  quietWithinMs: number;
  /** One to three; default two. */
  gateways?: number;
  /** From the start of the fault: how long to wait for its alerts, if longer than usual. */
  watchedMs?: number;
  settings?: GatewaySettings;
  /** The first merchant's provider, and the second's. Absent: the suite's own bank. */
  providers?: readonly ProviderName[];
  /** Runs on its own Citus cluster. */
  citus?: true;
  /** Prepares what its gateways need, such as sources. */
  prepare?: () => Promise<{ settings: GatewaySettings; remove(): void }>;
  /** First tries of webhooks may not reach the receiver, so an event may arrive before its predecessor (contract 5). */
  losesTries?: boolean;
  /** Why this machine cannot play it; null: it can. */
  cannot?: () => string | null;
}

export interface Verdict {
  scenario: Scenario;
  /** null: it did not recover. */
  recoveredMs: number | null;
  quietMs: number | null;
  orders: number;
  completed: number;
  complaints: Complaint[];
  note: string;
  /** Alerts that fired; null: this machine has no promtool. */
  fired: readonly string[] | null;
  /** Evidence: answers by request and status, and the gateways' log. */
  statuses: Record<string, number>;
  troubles: string[];
}

const CLIENTS = 12;
/** Pause between two rounds of probes, unless the earlier round ends first. */
const ROUND_MS = 2_000;
/** Payments before a fault, so that the gateway is at work when it comes. */
export const WARM = 40;

/** `main`: starts the gateway from other sources. */
export async function playAlone(scenario: Scenario, main?: string): Promise<Verdict> {
  const prepared = await scenario.prepare?.();
  try {
    const { gateways = 2, providers = [], citus = false } = scenario;
    const settings = { ...scenario.settings, ...prepared?.settings, ...(main !== undefined && { main }) };
    return await playIn(await openWorld({ gateways, providers, citus, ...settings }), scenario);
  } finally {
    prepared?.remove();
  }
}

/** Closes the world afterwards. */
async function playIn(world: World, scenario: Scenario): Promise<Verdict> {
  try {
    const complaints: Complaint[] = [];
    const load = new Load(world, (kind, text) => complaints.push({ kind, text }));
    load.start(CLIENTS);
    await load.someMore(WARM, 60_000);
    const { recoveredMs, note, fired } = await playFault(world, load, scenario, complaints, ALL_ALERTS);
    if (scenario.losesTries) for (const { receiver } of world.merchants) receiver.outOfTurn = [];
    const quietMs = await comeToRest(world, load, scenario.quietWithinMs, complaints);
    return {
      scenario,
      recoveredMs,
      quietMs,
      fired,
      orders: load.orders.length,
      completed: load.completed(),
      complaints,
      note: note ?? '',
      statuses: Object.fromEntries([...load.statuses].sort()),
      troubles: world.gateways.flatMap((one) => one.troubles()),
    };
  } finally {
    await world.close();
  }
}

/** `judged`: the alerts to look at. */
export async function playFault(
  world: World,
  load: Load,
  { name, fault, afterwards, recoversWithinMs, watchedMs }: Scenario,
  complaints: Complaint[],
  judged: readonly string[] = alertsOf(name),
): Promise<{ recoveredMs: number | null; note: string | undefined; fired: string[] | null }> {
  const canJudge = judged.length > 0 && whyNotJudged() === false;
  const watch = canJudge ? await AlertWatch.open(world.gateways) : null;
  const complain: Complain = (kind, text) => complaints.push({ kind, text });
  const note = await fault(world, load, complain);
  const recoveredMs = await recovery(world, load, recoversWithinMs);
  if (recoveredMs === null || recoveredMs > recoversWithinMs) {
    const later = recoveredMs === null ? '' : `, but after ${recoveredMs} ms`;
    const text = `${name}: no payments at every gateway within ${recoversWithinMs} ms${later}`;
    complaints.push({ kind: 'did not recover', text });
  }
  await afterwards?.(world, complain);
  await load.someMore(10, 10_000);
  const fired = watch ? await watch.fired(judged, watchedMs) : null;
  const silent = alertsOf(name).filter((alert) => judged.includes(alert) && fired?.includes(alert) === false);
  if (silent.length > 0) {
    const text = `${name}: ${silent.join(', ')} did not fire; these did: ${fired!.join(', ')}`;
    complaints.push({ kind: 'nobody was told', text });
  }
  return { recoveredMs, note, fired };
}

/**
 * How long it takes until `takesPayments`; null: it does not. A round that began too early may hang for longer than the
 * fault, so the next round does not wait for it. The last rounds begin in time and may end later.
 */
async function recovery(world: World, load: Load, withinMs: number): Promise<number | null> {
  const began = performance.now();
  const recovered: number[] = [];
  const rounds: Promise<void>[] = [];
  while (recovered.length === 0 && performance.now() - began < withinMs) {
    const round = takesPayments(world, load).then((does) => {
      if (does) recovered.push(Math.round(performance.now() - began));
    });
    rounds.push(round);
    await Promise.race([round, sleep(ROUND_MS)]);
    await sleep(50);
  }
  await Promise.all(rounds);
  return recovered[0] ?? null;
}

/** Returns how long it took; null: something has not ended. */
export async function comeToRest(
  world: World,
  load: Load,
  withinMs: number,
  complaints: Complaint[],
): Promise<number | null> {
  await load.stop();
  const began = performance.now();
  const rests = await until(async () => (await load.goOn()) && (await isQuiet(world, load)), withinMs, 250);
  const quietMs = rests ? Math.round(performance.now() - began) : null;
  await check(world, load, (kind, text) => complaints.push({ kind, text }));
  return quietMs;
}

/** Each gateway is ready, takes a payment of each merchant, and the webhook arrives. */
async function takesPayments(world: World, load: Load): Promise<boolean> {
  const each = world.gateways.map(async (gateway, at) => {
    if ((await gateway.call('GET', '/health/ready'))?.status !== 200) return false;
    const probes = world.merchants.map(async (merchant) => {
      const order = await load.probe(at, merchant);
      return order !== null && (await until(() => hasHeard(merchant, order.transactionId!), 5_000, 20));
    });
    return (await Promise.all(probes)).every(Boolean);
  });
  return (await Promise.all(each)).every(Boolean);
}

function hasHeard({ receiver }: Merchant, transactionId: string): boolean {
  const events = receiver.byTransaction.get(transactionId)?.values() ?? [];
  return [...events].some(({ status, accepted }) => status === 'COMPLETED' && accepted);
}
