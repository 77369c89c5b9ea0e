// GET /v3/payment-options and /v3/payout-options over HTTP (spec 2.2, 4.1, 4.3).
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_OPTION_ID, sharedTestGateway } from '../../stage/harness.ts';

interface Option {
  id: string;
  name: string;
  type: string;
  logo: string;
  suboptions: { id: string; logo: string }[];
  availableCountries: { code: string; currencies: string[] }[];
}

const gateway = await sharedTestGateway({ workers: false })();
const { apiKey, brandId } = await gateway.createBrand();
const list = async (query: string, direction = 'payment', key = apiKey) => {
  const answer = await gateway.call('GET', `/v3/${direction}-options${query}`, { apiKey: key });
  return {
    status: answer.status,
    options: answer.body as Option[],
    message: answer.body.message as string[],
  };
};

// proves 4.1 response
test('without filters every option of the brand is listed, with the fields of the specification', async () => {
  const { status, options } = await list('');
  assert.equal(status, 200);
  assert.ok(options.length > 10);
  for (const option of options) {
    assert.deepEqual(Object.keys(option), ['id', 'name', 'logo', 'type', 'suboptions', 'availableCountries']);
    assert.ok(option.availableCountries.length > 0);
    for (const suboption of option.suboptions)
      assert.deepEqual(Object.keys(suboption), ['id', 'name', 'logo', 'type']);
  }
});

// proves 4.1 country, currency
test('country and currency narrow the list; WORLDWIDE and ANY stay', async () => {
  const { options } = await list('?country=KE&currency=KES');
  assert.deepEqual(options.map(({ type }) => type).sort(), ['CARD', 'MOBILE_MONEY']);
  const { options: crypto } = await list('?country=AQ&currency=BTC');
  assert.deepEqual(
    crypto.map(({ type }) => type),
    ['CRYPTO'],
  );
  assert.equal(crypto[0]!.availableCountries[0]!.code, 'ANY');
});

// proves 2.2 array
test('a country without options gets an empty array', async () => {
  assert.deepEqual(await list('?currency=AFN').then(({ status, options }) => [status, options]), [200, []]);
});

// proves 2.2 availableCountries, excluded
test('excludeCountries=true empties availableCountries, false does not', async () => {
  for (const option of (await list('?excludeCountries=true')).options) {
    assert.deepEqual(option.availableCountries, []);
  }
  assert.ok(
    (await list('?excludeCountries=false')).options.every((one) => one.availableCountries.length > 0),
  );
});

test('wrong filters are 400 and are named', async () => {
  for (const [query, field] of [
    ['?country=de', 'country'],
    ['?country=ZZ', 'country'],
    ['?country=WORLDWIDE', 'country'],
    ['?country=', 'country'],
    ['?country=DE&country=FR', 'country'],
    ['?currency=eur', 'currency'],
    ['?currency=XXX', 'currency'],
    ['?excludeCountries=1', 'excludeCountries'],
    ['?excludeCountries=TRUE', 'excludeCountries'],
  ] as const) {
    const { status, message } = await list(query);
    assert.equal(status, 400, query);
    assert.match(message[0]!, new RegExp(`^${field}: must be`));
  }
});

// proves 4.3 query
test('payouts have options of their own', async () => {
  const { options } = await list('?country=BR&currency=BRL', 'payout');
  assert.deepEqual(
    options.map(({ type }) => type),
    ['PIX'],
  );
});

test('a call without a key or with a wrong key is 401', async () => {
  assert.equal((await gateway.call('GET', '/v3/payment-options')).status, 401);
  assert.equal((await list('', 'payment', 'tg_test_wrong')).status, 401);
});

test('an option that the operator switches off is not listed', async () => {
  const off = { enabled: false };
  await gateway.operator('PUT', `/operator/brands/${brandId}/options/${CARD_OPTION_ID}`, off);
  assert.ok(!(await list('')).options.some(({ id }) => id === CARD_OPTION_ID));
});

// proves 2.2 logo
test('every logo is an SVG that the gateway serves, cached for long', async () => {
  const { options } = await list('');
  const logos = new Set(
    options.flatMap(({ logo, suboptions }) => [logo, ...suboptions.map((one) => one.logo)]),
  );
  for (const logo of logos) {
    assert.ok(logo.startsWith(gateway.config.publicUrl));
    const answer = await gateway.call('GET', new URL(logo).pathname);
    assert.equal(answer.status, 200, logo);
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.match(answer.headers.get('cache-control')!, /public, max-age=604800/);
    const again = await gateway.call('GET', new URL(logo).pathname, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    assert.equal(again.status, 304);
  }
  assert.equal((await gateway.call('GET', '/assets/logos/none.svg')).status, 404);
});
