// Accounts at both providers, from outside (contract 13, "Accounts"): what the check says, where payments go, what a
// retired account still does, secrets that are replaced without a gap, and that one account's trouble affects nobody
// else.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  AdyenStandIn,
  API_KEY,
  HMAC_KEY,
  MERCHANT_ACCOUNT,
} from '../../providers/adyen/stand-in/stand-in.ts';
import { eventually, startTestGateway } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { chooseScreen, openSession, submit } from '../cashier/shopper.ts';
import { by, decideOn, enterCard, IBAN, openProviderStage, optionOf } from './stage.ts';

const stage = await openProviderStage();
const OTHER_KEY = '0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F9';

test('a failed check gives its reason without a secret, and the account is saved', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen({}, { apiKey: 'AQE-a-wrong-key' });
  assert.equal(adyen.account.checkResult.ok, false);
  assert.match(adyen.account.checkResult.reason, /API key/);
  const { endpoint, cardEntry, merchantAccount, priority, optionIds } = adyen.account;
  assert.deepEqual(
    [endpoint, cardEntry, merchantAccount, priority, optionIds],
    [adyen.standIn.url, 'tollgate', MERCHANT_ACCOUNT, 100, null],
  );
  const other = await shop.put('adyen', { endpoint, credentials: { apiKey: API_KEY } });
  assert.deepEqual(
    [other.accountId, other.checkResult],
    [adyen.account.accountId, { ok: true, reason: null }],
  );
  const { standIn, account } = await shop.stripe({ priority: 200 }, { secretKey: 'sk_test_a_wrong_key' });
  assert.deepEqual([account.checkResult.ok, account.merchantAccount], [false, null]);
  const right = await shop.put('stripe', {
    endpoint: standIn.origin,
    priority: 200,
    credentials: { secretKey: standIn.secretKey },
  });
  assert.deepEqual([right.checkResult.ok, right.merchantAccount], [true, standIn.books.accountId]);
  await standIn.refuse();
  const away = await shop.operator('POST', 'providers/stripe/check');
  assert.deepEqual([away.status, away.body.ok], [200, false]);
  assert.match(away.body.reason, /connect/i);
  await standIn.listen();
  const listed = await shop.operator('GET', 'providers');
  for (const secret of [API_KEY, HMAC_KEY, 'wrong', standIn.secretKey, standIn.webhookSecret])
    assert.ok(!listed.text.includes(secret), secret);
});

test('another process uses a new account and stops using a retired account', async (t) => {
  const own = await openProviderStage(t);
  const other = await startTestGateway(t, { databaseUrl: own.gateway.databaseUrl, now: own.gateway.now });
  const shop = await own.shop(t);
  const pay = async () => {
    const answer = await other.call('POST', '/v3/payment', { apiKey: shop.brand.apiKey, body: by('ideal') });
    return answer.body.result?.redirectUrl as string | undefined;
  };
  await eventually(async () => (await pay())?.includes('/sandbox/'), 30_000);
  const { standIn } = await shop.adyen();
  await eventually(async () => (await pay())?.startsWith(standIn.url), 30_000);
  await shop.operator('DELETE', 'providers/adyen');
  await eventually(async () => (await pay())?.includes('/sandbox/'), 30_000);
});

test('the account of lowest priority that lists an option gets its payments, and the sandbox gets none', async (t) => {
  const shop = await stage.shop(t);
  const stripe = await shop.stripe({ priority: 5 });
  const adyen = await shop.adyen({ priority: 1, optionIds: [optionOf('ideal').id] });
  const goesTo = async (method: string, fields: object = {}) => {
    const { result } = await shop.pay(by(method, fields));
    const url = result.redirectUrl ?? '';
    if (url.startsWith(adyen.standIn.url)) return 'adyen';
    if (url.startsWith(stripe.standIn.origin)) return 'stripe';
    return url.includes('/sandbox/') ? 'sandbox' : result.errorCode;
  };
  assert.equal(await goesTo('ideal'), 'adyen');
  assert.equal(await goesTo('bancontact'), 'stripe');
  assert.equal(await goesTo('paypal'), 'stripe');
  // No account serves BLIK; Klarna is Stripe’s, though not in Brazil.
  assert.equal(await goesTo('blik', { country: 'PL', currency: 'PLN' }), 'sandbox');
  assert.equal(await goesTo('klarna', { country: 'BR', currency: 'USD' }), '1011');
  await shop.put('adyen', { endpoint: adyen.standIn.url, priority: 9 });
  assert.equal(await goesTo('ideal'), 'stripe');
});

