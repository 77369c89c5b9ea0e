// The stand-in itself, as tests in other processes use it: its control address, its pages in a browser's order, and the
// notifications that it sends. Also checks that it notices a request that differs from Adyen's description.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import type { NotificationItem } from '../../../src/domain/notifications/news.ts';
import { aCardInHand, anAccount, aPayment, byMethod, GOOD_CARD, NOW, openAdyen } from './stage.ts';
import type { Event } from './stand-in/books.ts';
import { Description, HAS_DESCRIPTION } from './stand-in/description.ts';
import { REPORT_PASSWORD, REPORT_USER } from './stand-in/reports.ts';
import { rowsOfPayments, writeReport } from './stand-in/settlement-report.ts';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

async function controlled(url: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/stand-in/${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.equal(answer.status, 200, path);
  return await answer.json();
}

/** Reads incoming notifications with the adapter, as the gateway does. */
async function openReceiver(t: TestContext, stage: Awaited<ReturnType<typeof openAdyen>>) {
  const items: NotificationItem[] = [];
  let bodies = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const reading = await stage.provider.readNotification(request.headers, Buffer.concat(chunks), NOW);
      bodies += 1;
      if (reading.kind === 'authentic') items.push(...reading.items);
      response.writeHead(reading.kind === 'authentic' ? 200 : 401).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, items, bodies: () => bodies, delivery: { url, hmacKey: HMAC_KEY } };
}

test('a report that a test publishes from outside is told by a notification and can be fetched', async (t) => {
  const credentials = {
    ...anAccount().credentials,
    reportUser: REPORT_USER,
    reportPassword: REPORT_PASSWORD,
  };
  const stage = await openAdyen(t, { credentials });
  const receiver = await openReceiver(t, stage);
  const payment = aPayment();
  assert.equal((await stage.pay(payment, aCardInHand())).kind, 'completed');
  const { payments } = stage.standIn.books;
  const content = writeReport(rowsOfPayments(payments, '4'));
  const name = 'settlement_detail_report_batch_4.csv';
  await controlled(stage.standIn.url, 'POST', 'reports', { name, content });
  await controlled(stage.standIn.url, 'POST', 'deliver', receiver.delivery);
  const item = receiver.items.find(({ kind }) => kind === 'REPORT_AVAILABLE')!;
  const signal = AbortSignal.timeout(10_000);
  const news = await stage.provider.readNews({ ...item, receivedAt: NOW }, signal);
  assert.deepEqual(news, { about: 'settlement-report', name });
  const { fetchReport, readReport } = stage.provider.settlements!;
  for await (const { payout, lines } of readReport!(await fetchReport!(name, signal))) {
    assert.deepEqual([payout.reference, payout.netMinor], ['4', lines[0]!.netMinor]);
    assert.deepEqual(
      lines.map(({ charge, grossMinor, feeMinor }) => [charge, grossMinor, feeMinor]),
      [[payment.id, payment.amountMinor, 25n]],
    );
  }
});

test("tests control the stand-in's faults from outside, and read its charges and requests", async (t) => {
  const stage = await openAdyen(t);
  const { url } = stage.standIn;
  const fault = { kind: 'status', statusCode: 503 };
  await controlled(url, 'POST', 'faults', { path: '/payments', times: 2, fault });
  const payment = aPayment();
  for (const expected of ['unknown', 'unknown', 'completed'])
    assert.equal((await stage.pay(payment, aCardInHand())).kind, expected);
  assert.deepEqual(await controlled(url, 'GET', `charges/${payment.id}`), { charges: 1, payments: 1 });
  const requests = JSON.stringify(await controlled(url, 'GET', 'requests'));
  assert.ok(requests.includes(payment.id) && !requests.includes(GOOD_CARD));
  await controlled(url, 'POST', 'faults', { fault });
  await controlled(url, 'DELETE', 'faults');
  assert.equal((await stage.pay(payment, aCardInHand())).kind, 'completed');
});

