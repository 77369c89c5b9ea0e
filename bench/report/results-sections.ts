// The parts of the results about the duration of answers, the delivery of webhooks, and what the processes used.
import { median, ms, whole } from '../distribution.ts';
import type { Cores } from '../measure.ts';
import { microsEach, pick, type Results, table, type UnderLoad } from './rounds.ts';

type Load = 'gateway' | 'former' | 'few' | 'halfRate' | 'formerHalf' | 'million';

/** All loads except (x): its former release may have no notes for the listing. */
const NAMES: readonly [Load, string][] = [
  ['gateway', '(b)'],
  ['few', '(n)'],
  ['halfRate', '(d) at half the rate'],
  ['formerHalf', '(d) at 930/s'],
  ['million', '(g)'],
];

/** The loads of the measured rounds. */
const loadsOf =
  ({ rounds }: Results) =>
  (load: Load): UnderLoad[] =>
    rounds.flatMap((round) => round[load] ?? []);

/** The cost of a card pay-in in (b) and in (x), each the median of its rounds. */
export function describeFormer(results: Results): string[] {
  const [fulls, formers] = [loadsOf(results)('gateway'), loadsOf(results)('former')];
  if (fulls.length === 0 || formers.length === 0) return [];
  const { lines, row } = table('a card pay-in at full load', '(b)', `(x), ${results.against}`, '(b)/(x)');
  const compare = (label: string, unit: string, take: (one: UnderLoad) => number) => {
    const [now, then] = [median(fulls.map(take)), median(formers.map(take))];
    row(label, `${whole(now)} ${unit}`, `${whole(then)} ${unit}`, (now / then).toFixed(2));
  };
  compare('processor time of the gateway', 'µs', ({ cores, perSecond }) =>
    microsEach(cores, perSecond, 'gateway'),
  );
  compare('processor time of PostgreSQL', 'µs', ({ cores, perSecond }) =>
    microsEach(cores, perSecond, 'postgres'),
  );
  compare('write-ahead log', 'bytes', (one) => one.walBytesEach);
  compare('p50', 'ms', (one) => one.latencyMs.p50);
  compare('p99', 'ms', (one) => one.latencyMs.p99);
  compare('resident memory', 'MB', (one) => one.residentMb);
  return ['', '## Beside the former release', '', ...lines, '', 'Each ratio compares medians.'];
}

export function describeLatency(results: Results): string[] {
  const loads = loadsOf(results);
  const beside = ['others', 'stolen', 'flush, mean', 'probe p99, longest'];
  const { lines, row } = table('', 'p50', 'p95', 'p99', 'longest', ...beside);
  const latency = (label: string, of: readonly UnderLoad[]) => {
    if (of.length === 0) return;
    const each = (name: 'p50' | 'p95' | 'p99') => ms(median(of.map((one) => one.latencyMs[name])));
    const core = (name: keyof Cores) => median(of.map((one) => one.cores[name])).toFixed(2);
    const longest = ms(Math.max(...of.map((one) => one.latencyMs.max)));
    const flush = ms(median(of.map(({ disk }) => disk.flushMs)));
    const probe = `${ms(median(of.map(({ disk }) => disk.probeP99Ms)))}, ${ms(Math.max(...of.map(({ disk }) => disk.probeLongestMs)))}`;
    const quantiles = [each('p50'), each('p95'), each('p99'), longest];
    row(label, ...quantiles, core('others'), core('stolen'), flush, probe);
  };
  const halves = loads('halfRate');
  const formerHalves = loads('formerHalf');
  const rate = (of: readonly UnderLoad[]) => whole(median(of.map((one) => one.perSecond)));
  latency('full load, closed loop', loads('gateway'));
  latency('(n) four connections, closed loop', loads('few'));
  latency(`(d) ${rate(formerHalves)}/s on a fixed schedule`, formerHalves);
  latency(`(d) at half the rate, ${rate(halves)}/s on a fixed schedule`, halves);
  latency('(g) full load, closed loop', loads('million'));
  if (lines.length === 2) return [];
  return ['', '## Latency of an answer', '', ...lines, ...sentLate(results.rounds)];
}

