// deploy/helm: the values against their schema, and helm's output for the chart against the types of Kubernetes, which
// know every field. Few machines have helm, so rendered-chart.yaml keeps its output for the example values. With helm
// the test compares the two (and `RENDER_CHART=1` writes the file again). Without helm the hash at the file's top shows
// that the chart changed since.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { bareApp } from '../http/bare-app.ts';
import { DEPLOY, needs, ROOT, readDeploy, runs } from './deploy-files.ts';

const CHART = join(DEPLOY, 'helm');
const KEPT = join(import.meta.dirname, 'rendered-chart.yaml');
const TYPES: Record<string, string> = {
  Deployment: 'apps/v1',
  Ingress: 'networking/v1',
  Job: 'batch/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
};

type Pod = {
  terminationGracePeriodSeconds: number;
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  containers: {
    args: string[];
    env: { name: string; value: string }[];
    securityContext: Record<string, unknown>;
    readinessProbe?: object;
    lifecycle?: { preStop: { sleep: { seconds: number } } };
  }[];
};
type Resource = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };

const values = parse(readDeploy('helm/values.yaml')) as Record<string, object>;
const chart = parse(readDeploy('helm/Chart.yaml')) as { version: string; appVersion: string };
const kept = readFileSync(KEPT, 'utf8');
const resources = resourcesIn(kept);

function resourcesIn(text: string): Resource[] {
  return parseAllDocuments(text)
    .map((one) => one.toJS() as Resource | null)
    .filter((one) => one !== null);
}

/** The hash of the kept file's sources, without Chart.yaml, whose version changes with each release. */
function hashOfChart(): string {
  const hash = createHash('sha256');
  const templates = readdirSync(join(CHART, 'templates')).map((name) => `templates/${name}`);
  for (const path of [...templates.sort(), 'values.yaml'])
    hash.update(path).update(readFileSync(join(CHART, path)));
  return hash.digest('hex');
}

const render = (...options: string[]) => runs('helm', ['template', 'tollgate', CHART, ...options]);
const header = () =>
  `# What helm makes of deploy/helm with its own values: RENDER_CHART=1 and chart.test.ts write it.\n# chart: ${hashOfChart()}\n`;
const withoutVersion = (text: string) =>
  text.replaceAll(/("?)\d+\.\d+\.\d+\1/g, 'VERSION').replaceAll(/\s+$/gm, '');

/**
 * The compiler's messages about these resources, by the types of Kubernetes: strange fields, wrong types, missing
 * fields.
 */
function faultsOf(t: TestContext, checked: readonly Resource[]): string {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const place = mkdtempSync(join(cache, 'chart-'));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const lines = checked.flatMap((one, i) => [
    `import type { ${one.kind} as K${i} } from 'kubernetes-types/${TYPES[one.kind]}';`,
    `export const r${i}: K${i} = ${JSON.stringify(one)};`,
  ]);
  writeFileSync(join(place, 'resources.ts'), lines.join('\n'));
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'esnext',
    '--types',
    '',
  ];
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'resources.ts'], {
    cwd: place,
    encoding: 'utf8',
  });
  return stdout;
}

test('the values fit their schema, which refuses a wrong value', () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(readDeploy('helm/values.schema.json')));
  assert.ok(validate(values), JSON.stringify(validate.errors));
  for (const wrong of [
    { publicUrl: 'http://pay.example' },
    { secret: 'tollgate' },
    { api: { ...values.api, replicas: 0 } },
    { settings: { MASTER_KEY: 'x' } },
    { settings: { LOG_LEVEL: 5 } },
    { tracing: { endpoint: 'collector:4318' } },
    { settings: { SMTP_URL: 'smtps://mail.example' } },
    { mail: { enabled: true, url: 'smtps://mail.example' } },
    { secretName: '' },
  ])
    assert.equal(validate({ ...values, ...wrong }), false, JSON.stringify(wrong));
});

test('the templates use every value and no other', () => {
  const templates = readdirSync(join(CHART, 'templates')).map((name) => readDeploy(`helm/templates/${name}`));
  const used = new Set(
    [...templates.join('\n').matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name!).concat('api', 'worker'),
  );
  assert.deepEqual([...used].sort(), Object.keys(values).sort());
});

test('the rendered chart fits the types of Kubernetes, which find a wrong field', (t) => {
  assert.deepEqual(
    resources.map(({ kind }) => kind).filter((kind) => TYPES[kind] === undefined),
    [],
  );
  assert.equal(resources.length, 9);
  assert.equal(faultsOf(t, resources), '');
  const wrong = structuredClone(resources.find(({ kind }) => kind === 'Deployment')!) as unknown as {
    spec: { template: { spec: Pod } };
  };
  Object.assign(wrong.spec.template.spec.containers[0]!, { readinesProbe: {} });
  assert.match(faultsOf(t, [wrong as unknown as Resource]), /"readinesProbe"' does not exist/);
});

test('the chart has the version of the program', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.deepEqual([chart.version, chart.appVersion], [version, version]);
});

