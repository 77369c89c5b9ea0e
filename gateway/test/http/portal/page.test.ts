// The portal's document and its files: headers of the contract, a new nonce for each, integrity, compression. Paths
// below /portal/api stay the API's.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildPortal } from '../../../../portal/build.ts';
import { portalFiles, readPortalFiles } from '../../../src/http/pages/portal-files.ts';
import { bareApp } from '../bare-app.ts';

await buildPortal();
const DIST = join(import.meta.dirname, '../../../../portal/dist');
const app = await bareApp();
test.after(() => app.close());

const ADDRESSES = [
  '/portal',
  '/portal/',
  '/portal/sign-in',
  '/portal/b/some-brand/transactions?status=PAID',
  '/portal/apian',
];

test('every address of the page gets the document, with the headers of the contract and a nonce used once', async () => {
  const nonces = new Set<string>();
  for (const address of ADDRESSES) {
    const { statusCode, headers, payload } = await app.inject(address);
    assert.equal(statusCode, 200, address);
    assert.match(String(headers['content-type']), /^text\/html/);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split('; ').includes(rule), `${rule} of ${address}`);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    const [, nonce] = /style-src 'self' 'nonce-([^']{20,})'/.exec(policy)!;
    assert.ok(payload.includes(`<meta property="csp-nonce" nonce="${nonce}">`));
    nonces.add(nonce!);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.doesNotMatch(payload, /\sstyle=|<script>|\son[a-z]+="/);
    assert.deepEqual(payload.match(/<style[^>]*>/g), [`<style nonce="${nonce}">`]);
  }
  assert.equal(nonces.size, ADDRESSES.length);
});

test("the document's files match its hashes, are cached for ever and are compressed", async () => {
  const { payload } = await app.inject('/portal');
  const named = [...payload.matchAll(/(?:href|src)="(\/assets\/portal\/[^"]+)" integrity="([^"]+)"/g)];
  assert.equal(named.length, 1 + portalFiles().imported.length + portalFiles().styles.length);
  assert.ok(named.some(([, address]) => address!.endsWith('.css')));
  for (const [, address, integrity] of named) {
    const plain = await app.inject({ url: String(address), headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.statusCode, 200, String(address));
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-security-policy'], "default-src 'none'; sandbox");
    assert.equal(`sha384-${createHash('sha384').update(plain.rawPayload).digest('base64')}`, integrity);
    const packed = await app.inject({ url: String(address), headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(packed.headers['content-encoding'], 'br');
    assert.deepEqual(brotliDecompressSync(packed.rawPayload), plain.rawPayload);
    const built = readFileSync(join(DIST, `${basename(String(address))}.br`));
    assert.deepEqual(packed.rawPayload, built, 'compressed by the build, not again by each gateway');
    const zipped = await app.inject({ url: String(address), headers: { 'accept-encoding': 'gzip' } });
    assert.deepEqual(gunzipSync(zipped.rawPayload), plain.rawPayload);
  }
  for (const name of portalFiles().all.keys())
    assert.equal((await app.inject(`/assets/portal/${name}`)).statusCode, 200, name);
  assert.equal((await app.inject('/assets/portal/none.js')).statusCode, 404);
});

test('the document has its frame before all files, and preloads the files and calls of its screen', async () => {
  const brand = '/portal/b/01a20ae8-381d-78c9-9dbb-f651b0cdc017';
  const opened = async (path: string, cookie = 'tollgate=none') =>
    (await app.inject({ url: `${brand}/${path}`, headers: { cookie } })).payload;
  const list = await opened('transactions');
  assert.ok(
    list.indexOf('<h1>Transactions</h1>') < list.indexOf('<link rel="stylesheet"'),
    'no sheet delays the frame',
  );
  const { scripts } = portalFiles().screens.get('src/screens/transactions/transactions.tsx')!;
  for (const { name } of scripts)
    assert.ok(list.includes(`modulepreload" href="/assets/portal/${name}"`), name);
  const calls = (text: string) => [...text.matchAll(/as="fetch" href="([^"]+)"/g)].map(([, path]) => path);
  const own = `/portal/api/brands/${brand.split('/').at(-1)}/transactions`;
  assert.deepEqual(calls(list), ['/portal/api/session', own]);
  assert.deepEqual(calls(await opened('transactions?status=ERROR')), ['/portal/api/session']);
  assert.deepEqual(calls(await opened('transactions', '')), [], 'without a cookie they would be refused');
  for (const path of [
    'overview',
    `transactions/${own.split('/')[4]}`,
    'payouts',
    'links',
    'money',
    'developers/webhooks',
  ]) {
    const files = (await opened(path)).match(/modulepreload/g) ?? [];
    assert.ok(files.length > portalFiles().imported.length, path);
  }
  assert.doesNotMatch((await app.inject('/portal/sign-in')).payload, /id="skeleton"/);
});

test('an unknown call gets a JSON error instead of the page', async () => {
  for (const address of ['/portal/api', '/portal/api/', '/portal/api/none']) {
    const { statusCode, headers } = await app.inject(address);
    assert.ok(statusCode === 404 || statusCode === 401, `${address}: ${statusCode}`);
    assert.match(String(headers['content-type']), /^application\/json/, address);
  }
});

test('a portal below a path loads its files from that path', async () => {
  const mounted = await bareApp({ env: { PUBLIC_URL: 'http://localhost:3000/pay' } });
  const { payload } = await mounted.inject('/portal');
  await mounted.close();
  assert.match(payload, /<html lang="en" data-base="\/pay">/);
  assert.match(payload, / src="\/pay\/assets\/portal\/main-[^"]+\.js" /);
});

test('a gateway without the built page says how to build it', () => {
  const nowhere = pathToFileURL('/nowhere/dist/');
  assert.throws(() => readPortalFiles(nowhere), {
    name: 'PageNotBuiltError',
    message: /portal.*run: npm run build$/,
  });
});

test('only one file of the page calls the gateway, so that it notices every ended session', () => {
  const source = join(import.meta.dirname, '../../../../portal/src');
  const asking = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => /(?<![.\w])fetch\(/.test(readFileSync(join(source, name), 'utf8')));
  assert.deepEqual(asking, [join('api', 'client.ts')]);
});
