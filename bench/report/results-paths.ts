// The part of the results about the other paths of the API: their table, their ratios, how to read them.
import { median, ms, whole } from '../distribution.ts';
import type { ClosedRun } from '../load.ts';
import type { Measured } from '../measure.ts';
import { READABLE, WRITING_PATHS, type WritingPath } from '../paths.ts';
import { microsEach, type Results } from './rounds.ts';

const TITLES: Readonly<Record<WritingPath, string>> = {
  p: 'payouts that wait for approval',
  t: 'approvals of payouts, all of one brand',
  m: 'pay-ins by bank transfer, with instructions',
};

export function describePaths(results: Results): string[] {
  const lines: string[] = [];
  const row = (...cells: string[]) => lines.push(`| ${cells.join(' | ')} |`);
  const rate = (label: string, values: number[], measured: Measured<ClosedRun>[]) => {
    // Processor time of one request, over the whole run.
    const cpu = (part: 'gateway' | 'postgres') =>
      `${whole(median(measured.map(({ cores, run }) => microsEach(cores, run.perSecond, part))))} µs`;
    const p99 = ms(median(measured.map(({ run }) => run.latencyMs.p99)));
    const told = measured.length > 0 ? [p99, cpu('gateway'), cpu('postgres')] : ['', '', ''];
    row(label, whole(median(values)), values.map(whole).join(' · '), ...told);
  };
  for (const path of WRITING_PATHS) {
    const rounds = roundsOf(results, path);
    if (rounds.length === 0) continue;
    const limit = rounds.map((one) => one.oneByOne);
    const connections = results.pathTuning[path]?.connections ?? '?';
    rate(
      `(${path}) ${TITLES[path]}`,
      rounds.map((one) => one.perSecond),
      rounds.map((one) => one.measured),
    );
    rate(`– the same rows one by one, ${connections} connections`, limit, []);
  }
  const reads = results.rounds.flatMap((round) => (round.reads ? [round.reads] : []));
  if (reads.length > 0) {
    const label = `(r) \`GET /payments/{id}\`, of ${whole(READABLE)} records`;
    rate(
      label,
      reads.map(({ run }) => run.perSecond),
      reads,
    );
  }
  if (lines.length === 0) return [];
  const head = [
    '| | median | each round | p99 | gateway | PostgreSQL |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ];
  return ['', '## The other paths, requests a second', '', ...head, ...lines];
}

export function pathRatios(results: Results): { text: string; ratios: number[] }[] {
  return WRITING_PATHS.map((path) => {
    const rounds = roundsOf(results, path);
    const of = (take: (one: (typeof rounds)[number]) => number) => median(rounds.map(take));
    return {
      text: `(${path}) ${TITLES[path]}, against the same rows one by one`,
      ratios: rounds.length > 0 ? [of((one) => one.perSecond) / of((one) => one.oneByOne)] : [],
    };
  });
}

export function readingOfPaths(results: Results): string[] {
  const tried = WRITING_PATHS.flatMap((path) => {
    const tuning = results.pathTuning[path];
    if (!tuning) return [];
    return [`  - (${path}) ${tuning.tried.map(([n, perSecond]) => `${n} → ${whole(perSecond)}`).join(', ')}`];
  });
  return [
    '- **(p)**, **(t)**, **(m)** are half as long as the rest. Their requests come over HTTP as those of (b) do, with their webhooks,',
    '  the approvals signed. Beside each stand its rows, written one by one as in (a): a payout and a transfer in two commits;',
    '  an approval reads the payout, locks the row of the balance, changes it, writes payout, timeline, transfer and webhook',
    '  event in that commit, and the provider’s answer in a second one. Numbers of connections tried:',
    ...tried,
    '- **(r)** reads records at random over HTTP and checks that each answer is the one that was asked for. The columns at the',
    '  right are the processor time that the gateway and PostgreSQL spent on one request, webhooks included.',
  ];
}

function roundsOf({ rounds }: Results, path: WritingPath) {
  return rounds.flatMap((round) => round.paths[path] ?? []);
}