test('the stored rendering equals the chart', () => {
  if (process.env.RENDER_CHART) writeFileSync(KEPT, header() + render());
  assert.ok(
    readFileSync(KEPT, 'utf8').startsWith(header()),
    'the chart changed: RENDER_CHART=1 npm run test:one -- gateway/test/deploy/chart.test.ts, with helm',
  );
});

test('helm renders the chart like the stored rendering, and refuses a wrong value', needs('helm'), () => {
  runs('helm', ['lint', '--strict', CHART]);
  const body = (text: string) => withoutVersion(text.replace(/^#.*\n#.*\n/, ''));
  assert.equal(body(render()), body(readFileSync(KEPT, 'utf8')).replace(/^\n+/, ''));
  assert.throws(() => render('--set', 'publicUrl=http://pay.example'), /publicUrl/);
  const bare = resourcesIn(
    render('--set', 'ingress.enabled=false,networkPolicy.enabled=false,stopDelaySeconds=0'),
  );
  assert.deepEqual(bare.map(({ kind }) => kind).sort(), [
    'Deployment',
    'Deployment',
    'Job',
    'PodDisruptionBudget',
    'PodDisruptionBudget',
    'Service',
  ]);
  const traced = resourcesIn(render('--set', 'tracing.endpoint=http://collector.monitoring:4318'));
  assert.match(
    JSON.stringify(traced),
    /"OTEL_EXPORTER_OTLP_ENDPOINT","value":"http:\/\/collector.monitoring:4318"/,
  );
  assert.match(JSON.stringify(traced), /"port":4318/);
  const mailing = JSON.stringify(
    resourcesIn(render('--set', 'mail.enabled=true,mail.from=pay@shop.example,mail.port=587')),
  );
  assert.equal(mailing.match(/"SMTP_URL_FILE","value":"\/run\/secrets\/tollgate\/smtp-url"/g)!.length, 2);
  assert.match(mailing, /"MAIL_FROM","value":"pay@shop.example"/);
  assert.match(mailing, /"port":587/);
  const digest = `@sha256:${'a'.repeat(64)}`;
  assert.ok(render('--set', `image.tag=${digest}`).includes(`image: registry.example/tollgate${digest}`));
});

const podsOf = () =>
  resources
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((one) => [one, (one.spec.template as { spec: Pod }).spec] as const);

test('no pod has privileges or a secret in its environment, and each process has time to stop', () => {
  for (const [{ metadata, kind }, pod] of podsOf()) {
    const [container] = pod.containers;
    assert.equal(pod.automountServiceAccountToken, false, metadata.name);
    assert.equal(pod.securityContext.runAsNonRoot, true, metadata.name);
    assert.deepEqual(container!.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const { name, value } of container!.env)
      if (/KEY|TOKEN|DATABASE_URL|SMTP_URL/.test(name))
        assert.match(`${name}=${value}`, /_FILE=\/run\/secrets\//);
    if (kind === 'Job') continue;
    assert.ok(container!.readinessProbe, metadata.name);
    const sleeps = container!.lifecycle!.preStop.sleep.seconds;
    const delay = container!.env.find(({ name }) => name === 'SHUTDOWN_DELAY_MS')!.value;
    assert.ok(pod.terminationGracePeriodSeconds >= sleeps + Number(delay) / 1_000 + 10, metadata.name);
  }
});

test('each process gets the address of the SMTP server as a file, if mail is on, and the migration gets none', () => {
  const [processes, pods] = ['processes.yaml', '_pods.tpl'].map((name) =>
    readDeploy(`helm/templates/${name}`),
  );
  const ifOn = /\{\{- if \$root\.Values\.mail\.enabled \}\}\n +- name: SMTP_URL_FILE\n +value: (\S+)\n/;
  assert.equal(ifOn.exec(processes!)?.[1], '/run/secrets/tollgate/smtp-url');
  assert.doesNotMatch(pods!, /SMTP_URL/);
  assert.doesNotMatch(kept, /SMTP_URL/);
});

test('the Ingress has every public address of the gateway and no internal address', async () => {
  const ingress = resources.find(({ kind }) => kind === 'Ingress')!;
  const [rule] = ingress.spec.rules as { http: { paths: { path: string }[] } }[];
  const app = await bareApp();
  await app.ready();
  const printed = app.printRoutes({ commonPrefix: false });
  await app.close();
  const served = [...printed.matchAll(/^[├└]── (\/[^/ ]*)/gm)].map(([, path]) => path!);
  assert.ok(served.includes('/v3') && served.includes('/operator'), printed);
  // Paths of test only, health for the probes, and paths only for callers inside.
  const inside = ['/operator', '/metrics', '/health', '/sandbox'];
  assert.deepEqual(
    rule!.http.paths.map(({ path }) => path).sort(),
    [...new Set(served)].filter((path) => !inside.includes(path)).sort(),
  );
});
