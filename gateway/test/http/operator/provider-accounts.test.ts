// A brand's accounts at providers from outside (contract 13): what is refused, what is answered, which id an account
// has, and that no answer, audit row or log line has a credential.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { CARD_OPTION_ID } from '../../stage/harness.ts';
import { PRODUCTION } from '../../stage/production.ts';
import {
  ADYEN,
  type AnswerCheck,
  KEY,
  OTHER_KEY,
  providerKinds,
  STRIPE,
} from '../../stage/provider-kinds.ts';
import { type OperatorAnswer, type OperatorApp, openOperatorApp } from './operator-app.ts';

const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';
const ENDPOINT = 'http://127.0.0.1:4010';
const IDEAL_OPTION_ID = optionsOf('PAYIN').find(({ method }) => method === 'ideal')!.id;
const BOLETO_OPTION_ID = optionsOf('PAYIN').find(({ method }) => method === 'boleto')!.id;

interface Desk extends OperatorApp {
  brandId: string;
  merchantId: string;
  path: string;
  put(provider: string, body: object): Promise<OperatorAnswer>;
  list(): Promise<OperatorAnswer['body']>;
}

async function openDesk(
  t: TestContext,
  { answer, env }: { answer?: AnswerCheck; env?: Record<string, string> } = {},
): Promise<Desk> {
  const operator = await openOperatorApp(t, { kinds: providerKinds(answer), ...(env && { env }) });
  const { call } = operator;
  const { merchantId } = (await call('POST', '/operator/merchants', { name: 'Example Ltd' })).body;
  const made = await call('POST', `/operator/merchants/${merchantId}/brands`, { name: 'Demo Shop' });
  const { brandId } = made.body;
  const path = `/operator/brands/${brandId}/providers`;
  return {
    ...operator,
    brandId,
    merchantId,
    path,
    put: (provider, body) => call('PUT', `${path}/${provider}`, { environment: 'test', ...body }),
    list: async () => (await call('GET', path)).body,
  };
}

test('an account is answered with its settings, its address for notifications and its check', async (t) => {
  const { put, list, context } = await openDesk(t);
  const first = await put('adyen', { credentials: ADYEN });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const { accountId, checkedAt, ...rest } = first.body;
  assert.match(accountId, /^[0-9a-f-]{36}$/);
  assert.ok(Math.abs(Date.parse(checkedAt) - Date.now()) < 600_000);
  assert.deepEqual(rest, {
    provider: 'adyen',
    environment: 'test',
    priority: 100,
    optionIds: null,
    cardEntry: 'tollgate',
    multipleCaptures: false,
    wallets: [],
    endpoint: null,
    merchantAccount: 'ShopECOM',
    notificationUrl: `${context.config.publicUrl}/providers/adyen/notifications/${accountId}`,
    checkResult: { ok: true, reason: null },
    lastNotificationAt: null,
    lastRefusedAt: null,
    retiredAt: null,
  });
  assert.deepEqual(await list(), [first.body]);

  const settings = {
    priority: 5,
    optionIds: [CARD_OPTION_ID.toUpperCase(), IDEAL_OPTION_ID],
    cardEntry: 'provider',
    endpoint: `${ENDPOINT}/`,
  };
  const second = await put('adyen', { ...settings, credentials: {} });
  const kept = { ...settings, optionIds: [CARD_OPTION_ID, IDEAL_OPTION_ID], endpoint: ENDPOINT };
  for (const [name, value] of Object.entries({ ...kept, accountId })) {
    assert.deepEqual(second.body[name], value, name);
  }
  // Everything except a credential is replaced.
  const third = await put('adyen', { priority: null, optionIds: null, endpoint: null });
  assert.deepEqual({ ...third.body, checkedAt }, first.body);
});

