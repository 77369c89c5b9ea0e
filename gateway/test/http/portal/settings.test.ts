// Settings, keys, blocks and methods over the portal's API: the effect of each field, who may change it, and two people
// who change the same one.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { CARD_OPTION_ID, eventually } from '../../stage/harness.ts';
import { openPortalStage, type PortalCall, sharedPortalStage } from './portal-stage.ts';

const SETTINGS = '/brands/:brand/settings';

/** Changes the named fields, after seeing the current values. */
async function change(call: PortalCall, part: 'integration' | 'business', changes: Record<string, unknown>) {
  const { body } = await call('GET', SETTINGS);
  const seen = Object.fromEntries(Object.keys(changes).map((name) => [name, body[name]]));
  return await call('PATCH', `${SETTINGS}/${part}`, { changes, seen });
}

test('each field can be changed, applies at once, and is in the audit log with the user', async (t) => {
  const stage = await sharedPortalStage(t);
  const [owner, developer] = [await stage.as('owner'), await stage.as('developer')];
  const integration = {
    notificationUrl: 'https://shop.example/hooks?secret=1',
    enforceSignatures: true,
    signAllRequests: true,
    ipAllowList: ['203.0.113.0/24'],
    domains: ['shop.example'],
  };
  const changed = await change(developer, 'integration', integration);
  assert.equal(changed.status, 200, changed.text);
  for (const [name, value] of Object.entries(integration)) assert.deepEqual(changed.body[name], value, name);
  const business = {
    name: 'New Name',
    automaticApproval: true,
    fourEyes: true,
    timeZone: 'Europe/Berlin',
    risk: 'standard',
  };
  const answer = await change(owner, 'business', business);
  assert.equal(answer.status, 200, answer.text);
  for (const [name, value] of Object.entries(business)) assert.deepEqual(answer.body[name], value, name);
  const brand = stage.gateway.context.brands.byId(stage.brand.brandId)!;
  assert.deepEqual(
    [brand.enforceSignatures, brand.fourEyes, brand.risk?.attemptsPerCard?.limit],
    [true, true, 10],
  );
  // The address list applies to the API.
  const refused = await stage.call('GET', '/v3/payment-options', { apiKey: stage.brand.apiKey });
  assert.equal(refused.status, 403);
  const rows = await stage.sql`select actor_kind, actor_name, before, after from audit_log
    where action = 'brand.changed' and merchant_id = ${stage.brand.merchantId} order by sequence`;
  assert.deepEqual(
    rows.map(({ actor_kind, actor_name }) => [actor_kind, actor_name]),
    [
      ['user', 'developer'],
      ['user', 'owner'],
    ],
  );
  assert.equal(JSON.parse(rows[0]!.after).notificationUrl, 'https://shop.example/hooks?…');
});

test('the query of the notification address is shown only to users who may change it', async (t) => {
  const stage = await sharedPortalStage(t, {
    brand: { notificationUrl: 'https://shop.example/hooks?secret=1' },
  });
  const shown = async (role: 'developer' | 'read-only') =>
    (await (await stage.as(role))('GET', SETTINGS)).body.notificationUrl;
  assert.equal(await shown('developer'), 'https://shop.example/hooks?secret=1');
  assert.equal(await shown('read-only'), 'https://shop.example/hooks?…');
});

test('a field that needs another permission or belongs to the other call is refused', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  for (const field of ['name', 'automaticApproval', 'fourEyes', 'timeZone', 'risk', 'look']) {
    const body = { changes: { [field]: null }, seen: { [field]: null } };
    const answer = await developer('PATCH', `${SETTINGS}/integration`, body);
    assert.equal(answer.status, 403, field);
    assert.match(answer.body.message, /settings\.business/);
    assert.equal((await developer('PATCH', `${SETTINGS}/business`, body)).status, 403, field);
  }
  const owner = await stage.as('owner');
  const body = { changes: { fourEyes: true }, seen: { fourEyes: false } };
  assert.equal((await owner('PATCH', `${SETTINGS}/integration`, body)).status, 400);
  assert.equal((await owner('GET', SETTINGS)).body.fourEyes, false);
  // Nobody of the merchant decides these fields.
  for (const field of ['active', 'paymentFacilitator', 'options']) {
    const foreign = { changes: { [field]: true }, seen: {} };
    assert.equal((await owner('PATCH', `${SETTINGS}/business`, foreign)).status, 400, field);
  }
});

test('a change based on an outdated value is refused and names the change in between', async (t) => {
  const stage = await sharedPortalStage(t);
  const owner = await stage.as('owner');
  await change(owner, 'business', { timeZone: 'Europe/Paris', fourEyes: true });
  const body = { changes: { timeZone: 'Asia/Tokyo' }, seen: { timeZone: 'UTC' } };
  const late = await owner('PATCH', `${SETTINGS}/business`, body);
  assert.equal(late.status, 409, late.text);
  assert.deepEqual(
    late.body.changed.map(({ at: _, ...one }: { at: string }) => one),
    [{ field: 'timeZone', value: 'Europe/Paris', by: 'owner' }],
  );
  assert.equal((await owner('GET', SETTINGS)).body.timeZone, 'Europe/Paris');
  // A change of another field is no conflict, even if somebody changed this one meanwhile.
  const other = { changes: { fourEyes: false }, seen: { fourEyes: true } };
  assert.equal((await owner('PATCH', `${SETTINGS}/business`, other)).status, 200);
  const unseen = await owner('PATCH', `${SETTINGS}/business`, { changes: { fourEyes: true }, seen: {} });
  assert.equal(unseen.status, 400);
});

