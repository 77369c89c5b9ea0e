// A shop with one thing to sell: the customer pays on the cashier, and a webhook says that it was paid.
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
    merchantReference,
    redirectUrl: `${shop}/orders/${merchantReference}`,
    notificationUrl: `${shop}/webhooks`,
  });
  return reply.redirect(cashierUrl, 303);
});

// The customer comes back to this page. That proves nothing: only a webhook changes the books.
app.get('/orders/:reference', (request, reply) => {
  const isPaid = balanceOf(request.params.reference) > 0;
  reply.send(isPaid ? 'Paid. Thank you!\n' : 'Not paid yet. Reload this page.\n');
});

// For `tollgate rehearse --books`. Remove it before strangers reach your server.
app.get('/balance/:reference', (request, reply) => {
  reply.send(String(balanceOf(request.params.reference)));
});

await app.listen({ port: Number(PORT) });
console.log(`Open ${shop}`);
