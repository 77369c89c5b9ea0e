// The SDK in an edge worker, which has fetch and WebCrypto and nothing of Node.js. There it pays, takes a webhook and
// reads the stream.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { EdgeVM } from '@edge-runtime/vm';
import { build, type Rolldown } from 'vite';
import { CARD_OPTION_ID, sharedTestGateway } from '../../gateway/test/stage/harness.ts';

/** `sdk` is the package, `settings` are the values that the worker gets. */
const WORKER = `(async () => {
  if (typeof process !== 'undefined' || typeof Buffer !== 'undefined') throw new Error('this is Node.js');
  const { Tollgate, webhooks, DuplicateReferenceError } = sdk;
  const { card, signingSecret } = settings;
  const tollgate = new Tollgate(settings);
  const payment = {
    paymentOptionId: card, currency: 'EUR', amount: 25, country: 'DE', merchantReference: 'from the edge',
    paymentData: { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2035', cardCvv: '123', cardHolder: 'Ada Lovelace' },
  };
  const { result } = await tollgate.payments.create(payment);
  const again = await tollgate.payments.create(payment).catch((error) => error);
  const taken = [];
  const handle = webhooks.fetchHandler({
    secrets: ['tgs_old', signingSecret], store: webhooks.memoryStore(), onEvent: ({ eventType }) => taken.push(eventType), onError() {},
  });
  for await (const event of tollgate.events.stream({ signal: new AbortController().signal })) {
    const { body, headers } = await webhooks.sign(event, signingSecret);
    const post = (more) => handle(new Request('https://shop.example/webhooks', { method: 'POST', body, headers: { ...headers, ...more } }));
    const statuses = [(await post({})).status, (await post({})).status, (await post({ 'x-signature': 'wrong' })).status];
    return JSON.stringify({ status: result.status, isDuplicate: again instanceof DuplicateReferenceError, taken, statuses });
  }
})()`;

test('the SDK pays, handles a webhook once and refuses a forged webhook in an edge worker', async () => {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, '../dist/tollgate.js'),
        formats: ['iife'],
        name: 'sdk',
        fileName: 'sdk',
      },
    },
  })) as [Rolldown.RolldownOutput];
  const gate = await sharedTestGateway()();
  const brand = await gate.createBrand({ enforceSignatures: true, notificationUrl: 'http://127.0.0.1:9/' });
  const settings = {
    baseUrl: gate.url,
    apiKey: brand.apiKey,
    signingSecret: brand.signingSecret,
    card: CARD_OPTION_ID,
  };
  const worker = new EdgeVM({ extend: (context) => Object.assign(context, { settings }) });
  worker.evaluate(output[0].code);
  assert.deepEqual(JSON.parse(await worker.evaluate(WORKER)), {
    status: 'COMPLETED',
    isDuplicate: true,
    taken: ['payin.completed'],
    statuses: [200, 200, 403],
  });
});
