// The address for providers' notifications, from outside (contract 13, "Notifications"): what is accepted and what is
// refused, that an item counts once in any number and order, items that do not fit, and what an operator sees and
// decides.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { notificationOf } from '../../providers/adyen/stand-in/notifier.ts';
import { HMAC_KEY } from '../../providers/adyen/stand-in/stand-in.ts';
import { eventually } from '../../stage/harness.ts';
import { openWire, statusesIn } from '../../stage/raw-http.ts';
import { type AdyenDesk, by, decideOn, openProviderStage, type Shop } from './stage.ts';

const stage = await openProviderStage();
const OTHER_KEY = '0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F9';

async function post(url: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** An open payment at Adyen, and the event that it was paid, which has not been sent yet. */
async function aPaidOne(shop: Shop, adyen: AdyenDesk, amount = 25) {
  const { result } = await shop.pay(by('ideal', { amount }));
  await decideOn(result.redirectUrl, 'approve');
  return { id: result.transactionId as string, event: adyen.standIn.books.events.pop()! };
}

test('a notification gets the answer that its provider expects after it is stored', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const stripe = await shop.stripe({ priority: 200 }, { notifies: false });
  const { event } = await aPaidOne(shop, adyen);
  assert.deepEqual(await post(adyen.url, JSON.stringify(notificationOf([event], HMAC_KEY))), {
    status: 200,
    text: '[accepted]',
  });
  const told = stripe.standIn.sender.sign({
    id: 'evt_1',
    object: 'event',
    type: 'payout.paid',
    data: { object: {} },
  });
  assert.deepEqual(await post(stripe.url, told.body, told.headers), {
    status: 200,
    text: '{"received":true}',
  });
  const [first, second] = await shop.waitForNotifications(2);
  assert.deepEqual([first.state, second.state], ['applied', 'ignored']);
  const accounts = (await shop.operator('GET', 'providers')).body;
  const seen = await eventually(async () => {
    const { body } = await shop.operator('GET', 'providers');
    return (
      body.every((one: { lastNotificationAt: string | null }) => one.lastNotificationAt !== null) && body
    );
  });
  assert.equal(seen.length, accounts.length);
});

test('repeated, reordered and batched notifications are each applied once', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const all = [];
  for (let i = 0; i < 3; i++) all.push(await aPaidOne(shop, adyen, 10 + i));
  const { books } = adyen.standIn;
  const refunds = all.map(({ id }) =>
    books.tell(books.latest(id), 'REFUND', { amount: { value: 500, currency: 'EUR' } }),
  );
  books.events.length = 0;
  const events = [...all.map(({ event }) => event), ...refunds];
  // The refunds arrive before their payments.
  assert.deepEqual(await adyen.deliver({ reversed: true, together: true }, events), [200]);
  await Promise.all([1, 2, 3].map(() => adyen.deliver({ times: 2 }, events)));
  const notes = await shop.waitForNotifications(6);
  assert.deepEqual([notes.length, ...new Set(notes.map(({ state }) => state))], [6, 'applied']);
  assert.ok(notes.every(({ deliveries }) => deliveries === 7));
  for (const { id } of all) {
    const { refunds: made, amountRefunded } = await shop.record(id);
    assert.deepEqual(
      [made.length, made[0].status, made[0].origin, amountRefunded],
      [1, 'COMPLETED', 'provider', 5],
    );
    assert.deepEqual(await shop.eventsOf(id, 3), ['payin.processing', 'payin.completed', 'refund.completed']);
  }
  assert.deepEqual(await shop.balance(), { available: 33 - 15, reserved: 0 });
});

