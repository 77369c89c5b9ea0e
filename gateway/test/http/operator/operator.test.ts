// The operator API from outside (contract 2): every call, its defaults, its codes, and its effect on the directory in
// memory.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { newMerchant, OPERATOR_TOKEN, type OperatorApp, openOperatorApp } from './operator-app.ts';

const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';
const CARD = optionsOf('PAYIN').find((option) => option.type === 'CARD')!;
const SUBOPTION = optionsOf('PAYIN').flatMap((option) => option.suboptions)[0]!;
const DEFAULTS = {
  active: true,
  notificationUrl: null,
  enforceSignatures: false,
  signAllRequests: false,
  automaticApproval: false,
  ipAllowList: [],
  paymentFacilitator: false,
  domains: [],
  fourEyes: false,
  instantPayouts: false,
  timeZone: 'UTC',
  digestHour: 8,
  personalDataMonths: null,
  options: 'all',
  look: {
    displayName: 'Demo Shop',
    logoUrl: null,
    accentColour: '#1f4fd8',
    cornerRadius: 10,
    methodOrder: [],
  },
  risk: 'off',
};

async function newBrand(operator: OperatorApp, settings: Record<string, unknown> = {}) {
  const brand = await operator.call('POST', `/operator/merchants/${await newMerchant(operator)}/brands`, {
    name: 'Demo Shop',
    ...settings,
  });
  assert.equal(brand.status, 201, JSON.stringify(brand.body));
  return { ...brand.body, path: `/operator/brands/${brand.body.brandId}` };
}

// proves 1 rule 1; 5.3
test('a merchant and a brand are made with the defaults of the contract, and the brand can be used at once', async (t) => {
  const operator = await openOperatorApp(t);
  const merchant = await operator.call('POST', '/operator/merchants', { name: 'Example Ltd' });
  assert.equal(merchant.status, 201);
  assert.deepEqual(Object.keys(merchant.body), ['merchantId', 'name']);
  assert.equal(merchant.body.name, 'Example Ltd');

  const { merchantId } = merchant.body;
  const { status, body } = await operator.call('POST', `/operator/merchants/${merchantId}/brands`, {
    name: 'Demo Shop',
    notificationUrl: null,
  });
  assert.equal(status, 201);
  const { brandId, apiKey, signingSecret, ...settings } = body;
  assert.deepEqual(settings, { merchantId, name: 'Demo Shop', ...DEFAULTS, optionSettings: [] });
  assert.match(apiKey, /^tg_test_[0-9A-Za-z]{43}$/);
  assert.match(signingSecret, /^tgs_[0-9A-Za-z]{43}$/);
  const known = operator.context.brands.byApiKey(apiKey)!;
  assert.equal(known.brandId, brandId);
  assert.deepEqual(
    known.signingSecrets.map((one) => one.secret),
    [signingSecret],
  );

  const shown = await operator.call('GET', `/operator/brands/${brandId}`);
  assert.equal(shown.status, 200);
  assert.deepEqual(shown.body, { brandId, merchantId, name: 'Demo Shop', ...DEFAULTS, optionSettings: [] });
  // All fields in the contract's order.
  const order = ['brandId', 'merchantId', 'name', ...Object.keys(DEFAULTS), 'optionSettings'];
  assert.deepEqual(Object.keys(shown.body), order);
  assert.deepEqual(Object.keys({ brandId, ...settings }), order);
  const changed = await operator.call('PATCH', `/operator/brands/${brandId}`, { fourEyes: true });
  assert.deepEqual(Object.keys(changed.body), order);
});

test('no key and no secret is in the database in clear text', async (t) => {
  const operator = await openOperatorApp(t);
  const { apiKey, signingSecret } = await newBrand(operator);
  const [key] = await operator.context.sql`select encode(key_hash, 'escape') as text from api_keys`;
  const [secret] = await operator.context
    .sql`select encode(secret_sealed, 'escape') as text from signing_secrets`;
  assert.ok(!key!.text.includes(apiKey.slice(8)));
  assert.ok(!secret!.text.includes(signingSecret.slice(4)));
});

test('a wrong, missing or incomplete token is 401 on every route, with a hint', async (t) => {
  const { app } = await openOperatorApp(t);
  const headers = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: OPERATOR_TOKEN },
    { authorization: `Basic ${OPERATOR_TOKEN}` },
    { authorization: `Bearer ${OPERATOR_TOKEN}x` },
    { authorization: `Bearer ${OPERATOR_TOKEN.slice(0, -1)}` },
    { authorization: 'Bearer ' },
  ];
  for (const one of headers) {
    const answer = await app.inject({ method: 'GET', url: `/operator/brands/${UNKNOWN}`, headers: one });
    assert.equal(answer.statusCode, 401, JSON.stringify(one));
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    assert.equal(answer.json().statusCode, 401);
  }
  const spelled = await app.inject({
    method: 'GET',
    url: `/operator/brands/${UNKNOWN}`,
    headers: { authorization: `bearer ${OPERATOR_TOKEN}` },
  });
  assert.equal(spelled.statusCode, 404);
});

