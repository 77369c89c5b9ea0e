// The shop's record of its calls: each request that the SDK sent, with its answer, and nothing of a card or a key.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { countryOf } from '../catalogue.ts';
import { GatewayClient } from '../gateway-client.ts';
import { type CallStep, Orders } from '../orders.ts';

const API_KEY = 'tg_test_key_of_this_test';
const SECRET = 'tgs_secret_of_this_test';

/** A gateway that gives the prepared answers, one for each request; null: it breaks the connection off. */
async function openGateway(
  t: test.TestContext,
  answers: ({ status: number; body: object; signedWith?: string } | null)[],
) {
  const server = createServer(async (request, response: ServerResponse) => {
    for await (const _ of request);
    const answer = answers.shift();
    if (!answer) return void request.socket.destroy();
    const text = JSON.stringify(answer.body);
    const signature = createHmac('sha256', answer.signedWith ?? SECRET)
      .update(text)
      .digest('base64');
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(answer.status < 300 && request.method === 'POST' && { 'x-signature': signature }),
    });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const orders = new Orders();
  const customer = { id: 'c', name: 'Ada Lovelace', email: 'ada@example.com', ip: null, userAgent: '' };
  const order = orders.open(
    {
      way: 'hosted',
      product: null,
      quantity: 1,
      country: countryOf('DE')!,
      amountMinor: 2500,
      chargesLater: false,
      customer,
    },
    'form',
  );
  const options = { baseUrl, publicUrl: 'http://shop.example', apiKey: API_KEY, signingSecret: SECRET };
  return { order, client: new GatewayClient(options, orders), steps: () => order.steps as CallStep[] };
}

const SHOWN = { title: 'Open a session', text: 'Why.' };
const SESSION = { currency: 'EUR', amount: 25, country: 'DE', merchantReference: 'HC-1' };
const OPENED = { transactionId: 'a1', cashierUrl: 'http://pay.example/cashier/x' };

test('the shop looks a lost call up before it repeats the call, and shows each request beside the order', async (t) => {
  const { order, client, steps } = await openGateway(t, [
    null,
    { status: 200, body: [] },
    { status: 201, body: OPENED },
  ]);
  const outcome = await client.call(order, SHOWN, (tollgate) => tollgate.sessions.create(SESSION));
  assert.deepEqual(outcome, { answer: OPENED });
  assert.deepEqual(
    steps().map(({ method, title, answer }) => [method, title, answer?.verified]),
    [
      ['POST', 'Open a session', undefined],
      ['GET', 'Look whether it was done', null],
      ['POST', 'Send it again', true],
    ],
  );
  assert.match(steps()[0]!.failure!, /the outcome is unknown/);
  assert.ok(!JSON.stringify(order).includes(API_KEY) && !JSON.stringify(order).includes(SECRET));
});

test('the shop ignores an answer with a wrong signature, and tells a refusal from a failure', async (t) => {
  const forged = await openGateway(t, [{ status: 201, body: OPENED, signedWith: 'tgs_other' }]);
  const open = ({ client, order }: typeof forged) =>
    client.call(order, SHOWN, (tollgate) => tollgate.sessions.create(SESSION, { retries: 0 }));
  assert.equal(await open(forged), null);
  assert.equal(forged.steps()[0]!.answer!.verified, false);
  assert.match(forged.steps()[0]!.failure!, /so the shop ignores it/);

  const refused = await openGateway(t, [{ status: 400, body: { message: ['amount: is too small'] } }]);
  assert.deepEqual(await open(refused), { faults: ['amount: is too small'] });
  assert.equal(refused.steps()[0]!.answer!.verified, null);

  assert.equal(await open(await openGateway(t, [{ status: 500, body: { message: 'an error' } }])), null);
});

test('the shop keeps only the first six and last four digits of a card number', async (t) => {
  const { order, client } = await openGateway(t, [{ status: 400, body: { message: 'no' } }]);
  const paymentData = { cardNumber: '4242424242424242', cardCvv: '739' };
  const body = { ...SESSION, paymentOptionId: 'p', paymentData };
  await client.call(order, SHOWN, (tollgate) => tollgate.payments.create(body as never));
  const kept = JSON.stringify(order);
  assert.match(kept, /424242••••••4242/);
  assert.doesNotMatch(kept, /4242424242424242|"739"/);
});
