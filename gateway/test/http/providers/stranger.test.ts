// A provider that nobody here knows: a package in a temporary folder, named by PROVIDER_PACKAGES. It stands in the
// operator API, in its description, in the portal and in the tables of PROVIDERS, and its own option pays in the
// cashier (contract 18).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withTables } from '../../../scripts/write-providers.ts';
import { loadProviders } from '../../../src/providers/load-packages.ts';
import { strangerFolder } from '../../stage/provider-folder.ts';
import { chooseScreen, openSession, optionOf, readState, screenOf, submit } from '../cashier/shopper.ts';
import { openPortalStage, type PortalStage } from '../portal/portal-stage.ts';

const ends: (() => unknown)[] = [];
let folder: string;
let stage: PortalStage;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  folder = strangerFolder(t);
  stage = await openPortalStage(t, { env: { PROVIDER_PACKAGES: folder } });
});

after(async () => {
  for (const end of ends) await end();
});

const shopKey = 'fab_key00000';

async function connect(provider: string, body: object) {
  return await stage.operator('PUT', `/operator/brands/${stage.brand.brandId}/providers/${provider}`, body);
}

test('operators see the provider of a package, and its credentials are in the description of the API', async () => {
  const { body: kinds } = await stage.operator('GET', '/operator/providers');
  const fabrikam = kinds.find((one: { provider: string }) => one.provider === 'fabrikam');
  assert.equal(fabrikam.name, 'Fabrikam Pay');
  assert.equal(fabrikam.played, 'played');
  assert.deepEqual(
    [fabrikam.countries, fabrikam.currencies],
    [
      ['DE', 'PL'],
      ['EUR', 'PLN'],
    ],
  );
  assert.deepEqual(
    fabrikam.options.map(({ name }: { name: string }) => name),
    ['BLIK', 'Fabrikam Direct'],
  );
  const description = (await stage.operator('GET', '/operator/openapi.json')).body;
  const { properties } = description.components.schemas.ProviderCredentials;
  assert.match(properties.shopKey.description, /`fabrikam`, `connector-01`, .*: Shop key\./);
  // Adyen has one text of this name, Fabrikam a list.
  assert.match(properties.apiKey.description, /^`adyen`.*: API key\./);
  assert.match(properties.apiKey.description, /`fabrikam`, .*: Keys of notifications, optional\./);
  const { put } = description.paths['/operator/brands/{id}/providers/{provider}'];
  const { fabrikam: example } = put.requestBody.content['application/json'].examples;
  assert.deepEqual(example.value, { environment: 'test', credentials: { shopKey: 'fab_madeup00' } });
});

test('an operator connects the provider of a package under the rules of its declaration', async () => {
  const wrong = await connect('fabrikam', { environment: 'test', credentials: { shopKey: 'key' } });
  assert.deepEqual(wrong.body.message, ['credentials.shopKey: must begin with fab_']);
  const foreign = await connect('fabrikam', {
    environment: 'test',
    credentials: { secretKey: 'x', shopKey },
  });
  assert.deepEqual(foreign.body.message, ['credentials.secretKey: Fabrikam Pay has no such credential']);
  const lists = { shopKey, apiKey: ['one', 'two'] };
  const saved = await connect('fabrikam', { environment: 'test', credentials: lists });
  assert.equal(saved.status, 200, saved.text);
  assert.equal(saved.body.merchantAccount, 'Harbour at Fabrikam');
});

test('a provider that cannot be used on this machine is refused with its own sentence', async () => {
  const { status, body } = await connect('connector-10', { environment: 'test', credentials: { shopKey } });
  assert.equal(status, 400);
  assert.deepEqual(body.message, ['provider: The library of Connector 10 is not installed.']);
});

