// deploy/alerts.yml and deploy/grafana: each names existing metrics of a gateway, and each alert its page. Where
// promtool is installed, it plays for each alert what must fire it and what must not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import { startTestGateway } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { ALERT_CASES } from './alert-cases.ts';
import { ALERTS, dashboards, metricsIn, playAlerts } from './alert-files.ts';
import { needs, ROOT, readDeploy } from './deploy-files.ts';

/**
 * Metrics of node_exporter, postgres_exporter, pgbackrest_exporter, and of the file from a backup's own script
 * (deploy/README.md has the exporters).
 */
const OF_EXPORTERS = [
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_systemd_unit_state',
  'pg_wal_size_bytes',
  'pg_settings_max_wal_size_bytes',
  'pg_replication_lag_seconds',
  'pg_replication_slot_slot_is_active',
  'pg_stat_archiver_failed', // _count, as the rule writes it
  'pg_stat_archiver_last_archive_age',
  'pgbackrest_backup_since_last_completion_seconds',
  'tollgate_backup_succeeded_timestamp_seconds',
];

test('alerts and dashboards use only metrics that a gateway has', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const { text } = await tollgate.operator('GET', '/metrics');
  // With an injected clock, as here, the skew is not measured. The rest comes from exporters.
  const known = new Set(['up', 'ALERTS', 'tollgate_clock_skew_seconds', ...OF_EXPORTERS]);
  for (const [, name] of text.matchAll(/^# TYPE (\S+) /gm)) known.add(name!);
  const used = [
    ...ALERTS.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboards().flatMap(({ file, panels }) =>
      panels.flatMap(({ title, targets = [] }) =>
        targets.map(({ expr }) => [`${file}: ${title}`, expr] as const),
      ),
    ),
  ];
  for (const [where, expr] of used) {
    const names = metricsIn(expr);
    assert.ok(names.length > 0, `${where} names a metric`);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
      where,
    );
  }
  assert.deepEqual(metricsIn('sum by (le) (rate(tollgate_made_up_seconds_bucket{le="up"}[5m]))'), [
    'tollgate_made_up_seconds',
  ]);
});

test('each alert has a severity, a summary and a page that says what to do', () => {
  const runbooks = readFileSync(join(ROOT, 'docs/RUNBOOKS.md'), 'utf8');
  const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading!);
  assert.deepEqual(
    headings.sort(),
    ALERTS.map(({ alert }) => alert).sort(),
    'one page an alert, and none for others',
  );
  for (const { alert, labels, annotations } of ALERTS) {
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.ok(annotations.summary.length > 0, alert);
    const page = `RUNBOOKS.md#${alert.toLowerCase()}`;
    assert.equal(annotations.runbook, `docs/${page}`);
    const base = '{{ or $externalLabels.tollgate_docs "file:///opt/tollgate/docs" }}';
    assert.equal(annotations.runbook_url, `${base}/${page}`);
    const text = runbooks.split(`## ${alert}\n`)[1]!.split('\n## ')[0]!;
    for (const part of ['**Means.**', '**Look.**', '**Do.**'])
      assert.ok(text.includes(part), `${alert}: ${part}`);
  }
});

test('each dashboard has its own name, and Grafana finds it', () => {
  const all = dashboards();
  assert.equal(new Set(all.map(({ uid }) => uid)).size, all.length);
  for (const { file, panels } of all)
    for (const { type, title, targets = [] } of panels)
      assert.ok(type === 'row' || targets.length > 0, `${file}: ${title} asks for something`);
  const { providers } = parse(readDeploy('grafana/provisioning/dashboards/tollgate.yaml'));
  const { path } = providers[0].options;
  const { services } = parse(readDeploy('compose.yaml'), { merge: true });
  assert.ok(services.grafana.volumes.includes(`./grafana:${path}:ro`));
  const [rules] = parse(readDeploy('prometheus/prometheus.yml')).rule_files;
  assert.ok(services.prometheus.volumes.includes(`./alerts.yml:${rules}:ro`));
});

const played = { skip: onlyInProof || needs('promtool').skip };
test('each alert fires on its fault, and stays quiet on an ordinary day', played, () => {
  assert.deepEqual(Object.keys(ALERT_CASES).sort(), ALERTS.map(({ alert }) => alert).sort());
  playAlerts(
    Object.entries(ALERT_CASES).flatMap(([alert, { fires, firesToo, quiet, watchedSeconds }]) => [
      ...[fires, firesToo ?? []].flat().map((series) => ({
        name: `${alert} fires`,
        series,
        expects: { [alert]: true },
        watchedSeconds,
      })),
      { name: `${alert} is quiet`, series: quiet, expects: { [alert]: false }, watchedSeconds },
    ]),
  );
  assert.throws(
    () =>
      playAlerts([
        {
          name: 'wrong',
          series: { 'tollgate_ready{instance="a"}': '1+0x100' },
          expects: { TollgateNotReady: true },
        },
      ]),
    /FAILED/,
  );
});
