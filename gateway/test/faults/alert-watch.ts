// Decides whether an operator would have noticed a fault: reads the metrics of every gateway once a second, and
// promtool evaluates deploy/alerts.yml over them. One second here counts as the 15 s between two readings of
// Prometheus, so a fault of 10 s is judged like a fault of two and a half minutes. Values that a gateway measures in
// seconds are not stretched. Without promtool it judges nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { ALERTS, firedAlerts, metricsIn } from '../deploy/alert-files.ts';
import { needs } from '../deploy/deploy-files.ts';
import { OPERATOR_TOKEN } from '../stage/harness.ts';
import type { Gateway } from './world/gateway.ts';

const EVERY_MS = 1_000;
/** Three minutes on the stretched scale. */
const WATCHED_MS = 12_000;
/** Prometheus' default: a slower answer counts as none. */
const PATIENCE_MS = 10_000;

export const ALL_ALERTS = ALERTS.map(({ alert }) => alert);

const WATCHED = new Set(ALERTS.flatMap(({ expr }) => metricsIn(expr)));
const baseOf = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

/** One gateway's series with their values; null: no answer. */
type Reading = ReadonlyMap<string, string> | null;

/** null: this machine can judge. */
export const whyNotJudged = (): string | false => needs('promtool').skip;

export class AlertWatch {
  readonly #began = performance.now();
  readonly #readings = new Map<string, Reading[]>();
  readonly #loops: Promise<void>[];
  #isOver = false;

  private constructor(gateways: readonly Gateway[], token: string) {
    this.#loops = gateways.map((gateway) => this.#watch(gateway, token));
  }

  /** Uses a token made as operators are told to make one for Prometheus. Each gateway knows it before the fault. */
  static async open(gateways: readonly Gateway[]): Promise<AlertWatch> {
    const token = await newMetricsToken(gateways[0]!);
    await Promise.all(gateways.map((gateway) => read(gateway, token)));
    return new AlertWatch(gateways, token);
  }

  /**
   * Watches for at least `leastMs` since the beginning, then ends. Returns which of these alerts fired at any moment.
   */
  async fired(names: readonly string[], leastMs = WATCHED_MS): Promise<string[]> {
    // Many alerts look back and wait, so a fault of two seconds ends before its alert fires.
    const leftMs = names.length === 0 ? 0 : leastMs - (performance.now() - this.#began);
    await sleep(Math.max(0, leftMs));
    this.#isOver = true;
    await Promise.all(this.#loops);
    const ticks = Math.max(...[...this.#readings.values()].map((all) => all.length));
    return firedAlerts(names, { series: this.#series(), ticks });
  }

  async #watch(gateway: Gateway, token: string): Promise<void> {
    const own: Reading[] = [];
    this.#readings.set(gateway.name, own);
    while (!this.#isOver) {
      const startedMs = performance.now();
      const reading = await read(gateway, token);
      // While it waited for an answer, Prometheus would have stored this value for each tick.
      const tick = Math.floor((performance.now() - this.#began) / EVERY_MS);
      while (own.length <= tick) own.push(reading);
      await sleep(Math.max(0, EVERY_MS - (performance.now() - startedMs)));
    }
  }

  #series(): Record<string, string> {
    const series: Record<string, string> = {};
    for (const [name, readings] of this.#readings) {
      const labels = `job="tollgate",instance="${name}"`;
      series[`up{${labels}}`] = readings.map((reading) => (reading ? '1' : '0')).join(' ');
      const known = new Set(readings.flatMap((reading) => [...(reading?.keys() ?? [])]));
      for (const one of known) {
        const values = readings.map((reading, at) => {
          const value = reading?.get(one);
          if (value !== undefined) return value;
          // Prometheus marks a series as stale when it is missing from a reading.
          return readings[at - 1]?.has(one) ? 'stale' : '_';
        });
        const full = one.includes('{') ? one.replace('{', `{${labels},`) : `${one}{${labels}}`;
        series[full] = values.join(' ');
      }
    }
    return series;
  }
}

async function newMetricsToken(gateway: Gateway): Promise<string> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'prometheus', scopes: ['metrics'] });
  const reply = await gateway.call('POST', '/operator/tokens', { headers, body });
  if (reply?.status !== 201)
    throw new Error(`no token for metrics was made: ${reply?.status} ${reply?.text}`);
  return JSON.parse(reply.text).token;
}

async function read(gateway: Gateway, token: string): Promise<Reading> {
  const headers = { authorization: `Bearer ${token}` };
  const asked = gateway.call('GET', '/metrics', { headers });
  const reply = await Promise.race([asked, sleep(PATIENCE_MS, null, { ref: false })]);
  if (reply?.status !== 200) return null;
  const series = new Map<string, string>();
  for (const line of reply.text.split('\n')) {
    const [, one, name, value] = /^((\w+)(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (one !== undefined && WATCHED.has(baseOf(name!)) && value !== 'NaN') series.set(one, value!);
  }
  return series;
}