function sentLate(rounds: Results['rounds']): string[] {
  const all = rounds.flatMap((r) => [r.halfRate ?? [], r.formerHalf ?? []].flat());
  const voided = rounds.reduce((sum, round) => sum + round.voided, 0);
  if (all.length + voided === 0) return [];
  const sum = (name: 'scheduled' | 'sentLate' | 'unsent') =>
    whole(all.reduce((total, one) => total + one[name], 0));
  return [
    '',
    `Of ${sum('scheduled')} payments scheduled in (d), ${sum('sentLate')} left more than 5 ms late and ${sum('unsent')} could not be sent at all; ` +
      `latency counts from the scheduled time. Void runs, in which more than 1 % left late: ${voided}.`,
  ];
}

export function describeWebhooks(results: Results): string[] {
  const loads = loadsOf(results);
  const { lines, row } = table('', 'p50', 'p95', 'p99', 'deliveries/s', 'backlog at the end', 'drained in');
  const hooks = (label: string, of: readonly UnderLoad[]) => {
    if (of.length === 0) return;
    const mid = (take: (one: UnderLoad['webhooks']) => number) => median(of.map((one) => take(one.webhooks)));
    const delay = (name: 'p50' | 'p95' | 'p99') => ms(mid((one) => one.delayMs[name]));
    row(
      label,
      delay('p50'),
      delay('p95'),
      delay('p99'),
      whole(mid((one) => one.perSecond)),
      whole(mid((one) => one.backlog)),
      ms(mid((one) => one.drainMs)),
    );
  };
  hooks('during (b)', loads('gateway'));
  hooks('during (d)', loads('halfRate'));
  hooks('during (g)', loads('million'));
  return lines.length === 2 ? [] : ['', '## (e) Webhooks', '', ...lines];
}

export function describeRest(results: Results): string[] {
  const { rounds, machine, startup } = results;
  const fulls = loadsOf(results)('gateway');
  if (fulls.length === 0) return [];
  const core = (name: keyof Cores) => median(fulls.map((one) => one.cores[name])).toFixed(2);
  const million = (take: (one: UnderLoad) => number, unit: string) => {
    const values = pick(rounds, (r) => r.million && take(r.million));
    return values.length > 0 ? `, in (g) ${whole(median(values))} ${unit}` : '';
  };
  const seconds = (values: number[]) => `${(median(values) / 1_000).toFixed(2)} s`;
  const full = (take: (one: UnderLoad) => number) => whole(median(fulls.map(take)));
  const lines = [
    `- Resident memory of the gateway when the load stops: ${full((one) => one.residentMb)} MB${million((one) => one.residentMb, 'MB')}.`,
  ];
  if (startup)
    lines.push(
      `- From the process being made to \`/health/ready\`: ${seconds(startup.firstMs)} with an empty data folder, ${seconds(startup.laterMs)} later.`,
    );
  const unfolded = NAMES.flatMap(([load, name]) => {
    const values = loadsOf(results)(load).map((one) => one.unfolded);
    return values.length > 0 ? `${whole(median(values))} in ${name}` : [];
  });
  lines.push(
    `- Changes that the listing did not have when the load stopped: ${unfolded.join(', ')}.`,
    `- Processors kept busy during (b), of ${machine.processors.split(' ')[0]}: gateway ${core('gateway')}, PostgreSQL ${core('postgres')}, load generator ${core('load')}, receiver ${core('receiver')}, all else on this machine ${core('others')}.`,
    `- Write-ahead log for a payment: ${full((one) => one.walBytesEach)} bytes in (b)${million((one) => one.walBytesEach, 'bytes')}.`,
  );
  return ['', '## (f) Memory, start-up, processors', '', ...lines, ...sameRows(results)];
}

function sameRows({ rounds }: Results): string[] {
  const sized = (
    [
      ['(a)', pick(rounds, (r) => r.oneByOneRowBytes)],
      ['(b)', pick(rounds, (r) => r.gateway?.rowBytes)],
      ['D', pick(rounds, (r) => r.storage?.rowBytes)],
    ] as const
  ).filter(([, values]) => values.length > 0);
  const list = sized.map(([label, values]) => `${whole(median(values))} bytes in ${label}`);
  return list.length === 0 ? [] : ['', `The rows of one payment take ${list.join(', ')}.`];
}
