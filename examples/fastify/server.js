// A shop with one thing to sell. The money is held when the customer orders on the cashier, and captured when the order
// ships. Webhooks say what was paid.
import { randomUUID } from 'node:crypto';
import { Tollgate, webhooks } from '@tollgate/sdk';
import fastify from 'fastify';
import { balanceOf, book } from './books.js';

const { PORT = '4000', TOLLGATE_URL = 'http://localhost:3000' } = process.env;
const { TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: signingSecret } = process.env;
const shop = `http://localhost:${PORT}`;
const tollgate = new Tollgate({ baseUrl: TOLLGATE_URL, apiKey, signingSecret });
const app = fastify();

// POST /webhooks. The plugin keeps the raw body of this route alone.
const receiver = { secrets: signingSecret, store: webhooks.memoryStore(), onEvent: book };
app.register(webhooks.fastifyPlugin, receiver);

// Fastify refuses forms without a parser for them; this form has no fields.
const parser = (_request, body, done) => done(null, body);
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parser);

app.get('/', (_request, reply) => {
  reply.type('text/html');
  reply.send('<h1>Coffee, €25</h1><form method="post" action="/orders"><button>Buy</button></form>');
});

app.post('/orders', async (_request, reply) => {
  const merchantReference = `order-${randomUUID()}`;
  const { cashierUrl } = await tollgate.sessions.create({
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    captureMode: 'manual',
    merchantReference,
    redirectUrl: `${shop}/orders/${merchantReference}`,
    notificationUrl: `${shop}/webhooks`,
  });
  return reply.redirect(cashierUrl, 303);
});

// The customer comes back to this page. That proves nothing: the books and the gateway say what is true.
app.get('/orders/:reference', async ({ params: { reference } }) => {
  if (balanceOf(reference) > 0) return 'Paid and shipped. Thank you!\n';
  const [payment] = await tollgate.payments.find({ merchantReference: reference });
  const isHeld = payment?.status === 'PROCESSING' && payment.amountAuthorized > 0;
  return isHeld ? 'Ordered. Thank you! You pay when it ships.\n' : 'Not paid yet. Reload this page.\n';
});

// Your warehouse calls this when the parcel leaves; keep strangers away from it. The same reference captures once,
// however often the call comes.
app.post('/orders/:reference/ship', async ({ params: { reference } }) => {
  const captureReference = `shipment of ${reference}`;
  const capture = await tollgate.payments.capture({ merchantReference: reference, captureReference });
  return `The capture is ${capture.status}.\n`;
});

// For `tollgate rehearse --books`. Remove it before strangers reach your server.
app.get('/balance/:reference', (request, reply) => {
  reply.send(String(balanceOf(request.params.reference)));
});

await app.listen({ port: Number(PORT) });
console.log(`Open ${shop}`);
