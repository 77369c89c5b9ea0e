// Turns the measurements of the rounds into the table on the screen and bench/RESULTS.md: medians, every round's
// number, ratios beside their targets, and how to read them. It rounds, and never leaves out or corrects a number.
import { median, whole } from '../distribution.ts';
import type { Variant } from '../reference/one-by-one.ts';
import { describePaths, readingOfPaths } from './results-paths.ts';
import { describeFormer, describeLatency, describeRest, describeWebhooks } from './results-sections.ts';
import { describeTargets } from './results-targets.ts';
import { boundOf, pick, type Results, type Round, table } from './rounds.ts';

/** Processors used by others; an idle machine shows about 0.1, which is its kernel. */
const MUCH_ELSE = 0.3;

export function describe(results: Results): { markdown: string; missed: number } {
  const { lines: targets, missed } = describeTargets(results);
  const lines = [
    ...describeMachine(results),
    ...describeRates(results),
    ...describePaths(results),
    ...targets,
    ...describeFormer(results),
    ...describeLatency(results),
    ...describeWebhooks(results),
    ...describeRest(results),
    ...warning(results),
    '',
    ...reading(results),
  ];
  return { markdown: `${lines.join('\n')}\n`, missed };
}

function describeMachine({ machine, rounds, seconds }: Results): string[] {
  const { lines, row } = table('machine', '');
  row('processors', machine.processors);
  row('memory', machine.memory);
  row('system', machine.system);
  row('Node.js', machine.node);
  row('PostgreSQL', `${machine.postgres}, embedded, with the settings of the product`);
  row('flush to disk', machine.flush);
  return [
    '# What the gateway costs',
    '',
    `Written by \`npm run bench\` on ${machine.date}: ${rounds.length} alternating rounds, ${seconds} s for each ` +
      'measurement, medians. Every number is of this one machine, on which the load generator, the receiver of the ' +
      'webhooks, the gateway and PostgreSQL share the processors.',
    '',
    ...lines,
  ];
}

function describeRates(results: Results): string[] {
  const { rounds } = results;
  const { lines, row } = table('', 'median', 'each round');
  const rate = (label: string, take: (round: Round) => number | undefined) => {
    const values = pick(rounds, take);
    if (values.length > 0) row(label, whole(median(values)), values.map(whole).join(' · '));
  };
  const at = (variant: Variant) => `${results.tuning[variant]?.connections ?? '?'} connections`;
  rate(`(a) one by one, two commits, ${at('plain')}, ${results.tool}`, (r) => r.oneByOne.plain);
  rate(`– the same, statements of a commit sent together, ${at('pipelined')}`, (r) => r.oneByOne.pipelined);
  rate(`– the same, and a single commit for a payment, ${at('single')}`, (r) => r.oneByOne.single);
  rate(`(b) the gateway over HTTP, ${results.connections} connections`, (r) => r.gateway?.perSecond);
  rate(`(x) as (b), a former release, ${results.against}`, (r) => r.former?.perSecond);
  rate('H: its HTTP side alone', (r) => r.http?.perSecond);
  rate('D: its storage side alone', (r) => r.storage?.perSecond);
  rate('(c) the bound, 1/(1/H + 1/D)', boundOf);
  rate('(n) as (b), four connections', (r) => r.few?.perSecond);
  rate(`(g) as (b), with ${whole(results.storedPayments)} stored payments`, (r) => r.million?.perSecond);
  return ['', '## Card pay-ins a second', '', ...lines];
}

function warning({ rounds }: Results): string[] {
  const others = pick(rounds, (r) => r.gateway?.cores.others);
  if (others.length === 0 || median(others) <= MUCH_ELSE) return [];
  const many = median(others).toFixed(2);
  return ['', `**Something else kept ${many} processors busy meanwhile: do not trust these numbers.**`];
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
    '- **(d)** sends at half the rate of (b), and at 930/s, half of what an earlier release took; each payment is sent at its scheduled time, whatever happened',
    '  to the ones before. A run in which more than 1 % left late measures the load generator: it is void, and is repeated.',
    '- **(n)** is (b) with four connections: how long a payment takes where hardly anybody else pays.',
    '- **(e)** counts from `occurredAt`, which is taken before the commit: the true time from the commit is a little shorter.',
    '- **(g)** has the history of the same merchant in its tables: thirty days of completed payments with all their rows, in the listing',
    '  and the totals too, and the idempotency keys of the last two days.',
    '- Before each measurement but (g) a checkpoint is made, so that none pays for the writes of another. The first change of each page',
    '  after a checkpoint writes the whole page to the log. So (g) is played for 10 s before it is measured. In production a checkpoint',
    '  comes after a gigabyte of log, with a thousand pay-ins a second every two minutes, and after 15 minutes at most. The load generator runs at a',
    '  higher priority than the rest.',
    '- *Others* is what else ran on this machine, *stolen* what the machine under it gave to others, both in processors: where they are',
    '  not near 0, a p99 says little. *Flush* is the mean of PostgreSQL’s own flushes of its log during the measurement. The *probe*',
    '  flushes 8 KB in a file beside the database fifty times a second. If its longest flush is near the p99 of the answers, the disk',
    '  stalled, and the p99 measures the disk.',
    ...readingOfPaths(results),
  ];
}
