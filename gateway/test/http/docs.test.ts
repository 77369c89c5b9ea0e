// The API reference page: whole, and closed to the outside (contract 1, 11).
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ERROR_CODES } from '../../src/domain/errors/error-codes.ts';
import { inline, prose } from '../../src/http/docs/markup.ts';
import type { OpenApi } from '../../src/http/docs/openapi-types.ts';
import { TEST_CARDS } from '../../src/http/examples/card-examples.ts';
import { PRODUCTION } from '../stage/production.ts';
import { VECTOR_GROUPS, VECTORS_TEXT } from '../stage/signature-vectors.ts';
import { BARE_OPERATOR_TOKEN, bareApp } from './bare-app.ts';

const app = await bareApp({ env: { PUBLIC_URL: 'https://pay.example' } });
const production = await bareApp({ env: { ...PRODUCTION, DATABASE_URL: 'postgres://localhost/none' } });
const page = await app.inject('/docs');
const document = app.openApi('everyone') as unknown as OpenApi;
test.after(() => Promise.all([app.close(), production.close()]));

test('every operation of the document is on the page under its id, and in the table of contents', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object));
  for (const { operationId } of operations) {
    assert.ok(page.payload.includes(`id="${operationId}"`), operationId);
    assert.ok(page.payload.includes(`href="#${operationId}"`), operationId);
  }
});

test('the policy allows nothing from outside and nothing inline, and the page needs neither', () => {
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|http|\*/);
  assert.equal(page.headers['referrer-policy'], 'no-referrer');
  assert.doesNotMatch(page.payload, /<style|style=|<script>|\son[a-z]+="/);
  for (const [, address] of page.payload.matchAll(/(?:src|href)="([^"]*)"/g)) {
    // Beside the page, wherever a proxy shows it.
    assert.match(address!, /^(#|[\w/.-]+$)/, address!);
    assert.doesNotMatch(address!, /^\//, address!);
  }
});

test('every file that the page loads exists', async () => {
  const loaded = [...page.payload.matchAll(/(?:src|href)="([^#"][^"]*)"/g)].map(([, address]) => address!);
  assert.ok(loaded.length > 6);
  for (const address of loaded) assert.equal((await app.inject(`/${address}`)).statusCode, 200, address);
  assert.equal((await app.inject('/assets/docs/..%2fpackage.json')).statusCode, 404);
});

test('examples use the public address', () => {
  assert.match(page.payload, /https:\/\/pay\.example\/v3\/payment/);
});

test('the guide has the configured schedule of webhooks', async (t) => {
  const told = /(\d+) times in all, the last about (\d+ \w+) after the first/;
  assert.deepEqual(told.exec(page.payload)?.slice(1), ['10', '76 minutes']);
  const production = '0,5,300,1800,7200,18000,36000,50400,72000,86400';
  for (const [schedule, words] of [
    [production, ['10', '3 days']],
    ['0,1', ['2', '1 second']],
    ['0,7200,7200', ['3', '4 hours']],
  ] as const) {
    const other = await bareApp({ env: { WEBHOOK_RETRY_SCHEDULE: schedule } });
    t.after(() => other.close());
    assert.deepEqual(told.exec((await other.inject('/docs')).payload)?.slice(1), words);
  }
});

test('every placeholder in the guide is replaced', () => {
  assert.doesNotMatch(page.payload, /\{\{|undefined/);
});

test('HTML within the Markdown of the page is shown as text', () => {
  assert.equal(inline('a <b> & `<i>`').text, 'a &lt;b&gt; &amp; <code>&lt;i&gt;</code>');
  assert.doesNotMatch(prose('<script>alert(1)</script>\n\n[x](javascript:alert(1))').text, /<script|<a /);
});

test('the guide names only calls that exist', () => {
  const guide = page.payload.slice(
    page.payload.indexOf('id="content"'),
    page.payload.indexOf('class="group"'),
  );
  const called = [...guide.matchAll(/\b(GET|POST|PUT|PATCH) (\/[\w/{}-]+)/g)];
  assert.ok(called.length > 0);
  for (const [call, method, path] of called)
    assert.ok(document.paths[path!]?.[method!.toLowerCase()], `the guide names ${call}`);
});

/** Each place, in some words around it: the page itself would be too long a message. */
const found = (wanted: RegExp, text: string) =>
  [...text.matchAll(wanted)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 40));

/** As a client gets them: each with what it may be packed in. */
const DOCUMENTS = ['/docs', '/openapi.json', '/operator/openapi.json'];
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };
const operator = { authorization: `Bearer ${BARE_OPERATOR_TOKEN}` };

test('the reference and its documents are compressed, and are 304 if unchanged', async () => {
  for (const url of DOCUMENTS) {
    const plain = await app.inject({ url, headers: operator });
    assert.equal(plain.statusCode, 200, url);
    assert.match(String(plain.headers['cache-control']), /^(public|private), no-cache$/);
    for (const coding of ['br', 'gzip'] as const) {
      const packed = await app.inject({ url, headers: { ...operator, 'accept-encoding': coding } });
      assert.deepEqual(
        [packed.headers['content-encoding'], packed.headers.vary],
        [coding, 'Accept-Encoding'],
      );
      assert.equal(UNPACK[coding](packed.rawPayload).toString(), plain.payload, url);
      assert.ok(packed.rawPayload.length * 5 < plain.rawPayload.length, `${url} in ${coding}`);
      const etag = String(packed.headers.etag);
      for (const known of [etag, etag.replace('W/', ''), `"another", ${etag}`, '*']) {
        const again = await app.inject({
          url,
          headers: { ...operator, 'accept-encoding': coding, 'if-none-match': known },
        });
        assert.deepEqual([again.statusCode, again.payload, again.headers.etag], [304, '', etag], known);
      }
    }
    const other = await app.inject({ url, headers: { ...operator, 'if-none-match': '"another"' } });
    assert.equal(other.statusCode, 200);
  }
});

test("only operators get the operator's document", async () => {
  const { statusCode } = await app.inject('/operator/openapi.json');
  assert.equal(statusCode, 401);
});

test('no served text cites a section of the specification or the contract', async () => {
  const section = /\b(spec|contract) \d/gi;
  for (const from of [app, production]) {
    for (const audience of ['merchant', 'operator'] as const)
      assert.deepEqual(found(section, JSON.stringify(from.openApi(audience))), []);
    assert.deepEqual(found(section, (await from.inject('/docs')).payload), []);
  }
  // Messages of errors too: outside of comments no source names one.
  const sources = new URL('../../src/', import.meta.url);
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|json)$/.test(name),
  );
  for (const name of names) {
    const code = readFileSync(new URL(name, sources), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/(^|\s)\/\/ .*$/gm, '');
    assert.deepEqual(found(section, code), [], name);
  }
});

