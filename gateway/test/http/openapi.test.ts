// The OpenAPI document: as kept in the repository, complete, and described throughout.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { describeApi, OPENAPI_FILE } from '../../scripts/write-openapi.ts';

type Json = Record<string, unknown>;
const text = await describeApi();
const document = JSON.parse(text);

/** Every object in the document, with the path to it. */
function* walk(value: unknown, path = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${path}/${key}`);
}

const operations = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((methods) =>
  Object.values(methods),
);

test('openapi/openapi.json is what the routes say now (npm run openapi writes it)', () => {
  assert.ok(
    readFileSync(OPENAPI_FILE, 'utf8') === text,
    'openapi/openapi.json is out of date: npm run openapi',
  );
});

test('every reference leads somewhere', () => {
  for (const [path, { $ref }] of walk(document)) {
    if (typeof $ref !== 'string') continue;
    const target = $ref
      .split('/')
      .slice(1)
      .reduce((at, key) => at?.[key], document);
    assert.ok(target, `${path} -> ${$ref}`);
  }
});

test('every field of every schema is described', () => {
  for (const [path, { properties }] of walk(document)) {
    if (typeof properties !== 'object' || path.includes('/examples/')) continue;
    for (const [name, field] of Object.entries(properties as Record<string, Json>)) {
      const component = (field.anyOf as Json[] | undefined)?.[0]?.$ref ?? field.$ref;
      assert.ok(field.description ?? component, `${path}/${name} has no description`);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas as Record<string, Json>)) {
    assert.ok(schema.description, `${name} has no description`);
  }
});

test('every operation has a unique id, a summary, and an answer for each error it may meet', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { operationId, summary, description, responses, security } of operations) {
    assert.ok(summary && description, `${operationId}`);
    const secured = (security as Json[]).length > 0;
    assert.equal('401' in (responses as Json), secured, `${operationId} and 401`);
  }
});

test('no keyword of ours leaks into the document', () => {
  assert.doesNotMatch(text, /cleanStrings|~kind|"\$id"/);
});

test('each outcome of a card pay-in has a worked answer', () => {
  const { examples } = document.paths['/v3/payment'].post.responses['201'].content['application/json'];
  assert.deepEqual(Object.keys(examples), [
    'completed',
    'processing',
    'redirect',
    'declined',
    'error',
    'unknown',
  ]);
});