test('a retired account gets no new payments, and its open payments, notifications and refunds continue', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const paid = (await shop.card()).result;
  const open = (await shop.pay(by('ideal'))).result;
  await adyen.deliver();
  assert.equal((await shop.operator('DELETE', 'providers/adyen')).status, 204);
  const next = (await shop.pay(by('ideal'))).result;
  assert.ok(next.redirectUrl.includes('/sandbox/'), next.redirectUrl);
  await shop.refund(paid.merchantReference, 10);
  await shop.browse(await decideOn(open.redirectUrl, 'approve'));
  assert.equal((await shop.record(open.transactionId)).status, 'COMPLETED');
  assert.ok((await adyen.deliver()).every((status) => status === 200));
  await eventually(async () => (await shop.record(paid.transactionId)).refunds[0].status === 'COMPLETED');
  const [listed] = (await shop.operator('GET', 'providers')).body;
  assert.ok(listed.retiredAt);
  assert.deepEqual(await shop.balance(), { available: 40, reserved: 0 });

  // Another merchant account at Adyen has another id, and the earlier account keeps its payments.
  const first = adyen.account.accountId;
  const second = await shop.put('adyen', {
    endpoint: adyen.standIn.url,
    credentials: { apiKey: API_KEY, merchantAccount: 'AnotherECOM', hmacKeys: [HMAC_KEY] },
  });
  assert.notEqual(second.accountId, first);
  await adyen.standIn.deliver({ url: shop.notificationAddress(second), hmacKey: HMAC_KEY }, [
    adyen.event(paid.transactionId, 'REFUND', { amount: { value: 100, currency: 'EUR' } }),
  ]);
  const told = await eventually(async () =>
    (await shop.notes()).find(
      ({ accountId, state }) => accountId === second.accountId && state !== 'waiting',
    ),
  );
  assert.equal(told.state, 'unmatched');
});

test('while a key or a secret is replaced, the old one stays valid until it is ended', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { standIn } = adyen;
  const events = [];
  for (let i = 0; i < 4; i++) {
    await shop.card();
    events.push(standIn.books.events.pop()!);
  }
  const set = (hmacKeys: string[]) => shop.put('adyen', { endpoint: standIn.url, credentials: { hmacKeys } });
  assert.deepEqual(await adyen.deliver({ hmacKey: OTHER_KEY }, [events[0]!]), [401]);
  await set([OTHER_KEY, HMAC_KEY]);
  assert.deepEqual(await adyen.deliver({ hmacKey: OTHER_KEY }, [events[0]!]), [200]);
  assert.deepEqual(await adyen.deliver({}, [events[1]!]), [200]);
  await set([OTHER_KEY]);
  assert.deepEqual(await adyen.deliver({}, [events[2]!]), [401]);
  assert.deepEqual(await adyen.deliver({ hmacKey: OTHER_KEY }, [events[3]!]), [200]);
  await shop.waitForNotifications(3);

  const stripe = await shop.stripe({ priority: 200 }, { notifies: false });
  const { sender, webhookSecret } = stripe.standIn;
  const event = { id: 'evt_1', object: 'event', type: 'payout.paid', livemode: false, data: { object: {} } };
  const send = (secret: string) => sender.send(event, { secret });
  const secrets = (webhookSecrets: string[]) =>
    shop.put('stripe', { endpoint: stripe.standIn.origin, priority: 200, credentials: { webhookSecrets } });
  assert.deepEqual([await send(webhookSecret), await send('whsec_newer_one')], [200, 401]);
  await secrets(['whsec_newer_one', webhookSecret]);
  assert.deepEqual([await send(webhookSecret), await send('whsec_newer_one')], [200, 200]);
  await secrets(['whsec_newer_one']);
  assert.deepEqual([await send(webhookSecret), await send('whsec_newer_one')], [401, 200]);
});

