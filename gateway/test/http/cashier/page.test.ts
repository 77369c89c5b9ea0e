// The cashier's document and its files: headers of the contract, integrity, languages, compression; and the pages
// without a payment to show. (The tests beside this one cover what it shows of a payment.)
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import { LANGUAGES } from '../../../src/domain/errors/error-codes.ts';
import { merchantOfToken } from '../../../src/domain/merchants/merchant-in-token.ts';
import { readPageFiles } from '../../../src/http/pages/page-files.ts';
import {
  CARD_OPTION_ID,
  gatewayOfFile,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { PRODUCTION } from '../../stage/production.ts';
import { CARD, openDocument, openSession, optionOf, RETURN_TO, screenOf, submit } from './shopper.ts';

async function expire(tollgate: TestGateway, brand: TestBrand, id: string) {
  const { context } = tollgate.gateway;
  const transaction = (await context.transactions.find(brand.merchantId, id))!;
  await applyOutcome(context, transaction, { kind: 'expired' }, { actor: 'expiry' });
}

/** An event handler of an element, not text within a quoted value. */
const ATTRIBUTE_THAT_RUNS = /<[a-z][^>"]*(?:"[^"]*"[^>"]*)*\son[a-z]+=/;

const quietGateway = sharedTestGateway({ workers: false });
/** For tests that move the clock, or guess addresses from sources of their own. */
const movedGateway = gatewayOfFile({ workers: false, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });

test('every page has the headers of the contract, and no inline script or style', async () => {
  const tollgate = await movedGateway();
  const brand = await tollgate.createBrand();
  const open = await openSession(tollgate, brand);
  const late = await openSession(tollgate, brand);
  await expire(tollgate, brand, late.id);
  const paths = [open.path, late.path, ...Array.from({ length: 21 }, () => '/cashier/guess')];
  const pages = [];
  for (const path of paths) pages.push(await tollgate.call('GET', path));
  assert.deepEqual([...new Set(pages.map(({ status }) => status))], [200, 410, 404, 429]);
  for (const { headers, text, status } of pages) {
    assert.match(headers.get('content-type')!, /^text\/html/);
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /base-uri 'none'/);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    assert.equal(/script-src 'self'/.test(policy), status === 200 || status === 410);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(text, /<style|\sstyle=/);
    assert.doesNotMatch(text, ATTRIBUTE_THAT_RUNS);
    for (const [, attributes] of text.matchAll(/<script([^>]*)>/g)) {
      assert.match(
        attributes!,
        /^ type="(application\/json" id="start"|module" src="[^"]+" integrity="sha384-[^"]+")$/,
      );
    }
  }
  const { headers } = pages[0]!;
  assert.match(headers.get('permissions-policy')!, /camera=\(\).*payment=\(self\)/);
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
});

test("script and style match the document's hashes, are cached for ever, and are compressed", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const { text } = await openDocument(tollgate, link);
  const loaded = [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"(?: integrity="([^"]+)")?/g)];
  assert.equal(loaded.length, 3);
  let vouched = 0;
  for (const [, address, integrity] of loaded) {
    const { pathname, origin } = new URL(address!, tollgate.url + link.path);
    assert.equal(origin, tollgate.url);
    const plain = await fetch(tollgate.url + pathname, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.status, 200, pathname);
    if (!integrity) continue;
    vouched++;
    const bytes = Buffer.from(await plain.arrayBuffer());
    assert.equal(integrity, `sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { rawPayload, headers } = await tollgate.gateway.app.inject({
        url: pathname,
        headers: { 'accept-encoding': coding },
      });
      assert.equal(headers['content-encoding'], coding);
      assert.match(String(headers.vary), /Accept-Encoding/i);
      assert.deepEqual(unpack(rawPayload), bytes);
      assert.ok(rawPayload.length < bytes.length / 2);
    }
  }
  assert.equal(vouched, 2);
  for (const name of ['none.js', 'manifest.json', '..%2fmanifest.json', '__proto__']) {
    assert.equal((await tollgate.call('GET', `/assets/cashier/app/${name}`)).status, 404, name);
  }
});

test('a gateway without the built page says how to build it', () => {
  const nowhere = new URL('nowhere/', import.meta.url);
  assert.throws(() => readPageFiles(nowhere), { name: 'PageNotBuiltError', message: /run: npm run build$/ });
});

test('the document is compressed in an encoding that the browser accepts', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { path } = await openSession(tollgate, brand);
  const load = (accepted?: string) =>
    tollgate.gateway.app.inject({
      url: path,
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
  const plain = await load();
  assert.equal(plain.headers['content-encoding'], undefined);
  const cases: [string, string | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
  ];
  for (const [accepted, coding] of cases) {
    assert.equal((await load(accepted)).headers['content-encoding'], coding, accepted);
  }
  assert.match(brotliDecompressSync((await load('br')).rawPayload).toString(), /^<!doctype html>/);
});

test('any name of a shop is shown as text', async () => {
  const tollgate = await quietGateway();
  const evil = `"></script><script>alert(1)</script>$&'<!--\u2028&amp;`;
  const brand = await tollgate.createBrand({ name: evil });
  const link = await openSession(tollgate, brand, {
    merchantReference: `"><img src=x onerror=alert(2)>`,
    redirectUrl: 'https://shop.example/"><b>',
  });
  const { text, start } = await openDocument(tollgate, link);
  assert.equal(start.state.brand.name, evil);
  assert.equal(text.match(/<script/g)?.length, 2);
  assert.doesNotMatch(text, /<img src=x|<b>|<!--|<script>alert/);
  assert.doesNotMatch(text, ATTRIBUTE_THAT_RUNS);
  assert.match(text, /&quot;&gt;&lt;\/script&gt;/);
});

test("the language is the shopper's choice, else the merchant's, else the browser's", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const plain = await openSession(tollgate, brand);
  const french = await openSession(tollgate, brand, { language: 'fr' });
  const odd = await openSession(tollgate, brand, { language: 'sv' });
  const asked = async (path: string, accepted?: string) => {
    const { text } = await tollgate.call('GET', path, {
      headers: accepted ? { 'accept-language': accepted } : {},
    });
    return /<html lang="(\w+)" dir="(\w+)">/.exec(text)!.slice(1).join(' ');
  };
  assert.equal(await asked(plain.path), 'en ltr');
  assert.equal(await asked(plain.path, 'xx, pt-BR;q=0.8, de;q=0.9, *;q=0.1'), 'de ltr');
  assert.equal(await asked(plain.path, 'de;q=0, ja'), 'ja ltr');
  assert.equal(await asked(french.path, 'de'), 'fr ltr');
  assert.equal(await asked(odd.path, 'de'), 'de ltr');
  assert.equal(await asked(`${french.path}?lang=ar`), 'ar rtl');
  assert.equal(await asked(`${french.path}?lang=xx&lang=de`), 'fr ltr');
  assert.equal(await asked('/cashier/nobody', 'ar'), 'ar rtl');
  assert.equal(await asked('/cashier/nobody?lang=hi', 'ar'), 'hi ltr');
  const { start } = await openDocument(tollgate, { ...plain, path: `${plain.path}?lang=de` });
  assert.equal(start.state.language, 'de');
  assert.deepEqual(
    start.languages.map(({ code }) => code),
    LANGUAGES,
  );
  assert.ok(start.languages.some(({ name }) => name === 'Deutsch'));
  assert.equal((await tollgate.call('GET', `${plain.path}/state?lang=ja`)).body.language, 'ja');
});

test('the texts of every language are complete, and unchanged texts are 304', async () => {
  const tollgate = await quietGateway();
  const english = await tollgate.call('GET', '/assets/cashier/messages/en.json');
  assert.ok(Object.keys(english.body).length > 50);
  assert.deepEqual(
    Object.keys(english.body).filter((key) => key.startsWith('pages.')),
    [],
  );
  for (const language of LANGUAGES) {
    const words = await tollgate.call('GET', `/assets/cashier/messages/${language}.json`);
    assert.equal(words.status, 200);
    assert.deepEqual(Object.keys(words.body).sort(), Object.keys(english.body).sort(), language);
    const etag = words.headers.get('etag')!;
    const again = await tollgate.call('GET', `/assets/cashier/messages/${language}.json`, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
  }
  for (const name of ['xx.json', 'en', '..%2fen.json', '__proto__.json']) {
    assert.equal((await tollgate.call('GET', `/assets/cashier/messages/${name}`)).status, 404, name);
  }
});

test('the token cannot be derived from the transaction and is stored only as a hash', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const links = [await openSession(tollgate, brand), await openSession(tollgate, brand)];
  assert.notEqual(links[0]!.token, links[1]!.token);
  const { sql } = tollgate.gateway.context;
  for (const { token, id } of links) {
    assert.equal(merchantOfToken(token), brand.merchantId);
    const bytes = Buffer.from(token.slice(22), 'base64url');
    assert.equal(bytes.length, 32);
    const [row] = await sql`select t.*, t::text as whole from transactions t where id = ${id}`;
    assert.deepEqual(row!.cashier_token_hash, createHash('sha256').update(token).digest());
    for (const known of [token, bytes.toString('hex'), bytes.toString('base64')]) {
      assert.ok(!row!.whole.includes(known), 'the row holds the token');
    }
  }
});

test('an unknown address and its calls are a friendly 404', async () => {
  const tollgate = await movedGateway();
  const brand = await tollgate.createBrand();
  const { id, token } = await openSession(tollgate, brand);
  const strangers = [
    id,
    `${token.slice(0, -4)}AAAA`,
    token.toUpperCase(),
    `${token}A`,
    '__proto__',
    "'%20or%201=1--",
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    'x'.repeat(500),
  ];
  for (const [i, stranger] of strangers.entries()) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}` };
    const page = await tollgate.call('GET', `/cashier/${stranger}`, { headers });
    assert.equal(page.status, 404, stranger);
    assert.match(page.headers.get('content-type')!, /^text\/html/);
    assert.match(page.text, /There is no payment here/);
    assert.doesNotMatch(page.text, /<script|Test Brand|passwd/);
    for (const [method, call] of [
      ['GET', 'state'],
      ['GET', 'events'],
      ['POST', 'submit'],
      ['POST', 'confirm'],
      ['POST', 'leave'],
      ['POST', 'cancel'],
      ['POST', 'simulate'],
    ] as const) {
      const answer = await tollgate.call(method, `/cashier/${stranger}/${call}`, { headers });
      assert.equal(answer.status, 404, `${call} ${stranger}`);
      assert.match(answer.headers.get('content-type')!, /^application\/json/);
    }
  }
});

test('guesses of cashier addresses are limited for each source, and shoppers can still open their pages', async () => {
  const tollgate = await movedGateway();
  const brand = await tollgate.createBrand();
  const { path } = await openSession(tollgate, brand);
  const guess = (from: string, at = '/cashier/guess') =>
    tollgate.call('GET', at, { headers: { 'x-forwarded-for': from } });
  for (let i = 0; i < 20; i++) {
    const at = i % 2 === 0 ? '/cashier/guess' : '/cashier/guess/state';
    assert.equal((await guess('203.0.113.9', at)).status, 404);
  }
  for (const at of ['/cashier/guess', '/cashier/guess/state']) {
    const slow = await guess('203.0.113.9', at);
    assert.equal(slow.status, 429);
    const wait = Number(slow.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60, String(wait));
  }
  assert.match((await guess('203.0.113.9')).text, /Wait a minute/);
  assert.equal((await guess('203.0.113.9', path)).status, 200);
  assert.equal((await guess('203.0.113.9', `${path}/state`)).status, 200);
  assert.equal((await guess('203.0.113.10')).status, 404);

  // One customer's IPv6 network counts as one guesser.
  for (let i = 0; i < 20; i++) assert.equal((await guess(`2001:db8:1:2::${i + 1}`)).status, 404);
  assert.equal((await guess('2001:db8:1:2:ffff::1')).status, 429);
  assert.equal((await guess('2001:db8:1:3::1')).status, 404);

  tollgate.advance(61_000);
  assert.equal((await guess('203.0.113.9')).status, 404);
});

test('an hour after its creation the page shows that it has expired, with or without the sweep', async () => {
  const tollgate = await movedGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  tollgate.advance(3_600_000 - 5_000);
  assert.equal((await openDocument(tollgate, link)).status, 200);
  tollgate.advance(5_000);
  for (const swept of [false, true]) {
    if (swept) await expire(tollgate, brand, link.id);
    const { status, start } = await openDocument(tollgate, link);
    assert.equal(status, 410);
    assert.equal(screenOf(start.state, 'end').outcome, 'expired');
    assert.ok(start.state.returnUrl!.startsWith(`${RETURN_TO}&transactionId=${link.id}`));
    const late = await submit(tollgate, link, CARD_OPTION_ID, CARD);
    assert.deepEqual([late.status, late.body.screen.outcome], [409, 'expired']);
  }
});

test('a day after its end the page shows only the link to the shop', async () => {
  const tollgate = await movedGateway();
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const link = await openSession(tollgate, brand);
  await submit(tollgate, link, CARD_OPTION_ID, CARD);
  tollgate.advance(23 * 3_600_000);
  assert.equal((await openDocument(tollgate, link)).status, 200);
  tollgate.advance(3_600_000);
  const page = await tollgate.call('GET', `${link.path}?lang=en`);
  assert.equal(page.status, 410);
  assert.match(page.text, /This page is closed/);
  assert.match(page.text, />Back to Demo Shop</);
  assert.doesNotMatch(page.text, /4242|25\.00|<script/);
  assert.equal((await tollgate.call('GET', `${link.path}/state`)).status, 410);
});

// proves 1 rule 3
test('opening the page changes nothing', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const read = async () =>
    (await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey })).text;
  const before = await read();
  await Promise.all(Array.from({ length: 5 }, () => tollgate.call('GET', link.path)));
  await Promise.all(Array.from({ length: 5 }, () => tollgate.call('GET', `${link.path}/state`)));
  assert.equal(await read(), before);
  assert.equal((await tollgate.call('POST', link.path)).status, 404);
});

test('amounts have the decimals of their currency', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const wallet = optionOf('wallet').id;
  await tollgate.operator('PUT', `/operator/brands/${brand.brandId}/options/${wallet}`, {
    enabled: true,
    maxAmount: 999_999_999_999.99,
  });
  const cases: [Record<string, unknown>, string, RegExp][] = [
    [{ currency: 'JPY', amount: 1002 }, '1002', /¥1,002</],
    [{ currency: 'KWD', amount: 1.5 }, '1.500', /KWD\s1\.500</],
    [{ currency: 'BTC', amount: 0.0012 }, '0.00120000', /0\.0012\u00a0BTC</],
    [{ currency: 'EUR', amount: 999_999_999_999.99 }, '999999999999.99', /€999,999,999,999\.99</],
  ];
  for (const [fields, value, shown] of cases) {
    const link = await openSession(tollgate, brand, { country: null, ...fields });
    const { start, text } = await openDocument(tollgate, link);
    assert.equal(start.state.amount.value, value);
    assert.match(text, shown);
  }
});

test('outside the test environment no page mentions a test, and no call decides the outcome', async (t) => {
  // In production no provider is available here, so this link comes from a gateway in test.
  const before = await startTestGateway(t, { workers: false });
  const brand = await before.createBrand();
  const link = await openSession(before, brand);
  const tollgate = await startTestGateway(t, {
    databaseUrl: before.databaseUrl,
    workers: false,
    env: PRODUCTION,
  });
  const { start, text } = await openDocument(tollgate, link);
  assert.equal(start.state.inTest, false);
  assert.doesNotMatch(text, /"test\./);
  assert.equal(
    (await tollgate.call('POST', `${link.path}/simulate`, { body: { outcome: 'COMPLETED' } })).status,
    404,
  );
  // In production no provider is available here, so the page offers nothing that could not be paid.
  assert.deepEqual(screenOf(start.state, 'choose').options, []);
  assert.equal((await submit(tollgate, link, optionOf('wallet').suboptions[0]!.id)).status, 400);
});
