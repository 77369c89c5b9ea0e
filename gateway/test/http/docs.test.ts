// The API reference page: whole, and closed to the outside (contract 1, 11).
import assert from 'node:assert/strict';
import test from 'node:test';
import { bareApp } from './bare-app.ts';

const app = await bareApp({ env: { PUBLIC_URL: 'https://pay.example' } });
const page = await app.inject('/docs');
const document = (await app.inject('/openapi.json')).json();
test.after(() => app.close());

test('every operation of the document stands on the page under its id, and in its contents', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods as object));
  for (const { operationId } of operations) {
    assert.ok(page.payload.includes(`id="${operationId}"`), operationId);
    assert.ok(page.payload.includes(`href="#${operationId}"`), operationId);
  }
});

test('its policy allows nothing from outside and nothing inline, and the page needs neither', () => {
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|http|\*/);
  assert.equal(page.headers['referrer-policy'], 'no-referrer');
  assert.doesNotMatch(page.payload, /<style|style=|<script>|\son[a-z]+="/);
  for (const [, address] of page.payload.matchAll(/(?:src|href)="([^"]*)"/g)) {
    assert.match(address!, /^(#|\/(?!\/))/, address!);
  }
});

test('what the page loads is there', async () => {
  for (const [, address] of page.payload.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
    assert.equal((await app.inject(address!)).statusCode, 200, address!);
  }
  assert.equal((await app.inject('/assets/docs/..%2fpackage.json')).statusCode, 404);
});

test('examples call the public address', () => {
  assert.match(page.payload, /https:\/\/pay\.example\/v3\/payment/);
});

test('the guide tells the schedule of webhooks that is set, not one it believes in', async (t) => {
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

test('the guide calls nothing that is not there', () => {
  const guide = page.payload.slice(
    page.payload.indexOf('id="content"'),
    page.payload.indexOf('class="group"'),
  );
  const called = [...guide.matchAll(/\b(GET|POST|PUT|PATCH) (\/[\w/{}-]+)/g)];
  assert.ok(called.length > 0);
  for (const [call, method, path] of called)
    assert.ok(document.paths[path!]?.[method!.toLowerCase()], `the guide names ${call}`);
});
