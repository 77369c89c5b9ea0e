// The OpenAPI documents, the merchant's and the operator's: the same as in the repository, complete, and described
// throughout; and what production shows of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { describeApi, OPENAPI_FILES } from '../../scripts/write-openapi.ts';
import { findOption, optionsOf } from '../../src/domain/options/payment-option.ts';
import { PRODUCTION } from '../stage/production.ts';
import { bareApp } from './bare-app.ts';

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

/** The existing events of contract 5: a pay-in is never PENDING, and a payout that fails is DECLINED. */
const EVENTS = [
  'payin.processing',
  'payin.authorized',
  'payin.completed',
  'payin.declined',
  'payin.error',
  'payin.returned',
  'payout.pending',
  'payout.processing',
  'payout.completed',
  'payout.declined',
  'payout.returned',
  'refund.pending',
  'refund.completed',
  'refund.failed',
  'capture.completed',
  'capture.failed',
  'mandate.active',
  'mandate.revoked',
  'mandate.expired',
  'mandate.failed',
  'dispute.opened',
  'dispute.updated',
  'dispute.won',
  'dispute.lost',
];

/** Calls of the portal before there is a session. */
const SIGN_IN = /^(signIn|accept|prove)/;

const AUDIENCES = ['merchant', 'operator', 'portal'] as const;
const texts = {
  merchant: await describeApi('merchant'),
  operator: await describeApi('operator'),
  portal: await describeApi('portal'),
};
const document = JSON.parse(texts.merchant);
/** All documents, for rules that hold for each. */
const both = { merchant: document, operator: JSON.parse(texts.operator), portal: JSON.parse(texts.portal) };

/** Every object in the document, with the path to it. */
function* walk(value: unknown, path = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${path}/${key}`);
}

const operationsOf = ({ paths }: { paths: Record<string, Record<string, Json>> }): Json[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));
const operations = AUDIENCES.flatMap((audience) => operationsOf(both[audience]));

test('the files in openapi/ match the routes (npm run openapi writes them)', () => {
  for (const [audience, file] of Object.entries(OPENAPI_FILES)) {
    assert.ok(
      readFileSync(file, 'utf8') === texts[audience as keyof typeof OPENAPI_FILES],
      `${file.pathname} is out of date: npm run openapi`,
    );
  }
});

test('every reference in the documents can be resolved', () => {
  for (const [path, { $ref }] of walk(both)) {
    if (typeof $ref !== 'string') continue;
    const home = both[path.split('/')[1] as keyof typeof both];
    const target = $ref
      .split('/')
      .slice(1)
      .reduce((at, key) => at?.[key], home);
    assert.ok(target, `${path} -> ${$ref}`);
  }
});

test('every field of every schema is described', () => {
  for (const [path, { properties }] of walk(both)) {
    if (typeof properties !== 'object' || path.includes('/examples/')) continue;
    for (const [name, field] of Object.entries(properties as Record<string, Json>)) {
      const component = (field.anyOf as Json[] | undefined)?.[0]?.$ref ?? field.$ref;
      assert.ok(field.description ?? component, `${path}/${name} has no description`);
    }
  }
  for (const audience of AUDIENCES) {
    const schemas = both[audience].components.schemas as Record<string, Json>;
    for (const [name, schema] of Object.entries(schemas))
      assert.ok(schema.description, `${name} has no description`);
  }
});

test('every operation has a unique id, a summary, and an answer for each possible error', () => {
  for (const audience of AUDIENCES) {
    const ids = operationsOf(both[audience]).map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length, audience);
  }
  for (const { operationId, summary, description, responses, security } of operations) {
    assert.ok(summary && description, `${operationId}`);
    // A person who signs in has no session yet, and may be refused for that.
    if (SIGN_IN.test(String(operationId))) continue;
    const secured = (security as Json[]).length > 0;
    assert.equal('401' in (responses as Json), secured, `${operationId} and 401`);
  }
});

test('no keyword of the implementation is in the document', () => {
  assert.doesNotMatch(Object.values(texts).join(''), /cleanStrings|~kind|"\$id"/);
});

interface Media {
  examples?: Record<string, { summary?: string; value?: Json }>;
}

test('each request and each answer has an example with a summary', () => {
  const withoutJson = new Set(['metrics']);
  // The portal's calls are for its own pages.
  const forPrograms = [...operationsOf(both.merchant), ...operationsOf(both.operator)];
  for (const { operationId, requestBody, responses } of forPrograms) {
    const bodies = Object.values((requestBody as { content: Record<string, Media> })?.content ?? {});
    const answers = Object.entries(responses as Record<string, { content?: Record<string, Media> }>)
      .filter(([status]) => Number(status) < 300 && !withoutJson.has(String(operationId)))
      .flatMap(([, { content }]) => Object.values(content ?? {}));
    for (const { examples = {} } of [...bodies, ...answers]) {
      assert.ok(Object.keys(examples).length > 0, `${operationId} has no example`);
      for (const { summary, value } of Object.values(examples)) assert.ok(summary && value, `${operationId}`);
    }
  }
});

test('each result type has an example answer, and each test card and special amount has an example request', () => {
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

test('each event has an example body in its webhook', () => {
  const told = Object.values(document.webhooks).flatMap((webhook) =>
    Object.values((webhook as Json & { post: Any }).post.requestBody.content['application/json'].examples),
  ) as { value: { eventType: string } }[];
  assert.deepEqual([...new Set(told.map(({ value }) => value.eventType))], EVENTS);
});

test('every tag is described and used', () => {
  for (const audience of AUDIENCES) {
    const used = new Set(operationsOf(both[audience]).flatMap(({ tags }) => tags as string[]));
    if (audience === 'merchant') used.add('Webhooks');
    const tags = both[audience].tags as { name: string; description: string }[];
    assert.deepEqual(new Set(tags.map(({ name }) => name)), used);
    for (const { name, description } of tags) assert.ok(description, name);
  }
});

test("merchants' calls and the operator's calls are in separate documents, and no call is in both", () => {
  const security = (one: Json) => Object.keys((one.security as Json[])[0] ?? {})[0];
  assert.deepEqual(new Set(operationsOf(both.merchant).map(security)), new Set(['apiKey', undefined]));
  assert.deepEqual(new Set(operationsOf(both.operator).map(security)), new Set(['operatorToken']));
  assert.deepEqual(new Set(operationsOf(both.portal).map(security)), new Set(['session', undefined]));
  assert.equal(both.operator.webhooks, undefined);
});

test('production shows nothing of the sandbox: no call, no card, no outcome by amount', async (t) => {
  const production = await bareApp({ env: { ...PRODUCTION, DATABASE_URL: 'postgres://localhost/none' } });
  t.after(() => production.close());
  const shown = production.openApi('merchant') as Any;
  const telling = JSON.stringify(shown);
  assert.deepEqual(telling.match(/.{0,40}(sandbox|operator).{0,40}/gi), null);
  for (const number of CONTRACT_CARDS) assert.ok(!telling.includes(number), number);
  assert.doesNotMatch(telling, /ends in \d\d/);
  // Only the sandbox's calls are missing.
  const others = Object.keys(document.paths).filter((path) => !path.startsWith('/sandbox/'));
  assert.equal(Object.keys(document.paths).length - others.length, 6);
  assert.deepEqual(Object.keys(shown.paths), others);
  const content = shown.paths['/v3/payment'].post.responses['201'].content['application/json'];
  const bankPage = content.examples.challenge.value.result.redirectUrl;
  assert.match(bankPage, /^https:\/\/bank\.example\//);
});
