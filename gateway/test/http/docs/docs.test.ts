// The pages of the documentation: complete, loading nothing from outside (contract 1, 11), the same as Markdown, and
// reached by every address of the earlier single page.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ERROR_CODES } from '../../../src/domain/errors/error-codes.ts';
import { demoKey } from '../../../src/http/docs/demo-key.ts';
import { inline, prose } from '../../../src/http/docs/markup.ts';
import type { OpenApi } from '../../../src/http/docs/openapi-types.ts';
import { TEST_CARDS } from '../../../src/http/examples/card-examples.ts';
import { loadConfig } from '../../../src/process/config.ts';
import { PRODUCTION } from '../../stage/production.ts';
import { VECTOR_GROUPS, VECTORS_TEXT } from '../../stage/signature-vectors.ts';
import { BARE_OPERATOR_TOKEN, bareApp } from '../bare-app.ts';

const app = await bareApp({ env: { PUBLIC_URL: 'https://pay.example' } });
const production = await bareApp({ env: { ...PRODUCTION, DATABASE_URL: 'postgres://localhost/none' } });
const document = app.openApi('everyone') as unknown as OpenApi;
test.after(() => Promise.all([app.close(), production.close()]));

type Nearest = <T>(anchor: string, find: (id: string) => T | null) => T | null;
const nearestFile = new URL('../../../assets/docs/nearest.js', import.meta.url).href;
const { nearest } = (await import(nearestFile)) as { nearest: Nearest };

const home = await app.inject('/docs');
const pages = await everyPage(app);
const productionPages = await everyPage(production);
const allOf = (made: ReadonlyMap<string, string>) => [...made.values()].join('\n');

/** Address → HTML of every page that the contents link to, the first page too. */
async function everyPage(from: FastifyInstance): Promise<Map<string, string>> {
  const first = (await from.inject('/docs')).payload;
  const sidebar = first.slice(first.indexOf('<nav class="sidebar"'), first.indexOf('</nav>\n<main'));
  const made = new Map([['/docs', first]]);
  for (const [, name = ''] of sidebar.matchAll(/href="docs\/([a-z0-9-]+)"/g)) {
    const { statusCode, payload } = await from.inject(`/docs/${name}`);
    assert.equal(statusCode, 200, name);
    made.set(`/docs/${name}`, payload);
  }
  return made;
}

/** The pages of the guide: name → Markdown. */
async function everyMarkdown(from: FastifyInstance): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  const { payload } = await from.inject('/llms.txt');
  for (const [, name = ''] of payload.matchAll(/\/docs\/([a-z0-9-]+)\.md\)/g)) {
    const { statusCode, payload: text } = await from.inject(`/docs/${name!}.md`);
    assert.equal(statusCode, 200, name);
    made.set(name, text);
  }
  return made;
}

const has = (html: string | undefined, id: string) => html?.includes(` id="${id}"`) === true;

test('every operation of the document is on one page under its id, in its contents and on the first page', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object));
  for (const { operationId } of operations) {
    const on = [...pages].filter(
      ([address, html]) =>
        address !== '/docs' && html.includes(`<article class="operation" id="${operationId}"`),
    );
    assert.equal(on.length, 1, operationId);
    const [address, html] = on[0]!;
    assert.ok(html.includes(`href="#${operationId}"`), operationId);
    assert.ok(home.payload.includes(`href="${address.slice(1)}#${operationId}"`), operationId);
  }
});

