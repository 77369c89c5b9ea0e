// GET /orders/{reference}: the customer comes back. That proves nothing: only a webhook changes the books.
import { shop } from '../../../lib/shop.js';

export async function GET(_request, { params }) {
  const { reference } = await params;
  const isPaid = shop().balanceOf(reference) > 0;
  return new Response(isPaid ? 'Paid. Thank you!\n' : 'Not paid yet. Reload this page.\n');
}