test('a wrong or missing signature is 401, and one bad item refuses the whole notification', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const stripe = await shop.stripe({ priority: 200 }, { notifies: false });
  const { id, event } = await aPaidOne(shop, adyen);
  const good = notificationOf([event], HMAC_KEY);
  const bad = notificationOf([event], OTHER_KEY);
  const changed = notificationOf([event], HMAC_KEY);
  changed.notificationItems[0]!.NotificationRequestItem.amount = { value: 1, currency: 'EUR' };
  const unsigned = notificationOf([event], HMAC_KEY);
  (unsigned.notificationItems[0]!.NotificationRequestItem.additionalData as object) = {};
  const mixed = { live: 'false', notificationItems: [...good.notificationItems, ...bad.notificationItems] };
  for (const body of [bad, changed, unsigned, mixed, {}, { live: 'false', notificationItems: [] }])
    assert.equal((await post(adyen.url, JSON.stringify(body))).status, 401, JSON.stringify(body));
  for (const text of ['', 'no json', 'null', '[]'])
    assert.equal((await post(adyen.url, text)).status, 401, text);

  const stripeEvent = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1' } },
  };
  const { sender } = stripe.standIn;
  const signed = sender.sign(stripeEvent);
  const at = Math.floor(stage.gateway.now().getTime() / 1000);
  const attempts: [Record<string, string>, string][] = [
    [{}, signed.body],
    [{ 'stripe-signature': '' }, signed.body],
    [{ 'stripe-signature': `t=${at}` }, signed.body],
    [{ 'stripe-signature': `t=${at},v0=${'0'.repeat(64)}` }, signed.body],
    [signed.headers, `${signed.body} `],
    ...[sender.sign(stripeEvent, { secret: 'whsec_other' })].map(
      ({ headers, body }) => [headers, body] as [Record<string, string>, string],
    ),
    // Too old, and too far ahead, by the gateway's clock.
    ...[320, -320].map((ageSeconds) => {
      const { headers, body } = sender.sign(stripeEvent, { ageSeconds });
      return [headers, body] as [Record<string, string>, string];
    }),
  ];
  for (const [headers, body] of attempts)
    assert.equal((await post(stripe.url, body, headers)).status, 401, JSON.stringify(headers));
  assert.deepEqual(await shop.notes(), []);
  assert.equal((await shop.record(id)).status, 'PROCESSING');
  await eventually(async () =>
    (await shop.operator('GET', 'providers')).body.every(
      (one: { lastRefusedAt: string | null }) => one.lastRefusedAt !== null,
    ),
  );
  // One right v1 is enough, also beside a wrong one and within the five minutes.
  const late = sender.sign(stripeEvent, { ageSeconds: 280 });
  const header = `${late.headers['stripe-signature']},v1=${'f'.repeat(64)}`;
  assert.equal((await post(stripe.url, late.body, { 'stripe-signature': header })).status, 200);
});

test('an unknown account is 404, a large body 413, and a signed but unreadable body 400', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const stripe = await shop.stripe({ priority: 200 }, { notifies: false });
  const { event } = await aPaidOne(shop, adyen);
  const body = JSON.stringify(notificationOf([event], HMAC_KEY));
  for (const path of [
    `adyen/notifications/${crypto.randomUUID()}`,
    `stripe/notifications/${adyen.account.accountId}`,
    `adyen/notifications/${stripe.account.accountId}`,
    'adyen/notifications/x',
    `nobody/notifications/${adyen.account.accountId}`,
  ])
    assert.equal((await post(`${stage.gateway.url}/providers/${path}`, body)).status, 404, path);
  // The gateway does not wait for the body.
  const wire = openWire(Number(new URL(stage.gateway.url).port));
  const head = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n';
  wire.send(`POST /providers/adyen/notifications/${crypto.randomUUID()} ${head}`);
  assert.deepEqual(statusesIn(await wire.until(/no such account/)), [404]);
  wire.socket.destroy();
  assert.equal((await post(adyen.url, `${body}${' '.repeat(1024 * 1024)}`)).status, 413);
  const { sender } = stripe.standIn;
  const time = Math.floor(stage.gateway.now().getTime() / 1000);
  const { webhookSecret } = stripe.standIn;
  for (const text of ['no json', '{}', '[]', '{"id":"evt_1"}']) {
    const v1 = createHmac('sha256', webhookSecret).update(`${time}.${text}`).digest('hex');
    assert.equal(
      (await post(stripe.url, text, { 'stripe-signature': `t=${time},v1=${v1}` })).status,
      400,
      text,
    );
  }
  assert.ok(sender.answers.length === 0);
  const unreadable = notificationOf([{ ...event, success: 'perhaps' as 'true' }], HMAC_KEY);
  assert.equal((await post(adyen.url, JSON.stringify(unreadable))).status, 400);
  assert.deepEqual(await shop.notes(), []);
});

