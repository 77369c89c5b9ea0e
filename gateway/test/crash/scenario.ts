// The crash scenario: two gateways on one database, a shop that loads them, SIGKILL in the middle of it, restart,
// retries, time passing, quiet, proof. crash.proof.test.ts runs it on the real sources, removed-guards.test.ts on
// mutants.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../src/storage/database/database.ts';
import { MASTER_KEY, OPERATOR_TOKEN } from '../stage/harness.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import type { Complaint, ComplaintKind } from './complaint.ts';
import { GatewayChild } from './gateway-child.ts';
import type { Change } from './mutants.ts';
import { type Random, seededRandom } from './orders.ts';
import { prove } from './proof.ts';
import { Shop } from './shop.ts';
import { startWebhookRecorder } from './webhook-recorder.ts';

export interface ScenarioOptions {
  /** The change that makes a mutant of the gateway. */
  change?: Change;
  seed: number;
  /** Which process to kill, one after the other, in the middle of the load. */
  kills: readonly ('first' | 'second' | 'both')[];
  /** Number of orders; the kills are spread among them at random. */
  orders: number;
  clients: number;
  /** Share of the open payments that several callers try to end at once. */
  quarrels: number;
  /** How long to wait for quiet; work that is still open then is stuck. */
  quietLimitMs: number;
}

export interface ScenarioReport {
  complaints: Complaint[];
  kinds: Set<ComplaintKind>;
  counts: Record<string, number>;
  /** The gateways' complaints. */
  log: string;
  tookMs: number;
}

/** Longer than ABANDONED_AFTER_MS and every lease of a killed process. */
const ABANDONED_PASSES_MS = 60_000;
/** A busy machine makes fewer orders, not a longer test. */
const SLOWEST_SHARE_MS = 4_000;
/** Longer than the life of a 3-D Secure page. */
const CHALLENGES_EXPIRE_MS = 16 * 60_000;

export async function runScenario(options: ScenarioOptions): Promise<ScenarioReport> {
  const startedAt = Date.now();
  const random = seededRandom(options.seed);
  const complaints: Complaint[] = [];
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 4 });
  let signingSecret = '';
  const recorder = await startWebhookRecorder(() => signingSecret, random);
  const gateways = [newGateway(options, database.databaseUrl), newGateway(options, database.databaseUrl)];
  let clockOffsetMs = 0;
  async function passTime(ms: number): Promise<void> {
    clockOffsetMs += ms;
    await Promise.all(gateways.map((one) => one.moveClock(clockOffsetMs)));
  }

  const phases: Record<string, number> = {};
  let phaseBegan = startedAt;
  function endPhase(name: string): void {
    phases[`${name}Ms`] = Date.now() - phaseBegan;
    phaseBegan = Date.now();
  }

  try {
    await Promise.all(gateways.map((one) => one.start()));
    const brand = await createBrand(gateways, recorder.url);
    signingSecret = brand.signingSecret;
    const shop = new Shop({
      gateways,
      apiKey: brand.apiKey,
      random,
      quarrels: options.quarrels,
      complain: (kind, text) => complaints.push({ kind, text }),
    });

    endPhase('start');

    let open = true;
    const clients = Array.from({ length: options.clients }, () => shop.serve(() => open));
    try {
      await kill(gateways, shop, options, random);
    } finally {
      open = false;
      await Promise.all(clients);
    }

    endPhase('load');

    recorder.calmDown();
    await passTime(ABANDONED_PASSES_MS);
    await until(() => shop.askAgain(), options.quietLimitMs / 2);
    await passTime(CHALLENGES_EXPIRE_MS);
    await until(() => isQuiet(sql), options.quietLimitMs);
    endPhase('quiet');
    await shop.replayAll();

    const proven = await prove({
      sql,
      shop,
      recorder,
      now: new Date(Date.now() + clockOffsetMs),
      complain: (kind, text) => complaints.push({ kind, text }),
    });
    endPhase('proof');
    return {
      complaints,
      kinds: new Set(complaints.map((one) => one.kind)),
      counts: {
        ...shop.counts,
        ...proven,
        ...phases,
        orders: shop.orders.length,
        answered: shop.orders.filter((order) => order.answer !== null).length,
        endings: shop.endings.size,
        webhooks: recorder.arrivals,
        kills: gateways.reduce((sum, one) => sum + one.kills, 0),
        cutOff: gateways.reduce((sum, one) => sum + one.cutOff, 0),
      },
      log: gateways
        .map((one) => one.log())
        .join('\n')
        .trim(),
      tookMs: Date.now() - startedAt,
    };
  } finally {
    await Promise.all(gateways.map((one) => one.kill()));
    await recorder.close();
    await sql.end({ timeout: 1 });
    await database.drop();
  }
}

