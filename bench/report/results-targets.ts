// The measurements beside their targets. A target that was not measured is left out; a missed one is marked.
import { median, ms, whole } from '../distribution.ts';
import { pathRatios } from './results-paths.ts';
import { boundOf, microsEach, pick, type Results, type Round, table, type UnderLoad } from './rounds.ts';

interface Target {
  text: string;
  /** Their median counts. */
  values: number[];
  target: number;
  kind: 'least' | 'above' | 'below';
  show?: (value: number) => string;
}

const WORDS = { least: 'at least', above: 'above', below: 'below' };
const two = (value: number) => value.toFixed(2);
const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`;
const micros = (value: number) => `${whole(value)} µs`;

export function describeTargets(results: Results): { lines: string[]; missed: number } {
  const { lines, row } = table('', 'target', '');
  let missed = 0;
  const all = [...ofRates(results), ...ofCost(results), ...ofLatency(results), ...ofOthers(results)];
  for (const { text, values, target, kind, show = two } of all) {
    if (values.length === 0 || values.some(Number.isNaN)) continue;
    const value = median(values);
    const isMet = kind === 'least' ? value >= target : kind === 'above' ? value > target : value < target;
    if (!isMet) missed++;
    row(`${text}: ${show(value)}`, `${WORDS[kind]} ${show(target)}`, isMet ? 'met' : '**missed**');
  }
  return { lines: ['', '## Targets', '', ...lines, ...withoutTarget(results)], missed };
}

const ratio = (top: number[], bottom: number[]) =>
  top.length && bottom.length ? [median(top) / median(bottom)] : [];

function ofRates({ rounds, storedPayments }: Results): Target[] {
  const gateway = pick(rounds, (r) => r.gateway?.perSecond);
  return [
    {
      text: '(b)/(a), the gateway against writing the same rows one by one',
      values: ratio(
        gateway,
        pick(rounds, (r) => r.oneByOne.plain),
      ),
      target: 1.6,
      kind: 'least',
    },
    {
      text: '(b)/(c), the gateway against the bound',
      values: ratio(gateway, pick(rounds, boundOf)),
      target: 0.8,
      kind: 'least',
    },
    {
      text: '(b)/(x), the gateway against a former release, round by round',
      values: pick(rounds, (r) => r.gateway && r.former && r.gateway.perSecond / r.former.perSecond),
      target: 0.95,
      kind: 'least',
    },
    {
      text: `(g)/(b), with ${whole(storedPayments)} stored payments against none`,
      values: ratio(
        pick(rounds, (r) => r.million?.perSecond),
        gateway,
      ),
      target: 0.9,
      kind: 'least',
    },
  ];
}

/** The targets for a card pay-in at full load. */
function ofCost({ rounds }: Results): Target[] {
  const spent = (part: 'gateway' | 'postgres') =>
    pick(rounds, ({ gateway }) => gateway && microsEach(gateway.cores, gateway.perSecond, part));
  return [
    {
      text: '(b) processor time of the gateway',
      values: spent('gateway'),
      target: 300,
      kind: 'below',
      show: micros,
    },
    {
      text: '(b) processor time of PostgreSQL',
      values: spent('postgres'),
      target: 170,
      kind: 'below',
      show: micros,
    },
    {
      text: '(b) write-ahead log',
      values: pick(rounds, (r) => r.gateway?.walBytesEach),
      target: 5_500,
      kind: 'below',
      show: (value) => `${whole(value)} bytes`,
    },
    {
      text: '(f) resident memory of the gateway after load',
      values: pick(rounds, (r) => r.gateway?.residentMb),
      target: 235,
      kind: 'below',
      show: (value) => `${whole(value)} MB`,
    },
  ];
}

function ofLatency({ rounds }: Results): Target[] {
  const latency = (take: (round: Round) => UnderLoad | undefined, name: 'p50' | 'p99') =>
    pick(rounds, (round) => take(round)?.latencyMs[name]);
  const below = (text: string, values: number[], target: number): Target => ({
    text,
    values,
    target,
    kind: 'below',
    show: ms,
  });
  return [
    below(
      '(n) p50 with four connections',
      latency((r) => r.few, 'p50'),
      5,
    ),
    below(
      '(d) p99 at 930/s',
      latency((r) => r.formerHalf, 'p99'),
      25,
    ),
    below(
      '(d) p99 at half the rate',
      latency((r) => r.halfRate, 'p99'),
      40,
    ),
    below(
      '(e) webhooks at full load, p95',
      pick(rounds, (r) => r.gateway?.webhooks.delayMs.p95),
      250,
    ),
  ];
}

function ofOthers(results: Results): Target[] {
  const { rounds, startup } = results;
  return [
    {
      text: '(f) first start to ready',
      values: startup?.firstMs ?? [],
      target: 15_000,
      kind: 'below',
      show: seconds,
    },
    {
      text: '(f) later start to ready',
      values: startup?.laterMs ?? [],
      target: 3_000,
      kind: 'below',
      show: seconds,
    },
    ...pathRatios(results).map(
      ({ text, ratios }): Target => ({ text, values: ratios, target: 1, kind: 'least' }),
    ),
    {
      text: '(r) records read a second',
      values: pick(rounds, (r) => r.reads?.run.perSecond),
      target: 8_000,
      kind: 'above',
      show: (value) => `${whole(value)}/s`,
    },
  ];
}

function withoutTarget({ rounds }: Results): string[] {
  const gateway = pick(rounds, (r) => r.gateway?.perSecond);
  const [pipelined] = ratio(
    gateway,
    pick(rounds, (r) => r.oneByOne.pipelined),
  );
  const [single] = ratio(
    gateway,
    pick(rounds, (r) => r.oneByOne.single),
  );
  if (pipelined === undefined || single === undefined) return [];
  return [
    '',
    `Without a target: against (a) with the statements of a commit sent together, ${two(pipelined)}; with a single commit for a payment as well, ${two(single)}.`,
  ];
}