test('a notification needs basic authentication if the account sets it', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen({}, { notificationUser: 'adyen', notificationPassword: 'let-me-in' });
  const { id, event } = await aPaidOne(shop, adyen);
  assert.deepEqual(await adyen.deliver({}, [event]), [401]);
  assert.deepEqual(await adyen.deliver({ basic: 'adyen:wrong' }, [event]), [401]);
  assert.deepEqual(await adyen.deliver({ basic: 'adyen:let-me-in' }, [event]), [200]);
  await shop.becomes(id, { status: 'COMPLETED' });
});

test('a notification that does not fit a payment of its account moves no money', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const stranger = await stage.shop(t);
  const theirs = await stranger.adyen();
  const { id, event } = await aPaidOne(shop, adyen);
  const numbered = (fields: object, i: number) => ({ ...event, ...fields, pspReference: `ODD${i}` });
  const odd = [
    [{ merchantAccountCode: 'AnotherAccount' }, 'unmatched'],
    [{ merchantReference: crypto.randomUUID() }, 'unmatched'],
    [{ merchantReference: `${id}-r1` }, 'unmatched'],
    [{ merchantReference: `${id}-2` }, 'unmatched'],
    [{ merchantReference: 'a reference of their own' }, 'foreign'],
    [{ amount: { value: 2501, currency: 'EUR' } }, 'conflict'],
    [{ amount: { value: 2500, currency: 'USD' } }, 'conflict'],
    [{ eventCode: 'A_NEW_KIND' }, 'ignored'],
    [{ eventCode: 'REPORT_AVAILABLE' }, 'ignored'],
  ] as const;
  for (const [i, [fields]] of odd.entries()) await adyen.deliver({}, [numbered(fields, i)]);
  // To a stranger's account with their own key, and to ours from the live environment.
  await theirs.deliver({}, [event]);
  await adyen.deliver({ live: 'true' }, [numbered({}, 99)]);
  const notes = await shop.waitForNotifications(odd.length + 1);
  assert.deepEqual(
    notes.map(({ providerReference, state }) => [providerReference, state]),
    [...odd.map(([, state], i) => [`ODD${i}`, state]), ['ODD99', 'unmatched']],
  );
  assert.ok(notes.every(({ reason }) => typeof reason === 'string'));
  assert.deepEqual(
    (await stranger.waitForNotifications(1)).map(({ state }) => state),
    ['unmatched'],
  );
  assert.equal((await shop.record(id)).status, 'PROCESSING');
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
  assert.equal(
    await shop.metric('tollgate_provider_unknown_values_total{provider="adyen",field="eventCode"}'),
    1,
  );
  await adyen.deliver({}, [event]);
  await shop.becomes(id, { status: 'COMPLETED' });
  // It contradicts the stored payment: a person decides.
  await adyen.deliver({}, [{ ...event, success: 'false', reason: 'Refused' }]);
  await adyen.deliver({}, [{ ...event, pspReference: 'SECONDPAYMENT' }]);
  const conflicts = (await shop.waitForNotifications(odd.length + 4)).filter(
    ({ transactionId, state }) => transactionId === id && state === 'conflict',
  );
  assert.deepEqual(conflicts.map(({ providerReference }) => providerReference).slice(-2), [
    event.pspReference,
    'SECONDPAYMENT',
  ]);
  assert.equal((await shop.record(id)).status, 'COMPLETED');
});

