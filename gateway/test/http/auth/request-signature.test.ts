// X-Signature of requests (spec 5, contract 3), on the test's own routes: which bytes are checked, and the answer to a
// wrong signature. strict-signing.test.ts uses the real routes. The vectors of openapi/signature-vectors.json are sent
// byte for byte.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Context } from '../../../src/actions/context.ts';
import { checkBodySignatures, nullEmptyStrings } from '../../../src/http/auth/request-signature.ts';
import type { Operation } from '../../../src/http/calls/operation.ts';
import { takeForms } from '../../../src/http/request-body/multipart.ts';
import { UploadGate } from '../../../src/http/request-body/upload-gate.ts';
import { sendSigned } from '../../../src/http/send-signed.ts';
import { aBrand } from '../../stage/builders.ts';
import { VECTOR_GROUPS } from '../../stage/signature-vectors.ts';
import { bareApp } from '../bare-app.ts';

const SECRET = 'tgs_of_the_test';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64');

/**
 * Secrets from a header, newest first, separated by blanks. Secrets after the first still work, unless marked as old.
 */
function brandOf({ headers }: FastifyRequest) {
  const secrets = String(headers['x-secrets'] ?? SECRET).split(' ');
  const enforces = headers['x-lenient'] === undefined;
  return aBrand({
    enforceSignatures: enforces,
    // The test's own routes are none of the six, so only a brand that signs all requests signs them.
    signAllRequests: enforces && headers['x-only-six'] === undefined,
    signingSecrets: secrets.map((secret, i) => ({
      id: String(i),
      secret: decodeURIComponent(secret.replace('old:', '')),
      expiresAt: i === 0 ? null : new Date(NOW.getTime() + (secret.startsWith('old:') ? -1 : 1)),
    })),
  });
}

async function startRoutes(environment: 'test' | 'production' = 'test') {
  const brands = { noteSecretUse() {} };
  const context = { config: { environment }, now: () => NOW, brands } as unknown as Context;
  // The schema does not mention signatures, so brands that sign all requests sign this call.
  const schema = { body: { type: 'object', properties: { number: { type: 'number' } } } };
  return await bareApp({
    addRoutes: (routes) =>
      routes.register(async (scope) => {
        scope.addHook('onRequest', async (request) => {
          request.brand = brandOf(request);
        });
        checkBodySignatures(scope, context);
        takeForms(scope, { fileName: 'document', gate: new UploadGate(), sourceOf: ({ ip }) => ip });
        const answer = (request: FastifyRequest, reply: never) =>
          sendSigned(reply, request.brand, { body: request.body, ü: '😀', none: null });
        scope.post('/body', { schema }, answer as never);
        scope.post('/session', { schema, preValidation: nullEmptyStrings }, answer as never);
      }),
  });
}

const app = await startRoutes();
test.after(() => app.close());

async function post(
  payload: string,
  headers: Record<string, string | string[]> = {},
  url = '/body',
  to = app,
) {
  const type = { 'content-type': 'application/json' };
  const {
    statusCode,
    body,
    headers: sent,
  } = await to.inject({
    method: 'POST',
    url,
    payload: Buffer.from(payload),
    headers: { ...type, ...headers },
  });
  return { status: statusCode, text: body, body: JSON.parse(body), signature: sent['x-signature'] };
}

for (const [group, url] of [
  ['body', '/body'],
  ['session', '/session'],
  ['multipart', '/body'],
] as const) {
  // proves 4.6 signature; 5 rule 3
  test(`the ${group} vectors over HTTP pass only with their own signature`, async () => {
    const { vectors } = VECTOR_GROUPS[group]!;
    assert.ok(vectors.length >= 7);
    for (const { name, secret, input, stringToSign, signature, contentType } of vectors) {
      const headers = {
        'x-secrets': encodeURIComponent(secret),
        ...(contentType && { 'content-type': contentType }),
      };
      const right = await post(input, { ...headers, 'x-signature': signature }, url);
      assert.equal(right.status, 201, `${name}: ${right.text}`);
      assert.equal(right.signature, sign(secret, right.text), name);
      for (const other of [`${stringToSign} `, stringToSign.slice(0, -1), '{}{}', input]) {
        if (other === stringToSign) continue;
        const wrong = await post(input, { ...headers, 'x-signature': sign(secret, other) }, url);
        assert.equal(wrong.status, 403, name);
        assert.equal(wrong.body.stringToSign, stringToSign.slice(0, 2_000), name);
      }
    }
  });
}

test('a missing or wrong signature is 403 before the schema is checked, and the answer has no signature', async () => {
  const body = '{"number":"not one"}';
  const right = sign(SECRET, body);
  const wrong = [
    undefined,
    '',
    'x',
    right.slice(0, -1),
    `${right}=`,
    right.toLowerCase(),
    Buffer.from(right, 'base64').toString('hex'),
    Buffer.from(right, 'base64').toString('base64url'),
    sign('another', body),
    `${right}, ${right}`,
  ];
  for (const signature of wrong) {
    const answer = await post(body, signature === undefined ? {} : { 'x-signature': signature });
    assert.equal(answer.status, 403, String(signature));
    assert.match(answer.body.message, /^X-Signature: .*JSON\.stringify of the body$/);
    assert.match(answer.body.message, signature === undefined ? /requires the header/ : /does not match/);
    assert.equal(answer.body.stringToSign, body);
    assert.ok(!answer.text.includes(right));
    assert.equal(answer.signature, undefined);
  }
  assert.equal((await post(body, { 'x-signature': right })).status, 400);
  assert.equal((await post('{', { 'x-signature': right })).status, 400);
  assert.equal((await post(body, { 'X-SIGNATURE': sign(SECRET, body) })).status, 400);
});

