// Mandates and later charges, against a small gateway that counts what it did: the calls' shape, and that a charge or a
// revocation whose answer was lost happens once.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { AnswerSignatureError, NotFoundError, Tollgate } from '../src/tollgate.ts';
import { type Loss, lossyNetwork } from './lossy-network.ts';

const SECRET = 'tgs_of_this_test';
const OPTION = '955677db-135d-4bd3-a241-a616beca374c';
const signed = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64');

const mandate = (mandateId: string, status = 'ACTIVE') => ({ mandateId, status, userId: 'customer-77' });

/** `signs`: the signature of the answer to a charge. For a mandate of a bank account it is null. */
async function openGateway(t: test.TestContext) {
  const charges = new Map<string, string>();
  const revoked: string[] = [];
  const seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
  const gateway = { charges, revoked, seen, signs: (text: string): string | null => signed(text) };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body });
    const answer = (status: number, value: unknown, more: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(value));
    if (url === '/v3/payment') {
      const key = String(headers['idempotency-key']);
      const { merchantReference, currency, amount } = JSON.parse(body);
      const transactionId = charges.get(key) ?? `t-${charges.size + 1}`;
      charges.set(key, transactionId);
      const result = { transactionId, merchantReference, currency, amount, status: 'COMPLETED' };
      const signature = gateway.signs(
        `${transactionId}:${merchantReference}:${currency}:${amount}:COMPLETED`,
      );
      const more = signature === null ? {} : { 'x-signature': signature };
      return answer(201, { statusCode: 200, resultType: 'success', result }, more);
    }
    if (url.endsWith('/revoke')) {
      const [, , id] = url.split('/');
      if (!revoked.includes(id!)) revoked.push(id!);
      return answer(200, mandate(id!, 'REVOKED'));
    }
    if (url.startsWith('/mandates?')) {
      const isLast = url.includes('cursor=');
      const next = { link: '</mandates?userId=customer-77&cursor=c>; rel="next"' };
      return answer(200, [mandate(isLast ? 'm-2' : 'm-1')], isLast ? {} : next);
    }
    if (url === '/mandates/m-1') return answer(200, mandate('m-1'));
    return answer(404, { statusCode: 404, message: 'no such mandate' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return { ...gateway, gateway, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const EACH: Loss[][] = [
  ['request'],
  ['answer'],
  ['patience'],
  ['gateway-error'],
  ['answer', 'request', 'answer'],
];

test('mandates and later charges', async (t) => {
  const { baseUrl, charges, revoked, seen, gateway } = await openGateway(t);
  const network = lossyNetwork();
  const options = { baseUrl, apiKey: 'tg_test_k', signingSecret: SECRET, maxRetryDelayMs: 20 };
  const client = new Tollgate({ ...options, fetch: network.fetch });
  const charge = { paymentOptionId: OPTION, currency: 'EUR', amount: 9.9, paymentData: { mandateId: 'm-1' } };

  for (const losses of EACH)
    await t.test(`the client charges a mandate once (losses: ${losses.join(', ')})`, async () => {
      const before = charges.size;
      network.lose(...losses);
      const { result } = await client.payments.create(charge);
      await network.settle();
      assert.equal(result.status, 'COMPLETED');
      assert.equal(charges.size - before, 1);
    });

  await t.test('a later charge has the key of the caller, a reference and a signature', async () => {
    await client.payments.create(charge, { idempotencyKey: 'may-2026' });
    const { headers, body } = seen.at(-1)!;
    const { merchantReference, ...sent } = JSON.parse(body);
    assert.deepEqual(sent, charge);
    assert.equal(headers['idempotency-key'], 'may-2026');
    assert.equal(headers.signature, signed(`${OPTION}:${merchantReference}:EUR:9.9`));
  });

  await t.test(
    'the client refuses a wrong signature of the answer, and accepts that there is none',
    async () => {
      const { signs } = gateway;
      gateway.signs = () => null;
      assert.equal((await client.payments.create(charge)).resultType, 'success');
      gateway.signs = () => signed('something else');
      await assert.rejects(client.payments.create(charge), AnswerSignatureError);
      gateway.signs = signs;
    },
  );

  await t.test('the client reads one mandate, and the mandates of a customer page by page', async () => {
    assert.equal((await client.mandates.get('m-1')).status, 'ACTIVE');
    await assert.rejects(client.mandates.get('m/9'), NotFoundError);
    assert.equal(seen.at(-1)!.url, '/mandates/m%2F9');
    const found = [];
    for await (const { mandateId } of client.mandates.list({ userId: 'customer-77' })) found.push(mandateId);
    assert.deepEqual(found, ['m-1', 'm-2']);
  });

  await t.test('the client revokes a mandate, again after a lost answer', async () => {
    for (const losses of EACH) {
      network.lose(...losses);
      const { status } = await client.mandates.revoke('m-1', { reason: 'the customer left' });
      await network.settle();
      assert.equal(status, 'REVOKED');
    }
    const { headers, body } = seen.at(-1)!;
    assert.equal(headers['x-signature'], signed(body));
    assert.deepEqual([JSON.parse(body), revoked], [{ reason: 'the customer left' }, ['m-1']]);
  });
});