test('every anchor of the former single page redirects to its new place', () => {
  const anchors = readFileSync(new URL('former-anchors.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  assert.ok(anchors.length > 500);
  const places = [...home.payload.matchAll(/<(?:span class="former"|li) id="([^"]+)" data-page="([^"]+)"/g)];
  const entries = new Map(places.map(([, id, page]) => [id!, page!]));
  for (const anchor of anchors) {
    const page = nearest(anchor, (id) => entries.get(id) ?? null);
    assert.ok(page, `${anchor} leads to no page`);
    const html = pages.get(`/${page}`);
    const place = nearest(anchor, (id) => (has(html, id) ? id : null));
    // A panel with several languages has no place for a single one.
    assert.equal(
      place,
      anchor.replace(/-only$/, (end) => (has(html, anchor) ? end : '')),
      `${page}#${anchor}`,
    );
  }
});

test('the content security policy allows nothing from outside and nothing inline, and no page needs either', () => {
  const policy = String(home.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|http|\*/);
  assert.equal(home.headers['referrer-policy'], 'no-referrer');
  for (const html of pages.values()) {
    assert.doesNotMatch(html, /<style|style=|<script>|\son[a-z]+="/);
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]*)"/g)) {
      // Relative to the page, under any path of a proxy.
      assert.match(address!, /^(#[\w.-]+|[\w/.-]+(#[\w.-]+)?)$/, address!);
      assert.doesNotMatch(address!, /^\//, address!);
    }
  }
});

test('every link leads to something that exists, in production too', async () => {
  for (const [from, made] of [
    [app, pages],
    [production, productionPages],
  ] as const) {
    const looked = new Set<string>();
    for (const [address, html] of made) {
      for (const [, href] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const url = new URL(href!, `http://localhost${address}`);
        const id = decodeURIComponent(url.hash.slice(1));
        const target = made.get(url.pathname);
        if (id) assert.ok(has(target, id), `${address} links to ${href}`);
        if (target || looked.has(url.pathname)) continue;
        looked.add(url.pathname);
        assert.equal((await from.inject(url.pathname)).statusCode, 200, `${address} links to ${href}`);
      }
    }
    assert.ok(looked.size > 10);
  }
  assert.equal((await app.inject('/assets/docs/..%2fpackage.json')).statusCode, 404);
});

test('the first page is at /docs alone, where its links fit', async () => {
  assert.match(home.payload, /href="assets\/docs\//);
  assert.equal((await app.inject('/docs/')).statusCode, 404);
});

test('an address without a page is answered with a page that leads back, and with an error as Markdown', async () => {
  for (const name of ['nothing', 'start.html', '__proto__', '..%2fstart']) {
    const { statusCode, headers, payload } = await app.inject(`/docs/${name}`);
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8'], name);
    assert.match(payload, /There is no such page/);
  }
  for (const name of ['nothing.md', 'api-pay-ins.md', '.md', '..%2fguides%2fstart.md'])
    assert.equal((await app.inject(`/docs/${name}`)).statusCode, 404, name);
});

test('each page of the guide exists as Markdown with the same words, and llms.txt lists all pages', async () => {
  for (const [from, made] of [
    [app, pages],
    [production, productionPages],
  ] as const) {
    const texts = await everyMarkdown(from);
    const guides = [...made].filter(([, html]) => html.includes('<article class="guide'));
    assert.deepEqual(
      [...texts.keys()].map((name) => `/docs/${name}`),
      guides.map(([address]) => address),
    );
    assert.ok(guides.length > 7);
    for (const [address, html] of guides) {
      const name = address.split('/').at(-1)!;
      const text = texts.get(name)!;
      assert.ok(html.includes(`<link rel="alternate" href="${name}.md" type="text/markdown">`), name);
      assert.ok(html.includes(`<a href="${name}.md" type="text/markdown">`), name);
      const [, title] = /^# (.+)\n\n\S/.exec(text)!;
      assert.ok(html.includes(`<h1>${title}</h1>`), name);
      for (const [, heading] of text.matchAll(/^## (.+)$/gm))
        assert.ok(html.includes(`>${heading}</a></h2>`), `${name}: ${heading}`);
      assert.doesNotMatch(text, /\{\{|:::|<!--|undefined/, name);
      for (const [, target] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g))
        assert.equal(
          (await from.inject(new URL(target!, `http://localhost${address}`).pathname)).statusCode,
          200,
        );
    }
  }
  const { headers } = await app.inject('/docs/start.md');
  assert.deepEqual(
    [headers['content-type'], headers['cache-control']],
    ['text/markdown; charset=utf-8', 'public, no-cache'],
  );
  const llms = await app.inject('/llms.txt');
  assert.equal(llms.headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(llms.payload, /^# Tollgate\n\n> .+\n\n## /);
  for (const line of llms.payload.split('\n').filter((one) => one.startsWith('- ')))
    assert.match(line, /^- \[[^\]]+\]\(https:\/\/pay\.example\/\S+\): \S/);
});

test('examples use the public address', () => {
  assert.match(pages.get('/docs/api-pay-ins')!, /https:\/\/pay\.example\/v3\/payment/);
  assert.match(pages.get('/docs/start')!, /https:\/\/pay\.example\/v3\/payment-options/);
});

test('the guide has the configured schedule of webhooks', async (t) => {
  const told = /(\d+) times in all, the last about (\d+ \w+) after the first/;
  assert.deepEqual(told.exec(pages.get('/docs/webhooks')!)?.slice(1), ['10', '76 minutes']);
  const production = '0,5,300,1800,7200,18000,36000,50400,72000,86400';
  for (const [schedule, words] of [
    [production, ['10', '3 days']],
    ['0,1', ['2', '1 second']],
    ['0,7200,7200', ['3', '4 hours']],
  ] as const) {
    const other = await bareApp({ env: { WEBHOOK_RETRY_SCHEDULE: schedule } });
    t.after(() => other.close());
    assert.deepEqual(told.exec((await other.inject('/docs/webhooks')).payload)?.slice(1), words);
  }
});

test('every placeholder in the guide is replaced', () => {
  for (const made of [pages, productionPages]) assert.doesNotMatch(allOf(made), /\{\{|:::|undefined/);
});

test('HTML within the Markdown of the page is shown as text', () => {
  assert.equal(inline('a <b> & `<i>`').text, 'a &lt;b&gt; &amp; <code>&lt;i&gt;</code>');
  assert.doesNotMatch(prose('<script>alert(1)</script>\n\n[x](javascript:alert(1))').text, /<script|<a /);
});

test('the guide names only calls that exist', async () => {
  for (const [name, text] of await everyMarkdown(app)) {
    const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
    for (const [call, method, path] of prose.matchAll(/\b(GET|POST|PUT|PATCH) (\/[\w/{}-]+)/g))
      assert.ok(document.paths[path!]?.[method!.toLowerCase()], `${name} names ${call}`);
  }
});

/** Each match with some words around it: the whole page would be too long a message. */
const found = (wanted: RegExp, text: string) =>
  [...text.matchAll(wanted)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 40));

/** In each encoding that a client may accept. */
const DOCUMENTS = ['/docs', '/docs/api-pay-ins', '/openapi.json', '/operator/openapi.json'];
const SHORT_DOCUMENTS = ['/docs/start', '/docs/start.md', '/llms.txt'];
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };
const operator = { authorization: `Bearer ${BARE_OPERATOR_TOKEN}` };

test('the reference and its documents are compressed, and are 304 if unchanged', async () => {
  for (const url of [...DOCUMENTS, ...SHORT_DOCUMENTS]) {
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
      const least = DOCUMENTS.includes(url) ? 4 : 1;
      assert.ok(packed.rawPayload.length * least < plain.rawPayload.length, `${url} in ${coding}`);
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
    assert.deepEqual(found(section, allOf(await everyMarkdown(from))), []);
  }
  for (const made of [pages, productionPages]) assert.deepEqual(found(section, allOf(made)), []);
  // This includes error messages: outside of comments, no source names a section.
  const sources = new URL('../../../src/', import.meta.url);
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
  const shown = [
    ...productionPages.values(),
    ...(await everyMarkdown(production)).values(),
    (await production.inject('/llms.txt')).payload,
  ].join('\n');
  assert.ok(has(productionPages.get('/docs/api-pay-ins'), 'createPayin'));
  assert.deepEqual(found(/sandbox|test (card|amount)|\/operator/gi, shown), []);
  for (const { number } of Object.values(TEST_CARDS)) assert.ok(!shown.includes(number), number);
  for (const name of ['testing', 'api-sandbox', 'api-operator']) {
    assert.ok(pages.has(`/docs/${name}`), name);
    assert.equal((await production.inject(`/docs/${name}`)).statusCode, 404, name);
  }
  assert.ok(has(pages.get('/docs/api-sandbox'), 'forceOutcome'));
  assert.ok(has(pages.get('/docs/api-operator'), 'createBrand'));
});

test('each page has a title of its own and one heading of the first level, and skips no level', () => {
  for (const [address, html] of pages) {
    const ranks = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, rank]) => Number(rank));
    assert.equal(ranks.filter((rank) => rank === 1).length, 1, address);
    ranks.reduce((before, rank) => {
      assert.ok(rank <= before + 1, `${address}: h${rank} after h${before}`);
      return rank;
    }, 0);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
      address,
    );
  }
  const titles = [...pages.values()].map((html) => /<title>(.+)<\/title>/.exec(html)![1]);
  assert.equal(new Set(titles).size, titles.length);
});

test('each error code and each field of a call has an address of its own', () => {
  for (const code of ERROR_CODES) assert.ok(has(pages.get('/docs/error-codes'), `error-${code}`), code);
  for (const id of ['createPayin.body.customer.email', 'listEvents.query.after', 'getPayment.200.card.last4'])
    assert.equal([...pages.values()].filter((html) => has(html, id)).length, 1, id);
});

test('the vectors are served as they are in the repository, and some are on the page', async () => {
  assert.equal((await app.inject('/signature-vectors.json')).payload, VECTORS_TEXT);
  const html = pages.get('/docs/signatures')!;
  const { payload: text } = await app.inject('/docs/signatures.md');
  for (const shown of [html.slice(html.indexOf('id="vectors"')), text]) {
    for (const { vectors } of Object.values(VECTOR_GROUPS))
      assert.ok(vectors.some(({ signature }) => shown.includes(`\n${signature}\n`)));
  }
});

test('requests can be sent from the pages of the reference only in the test environment', () => {
  for (const [address, html] of pages) {
    const isReference = address.startsWith('/docs/api-');
    assert.equal(/<dialog id="try-it"/.test(html), isReference, address);
    assert.equal(html.includes('/try-it.js"'), isReference, address);
  }
  assert.match(pages.get('/docs/api-pay-ins')!, /<button type="button" class="try"/);
  assert.deepEqual(found(/dialog|try-it|class="try"/g, allOf(productionPages)), []);
});

test("the demo's key is on the page only if the gateway is reached on its own machine", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const keyFor = (env: Record<string, string>) => demoKey(loadConfig({ DATA_DIR: dataDir, ...env }));
  const keyOnPage = async (env: Record<string, string>) => {
    const gateway = await bareApp({ env: { DATA_DIR: dataDir, ...env } });
    const { payload } = await gateway.inject('/docs/api-pay-ins');
    await gateway.close();
    return /name="apiKey" value="([^"]*)"/.exec(payload)?.[1];
  };
  assert.equal(await keyOnPage({}), '');
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify({ apiKey: 'tg_test_of_the_demo' }));
  assert.equal(await keyOnPage({}), 'tg_test_of_the_demo');
  for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    assert.equal(await keyFor({ PUBLIC_URL: own }), 'tg_test_of_the_demo', own);
  for (const other of ['https://pay.example', 'http://127.0.0.1.example', 'http://10.0.0.1:3000'])
    assert.equal(await keyFor({ PUBLIC_URL: other }), '', other);
  for (const own of ['localhost', '127.0.0.1', '::1'])
    assert.equal(await keyFor({ HOST: own }), 'tg_test_of_the_demo', own);
  for (const everywhere of ['0.0.0.0', '::', '10.0.0.1'])
    assert.equal(await keyFor({ HOST: everywhere, ENVIRONMENT: 'test' }), '', everywhere);
  assert.equal(await keyFor({ DATABASE_URL: 'postgres://localhost/own' }), '');
});

test('if building a page failed, the next request builds it', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const gateway = await bareApp({ env: { DATA_DIR: dataDir } });
  t.after(() => gateway.close());
  const demo = join(dataDir, 'demo.json');
  writeFileSync(demo, 'half of a fi');
  assert.equal((await gateway.inject('/docs/api-pay-ins')).statusCode, 500);
  writeFileSync(demo, JSON.stringify({ apiKey: 'tg_test_of_the_demo' }));
  assert.equal((await gateway.inject('/docs/api-pay-ins')).statusCode, 200);
});
