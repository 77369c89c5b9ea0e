// The OpenAPI document: as kept in the repository, complete, and described throughout.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { describeApi, OPENAPI_FILE } from '../../scripts/write-openapi.ts';
import { findOption, optionsOf } from '../../src/domain/payment-option.ts';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the document is read freely
type Any = any;

/** Contract 7. */
const CONTRACT_CARDS = [
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4000000000000002',
  '4000000000009995',
  '4000000000009987',
  '4000000000009979',
  '4000000000000069',
  '4000000000000127',
  '4000000000003220',
  '4000000000003055',
  '4000008400001629',
  '4000008400001280',
  '4000000000000119',
  '4000000000000259',
  '4000000000000341',
];

/** Those of contract 5 that there are: a pay-in is never PENDING, and a payout that fails is DECLINED. */
const EVENTS = [
  'payin.processing',
  'payin.completed',
  'payin.declined',
  'payin.error',
  'payout.pending',
  'payout.processing',
  'payout.completed',
  'payout.declined',
  'refund.pending',
  'refund.completed',
  'refund.failed',
];

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

interface Media {
  examples?: Record<string, { summary?: string; value?: Json }>;
}

test('each request and each answer has a worked example with a summary', () => {
  const withoutJson = new Set(['metrics']);
  for (const { operationId, requestBody, responses } of operations) {
    const bodies = Object.values((requestBody as { content: Record<string, Media> })?.content ?? {});
    const answers = Object.entries(responses as Record<string, { content: Record<string, Media> }>)
      .filter(([status]) => Number(status) < 300 && !withoutJson.has(String(operationId)))
      .flatMap(([, { content }]) => Object.values(content));
    for (const { examples = {} } of [...bodies, ...answers]) {
      assert.ok(Object.keys(examples).length > 0, `${operationId} has no example`);
      for (const { summary, value } of Object.values(examples)) assert.ok(summary && value, `${operationId}`);
    }
  }
});

test('each result type has a worked answer, and each test card and ending of an amount a request', () => {
  const { requestBody, responses } = document.paths['/v3/payment'].post;
  const answers: { value: { resultType: string; statusCode: number } }[] = Object.values(
    responses['201'].content['application/json'].examples,
  );
  const { resultType, statusCode } = document.components.schemas.BusinessResult.properties;
  const worked = new Set(answers.map(({ value }) => value.resultType));
  assert.deepEqual([...worked].sort(), [...resultType.enum].sort());
  const codes = new Set(answers.map(({ value }) => value.statusCode));
  assert.deepEqual([...codes].sort(), [...statusCode.enum].sort());

  const bodies: { value: Json & { paymentData?: Json } }[] = Object.values(
    requestBody.content['application/json'].examples,
  );
  const sent = new Set(bodies.map(({ value }) => value.paymentData?.cardNumber));
  for (const number of CONTRACT_CARDS) assert.ok(sent.has(number), number);
  const payouts: { value: Json }[] = Object.values(
    document.paths['/v3/payout'].post.requestBody.content['application/json'].examples,
  );
  for (const [path, examples, direction] of [
    ['/v3/payment', bodies, 'PAYIN'],
    ['/v3/payout', payouts, 'PAYOUT'],
  ] as const) {
    for (const ending of ['.02', '.03', '.04', '.05']) {
      assert.ok(
        examples.some(({ value }) => String(value.amount).endsWith(ending)),
        `${path} and amounts that end in ${ending}`,
      );
    }
    const options = new Set(
      examples.map(({ value }) => findOption(String(value.paymentOptionId))?.option.id),
    );
    for (const { id, name } of optionsOf(direction)) assert.ok(options.has(id), `${path} by ${name}`);
  }
});

test('each event has a worked body, in the webhook of its kind', () => {
  const told = Object.values(document.webhooks).flatMap((webhook) =>
    Object.values((webhook as Json & { post: Any }).post.requestBody.content['application/json'].examples),
  ) as { value: { eventType: string } }[];
  assert.deepEqual([...new Set(told.map(({ value }) => value.eventType))], EVENTS);
});

test('every tag is described, and used but by what is no call', () => {
  const used = new Set(operations.flatMap(({ tags }) => tags as string[]));
  for (const { name, description } of document.tags) {
    assert.ok(description, name);
    if (name !== 'Webhooks') assert.ok(used.has(name), name);
  }
});