test('notifications are listed in pages, and are retried or dismissed with a reason', async (t) => {
  const shop = await stage.shop(t);
  const adyen = await shop.adyen();
  const { id, event } = await aPaidOne(shop, adyen);
  for (let i = 0; i < 4; i++)
    await adyen.deliver({}, [{ ...event, pspReference: `P${i}`, amount: { value: 1 + i, currency: 'EUR' } }]);
  const all = await shop.waitForNotifications(4);
  const [first] = await shop.notes('?limit=1');
  assert.equal(first.notificationId, all[0].notificationId);
  const rest = await shop.notes(`?after=${first.notificationId}&limit=100`);
  assert.deepEqual(
    rest.map(({ providerReference }) => providerReference),
    ['P1', 'P2', 'P3'],
  );
  assert.equal((await shop.notes('?state=conflict')).length, 4);
  assert.equal((await shop.notes('?state=applied')).length, 0);
  for (const query of ['?limit=0', '?limit=101', '?state=lost', '?order=desc', '?after=x'])
    assert.equal((await shop.operator('GET', `provider-notifications${query}`)).status, 400, query);

  const decide = (decision: string, body: object, notificationId = first.notificationId) =>
    shop.operator('POST', `provider-notifications/${notificationId}/${decision}`, body);
  assert.equal((await decide('retry', {})).status, 400);
  assert.equal((await decide('retry', { reason: 'x' }, crypto.randomUUID())).status, 404);
  const other = await stage.shop(t);
  assert.equal(
    (await other.operator('POST', `provider-notifications/${first.notificationId}/dismiss`, { reason: 'x' }))
      .status,
    404,
  );
  const again = await decide('retry', { reason: 'was asked to' });
  assert.deepEqual([again.status, again.body.state], [200, 'waiting']);
  await eventually(async () => (await shop.notes('?state=conflict')).length === 4);
  const dismissed = await decide('dismiss', { reason: 'a test of ours' });
  assert.deepEqual([dismissed.status, dismissed.body.state], [200, 'ignored']);
  assert.match(dismissed.body.reason, /a test of ours/);
  assert.equal((await decide('retry', { reason: 'again' })).status, 409);
  const audit = (await stage.gateway.operator('GET', `/operator/audit?merchantId=${shop.brand.merchantId}`))
    .body;
  const actions = audit.map(({ action }: { action: string }) => action);
  for (const decision of ['retried', 'dismissed'])
    assert.equal(
      actions.filter((action: string) => action === `provider-notification.${decision}`).length,
      1,
    );
  const counted = await shop.metric(
    'tollgate_provider_notifications_total{provider="adyen",state="conflict"}',
  );
  assert.ok(counted >= 5, String(counted));
  assert.equal((await shop.record(id)).status, 'PROCESSING');
});

test("an event of Stripe is only a hint, and Stripe's answer to an inquiry counts", async (t) => {
  const shop = await stage.shop(t);
  const { standIn, url } = await shop.stripe({}, { notifies: false });
  const { transactionId, redirectUrl } = (await shop.pay(by('ideal'))).result;
  const intent = standIn.of(transactionId)!;
  // A signed event says that it was paid; Stripe says otherwise.
  const untrue = {
    id: 'evt_untrue',
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { ...intent, status: 'succeeded' } },
  };
  const { headers, body } = standIn.sender.sign(untrue);
  assert.equal((await post(url, body, headers)).status, 200);
  await shop.waitForNotifications(1);
  assert.equal((await shop.record(transactionId)).status, 'PROCESSING');
  await decideOn(redirectUrl, 'approve');
  const events = standIn.books.events.toReversed();
  for (const event of events)
    for (let time = 0; time < 2; time++) assert.equal(await standIn.sender.send(event), 200);
  await shop.becomes(transactionId, { status: 'COMPLETED' });
  const notes = await shop.waitForNotifications(1 + events.length);
  assert.ok(
    notes.every(({ state }) => state === 'applied' || state === 'ignored'),
    JSON.stringify(notes),
  );
  assert.deepEqual(await shop.eventsOf(transactionId, 2), ['payin.processing', 'payin.completed']);
  // From the live environment, and from another account.
  for (const changes of [
    { id: 'evt_live', livemode: true },
    { id: 'evt_other', account: 'acct_other' },
  ])
    assert.equal(await standIn.sender.send(standIn.lastEvent('payment_intent.succeeded'), { changes }), 200);
  const odd = (await shop.waitForNotifications(3 + events.length)).slice(-2);
  assert.deepEqual(
    odd.map(({ state }) => state),
    ['unmatched', 'unmatched'],
  );
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
});

test('the gateway reads missed events from Stripe’s list', async (t) => {
  const own = await openProviderStage(t);
  const shop = await own.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const debit = (await shop.pay(by('sepa-direct-debit'))).result.transactionId;
  standIn.books.succeed(standIn.of(debit)!);
  const { askForMissedNotifications } = await import('../../../src/worker/missed-notifications.ts');
  await askForMissedNotifications(own.gateway.gateway.context)();
  await shop.becomes(debit, { status: 'COMPLETED' });
  assert.ok(
    standIn.requests.some(({ path, form }) => path === '/v1/events' && form.delivery_success === 'false'),
  );
  const before = (await shop.notes()).length;
  await askForMissedNotifications(own.gateway.gateway.context)();
  assert.equal((await shop.waitForNotifications(before)).length, before);
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
});
