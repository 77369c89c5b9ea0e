// deploy/compose.yaml: against the schema of Compose, and that everything it names exists: files, secrets that
// make-secrets.sh makes, values of settings.example, settings of the gateway. Also the Dockerfile, which it starts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { loadConfig } from '../../src/process/config.ts';
import { DEPLOY, needs, PATH, ROOT, readDeploy, runs } from './deploy-files.ts';

interface Service {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}

const text = readDeploy('compose.yaml');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const gateways = services.filter(([, { environment }]) => environment?.MASTER_KEY_FILE !== undefined);

/** The schema of Compose itself, as dclint ships it: from a package, because a test fetches nothing. */
const { $schema: _, ...schema } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'),
);
const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);

test('compose.yaml fits the schema of Compose, and the schema finds a wrong word', () => {
  assert.ok(validate(compose), JSON.stringify(validate.errors));
  const wrong = structuredClone(compose) as unknown as { services: Record<string, Record<string, unknown>> };
  wrong.services.caddy!.red_only = true;
  assert.equal(validate(wrong), false);
});

test('the composition has two servers and two workers, and no process of the gateway has privileges', () => {
  const roles = gateways.map(([, { environment }]) => environment!.ROLE ?? 'none').sort();
  assert.deepEqual(roles, ['api', 'api', 'none', 'worker', 'worker']);
  for (const [name, one] of gateways) {
    assert.equal(one.read_only, true, name);
    assert.deepEqual(one.cap_drop, ['ALL'], name);
    assert.equal(one.ports, undefined, name);
  }
  const open = services
    .flatMap(([, { ports = [] }]) => ports)
    .filter((port) => !port.startsWith('127.0.0.1:'));
  assert.deepEqual(open, ['80:80', '443:443', '443:443/udp']);
});

test('each mounted file exists, and make-secrets.sh makes each secret', {
  ...needs('openssl'),
}, (t) => {
  for (const [name, { volumes = [] }] of services)
    for (const volume of volumes.filter((one) => one.startsWith('./')))
      assert.ok(existsSync(join(DEPLOY, volume.split(':')[0]!)), `${name}: ${volume}`);
  const place = mkdtempSync(join(tmpdir(), 'tollgate-secrets-'));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  cpSync(join(DEPLOY, 'make-secrets.sh'), join(place, 'make-secrets.sh'));
  const make = () => spawnSync('sh', [join(place, 'make-secrets.sh')], { encoding: 'utf8', env: { PATH } });
  const first = make();
  assert.deepEqual([first.status, first.stderr], [0, '']);
  const made = readdirSync(join(place, 'secrets'));
  const named = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''));
  assert.deepEqual(made.sort(), named.sort());
  assert.equal(statSync(join(place, 'secrets')).mode & 0o777, 0o700);
  const read = (name: string) => readFileSync(join(place, 'secrets', name), 'utf8');
  // A production gateway accepts what the gateway's processes read.
  for (const url of ['app-database-url', 'owner-database-url']) {
    const config = loadConfig({
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://pay.example',
      MASTER_KEY: read('master-key'),
      OPERATOR_TOKEN: read('operator-token'),
      DATABASE_URL: read(url),
    });
    assert.deepEqual(config.weakSettings, []);
  }
  const before = made.map(read);
  const second = make();
  assert.deepEqual([second.status, second.stderr], [0, '']);
  assert.deepEqual(made.map(read), before, 'a second run keeps every secret');
});

test('no secret is in an environment, and settings.example has every value to change', () => {
  for (const [name, { environment = {} }] of services)
    for (const [variable, value] of Object.entries(environment))
      if (/PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL/.test(variable))
        assert.match(`${variable}=${value}`, /_FILE=\/run\/secrets\//, name);
  const settings = readDeploy('settings.example');
  const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!));
  for (const name of required) assert.match(settings, new RegExp(`^${name}=`, 'm'));
  const wanted = [...settings.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  for (const name of wanted) assert.ok(text.includes(`\${${name}`), `${name} is used`);
});

test('the processes read the address of the SMTP server from a secret, if .env names it', () => {
  for (const [name, { environment, secrets }] of gateways) {
    const isProcess = environment!.ROLE !== undefined;
    assert.equal(environment!.SMTP_URL, undefined, name);
    assert.match(environment!.SMTP_URL_FILE!, isProcess ? /^\$\{SMTP_URL_FILE:-\}$/ : /^$/, name);
    assert.match(environment!.MAIL_FROM!, /^\$\{MAIL_FROM:-\}$/, name);
    assert.equal(secrets!.includes('smtp-url'), isProcess, name);
  }
  const settings = readDeploy('settings.example');
  assert.match(settings, /^# \/run\/secrets\/smtp-url\. Empty: no mail\.\nSMTP_URL_FILE=\n/m);
  assert.equal(loadConfig({ SMTP_URL_FILE: '', MAIL_FROM: '' }).mail, null);
});

test('Prometheus scrapes every process, and its file is right', () => {
  const { scrape_configs: jobs } = parse(readDeploy('prometheus/prometheus.yml')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const asked = jobs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets)).sort();
  const running = gateways.filter(([, { environment }]) => environment!.ROLE).map(([name]) => `${name}:3000`);
  assert.deepEqual(asked, running.sort());
});

test('promtool accepts the file of Prometheus', needs('promtool'), () => {
  runs('promtool', ['check', 'config', '--syntax-only', join(DEPLOY, 'prometheus/prometheus.yml')]);
});

const flagsIn = (words: string) =>
  [...words.matchAll(/--(?!eval)[a-z][\w-]*(?:=\d+)?(?=["\s\\,])/g)].map(([flag]) => flag);

test('image, launcher and npm start run Node.js with the same flags', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const wanted = flagsIn(/exec node (.*) gateway\/src\/main\.ts/.exec(`${scripts.start} `)![1]!.concat(' '));
  assert.equal(wanted.length, 5);
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const launcher = readFileSync(join(ROOT, 'gateway/scripts/release/tollgate.sh'), 'utf8');
  const runsNode = (from: string, words: string) => flagsIn(words.slice(words.indexOf(from))).slice(0, 5);
  assert.deepEqual(runsNode('ENTRYPOINT', dockerfile), wanted);
  assert.deepEqual(runsNode('RUN NODE_COMPILE_CACHE', dockerfile), wanted);
  assert.deepEqual(runsNode('exec "$node"', launcher), wanted);
});