test('all wrong fields are named at once, and nothing is stored', async (t) => {
  const { put, list } = await openDesk(t);
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(ADYEN).filter(([name]) => !names.includes(name)));
  for (const [body, fault] of [
    [{ credentials: ADYEN, priorty: 1 }, /^priorty: is not a known field/],
    [{ credentials: { ...ADYEN, apikey: 'x' } }, /^credentials\.apikey: is not a known field/],
    [{ credentials: { ...ADYEN, secretKey: 'x' } }, /^credentials\.secretKey: Adyen has no such credential/],
    [{ credentials: without('apiKey') }, /^credentials\.apiKey: is required/],
    [{ credentials: without('merchantAccount') }, /^credentials\.merchantAccount: is required/],
    [{ credentials: without('hmacKeys') }, /^credentials\.hmacKeys: is required/],
    [{ credentials: { ...ADYEN, apiKey: null } }, /^credentials\.apiKey: is required/],
    [{ credentials: { ...ADYEN, apiKey: '' } }, /^credentials\.apiKey: must not be empty/],
    [
      { credentials: { ...ADYEN, apiKey: ' key' } },
      /^credentials\.apiKey: must not begin or end with a blank/,
    ],
    [
      { credentials: { ...ADYEN, apiKey: 'a\nb' } },
      /^credentials\.apiKey: must not contain control characters/,
    ],
    [{ credentials: { ...ADYEN, apiKey: 1 } }, /^credentials\.apiKey: must be a string/],
    [{ credentials: { ...ADYEN, hmacKeys: ['not hex'] } }, /^credentials\.hmacKeys\.0: must be hexadecimal/],
    [{ credentials: { ...ADYEN, hmacKeys: [KEY, 'xyz'] } }, /^credentials\.hmacKeys\.1: must be hexadecimal/],
    [{ credentials: { ...ADYEN, hmacKeys: [] } }, /^credentials\.hmacKeys: must not be empty/],
    [{ credentials: { ...ADYEN, hmacKeys: [KEY, KEY, KEY] } }, /^credentials\.hmacKeys: must have at most 2/],
    [{ credentials: { ...ADYEN, hmacKeys: KEY } }, /^credentials\.hmacKeys: must be an array/],
    [
      { credentials: { ...ADYEN, liveEndpointPrefix: 'a.b' } },
      /^credentials\.liveEndpointPrefix: must have only/,
    ],
    [
      { credentials: { ...ADYEN, liveEndpointPrefix: 'a-b' }, environment: 'live' },
      /^environment: must be test in the test environment/,
    ],
    [{ credentials: ADYEN, environment: 'production' }, /^environment: must be one of test, live/],
    [{ credentials: ADYEN, priority: 1.5 }, /^priority: must be a whole number/],
    [{ credentials: ADYEN, priority: -1 }, /^priority: must be at least 0/],
    [{ credentials: ADYEN, priority: 1_000_001 }, /^priority: must be at most 1000000/],
    [{ credentials: ADYEN, optionIds: [] }, /^optionIds: must not be empty/],
    [{ credentials: ADYEN, optionIds: ['card'] }, /^optionIds\.0: must be a UUID/],
    [
      { credentials: ADYEN, optionIds: [CARD_OPTION_ID, UNKNOWN] },
      /^optionIds\.1: no option of the catalogue/,
    ],
    [
      { credentials: ADYEN, optionIds: [BOLETO_OPTION_ID] },
      /^optionIds\.0: Adyen does not serve this option/,
    ],
    [{ credentials: ADYEN, cardEntry: 'page' }, /^cardEntry: must be one of/],
    [{ credentials: ADYEN, wallets: ['apple-pay'] }, /^wallets\.0: with this cardEntry Adyen has none/],
    [
      { credentials: ADYEN, endpoint: 'ftp://127.0.0.1' },
      /^endpoint: must be an absolute http or https address/,
    ],
    [{ credentials: ADYEN, endpoint: 'http://a:b@127.0.0.1' }, /^endpoint: must not contain a user name/],
    [{ credentials: ADYEN, endpoint: 'http://127.0.0.1/v72' }, /^endpoint: must be scheme, host and port/],
    [{ credentials: ADYEN, endpoint: 'http://127.0.0.1?a=b' }, /^endpoint: must be scheme, host and port/],
    [
      { credentials: ADYEN, endpoint: 'http://169.254.169.254' },
      /^endpoint: must not be a link-local address/,
    ],
  ] as [object, RegExp][]) {
    const answer = await put('adyen', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.message.length, 1, JSON.stringify(answer.body));
    assert.match(answer.body.message[0], fault);
  }
  const several = await put('stripe', { environment: 'test', multipleCaptures: true });
  assert.ok(several.body.message.includes('multipleCaptures: Stripe has no such setting'));
  const many = await put('stripe', {
    environment: 'live',
    cardEntry: 'tollgate',
    optionIds: [IDEAL_OPTION_ID],
  });
  assert.deepEqual(
    many.body.message.map((fault: string) => fault.split(':')[0]),
    ['environment', 'optionIds.0', 'cardEntry', 'credentials.secretKey', 'credentials.webhookSecrets'],
  );
  assert.match(many.body.message[2], /Stripe allows only provider/);
  assert.deepEqual(await list(), []);
});