test('the signature of a form covers its fields, not the raw body and its boundary', async () => {
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = `${part('10', '1')}${part('2', '')}${part('ü', 'Zoë')}--b--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  const { status, body } = await post(form, type);
  assert.equal(status, 403);
  assert.match(body.message, /sign the JSON of the text fields, in their order$/);
  assert.equal(body.stringToSign, '{"10":"1","2":"","ü":"Zoë"}');
  for (const asObject of [JSON.stringify({ 10: '1', 2: '', ü: 'Zoë' }), form]) {
    assert.equal((await post(form, { ...type, 'x-signature': sign(SECRET, asObject) })).status, 403);
  }
  assert.equal((await post(form, { ...type, 'x-signature': sign(SECRET, body.stringToSign) })).status, 201);
});

test('during a rotation both secrets are accepted, and answers are signed with the new one', async () => {
  const body = '{"a":1}';
  const headers = { 'x-secrets': 'new second old:third' };
  for (const [secret, status] of [
    ['new', 201],
    ['second', 201],
    ['third', 403],
    [SECRET, 403],
  ] as const) {
    const answer = await post(body, { ...headers, 'x-signature': sign(secret, body) });
    assert.equal(answer.status, status, secret);
    if (status === 201) assert.equal(answer.signature, sign('new', answer.text));
  }
});

test('a brand that does not enforce signatures needs none, and its answers are still signed', async () => {
  for (const given of [{}, { 'x-signature': 'wrong' }] as Record<string, string>[]) {
    const answer = await post('{"a":""}', { ...given, 'x-lenient': '1' });
    assert.equal(answer.status, 201);
    assert.equal(answer.signature, sign(SECRET, answer.text));
    assert.equal(answer.body.body.a, '');
  }
  // Enforcing alone requires it only for the six calls of spec 5.
  assert.equal((await post('{"a":1}', { 'x-only-six': '1' })).status, 201);
  // The rule for sessions changes the parsed body, signed or not.
  assert.equal((await post('{"a":""}', { 'x-lenient': '1' }, '/session')).body.body.a, null);
});

test('the answer to a wrong signature has no signed text in production, and elsewhere at most 2,000 characters', async (t) => {
  const production = await startRoutes('production');
  t.after(() => production.close());
  const refused = await post('{"a":1}', {}, '/body', production);
  assert.deepEqual([refused.status, 'stringToSign' in refused.body], [403, false]);
  const long = `{"a":"${'x'.repeat(5_000)}"}`;
  assert.equal((await post(long)).body.stringToSign, long.slice(0, 2_000));
});

test('each merchant operation declares who signs it, and each operation that may change something is signed', async () => {
  const routes: RouteOptions[] = [];
  const all = await bareApp({ onRoute: (route) => routes.push(route) });
  await all.ready();
  await all.close();
  const ofBrands = routes.filter(({ schema }) => schema?.access === 'brand');
  assert.ok(ofBrands.length > 25, String(ofBrands.length));
  for (const { method, url, schema } of ofBrands) {
    const { signed, requestHeaders = {} } = schema as Operation;
    const called = `${method} ${url}`;
    assert.ok(signed, `${called}: say in its operation who signs it (signed)`);
    const mayChange = ![method].flat().every((one) => one === 'GET' || one === 'HEAD');
    if (mayChange && !url.startsWith('/sandbox/')) assert.notEqual(signed, 'never', called);
    assert.equal('X-Signature' in requestHeaders, signed !== 'never', `${called}: describe the header`);
  }
});

for (const [environment, isSaid] of [
  ['test', true],
  ['production', false],
] as const) {
  test(`a wrong signature that is not required ${isSaid ? 'gets a' : 'gets no'} warning in ${environment}`, async () => {
    const own = environment === 'test' ? app : await startRoutes('production');
    const lenient = { 'x-lenient': '1' };
    const send = async (headers: Record<string, string>) => {
      const { headers: sent, statusCode } = await own.inject({
        method: 'POST',
        url: '/body',
        payload: '{"a":1}',
        headers: { 'content-type': 'application/json', ...lenient, ...headers },
      });
      assert.equal(statusCode, 201);
      return sent['x-signature-warning'];
    };
    const said = await send({ 'x-signature': sign(SECRET, '{"a":2}') });
    if (isSaid) assert.match(String(said), /^X-Signature: does not match JSON.stringify of the body/);
    else assert.equal(said, undefined);
    assert.equal(await send({ 'x-signature': sign(SECRET, '{"a":1}') }), undefined);
    assert.equal(await send({}), undefined);
    if (own !== app) await own.close();
  });
}