test('in every call a malformed id is 400 and names the field, and an unknown id is 404', async (t) => {
  const { call } = await openOperatorApp(t);
  const funding = { currency: 'EUR', amount: 1, reference: 'a' };
  const calls: [Parameters<typeof call>[0], (id: string) => string, unknown?][] = [
    ['POST', (id) => `/operator/merchants/${id}/brands`, { name: 'a' }],
    ['POST', (id) => `/operator/merchants/${id}/users`, { email: 'a@b.example', role: 'owner' }],
    ['GET', (id) => `/operator/brands/${id}`],
    ['PATCH', (id) => `/operator/brands/${id}`, {}],
    ['POST', (id) => `/operator/brands/${id}/api-keys`, {}],
    ['POST', (id) => `/operator/brands/${id}/signing-secrets`, {}],
    ['POST', (id) => `/operator/brands/${id}/funding`, funding],
    ['GET', (id) => `/operator/brands/${id}/balances`],
    ['POST', (id) => `/operator/brands/${id}/webhooks/resume`, {}],
    ['PUT', (id) => `/operator/brands/${id}/options/${CARD.id}`, { enabled: true }],
  ];
  for (const [method, url, body] of calls) {
    const malformed = await call(method, url('not-an-id'), body);
    assert.equal(malformed.status, 400, `${method} ${url('…')}`);
    assert.match(String(malformed.body.message), /^id: must be a UUID/);
    const unknown = await call(method, url(UNKNOWN), body);
    assert.equal(unknown.status, 404, `${method} ${url('…')}`);
  }
});

test('faults in a brand are 400, all listed with their fields', async (t) => {
  const operator = await openOperatorApp(t, { env: { ALLOW_INSECURE_WEBHOOKS: 'false' } });
  const { call } = operator;
  const { body: merchant } = await call('POST', '/operator/merchants', { name: 'Example Ltd' });
  const create = async (settings: Record<string, unknown>) => {
    const answer = await call('POST', `/operator/merchants/${merchant.merchantId}/brands`, {
      name: 'Demo Shop',
      ...settings,
    });
    assert.equal(answer.status, 400, JSON.stringify(settings));
    return answer.body.message as string[];
  };
  const byShape = await create({ name: '', enforceSignatures: 'yes', options: 'some', domains: [1] });
  for (const field of ['name', 'enforceSignatures', 'options', 'domains.0']) {
    assert.ok(
      byShape.some((one) => one.startsWith(`${field}: `)),
      `${field} in ${byShape}`,
    );
  }
  assert.deepEqual(await create({ name: undefined }), ['name: is required']);
  assert.match(String(await create({ name: 'a\u0000b' })), /^name: must not contain control characters/);

  const byMeaning = await create({
    notificationUrl: 'http://shop.example/hook',
    ipAllowList: ['203.0.113.0/24', 'localhost', '10.0.0.0/33'],
    options: [UNKNOWN, CARD.id, SUBOPTION.id],
  });
  assert.deepEqual(
    byMeaning.map((one) => one.split(':')[0]),
    ['notificationUrl', 'ipAllowList.1', 'ipAllowList.2', 'options.0', 'options.2'],
  );
  for (const url of [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://u:p@shop.example/',
    'ftp://shop.example/',
  ]) {
    assert.match(String(await create({ notificationUrl: url })), /^notificationUrl: /);
  }
});

