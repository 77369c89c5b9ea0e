// Operators with their own names (contract 12). A token is shown once, works in every process until it ends or is
// removed, and the audit log names its holder. Wrong tokens are logged and recorded, and after ten from one address
// they are delayed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import { describeApi } from '../../../scripts/write-openapi.ts';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { NO_MERCHANT } from '../../../src/domain/audit/audit.ts';
import { hashOf } from '../../../src/domain/keys/credentials.ts';
import { buildApp } from '../../../src/http/app.ts';
import { OPERATOR_TOKEN, type OperatorApp, openOperatorApp, openTestContext } from './operator-app.ts';

const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';

async function ask(app: OperatorApp['app'], token: string, options: { url?: string; from?: string } = {}) {
  return await app.inject({
    method: 'GET',
    url: options.url ?? `/operator/brands/${UNKNOWN}`,
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: options.from ?? '203.0.113.9',
  });
}

/** 404: the token was accepted. */
const OPEN = 404;

async function newToken({ call }: OperatorApp, body: object = { name: 'anna' }) {
  const answer = await call('POST', '/operator/tokens', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.deepEqual(Object.keys(answer.body), ['tokenId', 'name', 'token']);
  return answer.body as { tokenId: string; name: string; token: string };
}

test('a named token works for every call of the operator and for /metrics, and its name is in the log', async (t) => {
  const operator = await openOperatorApp(t);
  const { app, call, context } = operator;
  const { tokenId, token, name } = await newToken(operator);
  assert.equal(name, 'anna');
  assert.match(token, /^tgo_[0-9A-Za-z]{43}$/);
  assert.equal((await ask(app, token)).statusCode, OPEN);
  assert.equal((await ask(app, token, { url: '/metrics' })).statusCode, 200);
  const made = await app.inject({
    method: 'POST',
    url: '/operator/merchants',
    headers: { authorization: `Bearer ${token}` },
    payload: { name: 'Example Ltd' },
  });
  const { body: rows } = await call('GET', `/operator/audit?merchantId=${made.json().merchantId}`);
  assert.deepEqual(rows[0].actor, { kind: 'operator', id: tokenId, name: 'anna' });

  const [stored] =
    await context.sql`select token_hash, (select json_agg(a)::text from audit_log a) as log from operator_tokens`;
  assert.deepEqual(stored!.token_hash, hashOf(token));
  assert.ok(!stored!.log.includes(token.slice(4)));
  assert.ok(!(await call('GET', '/operator/tokens')).body[0].token);
});

test('tokens are listed with their expiry and last use, never with their value', async (t) => {
  const operator = await openOperatorApp(t);
  const { app, call, clock, context } = operator;
  const expiresAt = new Date(context.now().getTime() + 3_600_000).toISOString();
  const anna = await newToken(operator);
  const ben = await newToken(operator, { name: 'ben', expiresAt });
  const list = async () => (await call('GET', '/operator/tokens')).body;
  const [first, second] = await list();
  assert.deepEqual(Object.keys(first), ['tokenId', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt']);
  assert.deepEqual(
    [first.tokenId, first.name, first.expiresAt, first.lastUsedAt],
    [anna.tokenId, 'anna', null, null],
  );
  assert.deepEqual([second.tokenId, second.expiresAt], [ben.tokenId, expiresAt]);
  await ask(app, anna.token);
  const used = (await list())[0].lastUsedAt;
  assert.ok(Math.abs(Date.parse(used) - context.now().getTime()) < 60_000);
  await ask(app, anna.token);
  assert.equal((await list())[0].lastUsedAt, used);
  clock.ms += 61_000;
  await ask(app, anna.token);
  assert.ok((await list())[0].lastUsedAt > used);
});

test('a removed or expired token is refused, in other processes too, and the log keeps its name', async (t) => {
  const operator = await openOperatorApp(t);
  const { call, clock, context, databaseUrl } = operator;
  const other = await openOperatorApp(t, { databaseUrl, clock });
  const apps = [operator.app, other.app];
  const anna = await newToken(operator);
  const expiresAt = new Date(context.now().getTime() + 60_000).toISOString();
  const ben = await newToken(operator, { name: 'ben', expiresAt });
  for (const app of apps)
    for (const { token } of [anna, ben]) assert.equal((await ask(app, token)).statusCode, OPEN);

  const removed = await call('DELETE', `/operator/tokens/${anna.tokenId}`);
  assert.deepEqual([removed.status, removed.body], [204, null]);
  for (const app of apps) assert.equal((await ask(app, anna.token)).statusCode, 401);
  assert.equal((await call('DELETE', `/operator/tokens/${anna.tokenId}`)).status, 404);
  assert.equal((await call('DELETE', '/operator/tokens/root')).status, 400);
  for (const app of apps) assert.equal((await ask(app, ben.token)).statusCode, OPEN);
  clock.ms += 61_000;
  for (const app of apps) assert.equal((await ask(app, ben.token)).statusCode, 401);
  assert.deepEqual(
    (await call('GET', '/operator/tokens')).body.map((one: { name: string }) => one.name),
    ['ben'],
  );
  const { body: rows } = await call('GET', `/operator/audit?target=${anna.tokenId}`);
  assert.deepEqual(
    rows.map(({ action, before, after }: Record<string, unknown>) => ({ action, before, after })),
    [
      {
        action: 'operator-token.created',
        before: null,
        after: { name: 'anna', token: `tgo_…${anna.token.slice(-4)}`, scopes: ['admin'], expiresAt: null },
      },
      {
        action: 'operator-token.removed',
        before: { name: 'anna', scopes: ['admin'], expiresAt: null },
        after: null,
      },
    ],
  );
});

test('each operator call needs a scope, and a token can only make the calls of its scopes', async (t) => {
  const operator = await openOperatorApp(t);
  const { app, call } = operator;
  const tokens = new Map<string, string>();
  for (const scopes of [['metrics'], ['read'], ['support'], ['metrics', 'support'], ['admin']])
    tokens.set(scopes.join(), (await newToken(operator, { name: scopes.join('-'), scopes })).token);
  tokens.set('root', OPERATOR_TOKEN);
  const { paths } = JSON.parse(await describeApi('operator'));
  const described = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );
  assert.ok(described.length >= 18, String(described.length));
  const calls = [...described, ['GET', '/operator/openapi.json'], ['HEAD', '/operator/tokens']] as const;
  const allowed: Record<string, string[]> = {};
  let from = 0;
  for (const [scopes, token] of tokens) {
    const open: string[] = [];
    allowed[scopes] = open;
    for (const [method, path] of calls) {
      const { statusCode, body } = await app.inject({
        method: method as 'GET',
        url: path.replaceAll(/\{\w+\}/g, UNKNOWN),
        headers: { authorization: `Bearer ${token}` },
        // Refused for its body, after the token was judged.
        ...(method !== 'GET' && method !== 'HEAD' && { payload: { unknown: 1 } }),
        remoteAddress: `203.0.113.${from++ % 200}`,
      });
      if (statusCode !== 403) open.push(`${method} ${path}`);
      else if (method !== 'HEAD') assert.match(body, /this token may not do this: it has/);
    }
  }
  const all = calls.map((one) => one.join(' '));
  const content = 'GET /operator/brands/{id}/bank-files/{fileId}/content';
  assert.ok(all.includes(content));
  const reading = all.filter((one) => /^(GET|HEAD) /.test(one) && one !== content);
  const support = [
    'PATCH /operator/users/{id}',
    'DELETE /operator/users/{id}/invitation',
    'POST /operator/brands/{id}/webhooks/resume',
  ];
  assert.deepEqual(allowed.metrics, ['GET /metrics']);
  assert.deepEqual(allowed.read, reading);
  const ofSupport = all.filter((one) => reading.includes(one) || support.includes(one));
  assert.deepEqual([allowed.support, allowed['metrics,support']], [ofSupport, ofSupport]);
  assert.deepEqual([allowed.admin, allowed.root], [all, all]);
  const listed = (await call('GET', '/operator/tokens')).body;
  assert.deepEqual(
    listed.map(({ scopes }: { scopes: string[] }) => scopes.join()),
    [...tokens.keys()].slice(0, -1),
  );
});

test('a token without a name, with the name root or with an expiry in the past is 400', async (t) => {
  const { call } = await openOperatorApp(t);
  const faults: [object, RegExp][] = [
    [{}, /^name: is required/],
    [{ name: '' }, /^name: must not be empty/],
    [{ name: ' ' }, /^name: must have a visible character/],
    [{ name: 'Root ' }, /^name: root is reserved for OPERATOR_TOKEN/],
    [{ name: 'a', expiresAt: '2020-01-01T00:00:00Z' }, /^expiresAt: must be in the future/],
    [{ name: 'a', expiresAt: 'tomorrow' }, /^expiresAt: must be a date and time/],
    [{ name: 'a', scopes: [] }, /^scopes: must not be empty/],
    [{ name: 'a', scopes: ['write'] }, /^scopes\.0: must be one of metrics, read, support, admin/],
    [{ name: 'a', expires: '2030-01-01T00:00:00Z' }, /^expires: is not a known field/],
  ];
  for (const [body, sentence] of faults) {
    const answer = await call('POST', '/operator/tokens', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(String(answer.body.message), sentence);
  }
  assert.deepEqual((await call('GET', '/operator/tokens')).body, []);
});

test('after ten wrong tokens within a minute an address must wait, even with a valid token', async (t) => {
  const operator = await openOperatorApp(t);
  const { app, clock } = operator;
  const { token } = await newToken(operator);
  // All at once: exactly ten are judged, not one more.
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => ask(app, i % 2 ? `tgo_${'x'.repeat(i + 1)}` : `wrong-${i}`)),
  );
  assert.equal(answers.filter((one) => one.statusCode === 401).length, 10);
  const held = answers.filter((one) => one.statusCode === 429);
  assert.equal(held.length, 20);
  for (const one of held) {
    const seconds = Number(one.headers['retry-after']);
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    assert.equal(one.json().statusCode, 429);
  }
  for (const right of [token, OPERATOR_TOKEN]) assert.equal((await ask(app, right)).statusCode, 429);
  assert.equal((await ask(app, OPERATOR_TOKEN, { url: '/metrics' })).statusCode, 429);
  assert.equal((await ask(app, token, { from: '203.0.113.10' })).statusCode, OPEN);
  clock.ms += 61_000;
  assert.equal((await ask(app, token)).statusCode, OPEN);
  assert.equal((await ask(app, OPERATOR_TOKEN)).statusCode, OPEN);

  // A household has a whole /64; a call without a token is no guess; right tokens do not count.
  for (let i = 0; i < 10; i++)
    assert.equal((await ask(app, 'wrong', { from: `2001:db8::${i + 1}` })).statusCode, 401);
  assert.equal((await ask(app, token, { from: '2001:db8::ffff' })).statusCode, 429);
  assert.equal((await ask(app, token, { from: '2001:db8:0:1::1' })).statusCode, OPEN);
  for (let i = 0; i < 15; i++) {
    const bare = await app.inject({ method: 'GET', url: '/operator/tokens', remoteAddress: '203.0.113.11' });
    assert.equal(bare.statusCode, 401);
    assert.equal((await ask(app, token, { from: '203.0.113.11' })).statusCode, OPEN);
  }
});

test('each wrong token gives a log line and an audit row, without the token, up to a limit', async (t) => {
  const { context } = await openTestContext(t);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const app = buildApp({ ...context, log });
  t.after(() => app.close());
  for (let source = 0; source < 15; source++) {
    for (let i = 0; i < 12; i++) await ask(app, `tgo_secretguess${i}`, { from: `198.51.100.${source}` });
  }
  const wrong = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'a wrong operator token');
  assert.equal(wrong.length, 150);
  const { level, requestId, ip, call } = wrong[0];
  assert.deepEqual([level, ip, call], [40, '198.51.100.0', 'GET /operator/brands/:id']);
  assert.match(requestId, /^[0-9a-f-]{36}$/);
  const rows =
    await context.sql`select merchant_id, actor_kind, actor_name, action, target_kind, target_id, after, ip
    from audit_log order by sequence`;
  assert.equal(rows.length, 100);
  assert.deepEqual(
    { ...rows[0] },
    {
      merchant_id: NO_MERCHANT,
      actor_kind: 'operator',
      actor_name: 'unknown',
      action: 'operator.sign-in-failed',
      target_kind: 'address',
      target_id: '198.51.100.0',
      after: '{"call":"GET /operator/brands/:id"}',
      ip: '198.51.100.0',
    },
  );
  const [text] = await context.sql`select json_agg(a)::text as text from audit_log a`;
  assert.ok(!`${lines}${text!.text}`.includes('secretguess'));
  assert.deepEqual((await verifyAudit(context.sql)).faults, []);
});