test("the stand-in sends a notification of each payment at once, if the gateway's address is set", async (t) => {
  const stage = await openAdyen(t);
  const receiver = await openReceiver(t, stage);
  await controlled(stage.standIn.url, 'POST', 'notifications', receiver.delivery);
  await stage.pay(aPayment(), aCardInHand());
  await stage.pay(aPayment(), aCardInHand(GOOD_CARD, 'DECLINED'));
  for (let i = 0; i < 1_000 && receiver.items.length < 2; i++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(
    receiver.items.map(({ key }) => key.replace(/^[^:]+/, '')),
    [':AUTHORISATION:true', ':AUTHORISATION:false'],
  );
});

test('the stand-in sends notifications twice, reversed, together, for another account or with another amount', async (t) => {
  const stage = await openAdyen(t);
  const { standIn } = stage;
  const { delivery, items, bodies } = await openReceiver(t, stage);
  const payment = aPayment('pix');
  await stage.pay(payment, byMethod('pix'));
  assert.equal(standIn.books.events.length, 0);
  await controlled(standIn.url, 'POST', 'pay', { reference: payment.id });
  await controlled(standIn.url, 'POST', 'events', { reference: payment.id, eventCode: 'CHARGEBACK' });
  const waiting = [...standIn.books.events];
  assert.equal(standIn.charges(payment.id), 1);

  assert.deepEqual(await standIn.deliver({ ...delivery, times: 2, reversed: true }), [200, 200, 200, 200]);
  assert.deepEqual(
    items.splice(0).map(({ kind }) => kind),
    ['CHARGEBACK', 'CHARGEBACK', 'AUTHORISATION', 'AUTHORISATION'],
  );
  const before = bodies();
  await standIn.deliver({ ...delivery, together: true }, waiting);
  assert.deepEqual([bodies() - before, items.splice(0).length], [1, 2]);

  const first = waiting[0]!;
  const other: Event = {
    ...first,
    merchantAccountCode: 'AnotherAccount',
    amount: { value: 1, currency: 'EUR' },
  };
  await standIn.deliver(delivery, [other]);
  assert.deepEqual(
    items.map(({ isForeignAccount, amountMinor }) => [isForeignAccount, amountMinor]),
    [[true, 1n]],
  );
  assert.deepEqual(await standIn.deliver({ ...delivery, hmacKey: '00'.repeat(32) }, waiting), [401, 401]);
});

test('a cancellation and a refund have their own notifications', async (t) => {
  const stage = await openAdyen(t);
  const { standIn, provider, callOf } = stage;
  const open = aPayment('ideal');
  await stage.pay(open, byMethod('ideal'));
  await provider.cancel(open, callOf(open));
  assert.deepEqual(
    standIn.books.events.map(({ eventCode, merchantReference, success }) => [
      eventCode,
      merchantReference,
      success,
    ]),
    [['TECHNICAL_CANCEL', open.id, 'true']],
  );
});

test('the pages have a link or a button for each decision', async (t) => {
  const stage = await openAdyen(t);
  const outcome = await stage.pay(aPayment('ideal'), byMethod('ideal'));
  assert.ok(outcome.kind === 'redirect');
  const page = await (await fetch(outcome.redirectUrl)).text();
  for (const decision of ['approve', 'refuse', 'cancel']) assert.ok(page.includes(`id="${decision}"`));
  const hosted = await openAdyen(t, { cardEntry: 'provider' });
  const session = await hosted.pay(aPayment(), byMethod('card'));
  assert.ok(session.kind === 'redirect');
  const form = await (await fetch(session.redirectUrl)).text();
  for (const field of ['number', 'expiry', 'cvc', 'holderName']) assert.ok(form.includes(`name="${field}"`));
});

test('with the description at hand, a request that does not fit the description is noticed', {
  skip: HAS_DESCRIPTION ? false : 'PROVIDER_SPECS names no description of Adyen',
}, () => {
  const description = Description.shared();
  const request = {
    merchantAccount: MERCHANT_ACCOUNT,
    reference: 'a',
    returnUrl: 'https://pay.example/',
    amount: { value: 1, currency: 'EUR' },
    paymentMethod: { type: 'sepadirectdebit', iban: 'DE89370400440532013000', ownerName: 'Ada' },
  };
  const faults = (change: object) =>
    description.faults('/payments', 'post', 'request', { ...request, ...change });
  assert.deepEqual(faults({}), []);
  for (const change of [
    { reference: undefined },
    { amount: { value: '1', currency: 'EUR' } },
    { channel: 'web' },
    { paymentMethod: { type: 'sepadirectdebit' } },
    { paymentMethod: { type: 'barter' } },
  ])
    assert.notDeepEqual(faults(change), [], JSON.stringify(change));
});