function newGateway({ change }: ScenarioOptions, databaseUrl: string): GatewayChild {
  return new GatewayChild({
    ...(change && { change }),
    databaseUrl,
    env: {
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      LOG_LEVEL: 'error',
      SANDBOX_DELAY_MS: '300',
      WEBHOOK_RETRY_SCHEDULE: '0,0.1,0.2,0.4,0.8,1,1,1,1,1',
      WEBHOOK_TIMEOUT_MS: '5000',
    },
    secrets: { masterKey: MASTER_KEY.toString('base64'), operatorToken: OPERATOR_TOKEN },
    clockOffsetMs: 0,
  });
}

const WIDE = { limit: 1_000, windowSeconds: 5 };

async function createBrand(
  gateways: readonly GatewayChild[],
  notificationUrl: string,
): Promise<{ apiKey: string; signingSecret: string }> {
  const [first] = gateways;
  async function operator(path: string, body: object) {
    const reply = await first!.call('POST', path, {
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: JSON.stringify(body),
    });
    if (reply?.status !== 201) throw new Error(`POST ${path}: ${reply?.status} ${reply?.text}`);
    return JSON.parse(reply.text);
  }
  const { merchantId } = await operator('/operator/merchants', { name: 'Crash Merchant' });
  const brand = await operator(`/operator/merchants/${merchantId}/brands`, {
    name: 'Crash Shop',
    notificationUrl,
    // Wide enough to refuse nobody. The counters must survive a kill like everything else.
    risk: { attemptsPerCard: WIDE, wrongCodesPerCard: WIDE, declinesPerUser: WIDE, declinesPerBin: WIDE },
  });
  // Waits until each process knows the new key.
  const headers = { 'x-api-key': brand.apiKey };
  for (const gateway of gateways)
    await until(
      async () => (await gateway.call('GET', '/payments?merchantReference=x', { headers }))?.status === 200,
    );
  return brand;
}

/** Kills at a random moment within its share of the orders, and starts again at once. */
async function kill(
  gateways: readonly GatewayChild[],
  shop: Shop,
  { kills, orders }: ScenarioOptions,
  random: Random,
): Promise<void> {
  const [first, second] = gateways as [GatewayChild, GatewayChild];
  const share = orders / (kills.length + 1);
  for (const [i, victim] of kills.entries()) {
    await until(() => shop.orders.length >= share * (i + 0.5 + random()), SLOWEST_SHARE_MS, 5);
    await sleep(random() * 20);
    const victims = victim === 'both' ? [first, second] : [victim === 'first' ? first : second];
    await Promise.all(victims.map((one) => one.kill()));
    await Promise.all(victims.map((one) => one.start()));
  }
  await until(() => shop.orders.length >= orders, SLOWEST_SHARE_MS, 5);
}

async function isQuiet(sql: Sql): Promise<boolean> {
  const [row] = await sql`select
    (select count(*) from transactions where status in ('INIT', 'PENDING', 'PROCESSING'))
    + (select count(*) from webhook_queue where state in ('pending', 'waiting'))
    + (select count(*) from notification_work where state = 'waiting') > 0 as busy`;
  return !row!.busy;
}

/** Polls until it is true or the time is up; the proof then says what is missing. */
async function until(ask: () => Promise<boolean> | boolean, limitMs = 10_000, everyMs = 50): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await ask()) && Date.now() < end) await sleep(everyMs);
}