test('production shows nothing of the sandbox and no call of the operator', async () => {
  const { payload } = await production.inject('/docs');
  assert.match(payload, /id="createPayin"/);
  assert.deepEqual(found(/sandbox|test (card|amount)|\/operator/gi, payload), []);
  for (const { number } of Object.values(TEST_CARDS)) assert.ok(!payload.includes(number), number);
  assert.match(page.payload, /id="forceOutcome"/);
  assert.match(page.payload, /id="createBrand"/);
});

test('the page has one heading of the first level, and skips no level', () => {
  const ranks = [...page.payload.matchAll(/<h([1-6])[ >]/g)].map(([, rank]) => Number(rank));
  assert.equal(ranks.filter((rank) => rank === 1).length, 1);
  ranks.reduce((before, rank) => {
    assert.ok(rank <= before + 1, `h${rank} after h${before}`);
    return rank;
  }, 0);
});

test('each error code has an address of its own on the page', () => {
  for (const code of ERROR_CODES) assert.ok(page.payload.includes(`id="error-${code}"`), code);
});

test('the vectors are served as they are in the repository, and some are on the page', async () => {
  assert.equal((await app.inject('/signature-vectors.json')).payload, VECTORS_TEXT);
  const shown = page.payload.slice(
    page.payload.indexOf('id="vectors"'),
    page.payload.indexOf('id="idempotency"'),
  );
  for (const { vectors } of Object.values(VECTOR_GROUPS))
    assert.ok(vectors.some(({ signature }) => shown.includes(`\n${signature}\n`)));
});

test('requests can be sent from the page only in the test environment', async () => {
  assert.match(page.payload, /<dialog id="try-it"/);
  assert.match(page.payload, /<button type="button" class="try"/);
  const { payload } = await production.inject('/docs');
  assert.deepEqual(found(/dialog|try-it|class="try"/g, payload), []);
});

test("the demo's key is on the page only if the gateway is reached on its own machine", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const keyOn = async (env: Record<string, string>) => {
    const gateway = await bareApp({ env: { DATA_DIR: dataDir, ...env } });
    const { payload } = await gateway.inject('/docs');
    await gateway.close();
    return /name="apiKey" value="([^"]*)"/.exec(payload)?.[1];
  };
  assert.equal(await keyOn({}), '');
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify({ apiKey: 'tg_test_of_the_demo' }));
  for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    assert.equal(await keyOn({ PUBLIC_URL: own }), 'tg_test_of_the_demo', own);
  for (const other of ['https://pay.example', 'http://127.0.0.1.example', 'http://10.0.0.1:3000'])
    assert.equal(await keyOn({ PUBLIC_URL: other }), '', other);
  for (const own of ['localhost', '127.0.0.1', '::1'])
    assert.equal(await keyOn({ HOST: own }), 'tg_test_of_the_demo', own);
  for (const everywhere of ['0.0.0.0', '::', '10.0.0.1'])
    assert.equal(await keyOn({ HOST: everywhere, ENVIRONMENT: 'test' }), '', everywhere);
  assert.equal(await keyOn({ DATABASE_URL: 'postgres://localhost/own' }), '');
});

test('if making the page failed, the next request makes it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const gateway = await bareApp({ env: { DATA_DIR: dataDir } });
  t.after(() => gateway.close());
  const demo = join(dataDir, 'demo.json');
  writeFileSync(demo, 'half of a fi');
  assert.equal((await gateway.inject('/docs')).statusCode, 500);
  writeFileSync(demo, JSON.stringify({ apiKey: 'tg_test_of_the_demo' }));
  assert.equal((await gateway.inject('/docs')).statusCode, 200);
});
