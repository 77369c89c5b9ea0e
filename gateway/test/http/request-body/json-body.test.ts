// Which bodies are accepted (contract 3), and that an
// accepted one is exactly the sent one.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import { parseBody } from '../../../src/http/request-body/json-body.ts';
import { bareApp } from '../bare-app.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

function faultOf(body: Buffer): string {
  try {
    parseBody(body);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.httpStatus, 400);
    return String(error.messages);
  }
  return 'none';
}

// proves 4 bodies
test('any JSON object is parsed as JSON.parse does it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
      const text = JSON.stringify(value);
      if (/__proto__|constructor/.test(text)) return;
      assert.equal(JSON.stringify(parseBody(bytes(text))), JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 300 },
  );
});

// proves 4 bodies
test('a body that is not a JSON object is refused, and the answer does not quote it', () => {
  for (const text of ['[]', '"4242424242424242"', '1', 'null', 'true']) {
    assert.equal(faultOf(bytes(text)), 'body: must be a JSON object');
  }
  for (const text of ['{', '{"card": 4242424242424242,}', "{'a': 1}", '{"a": NaN}', '\ufeff{}']) {
    assert.equal(faultOf(bytes(text)), 'body: is not valid JSON');
  }
  assert.match(faultOf(Buffer.alloc(0)), /is empty/);
});

test('a body that is not UTF-8 is refused', () => {
  assert.equal(faultOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 'body: must be UTF-8');
});

test('names that reach a prototype are refused at any depth and in any spelling', () => {
  for (const text of [
    '{"__proto__":{"a":1}}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f\\u005fproto\\u005f\\u005f":1}',
  ]) {
    assert.equal(faultOf(bytes(text)), 'body: must not have a field named __proto__');
  }
  assert.match(faultOf(bytes('{"constructor":{"prototype":{}}}')), /constructor.prototype/);
  assert.equal(faultOf(bytes('{"note":"__proto__ as a value","constructor":"Bob","prototype":1}')), 'none');
});

test('nesting is limited far below the depth at which JSON.stringify fails', () => {
  const nested = (levels: number) => bytes(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
  assert.equal(faultOf(nested(32)), 'none');
  assert.equal(faultOf(nested(33)), 'body: is nested deeper than 32 levels');
  assert.equal(faultOf(nested(100_000)), 'body: is nested deeper than 32 levels');
});

test('many brackets without depth are accepted', () => {
  assert.equal(faultOf(bytes(`{"a":[${'{},'.repeat(5_000)}{}]}`)), 'none');
});

// proves 4 bodies; 8 not shown
test('over HTTP: type, encoding and size are checked in the order 413, 415, 400', async (t) => {
  const app = await bareApp({
    addRoutes: (scope) => {
      scope.post('/echo', { schema: { body: { type: 'object' } } }, async ({ body }) => body);
      scope.post('/large', { bodyLimit: 1024 * 1024 }, async () => ({}));
    },
  });
  t.after(() => app.close());
  const post = async (payload: string | Buffer, headers: Record<string, string> = {}, url = '/echo') => {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
    return [answer.statusCode, String(answer.json().message)] as const;
  };
  const json = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
  assert.equal((await post(json(256 * 1024)))[0], 200);
  assert.deepEqual(await post(json(256 * 1024 + 1)), [413, 'body: is larger than 256 KB']);
  assert.equal((await post(json(1024 * 1024), {}, '/large'))[0], 200);
  const itsOwnLimit = [413, 'body: is larger than 1024 KB'];
  assert.deepEqual(await post(json(1024 * 1024 + 1), {}, '/large'), itsOwnLimit);
  assert.equal((await post('{}', { 'content-type': 'text/plain' }))[0], 415);
  assert.equal((await post('{}', { 'content-type': 'application/x-www-form-urlencoded' }))[0], 415);
  assert.equal((await post('{}', { 'content-type': 'application/json; charset=iso-8859-1' }))[0], 415);
  assert.equal((await post('{}', { 'content-encoding': 'gzip' }))[0], 415);
  assert.equal((await post('{}', { 'content-type': 'application/json;charset=UTF-8' }))[0], 200);
  assert.equal((await post('{}', { 'content-type': 'APPLICATION/JSON' }))[0], 200);
  assert.equal((await post(''))[0], 400);
});
