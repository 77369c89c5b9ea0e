// Turns the measurements of the rounds into the table on the screen and bench/RESULTS.md: medians, every round's number, ratios
// beside their targets, and how to read them. It rounds, and never drops or corrects a number.
import { type Distribution, median, ms, whole } from '../distribution.ts';
import type { ClosedRun } from '../load.ts';
import type { Cores, Measured, Webhooks } from '../measure.ts';
import type { PathRate, PathTuning, WritingPath } from '../paths.ts';
import type { Machine } from '../probes/machine.ts';
import type { Variant } from '../reference/one-by-one.ts';
import type { StartupTimes } from '../startup.ts';
import { describePaths, pathRatios, readingOfPaths } from './results-paths.ts';

export interface Round {
  oneByOne: Partial<Record<Variant, number>>;
  oneByOneRowBytes?: number;
  gateway?: {
    perSecond: number;
    latencyMs: Distribution;
    webhooks: Webhooks;
    cores: Cores;
    residentMb: number;
    walBytesEach: number;
    rowBytes: number;
  };
  /** A former release, over HTTP as (b). */
  former?: { perSecond: number; cores: Cores };
  http?: { perSecond: number; cores: Cores };
  storage?: { perSecond: number; rowBytes: number };
  halfRate?: {
    perSecond: number;
    latencyMs: Distribution;
    scheduled: number;
    sentLate: number;
    unsent: number;
    webhooks: Webhooks;
  };
  million?: {
    perSecond: number;
    latencyMs: Distribution;
    webhooks: Webhooks;
    residentMb: number;
    walBytesEach: number;
  };
  paths: Partial<Record<WritingPath, PathRate>>;
  reads?: Measured<ClosedRun>;
}

export interface Results {
  machine: Machine;
  tool: string | null;
  /** Of each variant, the number of connections it was best at, and what the others reached. */
  tuning: Partial<
    Record<Variant, { connections: number; tried: [connections: number, perSecond: number][] }>
  >;
  pathTuning: Partial<Record<WritingPath, PathTuning>>;
  connections: number;
  seconds: number;
  rounds: Round[];
  startup: StartupTimes | null;
  storedPayments: number;
  /** The checkout of a former release that was measured beside this one. */
  against: string | null;
}

/** Processors used by others; a quiet machine shows about 0.1, which is its kernel. */
const MUCH_ELSE = 0.3;

interface Judged {
  text: string;
  value: number;
  target: string;
  met: boolean;
}

const pick = (rounds: Round[], take: (round: Round) => number | undefined) =>
  rounds.map(take).filter((value) => value !== undefined);

