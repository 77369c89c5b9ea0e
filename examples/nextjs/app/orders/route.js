// POST /orders: opens a session and sends the customer to the cashier.
import { shop } from '../../lib/shop.js';

export async function POST() {
  const { tollgate, url } = shop();
  const merchantReference = `order-${crypto.randomUUID()}`;
  const { cashierUrl } = await tollgate.sessions.create({
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    merchantReference,
    redirectUrl: `${url}/orders/${merchantReference}`,
    notificationUrl: `${url}/webhooks`,
  });
  return Response.redirect(cashierUrl, 303);
}