test('in production an account must be live, with the live settings and without an endpoint', async (t) => {
  const { call, path } = await openDesk(t, { env: PRODUCTION });
  const put = (body: object) => call('PUT', `${path}/adyen`, { credentials: ADYEN, ...body });
  const wrong = await put({ environment: 'test', endpoint: 'https://adyen.example' });
  assert.deepEqual(wrong.body.message, [
    'environment: must be live in production',
    'endpoint: is for the test environment only',
  ]);
  const bare = await put({ environment: 'live' });
  assert.deepEqual(bare.body.message, ['credentials.liveEndpointPrefix: is required']);
  const right = await put({
    environment: 'live',
    credentials: { ...ADYEN, liveEndpointPrefix: 'a1b2-Shop' },
  });
  assert.equal(right.status, 200, JSON.stringify(right.body));
});

test('if webhooks must be secure, an endpoint must be https and public', async (t) => {
  const { put } = await openDesk(t, { env: { ALLOW_INSECURE_WEBHOOKS: 'false' } });
  for (const [endpoint, fault] of [
    ['http://adyen.example', 'endpoint: must be an https address'],
    ['https://10.0.0.1', 'endpoint: must not point to a private or reserved address'],
    ['https://[::ffff:169.254.1.1]', 'endpoint: must not be a link-local address'],
  ]) {
    assert.deepEqual((await put('adyen', { credentials: ADYEN, endpoint })).body.message, [fault]);
  }
  const endpoint = 'https://adyen.example:8443';
  assert.equal((await put('adyen', { credentials: ADYEN, endpoint })).body.endpoint, endpoint);
});

test('an unknown provider, brand or account is 404', async (t) => {
  const { call, path } = await openDesk(t);
  const body = { environment: 'test', credentials: ADYEN };
  for (const name of ['sandbox', 'paypal', 'ADYEN', '__proto__']) {
    assert.equal((await call('PUT', `${path}/${name}`, body)).status, 404, name);
    assert.equal((await call('POST', `${path}/${name}/check`)).status, 404, name);
    assert.equal((await call('DELETE', `${path}/${name}`)).status, 404, name);
  }
  const url = `/operator/brands/${UNKNOWN}/providers`;
  assert.equal((await call('GET', url)).status, 404);
  assert.equal((await call('PUT', `${url}/adyen`, body)).status, 404);
  for (const [method, url] of [
    ['POST', `${path}/adyen/check`],
    ['DELETE', `${path}/adyen`],
  ] as const) {
    const answer = await call(method, url);
    assert.equal(answer.status, 404);
    assert.equal(answer.body.message, 'provider: the brand has no account in use at Adyen');
  }
  assert.equal((await call('POST', `${path}/adyen/check`, { deep: true })).status, 400);
});