export function describe(results: Results): { markdown: string; missed: number } {
  const { rounds, machine } = results;
  const lines: string[] = [];
  const row = (...cells: string[]) => lines.push(`| ${cells.join(' | ')} |`);
  const head = (...cells: string[]) => {
    row(...cells);
    row(...cells.map((_, i) => (i === 0 ? '---' : '---:')));
  };
  const rate = (label: string, values: number[]) => {
    if (values.length > 0) row(label, whole(median(values)), values.map(whole).join(' · '));
  };

  const plain = pick(rounds, (r) => r.oneByOne.plain);
  const gateway = pick(rounds, (r) => r.gateway?.perSecond);
  const former = pick(rounds, (r) => r.former?.perSecond);
  const http = pick(rounds, (r) => r.http?.perSecond);
  const storage = pick(rounds, (r) => r.storage?.perSecond);
  const million = pick(rounds, (r) => r.million?.perSecond);
  const bound = pick(
    rounds,
    (r) => r.http && r.storage && 1 / (1 / r.http.perSecond + 1 / r.storage.perSecond),
  );
  const at = (variant: Variant) => `${results.tuning[variant]?.connections ?? '?'} connections`;

  lines.push('# What the gateway costs', '');
  lines.push(
    `Written by \`npm run bench\` on ${machine.date}: ${rounds.length} alternating rounds, ${results.seconds} s for each ` +
      'measurement, medians. Every number is of this one machine, on which the load generator, the receiver of the ' +
      'webhooks, the gateway and PostgreSQL share the processors.',
    '',
  );
  head('machine', '');
  row('processors', machine.processors);
  row('memory', machine.memory);
  row('system', machine.system);
  row('Node.js', machine.node);
  row('PostgreSQL', `${machine.postgres}, embedded, with the settings of the product`);
  row('flush to disk', machine.flush);
  lines.push('', '## Card pay-ins a second', '');
  head('', 'median', 'each round');
  rate(`(a) one by one, two commits, ${at('plain')}, ${results.tool}`, plain);
  rate(
    `– the same, statements of a commit sent together, ${at('pipelined')}`,
    pick(rounds, (r) => r.oneByOne.pipelined),
  );
  rate(
    `– the same, and a single commit for a payment, ${at('single')}`,
    pick(rounds, (r) => r.oneByOne.single),
  );
  rate(`(b) the gateway over HTTP, ${results.connections} connections`, gateway);
  rate(`(x) as (b), a former release, checked out in the folder "${results.against}"`, former);
  rate('H: its HTTP side alone', http);
  rate('D: its storage side alone', storage);
  rate('(c) the bound, 1/(1/H + 1/D)', bound);
  rate(`(g) as (b), with ${whole(results.storedPayments)} stored payments`, million);

  lines.push(...describePaths(results));

  const judged: Judged[] = [];
  const judge = (
    text: string,
    values: number[],
    target: number,
    kind: 'least' | 'above' | 'below',
    show = (v: number) => v.toFixed(2),
  ) => {
    if (values.length === 0 || values.some(Number.isNaN)) return;
    const value = median(values);
    const met = kind === 'least' ? value >= target : kind === 'above' ? value > target : value < target;
    const words = { least: 'at least', above: 'above', below: 'below' }[kind];
    judged.push({
      text: `${text}: ${show(value)}`,
      value,
      target: `${words} ${kind === 'least' ? target : show(target)}`,
      met,
    });
  };
  const ratio = (top: number[], bottom: number[]) =>
    top.length && bottom.length ? [median(top) / median(bottom)] : [];
  judge(
    '(b)/(a), the gateway against writing the same rows one by one',
    ratio(gateway, plain),
    1.25,
    'least',
  );
  judge('(b)/(c), the gateway against the bound', ratio(gateway, bound), 0.8, 'least');
  judge(
    '(b)/(x), the gateway against a former release, round by round',
    pick(rounds, (r) => r.gateway && r.former && r.gateway.perSecond / r.former.perSecond),
    0.95,
    'least',
  );
  judge(
    '(d) p99 at half the rate',
    pick(rounds, (r) => r.halfRate?.latencyMs.p99),
    25,
    'below',
    ms,
  );
  judge(
    '(e) webhooks at full load, p95',
    pick(rounds, (r) => r.gateway?.webhooks.delayMs.p95),
    250,
    'below',
    ms,
  );
  judge(
    '(f) resident memory of the gateway after load',
    pick(rounds, (r) => r.gateway?.residentMb),
    250,
    'below',
    (v) => `${whole(v)} MB`,
  );
  if (results.startup) {
    judge(
      '(f) first start to ready',
      results.startup.firstMs,
      15_000,
      'below',
      (v) => `${(v / 1_000).toFixed(1)} s`,
    );
    judge(
      '(f) later start to ready',
      results.startup.laterMs,
      3_000,
      'below',
      (v) => `${(v / 1_000).toFixed(1)} s`,
    );
  }
  judge(
    `(g)/(b), with ${whole(results.storedPayments)} stored payments against none`,
    ratio(million, gateway),
    0.9,
    'least',
  );
  for (const { text, ratios } of pathRatios(results)) judge(text, ratios, 1, 'least');
  judge(
    '(r) records read a second',
    pick(rounds, (r) => r.reads?.run.perSecond),
    8_000,
    'above',
    (v) => `${whole(v)}/s`,
  );
  lines.push('', '## Targets', '');
  head('', 'target', '');
  for (const { text, target, met } of judged) row(text, target, met ? 'met' : '**missed**');
  const kinder = ratio(
    gateway,
    pick(rounds, (r) => r.oneByOne.pipelined),
  );
  const kindest = ratio(
    gateway,
    pick(rounds, (r) => r.oneByOne.single),
  );
  if (kinder.length && kindest.length) {
    lines.push(
      '',
      `Without a target: against (a) with the statements of a commit sent together, ${kinder[0]!.toFixed(2)}; with a single commit for a payment as well, ${kindest[0]!.toFixed(2)}.`,
    );
  }

  const halves = rounds.flatMap((r) => (r.halfRate ? [r.halfRate] : []));
  const fulls = rounds.flatMap((r) => (r.gateway ? [r.gateway] : []));
  const millions = rounds.flatMap((r) => (r.million ? [r.million] : []));
  if (fulls.length + halves.length + millions.length > 0) {
    lines.push('', '## Latency of an answer', '');
    head('', 'p50', 'p95', 'p99', 'longest');
    const latency = (label: string, of: { latencyMs: Distribution }[]) => {
      if (of.length === 0) return;
      const each = (name: 'p50' | 'p95' | 'p99') => ms(median(of.map((one) => one.latencyMs[name])));
      row(label, each('p50'), each('p95'), each('p99'), ms(Math.max(...of.map((one) => one.latencyMs.max))));
    };
    latency('full load, closed loop', fulls);
    if (halves.length > 0)
      latency(
        `(d) at half the rate, ${whole(median(halves.map((one) => one.perSecond)))}/s on a fixed schedule`,
        halves,
      );
    latency('(g) full load, closed loop', millions);
    if (halves.length > 0) {
      const sum = (name: 'scheduled' | 'sentLate' | 'unsent') =>
        whole(halves.reduce((all, one) => all + one[name], 0));
      lines.push(
        '',
        `Of ${sum('scheduled')} payments scheduled in (d), ${sum('sentLate')} left more than 5 ms late and ${sum('unsent')} could not be sent at all; latency counts from the scheduled time.`,
      );
    }
    lines.push('', '## (e) Webhooks', '');
    head('', 'p50', 'p95', 'p99', 'deliveries/s', 'backlog at the end', 'drained in');
    const hooks = (label: string, of: { webhooks: Webhooks }[]) => {
      if (of.length === 0) return;
      const mid = (take: (one: Webhooks) => number) => median(of.map((one) => take(one.webhooks)));
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
    hooks('during (b)', fulls);
    hooks('during (d)', halves);
    hooks('during (g)', millions);
  }
  if (fulls.length > 0) {
    const core = (name: keyof Cores) => median(fulls.map((one) => one.cores[name])).toFixed(2);
    lines.push('', '## (f) Memory, start-up, processors', '');
    lines.push(
      `- Resident memory of the gateway when the load stops: ${whole(median(fulls.map((one) => one.residentMb)))} MB${millions.length ? `, in (g) ${whole(median(millions.map((one) => one.residentMb)))} MB` : ''}.`,
    );
    if (results.startup) {
      const seconds = (values: number[]) => `${(median(values) / 1_000).toFixed(2)} s`;
      lines.push(
        `- From the process being made to \`/health/ready\`: ${seconds(results.startup.firstMs)} with an empty data folder, ${seconds(results.startup.laterMs)} later.`,
      );
    }
    lines.push(
      `- Processors kept busy during (b), of ${machine.processors.split(' ')[0]}: gateway ${core('gateway')}, PostgreSQL ${core('postgres')}, load generator ${core('load')}, receiver ${core('receiver')}, all else on this machine ${core('others')}.`,
    );
    lines.push(
      `- Write-ahead log for a payment: ${whole(median(fulls.map((one) => one.walBytesEach)))} bytes in (b)${millions.length ? `, ${whole(median(millions.map((one) => one.walBytesEach)))} in (g)` : ''}.`,
    );
  }
  const bytes = [
    ['(a)', pick(rounds, (r) => r.oneByOneRowBytes)],
    ['(b)', pick(rounds, (r) => r.gateway?.rowBytes)],
    ['D', pick(rounds, (r) => r.storage?.rowBytes)],
  ] as const;
  const sized = bytes.filter(([, values]) => values.length > 0);
  if (sized.length > 0) {
    const list = sized.map(([label, values]) => `${whole(median(values))} bytes in ${label}`);
    lines.push('', `The same rows: those of one payment take ${list.join(', ')}.`);
  }
  const others = fulls.length > 0 ? median(fulls.map((one) => one.cores.others)) : 0;
  if (others > MUCH_ELSE) {
    lines.push(
      '',
      `**Something else kept ${others.toFixed(2)} processors busy meanwhile: do not trust these numbers.**`,
    );
  }
  lines.push('', ...reading(results));
  return { markdown: `${lines.join('\n')}\n`, missed: judged.filter((one) => !one.met).length };
}

function reading(results: Results): string[] {
  const tried = Object.entries(results.tuning).map(
    ([variant, { tried }]) =>
      `${variant}: ${tried.map(([n, perSecond]) => `${n} → ${whole(perSecond)}`).join(', ')}`,
  );
  return [
    '## How to read it',
    '',
    '- **(a)** writes the rows of one card pay-in at a time, straight into PostgreSQL: first the transaction with its reference',
    '  and idempotency key, the customer and the count of the card; then, in a second commit, the outcome with timeline, transfer, balance change,',
    '  webhook event and saved card. The values are those the gateway writes. No HTTP, no signature, no webhook sent. Several',
    '  numbers of connections were tried, and the best one was kept:',
    ...tried.map((line) => `  - ${line}`),
    '- **(b)** is a process of the gateway in role `all` over HTTP: API key, signature, idempotency key, validation, risk rules, sealed card',
    '  number, ledger, signed answer, and the webhooks delivered and noted meanwhile. The load comes from another process in a',
    '  closed loop; its requests are made and signed beforehand. After each run, payments answered, rows stored, transfers and',
    '  webhooks received are compared, and a difference stops the bench.',
    '- **H** is the same process with a store that answers at once, without webhooks sent. **D** is the store alone, called by a',
    '  script with the same rows and as many payments at once. **(c)** is what the two could do at best one after the other.',
    '- **(d)** sends at half the rate of (b), each payment at its time whatever happened to the ones before.',
    '- **(e)** counts from `occurredAt`, which is taken before the commit: the true time from the commit is a little shorter.',
    '- **(g)** has the past of the same merchant in its tables, thirty days of completed payments with all their rows.',
    '- Before each measurement a checkpoint is made, so that none pays for the writes of another; it also makes the first change',
    '  of each old page dearer, which falls on (g) most.',
    ...readingOfPaths(results),
  ];
}