test('the portal lists the provider of a package with its fields and its help', async () => {
  const developer = await stage.as('developer');
  const { items: kinds } = (await developer('GET', '/brands/:brand/provider-kinds')).body;
  const fabrikam = kinds.find((one: { provider: string }) => one.provider === 'fabrikam');
  assert.deepEqual(
    fabrikam.credentials.map(({ label, help }: { label: string; help: string }) => [label, help]),
    [
      ['Shop key', 'In Fabrikam’s dashboard under Shop, Keys. It begins with fab_.'],
      ['Keys of notifications', 'In Fabrikam’s dashboard under Shop, Notifications.'],
    ],
  );
  const untried = kinds.filter(({ name }: { name: string }) => name.startsWith('Connector '));
  assert.ok(untried.length === 84 && untried.every((one: { played: string }) => one.played === 'not-tried'));
  const owner = await stage.as('owner');
  const { items } = (await owner('GET', '/audit?action=provider-account.connected')).body;
  assert.match(items[0].sentence, /^connected .* to Fabrikam Pay: Harbour at Fabrikam, test$/);
  assert.ok(items[0].changes.some(({ field }: { field: string }) => field === 'credentials – Shop key'));
});

test('the tables of PROVIDERS name the provider of a package', async () => {
  const kinds = await loadProviders([folder]);
  const page = withTables(
    '<!-- table: providers -->\n<!-- end -->\n<!-- table: options -->\n<!-- end -->',
    kinds,
  );
  assert.match(page, /\| Fabrikam Pay \| `fabrikam` \|/);
  assert.match(page, /\| Fabrikam Direct \| pay-in \| PL DE: EUR PLN \(Fabrikam Pay\) \|/);
  assert.match(page, /\| Connector 84 \| `connector-84` \|.*\| not tried \|/);
});

test('a shopper pays with the own option of a package, whose logo the gateway serves', async () => {
  await connect('fabrikam', { environment: 'test', credentials: { shopKey } });
  const { id } = optionOf('fabrikam-direct');
  const link = await openSession(stage, stage.brand);
  const option = (await chooseScreen(stage, link)).options.find((one) => one.id === id)!;
  assert.deepEqual(
    option.fields.map(({ name }) => name),
    ['phoneNumber'],
  );
  const logo = await stage.call('GET', option.logoUrl);
  assert.equal(logo.status, 200);
  assert.equal(logo.headers.get('content-type'), 'image/svg+xml');
  assert.match(logo.headers.get('content-security-policy')!, /default-src 'none'; sandbox/);

  const refused = await submit(stage, link, id, { phoneNumber: 'call me' });
  assert.equal(refused.status, 400, refused.text);
  const answer = await submit(stage, link, id, { phoneNumber: '+48600100200' });
  assert.equal(answer.status, 200, answer.text);
  const asked = new URL(screenOf(answer.body, 'go').url).searchParams;
  assert.equal(asked.get('method'), 'fabrikam-direct');
  assert.equal(asked.get('phone'), '+48600100200');
  await stage.call('GET', `${new URL(asked.get('back')!).pathname}?result=paid`);
  assert.equal((await readState(stage, link)).screen.name, 'end');
  const record = await stage.call('GET', `/payments/${link.id}`, { apiKey: stage.brand.apiKey });
  assert.equal(record.body.status, 'COMPLETED');
  assert.equal(record.body.paymentOption.name, 'Fabrikam Direct');
});

test('a merchant finds the own option of a package in the list of options, and takes it from the API', async () => {
  await connect('fabrikam', { environment: 'test', credentials: { shopKey } });
  const { apiKey } = stage.brand;
  const listed = await stage.call('GET', '/v3/payment-options?country=PL&currency=PLN', { apiKey });
  const option = listed.body.find(({ name }: { name: string }) => name === 'Fabrikam Direct');
  assert.equal(option.type, 'WALLET');
  const body = {
    paymentOptionId: option.id,
    currency: 'PLN',
    amount: 25,
    country: 'PL',
    paymentData: { phoneNumber: '+48600100200' },
  };
  const answer = await stage.call('POST', '/v3/payment', { apiKey, body });
  assert.equal(answer.body.resultType, 'redirect', answer.text);
  assert.match(answer.body.result.redirectUrl, /^https:\/\/pay\.fabrikam\.example\//);
  const other = await stage.createBrand();
  const none = await stage.call('GET', '/v3/payment-options?country=PL', { apiKey: other.apiKey });
  assert.ok(
    !none.body.some(({ name }: { name: string }) => name === 'Fabrikam Direct'),
    'without an account',
  );
});