test('each merchant account at a provider keeps its own account id, also when it is connected again', async (t) => {
  const { put, list, call, path } = await openDesk(t);
  const one = (await put('adyen', { credentials: ADYEN })).body;
  const again = (await put('adyen', { credentials: { ...ADYEN, apiKey: 'a-newer-api-key' } })).body;
  assert.equal(again.accountId, one.accountId);

  // Its other credentials stay unchanged.
  const other = (await put('adyen', { credentials: { merchantAccount: 'OtherECOM' } })).body;
  assert.notEqual(other.accountId, one.accountId);
  assert.deepEqual(
    (await list()).map((account: { accountId: string; retiredAt: string | null }) => [
      account.accountId,
      account.retiredAt !== null,
    ]),
    [
      [one.accountId, true],
      [other.accountId, false],
    ],
  );
  const back = (await put('adyen', { credentials: { merchantAccount: 'ShopECOM' } })).body;
  assert.deepEqual([back.accountId, back.retiredAt], [one.accountId, null]);

  assert.equal((await call('DELETE', `${path}/adyen`)).status, 204);
  assert.equal((await call('DELETE', `${path}/adyen`)).status, 404);
  assert.ok((await list()).every(({ retiredAt }: { retiredAt: string | null }) => retiredAt !== null));
  // After that a request counts as the first one again, but the merchant account stays the same.
  const bare = await put('adyen', { credentials: { merchantAccount: 'ShopECOM' } });
  assert.deepEqual(
    [bare.status, bare.body.message],
    [400, ['credentials.apiKey: is required', 'credentials.hmacKeys: is required']],
  );
  assert.equal((await put('adyen', { credentials: ADYEN })).body.accountId, one.accountId);
  // Another provider has an account beside it.
  const beside = (await put('stripe', { credentials: STRIPE })).body;
  assert.deepEqual([beside.merchantAccount, beside.cardEntry], ['acct_A', 'provider']);
  assert.equal(
    (await list()).filter((account: { retiredAt: unknown }) => account.retiredAt === null).length,
    2,
  );
});

test('a failed check is stored with the account, and a later check replaces its result', async (t) => {
  let answer: AnswerCheck = () => ({ ok: false, reason: 'Adyen refused the API key the-first-api-key.' });
  const { put, list, call, path } = await openDesk(t, { answer: (...parts) => answer(...parts) });
  const saved = await put('adyen', { credentials: ADYEN });
  // A provider may quote the key.
  const refused = { ok: false, reason: 'Adyen refused the API key ….' };
  assert.deepEqual([saved.status, saved.body.checkResult], [200, refused]);
  answer = () => ({ ok: true, reason: null });
  for (const body of [undefined, {}]) {
    const checked = await call('POST', `${path}/adyen/check`, body);
    assert.deepEqual([checked.status, checked.body], [200, { ok: true, reason: null }]);
  }
  assert.deepEqual((await list())[0].checkResult, { ok: true, reason: null });
  answer = () => {
    throw new Error('with the-first-api-key in a header');
  };
  assert.deepEqual((await call('POST', `${path}/adyen/check`)).body, {
    ok: false,
    reason: 'Adyen could not be asked. Try the check again later.',
  });
});