test('the look is changed part by part, with a logo, and an outdated logo is noticed', async (t) => {
  const stage = await sharedPortalStage(t);
  const owner = await stage.as('owner');
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const first = await owner('PATCH', `${SETTINGS}/business`, {
    changes: { look: { logo: png, accentColour: '#ff8800', cornerRadius: 3 } },
    seen: { look: { logo: null, accentColour: null, cornerRadius: null } },
  });
  assert.equal(first.status, 200, first.text);
  const { logo, accentColour, displayName } = first.body.look;
  assert.deepEqual([accentColour, displayName], ['#ff8800', null]);
  assert.match(logo, /\/assets\/brands\//);
  const outdated = await owner('PATCH', `${SETTINGS}/business`, {
    changes: { look: { logo: null } },
    seen: { look: { logo: null } },
  });
  assert.equal(outdated.status, 409);
  assert.equal(outdated.body.changed[0].field, 'look.logo');
  const gone = await owner('PATCH', `${SETTINGS}/business`, {
    changes: { look: { logo: null } },
    seen: { look: { logo } },
  });
  assert.equal(gone.body.look.logo, null, gone.text);
});

test('after a rotation both keys work until the old key ends, and the old key shows its last use', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  const keys = '/brands/:brand/api-keys';
  const works = async (apiKey: string) =>
    (await stage.call('GET', '/v3/payment-options', { apiKey })).status === 200;
  const [before] = (await developer('GET', keys)).body.items;
  assert.equal(before.lastUsedAt, null);
  assert.equal(before.state, 'current');
  assert.equal(before.hint.slice(-4), stage.brand.apiKey.slice(-4));
  const rotated = await developer('POST', keys, { expirePreviousInSeconds: 3_600 });
  assert.equal(rotated.status, 201, rotated.text);
  assert.ok((await works(stage.brand.apiKey)) && (await works(rotated.body.secret)));
  await eventually(async () => {
    const { items } = (await developer('GET', keys)).body;
    return items.length === 2 && items.every((one: { lastUsedFrom: string | null }) => one.lastUsedFrom);
  });
  const [current, former] = (await developer('GET', keys)).body.items;
  assert.deepEqual([current.state, former.state], ['current', 'former']);
  assert.equal(former.id, before.id);
  assert.equal(former.expiresAt, rotated.body.previousExpiresAt);
  assert.equal((await developer('DELETE', `${keys}/${current.id}`)).status, 409);
  const ended = await developer('DELETE', `${keys}/${former.id}`);
  assert.equal(ended.body.state, 'ended', ended.text);
  assert.deepEqual([await works(stage.brand.apiKey), await works(rotated.body.secret)], [false, true]);
  assert.equal((await developer('DELETE', `${keys}/${former.id}`)).status, 409);
  const stranger = await stage.createBrand();
  const [foreign] = await stage.sql`select id from api_keys where brand_id = ${stranger.brandId}`;
  assert.equal((await developer('DELETE', `${keys}/${foreign!.id}`)).status, 404);
  const texts = await stage.sql`select before, after from audit_log where action like 'api-key.%'`;
  assert.ok(!JSON.stringify(texts).includes(rotated.body.secret), 'the log never has a key');
});

test('the last use of a key is written at most once a minute', async (t) => {
  const stage = await openPortalStage(t, { workers: false });
  const { brands } = stage.gateway.context;
  const used = async () => {
    await stage.call('GET', '/v3/payment-options', { apiKey: stage.brand.apiKey });
    await brands.writeUses();
    const [row] = await stage.sql`select last_used_at from api_keys where brand_id = ${stage.brand.brandId}`;
    return row!.last_used_at.getTime();
  };
  const first = await used();
  stage.advance(30_000);
  assert.equal(await used(), first);
  stage.advance(31_000);
  assert.ok((await used()) > first);
});

test('signing secrets are listed, rotated and ended, and a signed request counts as their use', async (t) => {
  const stage = await sharedPortalStage(t, { brand: { enforceSignatures: true } });
  const developer = await stage.as('developer');
  const secrets = '/brands/:brand/signing-secrets';
  const rotated = await developer('POST', secrets, {});
  assert.match(rotated.body.secret, /^tgs_/);
  const body = { merchantReference: 'none', country: 'DE' };
  const signature = createHmac('sha256', stage.brand.signingSecret)
    .update(JSON.stringify(body))
    .digest('base64');
  const headers = { 'x-signature': signature };
  const answer = await stage.call('POST', '/cancel-payment', { apiKey: stage.brand.apiKey, headers, body });
  assert.equal(answer.status, 404, answer.text);
  await eventually(async () => (await developer('GET', secrets)).body.items[1].lastUsedAt !== null);
  const [current, former] = (await developer('GET', secrets)).body.items;
  assert.equal(current.lastUsedAt, null);
  assert.equal((await developer('DELETE', `${secrets}/${former.id}`)).status, 200);
  const after = await stage.call('POST', '/cancel-payment', { apiKey: stage.brand.apiKey, headers, body });
  assert.equal(after.status, 403);
});

