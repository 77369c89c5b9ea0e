// Checks that the laws of this folder notice an answer that breaks
// them: a fuzzer that cannot fail finds nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Described } from './described.ts';
import { type Sources, spoiledOf, validOf } from './from-schema.ts';
import { tries, tryOut } from './laws.ts';
import type { Got, Stage } from './stage.ts';

const operation: Described = {
  id: 'toy',
  method: 'POST',
  path: '/toy',
  access: 'open',
  statuses: [201, 400],
  bodySigned: false,
  body: null,
  examples: [],
  parameters: [],
};
const refusal = (fields: object = {}): Got => {
  const body = { statusCode: 400, message: ['amount: is required'], requestId: 'r', ...fields };
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r' };
  return { status: body.statusCode, headers, text: JSON.stringify(body) };
};

function against(got: Got, stored = ['same', 'same']): Promise<unknown> {
  const properties = { statusCode: {}, message: {}, requestId: {}, errorCode: {} };
  const stage = {
    sources: { known: {}, components: { Error: { properties } } },
    storedAfterSend: async () => stored.shift()!,
    send: async () => got,
    keyFor: () => ({}),
  };
  return tryOut(stage as unknown as Stage, operation, { path: '/toy' });
}

test('a correct refusal and a correct answer pass', async () => {
  await against(refusal());
  await against({ status: 201, headers: { 'content-type': 'application/json' }, text: '{}' }, ['a', 'b']);
});

test('each way to break a rule is noticed', async () => {
  const broken: Got[] = [
    refusal({ statusCode: 500 }),
    refusal({ statusCode: 409 }),
    refusal({ message: [] }),
    refusal({ message: '' }),
    refusal({ message: ['is required'] }),
    refusal({ message: [{}] }),
    refusal({ message: ['amount: must be at least undefined'] }),
    refusal({ requestId: 'another' }),
    refusal({ detail: 'a row of the database' }),
    { ...refusal(), headers: { 'content-type': 'text/plain', 'x-request-id': 'r' } },
    { ...refusal(), status: 401 },
    { status: 201, headers: { 'content-type': 'application/json' }, text: '{' },
  ];
  for (const got of broken)
    await assert.rejects(against(got), { code: 'ERR_ASSERTION' }, `passed: ${got.text}`);
  await assert.rejects(against(refusal(), ['before', 'after']), /a refusal stored something/);
});

test('a property ends after a number of tries, not after a time, so that no abandoned try stores anything later', () => {
  const given = Object.keys(tries());
  assert.ok(given.includes('numRuns'));
  for (const limit of ['interruptAfterTimeLimit', 'skipAllAfterTimeLimit', 'timeout'])
    assert.ok(!given.includes(limit), limit);
});

test('each field gets every possible fault while the rest of the body stays', () => {
  const sources: Sources = {
    known: {},
    components: {
      Inner: { type: 'object', properties: { note: { type: 'string', format: 'text', maxLength: 5 } } },
    },
  };
  const schema = {
    type: 'object',
    required: ['id', 'inner'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      amount: { type: ['number', 'null'], minimum: 0 },
      inner: { $ref: '#/components/schemas/Inner' },
    },
  };
  const made = fc.sample(spoiledOf(schema, validOf(schema, sources), sources), { numRuns: 2_000, seed: 1 });
  const of = (field: string) =>
    new Set(made.filter((one) => one.field === field && one.certain).map(({ fault }) => fault));
  for (const fault of ['missing', 'null', 'a number', 'an object', 'bad format']) {
    assert.ok(of('id').has(fault.replace(/^an /, 'a ')), fault);
  }
  assert.ok(
    of('amount').has('too small') && of('amount').has('the number 1e400') && !of('amount').has('null'),
  );
  assert.ok(of('inner.note').has('one too long') && of('inner.note').has('bad format'));
  assert.ok(of('inner').has('missing'));
  for (const { body, field } of made) {
    if (field !== 'id') assert.match(String((body as { id: string }).id), /^[0-9a-f-]{36}$/i);
  }
});
