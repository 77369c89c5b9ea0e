// The audit log from outside (contract 12): each change by an operator leaves exactly one row, in its own commit,
// without a secret; and how the rows are listed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { AuditRow } from '../../../src/domain/audit/audit.ts';
import { firstPreviousHash, hashOfRow } from '../../../src/domain/audit/audit.ts';
import { CARD_OPTION_ID } from '../../stage/harness.ts';
import { newMerchant, OPERATOR_TOKEN, type OperatorApp, openOperatorApp } from './operator-app.ts';

const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';

async function rowsOf({ call }: OperatorApp, query = ''): Promise<AuditRow[]> {
  const { status, body } = await call('GET', `/operator/audit${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function newBrand(operator: OperatorApp, settings: Record<string, unknown> = {}) {
  const merchantId = await newMerchant(operator);
  const { status, body } = await operator.call('POST', `/operator/merchants/${merchantId}/brands`, {
    name: 'Demo Shop',
    ...settings,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...body, path: `/operator/brands/${body.brandId}` };
}

test('each change of an operator is one row with person, action, address, before and after', async (t) => {
  const operator = await openOperatorApp(t);
  const { call, context } = operator;
  const { merchantId, brandId, path, apiKey, signingSecret } = await newBrand(operator);
  const steps: [Parameters<typeof call>[0], string, object, string, object | null, object][] = [
    ['PATCH', path, { fourEyes: true }, 'brand.changed', { fourEyes: false }, { fourEyes: true }],
    [
      'PUT',
      `${path}/options/${CARD_OPTION_ID}`,
      { enabled: true, minAmount: 5 },
      'brand.option-set',
      null,
      { optionId: CARD_OPTION_ID, enabled: true, minAmount: 5, maxAmount: null },
    ],
    [
      'PUT',
      `${path}/options/${CARD_OPTION_ID}`,
      { enabled: false },
      'brand.option-set',
      { optionId: CARD_OPTION_ID, enabled: true, minAmount: 5, maxAmount: null },
      { optionId: CARD_OPTION_ID, enabled: false, minAmount: null, maxAmount: null },
    ],
    [
      'POST',
      `${path}/funding`,
      { currency: 'EUR', amount: 12.5, reference: 'wire-1' },
      'brand.funded',
      null,
      { currency: 'EUR', amount: 12.5, reference: 'wire-1' },
    ],
  ];
  let known = (await rowsOf(operator, `?merchantId=${merchantId}`)).length;
  assert.equal(known, 2);
  for (const [method, url, body, action, before, after] of steps) {
    const answer: LightMyRequestResponse = await operator.app.inject({
      method,
      url,
      payload: body,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'x-request-id': `step-${known}` },
      remoteAddress: '203.0.113.9',
    });
    assert.ok(answer.statusCode < 300, answer.body);
    const rows = await rowsOf(operator, `?merchantId=${merchantId}`);
    assert.equal(rows.length, known + 1, action);
    const { id, at, previousHash, hash, ...told } = rows.at(-1)!;
    assert.deepEqual(told, {
      actor: { kind: 'operator', id: 'root', name: 'root' },
      action,
      target: { kind: 'brand', id: brandId },
      before,
      after,
      requestId: `step-${known}`,
      ip: '203.0.113.9',
    });
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 600_000);
    assert.match(previousHash + hash, /^[0-9a-f]{128}$/);
    known = rows.length;
  }
  // The rest, by name and target.
  const rotations = [
    (await call('POST', `${path}/api-keys`, {})).body,
    (await call('POST', `${path}/signing-secrets`, { expirePreviousInSeconds: 0 })).body,
  ];
  const user = { email: 'Anna@example.com', role: 'support' };
  const invited = (await call('POST', `/operator/merchants/${merchantId}/users`, user)).body;
  const rows = await rowsOf(operator, `?merchantId=${merchantId}`);
  assert.deepEqual(
    rows.map(({ action, target }) => `${action} ${target.kind}`),
    [
      'merchant.created merchant',
      'brand.created brand',
      'brand.changed brand',
      'brand.option-set brand',
      'brand.option-set brand',
      'brand.funded brand',
      'api-key.rotated brand',
      'signing-secret.rotated brand',
      'user.invited user',
    ],
  );
  assert.deepEqual(rows[0]!.after, { name: 'Example Ltd' });
  const created = rows[1]!.after as Record<string, unknown>;
  assert.equal(created.enforceSignatures, false);
  assert.equal(created.apiKey, `tg_test_…${apiKey.slice(-4)}`);
  assert.deepEqual(rows[6]!.after, {
    apiKey: `tg_test_…${rotations[0].apiKey.slice(-4)}`,
    scopes: ['read', 'payments', 'refunds', 'payouts', 'settle'],
    previousExpiresAt: rotations[0].previousExpiresAt,
  });
  assert.deepEqual(rows[8]!.after, {
    email: 'anna@example.com',
    role: 'support',
    invitationExpiresAt: (rows[8]!.after as Record<string, string>).invitationExpiresAt,
  });
  // No secret in any column.
  const [stored] = await context.sql`select json_agg(a)::text as text from audit_log a`;
  const secrets = [apiKey, signingSecret, rotations[0].apiKey, rotations[1].signingSecret];
  for (const secret of [...secrets, invited.invitationUrl.split('/').at(-1), OPERATOR_TOKEN]) {
    assert.ok(!stored!.text.includes(secret.slice(8)), 'a secret is in the log');
  }
});

test('a call that changes nothing, is refused or does not commit writes no row', async (t) => {
  const operator = await openOperatorApp(t);
  const { call, context } = operator;
  const { merchantId, path } = await newBrand(operator, { fourEyes: true });
  const wire = { currency: 'EUR', amount: 10, reference: 'wire' };
  await call('POST', `${path}/funding`, wire);
  const known = await rowsOf(operator);
  const idle: [Parameters<typeof call>[0], string, object][] = [
    ['PATCH', path, { fourEyes: true }],
    ['PATCH', path, {}],
    ['POST', `${path}/funding`, wire],
    ['POST', `${path}/funding`, { ...wire, amount: 11 }],
    ['POST', `${path}/funding`, { ...wire, amount: -11, reference: 'too much' }],
    ['POST', `${path}/webhooks/resume`, {}],
    ['PATCH', path, { paymentFacilitator: true }],
    ['POST', `/operator/merchants/${UNKNOWN}/brands`, { name: 'a' }],
  ];
  for (const [method, url, body] of idle) await call(method, url, body);
  await call('PUT', `${path}/options/${CARD_OPTION_ID}`, { enabled: true });
  await call('PUT', `${path}/options/${CARD_OPTION_ID}`, { enabled: true });
  assert.deepEqual(
    (await rowsOf(operator)).slice(known.length).map((row) => row.action),
    ['brand.option-set'],
  );

  // If the log cannot be written, the change fails too.
  const before = (await rowsOf(operator)).length;
  await context.sql`insert into audit_log select merchant_id, sequence + 1, id, at, actor_kind, actor_id, actor_name,
    action, target_kind, target_id, before, after, request_id, ip, previous_hash, hash from audit_log
    where merchant_id = ${merchantId} order by sequence desc limit 1`;
  assert.equal((await call('PATCH', path, { name: 'Other' })).status, 500);
  assert.equal((await call('POST', `${path}/funding`, { ...wire, reference: 'next' })).status, 500);
  assert.equal((await call('GET', path)).body.name, 'Demo Shop');
  assert.deepEqual((await call('GET', `${path}/balances`)).body, [
    { currency: 'EUR', available: 10, reserved: 0 },
  ]);
  assert.equal((await rowsOf(operator)).length, before + 1);
});

test('the rows of a merchant are chained: each hash can be computed from the row and the one before', async (t) => {
  const operator = await openOperatorApp(t);
  const { merchantId, path } = await newBrand(operator);
  const other = await newBrand(operator);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const reference = `wire-${i}`;
      const body = { currency: 'EUR', amount: i + 1, reference };
      return operator.call('POST', `${i % 2 ? path : other.path}/funding`, body);
    }),
  );
  for (const id of [merchantId, other.merchantId]) {
    const rows = await rowsOf(operator, `?merchantId=${id}`);
    assert.equal(rows.length, 12);
    let previousHash = firstPreviousHash(id);
    for (const row of rows) {
      assert.equal(row.previousHash, previousHash);
      assert.equal(hashOfRow(row), row.hash);
      previousHash = row.hash;
    }
  }
});

test('the list is filtered by merchant and target, paged by `after` and `limit`, and refuses unknown parameters', async (t) => {
  const operator = await openOperatorApp(t);
  const { call } = operator;
  const first = await newBrand(operator);
  const second = await newBrand(operator);
  await call('PATCH', first.path, { name: 'One' });
  await call('PATCH', second.path, { name: 'Two' });
  const all = await rowsOf(operator);
  assert.equal(all.length, 6);
  assert.deepEqual(
    all.map((row) => row.id),
    all.map((row) => row.id).sort(),
  );
  const ofFirst = await rowsOf(operator, `?merchantId=${first.merchantId.toUpperCase()}`);
  assert.deepEqual(
    ofFirst.map((row) => row.action),
    ['merchant.created', 'brand.created', 'brand.changed'],
  );
  assert.equal((await rowsOf(operator, `?target=${second.brandId}`)).length, 2);
  assert.equal(
    (await rowsOf(operator, `?target=${second.brandId}&merchantId=${first.merchantId}`)).length,
    0,
  );
  assert.deepEqual(await rowsOf(operator, `?merchantId=${UNKNOWN}`), []);
  for (const filter of ['', `merchantId=${first.merchantId}&`]) {
    const wanted = filter === '' ? all : ofFirst;
    const paged: AuditRow[] = [];
    for (let after = ''; paged.length < wanted.length; after = `&after=${paged.at(-1)!.id}`) {
      const page = await rowsOf(operator, `?${filter}limit=2${after}`);
      assert.ok(page.length === 2 || paged.length + page.length === wanted.length);
      paged.push(...page);
    }
    assert.deepEqual(paged, wanted);
  }
  const refused: [string, RegExp][] = [
    ['merchantId=no', /^merchantId: must be a UUID/],
    ['after=no', /^after: must be a UUID/],
    [`after=${UNKNOWN}`, /^after: no row of this log/],
    [`after=${all.at(-1)!.id}&merchantId=${first.merchantId}`, /^after: no row of this log/],
    ['limit=0', /^limit: must be a whole number from 1 to 100/],
    ['limit=101', /^limit: /],
    ['limit=5&limit=6', /^limit: /],
    ['target=', /^target: must not be empty/],
    ['actor=root', /^actor: is not a known field/],
  ];
  for (const [query, sentence] of refused) {
    const { status, body } = await call('GET', `/operator/audit?${query}`);
    assert.equal(status, 400, query);
    assert.match(String(body.message), sentence);
  }
});

test('an unknown setting in an operator’s call is 400 and is named at every depth', async (t) => {
  const operator = await openOperatorApp(t);
  const { call } = operator;
  const { path, merchantId, brandId } = await newBrand(operator);
  const known = (await rowsOf(operator)).length;
  const calls: [Parameters<typeof call>[0], string, object, string[]][] = [
    ['POST', '/operator/merchants', { name: 'a', extra: 1 }, ['extra']],
    [
      'POST',
      `/operator/merchants/${merchantId}/brands`,
      { name: 'a', active: false, fourEye: true },
      ['active', 'fourEye'],
    ],
    [
      'PATCH',
      path,
      { enforceSignature: true, look: { colour: '#000000' } },
      ['enforceSignature', 'look.colour'],
    ],
    ['POST', `${path}/api-keys`, { expireInSeconds: 0 }, ['expireInSeconds']],
    ['POST', `${path}/signing-secrets`, { expireInSeconds: 0 }, ['expireInSeconds']],
    ['POST', `${path}/funding`, { currency: 'EUR', amount: 1, reference: 'a', note: 'x' }, ['note']],
    ['POST', `${path}/webhooks/resume`, { all: true }, ['all']],
    ['PUT', `${path}/options/${CARD_OPTION_ID}`, { enabled: true, minimum: 5 }, ['minimum']],
    [
      'POST',
      `/operator/merchants/${merchantId}/users`,
      { email: 'a@b.example', role: 'owner', name: 'A' },
      ['name'],
    ],
  ];
  for (const [method, url, body, names] of calls) {
    const answer = await call(method, url, body);
    assert.equal(answer.status, 400, url);
    assert.deepEqual(
      answer.body.message.toSorted(),
      names.map((name) => `${name}: is not a known field; check its name`),
      url,
    );
  }
  const odd = await call('POST', `${path}/webhooks/resume`, { '': 1, 'a\nb': 2, [`${'x'.repeat(200)}`]: 3 });
  assert.deepEqual(odd.body.message.toSorted(), [
    `"": is not a known field; check its name`,
    `"a\\nb": is not a known field; check its name`,
    `"${'x'.repeat(100)}…": is not a known field; check its name`,
  ]);
  assert.equal((await rowsOf(operator)).length, known);
  assert.equal((await call('GET', `/operator/brands/${brandId}`)).body.look.accentColour, '#1f4fd8');
});

test('every body and query of the operator’s calls refuses unknown fields', async (t) => {
  const { app } = await openOperatorApp(t);
  await app.ready();
  const document = app.openApi('operator') as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
    components: { schemas: Record<string, object> };
  };
  let seen = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/operator/')) continue;
    for (const [method, { requestBody }] of Object.entries(methods)) {
      if (!requestBody) continue;
      seen++;
      requireClosed(requestBody.content['application/json']!.schema, `${method} ${path}`);
    }
  }
  assert.ok(seen >= 9);

  function requireClosed(schema: object, where: string): void {
    const { $ref, properties, type, additionalProperties } = schema as Record<string, unknown>;
    if (typeof $ref === 'string') {
      requireClosed(document.components.schemas[$ref.split('/').at(-1)!]!, where);
      return;
    }
    if ([type].flat().includes('object'))
      assert.notEqual(additionalProperties ?? true, true, `${where} is open`);
    for (const [name, one] of Object.entries((properties ?? {}) as Record<string, object>)) {
      requireClosed(one, `${where} ${name}`);
    }
  }
});

test('an invitation works for a week, and only then can the same person be invited again', async (t) => {
  const operator = await openOperatorApp(t);
  const { call, clock, context } = operator;
  const { merchantId } = await newBrand(operator);
  const path = `/operator/merchants/${merchantId}/users`;
  const invite = (role: string) => call('POST', path, { email: 'anna@example.com', role });
  const first = await invite('support');
  assert.equal(first.status, 201);
  const stored = async () => {
    const [user] =
      await context.sql`select role, invitation_expires_at as at from users where merchant_id = ${merchantId}`;
    return { role: user!.role, days: (user!.at.getTime() - context.now().getTime()) / 86_400_000 };
  };
  const { days } = await stored();
  assert.ok(days > 6.9 && days <= 7, String(days));
  assert.equal((await invite('finance-approver')).status, 409);
  clock.ms += 7 * 86_400_000 + 1;
  const second = await invite('finance-approver');
  assert.equal(second.status, 201);
  assert.equal(second.body.userId, first.body.userId);
  assert.notEqual(second.body.invitationUrl, first.body.invitationUrl);
  const renewed = await stored();
  assert.equal(renewed.role, 'finance-approver');
  assert.ok(renewed.days > 6.9);
  // A person who has signed up is not invited again.
  await context.sql`update users set password_hash = 'set' where merchant_id = ${merchantId}`;
  clock.ms += 8 * 86_400_000;
  assert.equal((await invite('finance-approver')).status, 409);
  assert.equal((await rowsOf(operator, `?target=${first.body.userId}`)).length, 2);
});

test('the script for auditors in OPERATIONS accepts the rows, and reports an altered row', async (t) => {
  const operator = await openOperatorApp(t);
  const { merchantId, path } = await newBrand(operator, { domains: ['b.example', 'a.example'] });
  await operator.call('POST', `${path}/funding`, { currency: 'EUR', amount: 0.1, reference: 'ü "1"' });
  const rows = await rowsOf(operator, `?merchantId=${merchantId}`);
  const pages = readFileSync(join(import.meta.dirname, '../../../../docs/OPERATIONS.md'), 'utf8');
  const [, script] = /```js\n([\s\S]*?)\n```/.exec(pages)!;
  const file = join(operator.context.config.dataDir, 'check.mjs');
  writeFileSync(file, script!);
  const check = (from: string, input: unknown) =>
    spawnSync(process.execPath, [file, from], { input: JSON.stringify(input), encoding: 'utf8' });
  assert.equal(check(merchantId, rows).stdout, `right, up to ${rows.at(-1)!.hash}\n`);
  assert.equal(check(rows[0]!.hash, rows.slice(1)).status, 0);
  assert.equal(check(merchantId, rows.slice(1)).status, 1);
  const altered = rows.with(1, { ...rows[1]!, actor: { ...rows[1]!.actor, name: 'anna' } });
  assert.match(check(merchantId, altered).stderr, new RegExp(`row ${rows[1]!.id} is not right`));
});
