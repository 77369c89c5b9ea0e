// The files that pages load, and the logos (contract 11): they may load nothing, have style attributes only, and are
// cheap to request again.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import test from 'node:test';
import { bareApp } from '../bare-app.ts';

const ASSETS = new URL('../../../assets/', import.meta.url);
const addresses = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' })
  .filter((path) => extname(path) !== '')
  .map((path) => `/assets/${path}`);
const app = await bareApp();
test.after(() => app.close());

test('every file of every folder is served with a policy that allows nothing', async () => {
  assert.ok(addresses.length > 40, `only ${addresses.length} files`);
  for (const address of addresses) {
    const { statusCode, headers } = await app.inject(address);
    assert.equal(statusCode, 200, address);
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox", address);
    assert.match(
      String(headers['content-type']),
      /^(image\/(svg\+xml|png)|text\/(css|javascript); charset=utf-8)$/,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('no picture needs a resource that the policy forbids', async () => {
  for (const address of addresses.filter((one) => one.endsWith('.svg'))) {
    const { payload } = await app.inject(address);
    assert.match(payload, /^<svg /);
    assert.doesNotMatch(payload, /<style|\sstyle=|<script|\son[a-z]+=|href=/i, address);
  }
});

test('a file that the client has is 304, and an unknown file is 404', async () => {
  const address = '/assets/docs/docs.css';
  const { etag } = (await app.inject(address)).headers;
  const again = await app.inject({ url: address, headers: { 'if-none-match': String(etag) } });
  assert.deepEqual([again.statusCode, again.payload], [304, '']);
  for (const name of ['none.svg', '..%2fdocs%2fdocs.css', '', 'constructor'])
    assert.equal((await app.inject(`/assets/logos/${name}`)).statusCode, 404, name);
});