test('one brand’s wrong key or unreachable provider does not affect another brand', {
  skip: onlyInProof,
}, async (t) => {
  const [broken, sound] = [await stage.shop(t), await stage.shop(t)];
  const dead = await AdyenStandIn.open();
  await broken.put('adyen', {
    endpoint: dead.url,
    credentials: { apiKey: 'AQE-a-wrong-key', merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
  });
  const adyen = await sound.adyen();
  for (let i = 0; i < 8; i++) assert.equal((await broken.card()).result.errorCode, '1011');
  await dead.close();
  for (let i = 0; i < 8; i++) assert.equal((await broken.card()).result.errorCode, '1011');
  for (let i = 0; i < 3; i++) assert.equal((await sound.card()).result.status, 'COMPLETED');
  assert.equal(adyen.standIn.books.payments.length, 3);
});

test('the cashier asks for no card that is entered at the provider, and for the holder of a debit', {
  skip: onlyInProof,
}, async (t) => {
  for (const provider of ['adyen', 'stripe'] as const) {
    const shop = await stage.shop(t);
    const standIn =
      provider === 'adyen'
        ? (await shop.adyen({ cardEntry: 'provider' })).standIn
        : (await shop.stripe()).standIn;
    const link = await openSession(stage.gateway, shop.brand);
    const { options } = await chooseScreen(stage.gateway, link);
    const fieldsOf = (method: string) =>
      options
        .find(({ id }) => id === optionOf(method).id)!
        .fields.map(({ name, required }) => [name, required]);
    assert.deepEqual(
      fieldsOf('sepa-direct-debit'),
      [
        ['iban', true],
        ['accountHolder', true],
      ],
      provider,
    );
    assert.deepEqual(fieldsOf('card'), []);
    const without = await submit(stage.gateway, link, optionOf('sepa-direct-debit').id, { iban: IBAN });
    assert.equal(without.status, 400);
    const went = await submit(stage.gateway, link, optionOf('card').id, {});
    assert.equal(went.body.screen.name, 'go', went.text);
    const page = JSON.stringify(went.body.screen);
    const origin = 'url' in standIn ? standIn.url : standIn.origin;
    const [url] = new RegExp(`${origin}/[^"]+`).exec(page) ?? [];
    assert.ok(url, page);
    const back = await enterCard(url, '4242424242424242');
    const seen = await shop.browse(back!);
    assert.equal(seen.status, 303);
    assert.match(seen.headers.get('location')!, /\/cashier\//);
    assert.deepEqual(await shop.balance().then(({ available }) => available > 0), true);
    const v3 = await shop.pay(by('sepa-direct-debit', { paymentData: { iban: IBAN }, customer: {} }));
    assert.equal(v3.result.errorCode, '1005');
  }
});

test('a link-local endpoint is refused, and redirects of an endpoint are not followed', async (t) => {
  const shop = await stage.shop(t);
  const credentials = { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] };
  for (const endpoint of [
    'http://169.254.169.254',
    'http://[fe80::1]',
    'ftp://127.0.0.1',
    'not an address',
    'http://127.0.0.1/path?x=1',
  ]) {
    const { status, text } = await shop.operator('PUT', 'providers/adyen', {
      environment: 'test',
      endpoint,
      credentials,
    });
    if (status !== 400) assert.doesNotMatch(text, /"ok":true/, endpoint);
    if (endpoint.includes('169.254') || endpoint.includes('fe80'))
      assert.equal(status, 400, `${endpoint}: ${text}`);
  }
  const { createServer } = await import('node:http');
  const adyen = await AdyenStandIn.open();
  t.after(() => adyen.close());
  const redirecting = createServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: `${adyen.url}${request.url}` }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  t.after(() => redirecting.close());
  const { port } = redirecting.address() as { port: number };
  await shop.put('adyen', { endpoint: `http://127.0.0.1:${port}`, credentials });
  assert.equal((await shop.card()).result.errorCode, '9001');
  assert.deepEqual(adyen.requests, []);
});