test('blocks are added by kind, searched, paged and removed; a card only from a transaction', async (t) => {
  const stage = await sharedPortalStage(t);
  const support = await stage.as('support');
  const blocks = '/brands/:brand/blocks';
  const values = {
    bin: '424242',
    email: 'Bad@Example.com',
    userId: 'u-1',
    ip: '203.0.113.0/24',
    country: 'NG',
  };
  for (const [kind, value] of Object.entries(values)) {
    const added = await support('POST', blocks, { kind, value, reason: `test of ${kind}` });
    assert.equal(added.status, 201, added.text);
  }
  const number = { kind: 'card', value: '4242424242424242', reason: 'no' };
  assert.equal((await support('POST', blocks, number)).status, 400);
  const first = await support('GET', `${blocks}?limit=2`);
  assert.deepEqual(
    first.body.items.map(({ kind }: { kind: string }) => kind),
    ['country', 'ip'],
  );
  const second = await support('GET', `${blocks}?limit=3&cursor=${first.body.next}`);
  assert.deepEqual(
    second.body.items.map(({ kind }: { kind: string }) => kind),
    ['userId', 'email', 'bin'],
  );
  assert.equal(second.body.next, null);
  const found = await support('GET', `${blocks}?search=BAD@`);
  assert.deepEqual(
    found.body.items.map(({ value }: { value: string }) => value),
    ['bad@example.com'],
  );
  const { blockId } = found.body.items[0];
  assert.equal((await support('DELETE', `${blocks}/${blockId}`)).status, 204);
  assert.equal((await support('DELETE', `${blocks}/${blockId}`)).status, 404);
});

test('methods show every option and whether a provider serves it, and can be switched, limited and ordered', async (t) => {
  const stage = await sharedPortalStage(t);
  const owner = await stage.as('owner');
  const methods = '/brands/:brand/methods';
  const { items } = (await owner('GET', methods)).body;
  const card = items.find(({ optionId }: { optionId: string }) => optionId === CARD_OPTION_ID);
  assert.deepEqual(
    [card.enabled, card.minAmount, card.usualMinAmount, card.servedBy],
    [true, null, 1, ['sandbox']],
  );
  const seen = { enabled: true, minAmount: null, maxAmount: null };
  const off = { enabled: false, minAmount: 5, maxAmount: 100, seen };
  assert.equal((await owner('PUT', `${methods}/${CARD_OPTION_ID}`, off)).status, 200);
  const outdated = await owner('PUT', `${methods}/${CARD_OPTION_ID}`, off);
  assert.equal(outdated.status, 409, outdated.text);
  assert.equal(outdated.body.changed[0].by, 'owner');
  const upside = { ...off, minAmount: 200, seen: { enabled: false, minAmount: 5, maxAmount: 100 } };
  assert.equal((await owner('PUT', `${methods}/${CARD_OPTION_ID}`, upside)).status, 400);
  const last = items.filter(({ direction }: { direction: string }) => direction === 'PAYIN').at(-1);
  const ordered = await owner('PATCH', `${SETTINGS}/business`, {
    changes: { look: { methodOrder: [last.optionId] } },
    seen: { look: { methodOrder: null } },
  });
  assert.equal(ordered.status, 200, ordered.text);
  assert.equal((await owner('GET', methods)).body.items[0].optionId, last.optionId);
});

test('the preview is the cashier’s page without a stored payment, and only its own origin may frame it', async (t) => {
  const stage = await sharedPortalStage(t);
  const path = `/portal/api/brands/${stage.brand.brandId}/cashier-preview`;
  const cookie = await stage.cookieOf('read-only');
  const answer = await fetch(`${stage.url}${path}`, { headers: { cookie } });
  assert.equal(answer.status, 200);
  const policy = answer.headers.get('content-security-policy')!;
  assert.match(policy, /frame-ancestors 'self'/);
  assert.match(policy, /default-src 'none'/);
  const page = await answer.text();
  const start = JSON.parse(/id="start">(.*)<\/script>/.exec(page)![1]!);
  assert.equal(start.preview, true);
  assert.equal(start.state.brand.name, stage.gateway.context.brands.byId(stage.brand.brandId)!.name);
  assert.ok(start.state.screen.options.length > 1);
  assert.equal((await stage.sql`select 1 from openings where brand_id = ${stage.brand.brandId}`).length, 0);
  assert.equal((await fetch(`${stage.url}${path}`)).status, 401);
  const another = await stage.createBrand();
  const strange = path.replace(stage.brand.brandId, another.brandId);
  assert.equal((await fetch(`${stage.url}${strange}`, { headers: { cookie } })).status, 404);
});
