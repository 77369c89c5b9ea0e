// What tests read from deploy/alerts.yml and deploy/grafana: alerts, panels, and the names of metrics in an expression.
// Also runs promtool, which evaluates the rules over a test's series.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { DEPLOY, readDeploy, runs, succeeds } from './deploy-files.ts';

export interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string; runbook_url: string };
}

export const ALERTS: readonly Alert[] = (
  parse(readDeploy('alerts.yml')) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules);

export interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}

export function dashboards(): { file: string; uid: string; title: string; panels: Panel[] }[] {
  return readdirSync(join(DEPLOY, 'grafana'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, ...JSON.parse(readDeploy(`grafana/${file}`)) }));
}

/** Names of metrics in an expression, without the suffixes of a histogram. */
export function metricsIn(expr: string): string[] {
  const bare = expr.replace(/"[^"]*"/g, '').replace(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, '');
  const names = bare.match(/\b(tollgate|process|nodejs|node|pg|pgbackrest)_\w+|\b(up|ALERTS)\b/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

/** For each test: its series, and whether each alert fires by the end. */
export interface Played {
  name: string;
  series: Readonly<Record<string, string>>;
  expects: Readonly<Record<string, boolean>>;
  watchedSeconds?: number | undefined;
}

const EVERY_SECONDS = 15;
/** Longer than any alert waits. */
const WATCHED_SECONDS = 45 * 60;

/**
 * Throws with promtool's message if an alert fires that must not, or does not fire that must. Each test gets a file
 * with only its own alerts: evaluating all of them takes a minute.
 */
export function playAlerts(played: readonly Played[]): void {
  inFiles(played, WATCHED_SECONDS, (files) => runs('promtool', ['test', 'rules', ...files]));
}

/** Which of these alerts fire over these series of `ticks` values. */
export function firedAlerts(
  names: readonly string[],
  { series, ticks }: { series: Played['series']; ticks: number },
): string[] {
  const played = ALERTS.filter(({ alert }) => names.includes(alert)).map(({ alert, expr }) => {
    const wanted = new Set(metricsIn(expr));
    const own = Object.entries(series).filter(([one]) => wanted.has(metricsIn(one)[0] ?? ''));
    return { name: alert, series: Object.fromEntries(own), expects: { [alert]: true } };
  });
  return inFiles(played, ticks * EVERY_SECONDS, (files) =>
    played.filter((_, at) => succeeds('promtool', ['test', 'rules', files[at]!])).map(({ name }) => name),
  );
}

function inFiles<T>(played: readonly Played[], watchedSeconds: number, use: (files: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-alerts-'));
  try {
    return use(
      played.map((one, at) => writeTest(join(folder, String(at)), one, one.watchedSeconds ?? watchedSeconds)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeTest(path: string, { name, series, expects }: Played, watchedSeconds: number): string {
  const rules = ALERTS.filter(({ alert }) => alert in expects);
  writeFileSync(`${path}.rules.yml`, stringify({ groups: [{ name: 'tried', rules }] }, { lineWidth: 0 }));
  const test = {
    name,
    interval: `${EVERY_SECONDS}s`,
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: Object.entries(expects).map(([alert, fires]) => ({
      // An alert counts as fired if it was firing at any moment.
      expr: `clamp_max(count_over_time((count(ALERTS{alertname="${alert}",alertstate="firing"}))[${watchedSeconds}s:${EVERY_SECONDS}s]), 1)`,
      eval_time: `${watchedSeconds}s`,
      exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
    })),
  };
  const head = { rule_files: [`${path}.rules.yml`], evaluation_interval: `${EVERY_SECONDS}s` };
  const file = `${path}.test.yml`;
  writeFileSync(file, stringify({ ...head, tests: [test] }, { lineWidth: 0 }));
  return file;
}