test('answers and audit rows name the changed credentials without their values', async (t) => {
  const desk = await openDesk(t);
  const { put, call, path, list, merchantId, brandId } = desk;
  const second = {
    apiKey: 'the-second-api-key',
    hmacKeys: [OTHER_KEY, KEY],
    notificationPassword: 'hush-hush',
  };
  const answers = [
    await put('adyen', { credentials: { ...ADYEN, notificationPassword: 'hush' } }),
    await put('adyen', { priority: 7, credentials: second }),
    await put('adyen', { priority: 7, credentials: { notificationPassword: '' } }),
    await put('adyen', { priority: 7, credentials: {} }),
    await put('adyen', { credentials: { ...ADYEN, hmacKeys: ['wrong'] } }),
    await call('POST', `${path}/adyen/check`),
    await call('DELETE', `${path}/adyen`),
    await list(),
  ];
  const audit = (await call('GET', `/operator/audit?merchantId=${merchantId}`)).body;
  const text = JSON.stringify([answers, audit]);
  for (const secret of ['api-key', KEY, OTHER_KEY, 'hush', KEY.slice(-8), OTHER_KEY.slice(-8)]) {
    assert.ok(!text.includes(secret), `${secret} is in ${text}`);
  }
  const { accountId } = answers[0]!.body;
  const named = { provider: 'adyen', accountId };
  const rows = audit.filter(({ action }: { action: string }) => action.startsWith('provider-account.'));
  assert.deepEqual(
    rows.map(({ action, target, before, after }: Record<string, unknown>) => [action, target, before, after]),
    [
      [
        'provider-account.connected',
        null,
        {
          ...named,
          environment: 'test',
          priority: 100,
          optionIds: null,
          cardEntry: 'tollgate',
          multipleCaptures: false,
          wallets: [],
          endpoint: null,
          merchantAccount: 'ShopECOM',
          credentials: {
            apiKey: 'set',
            merchantAccount: 'set',
            hmacKeys: 'set',
            notificationPassword: 'set',
          },
        },
      ],
      [
        'provider-account.changed',
        { ...named, priority: 100, credentials: {} },
        {
          ...named,
          priority: 7,
          credentials: { apiKey: 'changed', hmacKeys: 'changed', notificationPassword: 'changed' },
        },
      ],
      [
        'provider-account.changed',
        { ...named, credentials: {} },
        { ...named, credentials: { notificationPassword: 'removed' } },
      ],
      [
        'provider-account.retired',
        { ...named, retiredAt: null },
        { ...named, retiredAt: (await list())[0].retiredAt },
      ],
    ].map(([action, before, after]) => [action, { kind: 'brand', id: brandId }, before, after]),
  );
});

test('another brand and another merchant have accounts of their own', async (t) => {
  const { put, call, merchantId, path } = await openDesk(t);
  const own = (await put('adyen', { credentials: ADYEN })).body;
  const { merchantId: stranger } = (await call('POST', '/operator/merchants', { name: 'Other Ltd' })).body;
  for (const owner of [merchantId, stranger]) {
    const brand = (await call('POST', `/operator/merchants/${owner}/brands`, { name: 'Beside' })).body;
    const there = `/operator/brands/${brand.brandId}/providers`;
    assert.deepEqual((await call('GET', there)).body, []);
    assert.equal((await call('DELETE', `${there}/adyen`)).status, 404);
    assert.equal((await call('POST', `${there}/adyen/check`)).status, 404);
    const made = (await call('PUT', `${there}/adyen`, { environment: 'test', credentials: ADYEN })).body;
    assert.notEqual(made.accountId, own.accountId);
    assert.equal((await call('DELETE', `${there}/adyen`)).status, 204);
  }
  assert.deepEqual((await call('GET', path)).body, [own]);
});

test('a token that only reads sees the accounts and changes none', async (t) => {
  const { call, app, path, put } = await openDesk(t);
  await put('adyen', { credentials: ADYEN });
  const { token } = (await call('POST', '/operator/tokens', { name: 'reader', scopes: ['read', 'support'] }))
    .body;
  const statuses = [];
  for (const [method, url] of [
    ['GET', path],
    ['PUT', `${path}/adyen`],
    ['POST', `${path}/adyen/check`],
    ['DELETE', `${path}/adyen`],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    const payload = method === 'PUT' ? { environment: 'test', credentials: ADYEN } : undefined;
    statuses.push((await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode);
  }
  assert.deepEqual(statuses, [200, 403, 403, 403]);
});
