// npm run provider:check against a stand-in of
// Adyen, beside a running gateway.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { checkProvider } from '../../src/process/check-provider.ts';
import { readArguments } from '../../src/process/check-provider-arguments.ts';
import { AdyenStandIn, API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '../providers/adyen/stand-in/stand-in.ts';
import { eventually, MASTER_KEY, OPERATOR_TOKEN, sharedTestGateway } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';

async function openShop(t: TestContext, credentials: object = {}, settings: object = {}) {
  const adyen = await AdyenStandIn.open();
  t.after(() => adyen.close());
  const tollgate = await sharedTestGateway()();
  const { brandId } = await tollgate.createBrand();
  const connected = await tollgate.operator('PUT', `/operator/brands/${brandId}/providers/adyen`, {
    environment: 'test',
    endpoint: adyen.url,
    credentials: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY], ...credentials },
    ...settings,
  });
  assert.equal(connected.status, 200);
  const lines: string[] = [];
  const check = (provider: string, waitMs = 10_000) =>
    checkProvider(
      { brandId, provider, waitMs },
      {
        config: tollgate.config,
        secrets: { masterKey: MASTER_KEY, operatorToken: OPERATOR_TOKEN },
        databaseUrl: tollgate.databaseUrl,
        log: pino({ level: 'silent' }),
        print: (line) => lines.push(line),
      },
    );
  const address = `${tollgate.url}/providers/adyen/notifications/${connected.body.accountId}`;
  return { adyen, tollgate, check, lines, address };
}

test('a working test account gets a good verdict for each part', async (t) => {
  const { adyen, check, lines, address } = await openShop(t);
  adyen.notifications = { url: address, hmacKey: HMAC_KEY };
  assert.equal(await check('adyen'), 0, lines.join('\n'));
  assert.deepEqual(
    lines.map((line) => line.slice(0, 14).trim()),
    ['✔ credentials', '✔ payment', '✔ refund', '✔ notification', '✔ capture', '✔ mandate'],
  );
  assert.match(lines[4]!, /EUR 1\.00 by Card: [0-9a-f-]{36} was authorised, and its capture is COMPLETED/);
  assert.match(lines[5]!, /the later charge [0-9a-f-]{36} is COMPLETED; the mandate was revoked/);
  const { payments } = adyen.books;
  assert.deepEqual(
    payments.map(({ isManual, captured }) => [isManual, captured]),
    [
      [false, 0],
      [true, 100],
      [false, 0],
      [false, 0],
    ],
  );
  assert.match(lines[1]!, /EUR 1\.00 by Card: [0-9a-f-]{36} is COMPLETED/);
  assert.match(lines[3]!, /AUTHORISATION/);
});

test('wrong credentials end the check with the reason', { skip: onlyInProof }, async (t) => {
  const { check, lines } = await openShop(t, { apiKey: 'of-somebody-else' });
  assert.equal(await check('adyen'), 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^✘ credentials +Adyen does not know this API key/);
});

test('missing notifications are reported, with the address to register', async (t) => {
  const { check, lines } = await openShop(t);
  assert.equal(await check('adyen', 300), 1);
  assert.match(lines[2]!, /^✘ refund +[0-9a-f-]{36} is PENDING/);
  assert.match(lines[3]!, /^✘ notification +none arrived .*\/providers\/adyen\/notifications\//);
  assert.match(lines[4]!, /^✘ capture +.* was authorised, and its capture is PENDING after 0\.3 s/);
});

test('a way to pay that cannot be charged later is not tried so, and the check says it', {
  skip: onlyInProof,
}, async (t) => {
  const ideal = optionsOf('PAYIN').find(({ method }) => method === 'ideal')!.id;
  const { adyen, check, lines, address } = await openShop(t, {}, { optionIds: [ideal] });
  adyen.notifications = { url: address, hmacKey: HMAC_KEY };
  const shopper = eventually(async () => lines.find((line) => line.startsWith('Open this page'))).then(
    (line) => fetch(`${line!.split(': ').at(-1)}/approve`, { redirect: 'manual' }),
  );
  assert.equal(await check('adyen'), 0, lines.join('\n'));
  await shopper;
  assert.match(lines.at(-2)!, /^✔ capture +not tried: .* cannot be captured later here$/);
  assert.match(lines.at(-1)!, /^✔ mandate +not tried: .* cannot be stored for later charges here$/);
});

test('a brand without the account is told where to read', async (t) => {
  const { check, lines } = await openShop(t);
  assert.equal(await check('stripe'), 1);
  assert.match(lines[0]!, /no account in use at "stripe": see docs\/PROVIDERS\.md/);
});

test('the command needs a brand and a provider, and accepts nothing else', () => {
  assert.deepEqual(readArguments(['--brand', 'b', '--provider', 'adyen']), {
    brandId: 'b',
    provider: 'adyen',
    waitMs: 120_000,
  });
  for (const strange of [[], ['--brand', 'b'], ['--brand', 'b', '--provider', 'p', '--wait', 'x'], ['--all']])
    assert.equal(readArguments(strange), null);
});