test('a change sets only the fields that it names, and null removes the address', async (t) => {
  const operator = await openOperatorApp(t);
  const { path, brandId } = await newBrand(operator, {
    notificationUrl: 'https://shop.example/hook',
    ipAllowList: ['203.0.113.0/24'],
  });
  const changed = await operator.call('PATCH', path, {
    active: false,
    fourEyes: true,
    options: [CARD.id.toUpperCase()],
    domains: null,
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(
    { ...changed.body, merchantId: undefined },
    {
      ...DEFAULTS,
      merchantId: undefined,
      brandId,
      name: 'Demo Shop',
      notificationUrl: 'https://shop.example/hook',
      ipAllowList: ['203.0.113.0/24'],
      active: false,
      fourEyes: true,
      options: [CARD.id],
      optionSettings: [],
    },
  );
  const known = operator.context.brands.byId(brandId)!;
  assert.deepEqual([known.active, known.fourEyes, known.optionIds], [false, true, [CARD.id]]);
  const cleared = await operator.call('PATCH', path, {
    notificationUrl: null,
    options: 'all',
    ipAllowList: [],
  });
  assert.deepEqual(
    [cleared.body.notificationUrl, cleared.body.options, cleared.body.ipAllowList],
    [null, 'all', []],
  );
  assert.equal((await operator.call('PATCH', path, { active: 'no' })).status, 400);
});

test('after a rotation the former API key works for a day, or for the given time', async (t) => {
  const operator = await openOperatorApp(t);
  const { context, clock } = operator;
  const { path, apiKey: first } = await newBrand(operator);
  const rotation = await operator.call('POST', `${path}/api-keys`, {});
  assert.equal(rotation.status, 201);
  const { apiKey: second, previousExpiresAt } = rotation.body;
  assert.match(second, /^tg_test_[0-9A-Za-z]{43}$/);
  const hours = (Date.parse(previousExpiresAt) - context.now().getTime()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24, previousExpiresAt);
  assert.ok(context.brands.byApiKey(first) && context.brands.byApiKey(second));

  // A leak: all earlier keys end now, even those with hours left.
  const { apiKey: third } = (await operator.call('POST', `${path}/api-keys`, { expirePreviousInSeconds: 0 }))
    .body;
  assert.equal(context.brands.byApiKey(first), undefined);
  assert.equal(context.brands.byApiKey(second), undefined);
  assert.ok(context.brands.byApiKey(third));

  // A longer overlap does not revive a key, and time alone ends one.
  const { apiKey: fourth } = (
    await operator.call('POST', `${path}/api-keys`, { expirePreviousInSeconds: 60 })
  ).body;
  assert.equal(context.brands.byApiKey(second), undefined);
  assert.ok(context.brands.byApiKey(third));
  clock.ms += 61_000;
  assert.equal(context.brands.byApiKey(third), undefined);
  assert.ok(context.brands.byApiKey(fourth));

  for (const expirePreviousInSeconds of [-1, 1.5, '60', 1e12]) {
    const answer = await operator.call('POST', `${path}/api-keys`, { expirePreviousInSeconds });
    assert.equal(answer.status, 400);
    assert.match(String(answer.body.message), /^expirePreviousInSeconds: /);
  }
});

test('after a rotation the new signing secret is first, and the former secret works until its expiry', async (t) => {
  const operator = await openOperatorApp(t);
  const { path, brandId, signingSecret: first } = await newBrand(operator);
  const rotate = async (expirePreviousInSeconds: number): Promise<string> => {
    const rotation = await operator.call('POST', `${path}/signing-secrets`, { expirePreviousInSeconds });
    assert.equal(rotation.status, 201);
    assert.match(rotation.body.signingSecret, /^tgs_[0-9A-Za-z]{43}$/);
    return rotation.body.signingSecret;
  };
  const known = () => operator.context.brands.byId(brandId)!.signingSecrets.map((one) => one.secret);
  const second = await rotate(3_600);
  assert.deepEqual(known(), [second, first]);
  const [current, former] = operator.context.brands.byId(brandId)!.signingSecrets;
  assert.equal(current!.expiresAt, null);
  assert.ok(former!.expiresAt! > operator.context.now());
  const third = await rotate(0);
  assert.deepEqual(known(), [third]);
});

test('each option is switched and limited separately, also after a new list of options', async (t) => {
  const operator = await openOperatorApp(t);
  const { path, brandId } = await newBrand(operator);
  const put = (optionId: string, body: unknown) => operator.call('PUT', `${path}/options/${optionId}`, body);
  const set = await put(CARD.id, { enabled: false, minAmount: 0.1, maxAmount: 99.99 });
  assert.deepEqual(set, {
    status: 200,
    body: { optionId: CARD.id, enabled: false, minAmount: 0.1, maxAmount: 99.99 },
  });
  assert.deepEqual(operator.context.brands.byId(brandId)!.optionSettings.get(CARD.id), {
    enabled: false,
    minAmount: 0.1,
    maxAmount: 99.99,
  });
  const listed = await operator.call('PATCH', path, { options: [CARD.id] });
  assert.deepEqual(listed.body.optionSettings, [{ ...set.body, enabled: true }]);
  assert.equal((await put(CARD.id, { enabled: true })).body.minAmount, null);

  assert.equal((await put(UNKNOWN, { enabled: true })).status, 404);
  assert.equal((await put('card', { enabled: true })).status, 400);
  assert.match(String((await put(CARD.id, {})).body.message), /^enabled: is required/);
  assert.match(String((await put(CARD.id, { enabled: true, minAmount: -1 })).body.message), /^minAmount: /);
  assert.match(
    String((await put(CARD.id, { enabled: true, minAmount: 5, maxAmount: 4 })).body.message),
    /^minAmount: must not be more than maxAmount/,
  );
});

test('funding adds or withdraws money, once for each reference', async (t) => {
  const operator = await openOperatorApp(t);
  const { path } = await newBrand(operator);
  const fund = (currency: string, amount: unknown, reference: string) =>
    operator.call('POST', `${path}/funding`, { currency, amount, reference });
  const first = await fund('EUR', 100.1, 'wire-1');
  assert.deepEqual(first, {
    status: 201,
    body: { balances: [{ currency: 'EUR', available: 100.1, reserved: 0 }] },
  });
  assert.deepEqual(await fund('EUR', 100.1, 'wire-1'), first);
  await fund('EUR', -100.09, 'back-1');
  await fund('JPY', 1500, 'wire-2');
  const balances = [
    { currency: 'EUR', available: 0.01, reserved: 0 },
    { currency: 'JPY', available: 1500, reserved: 0 },
  ];
  assert.deepEqual(await operator.call('GET', `${path}/balances`), { status: 200, body: balances });

  const tooMuch = await fund('EUR', -0.02, 'back-2');
  assert.equal(tooMuch.status, 400);
  assert.deepEqual(tooMuch.body.message, ['amount: is more than the available balance in EUR']);
  assert.equal((await fund('USD', -1, 'back-2')).status, 400);
  assert.equal((await fund('EUR', 200, 'wire-1')).status, 422);
  // A refused reference is not used up.
  assert.equal((await fund('EUR', -0.01, 'back-2')).status, 201);

  for (const [currency, amount] of [
    ['EUR', 0],
    ['EUR', -0],
    ['EUR', 1.001],
    ['JPY', 10.5],
    ['eur', 1],
    ['XXX', 1],
    ['EUR', '1'],
    ['EUR', 1e15],
  ] as const) {
    const answer = await fund(currency, amount, `bad-${amount}`);
    assert.equal(answer.status, 400, `${currency} ${amount}`);
    assert.match(String(answer.body.message), /^(amount|currency): /);
  }
});

test('an invited user gets a link of which only the hash is stored, and an address can be used once', async (t) => {
  const operator = await openOperatorApp(t);
  const { merchantId } = await newBrand(operator);
  const url = `/operator/merchants/${merchantId}/users`;
  const { status, body } = await operator.call('POST', url, {
    email: 'Anna@Example.com',
    role: 'finance-approver',
  });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['userId', 'invitationUrl']);
  const token = /^http:\/\/localhost:0\/portal\/invitations\/([\w-]{22}[0-9A-Za-z]{43})$/.exec(
    body.invitationUrl,
  )?.[1];
  assert.ok(token, body.invitationUrl);
  const [user] = await operator.context.sql`select * from users where id = ${body.userId}`;
  assert.deepEqual(
    [user!.email, user!.role, user!.password_hash],
    ['anna@example.com', 'finance-approver', null],
  );
  assert.ok(!JSON.stringify(user).includes(token));

  assert.equal((await operator.call('POST', url, { email: 'anna@example.COM', role: 'owner' })).status, 409);
  for (const role of ['KING', 'finance', 'Owner', '']) {
    const badRole = await operator.call('POST', url, { email: 'b@example.com', role });
    assert.equal(badRole.status, 400);
    assert.deepEqual(badRole.body.message, [
      'role: must be one of owner, developer, finance-maker, finance-approver, support, read-only',
    ]);
  }
  const badEmail = await operator.call('POST', url, { email: 'nobody', role: 'owner' });
  assert.match(String(badEmail.body.message), /^email: /);
});

test('a paused endpoint resumes, and without a paused endpoint the call changes nothing', async (t) => {
  const operator = await openOperatorApp(t);
  const { path, merchantId, brandId } = await newBrand(operator);
  const resume = () => operator.call('POST', `${path}/webhooks/resume`, {});
  assert.deepEqual(await resume(), { status: 200, body: { resumed: [] } });
  await operator.context.sql`
    insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, pause_reason, changed_at)
    values (${merchantId}, ${brandId}, ${UNKNOWN}, 'https://shop.example/hook', now(), 'gone', now())`;
  const resumed = { resumed: [{ url: 'https://shop.example/hook', waitingEvents: 0 }] };
  assert.deepEqual(await resume(), { status: 200, body: resumed });
  assert.deepEqual(await resume(), { status: 200, body: { resumed: [] } });
});
