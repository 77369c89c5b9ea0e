// A shop with one thing to sell: the customer pays on the cashier, and a webhook says that it was paid.
import { randomUUID } from 'node:crypto';
import { Tollgate, webhooks } from '@tollgate/sdk';
import express from 'express';
import { balanceOf, book } from './books.js';

const { PORT = '4000', TOLLGATE_URL = 'http://localhost:3000' } = process.env;
const { TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: signingSecret } = process.env;
const shop = `http://localhost:${PORT}`;
const tollgate = new Tollgate({ baseUrl: TOLLGATE_URL, apiKey, signingSecret });
const app = express();

// Keep it before express.json(), if you use that: the signature is about the raw body.
const receiver = { secrets: signingSecret, store: webhooks.memoryStore(), onEvent: book };
app.post('/webhooks', webhooks.nodeHandler(receiver));

app.get('/', (_request, response) => {
  response.send('<h1>Coffee, €25</h1><form method="post" action="/orders"><button>Buy</button></form>');
});

app.post('/orders', async (_request, response) => {
  const merchantReference = `order-${randomUUID()}`;
  const { cashierUrl } = await tollgate.sessions.create({
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    merchantReference,
    redirectUrl: `${shop}/orders/${merchantReference}`,
    notificationUrl: `${shop}/webhooks`,
  });
  response.redirect(303, cashierUrl);
});

// The customer comes back to this page. That proves nothing: only a webhook changes the books.
app.get('/orders/:reference', (request, response) => {
  const isPaid = balanceOf(request.params.reference) > 0;
  response.type('text').send(isPaid ? 'Paid. Thank you!\n' : 'Not paid yet. Reload this page.\n');
});

// For `tollgate rehearse --books`. Remove it before strangers reach your server.
app.get('/balance/:reference', (request, response) => {
  response.type('text').send(String(balanceOf(request.params.reference)));
});

app.listen(Number(PORT), (error) => {
  if (error) throw error;
  console.log(`Open ${shop}`);
});
