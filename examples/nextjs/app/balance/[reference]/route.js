// GET /balance/{reference}: for `tollgate rehearse --books`. Remove it before strangers reach your server.
import { shop } from '../../../lib/shop.js';

export async function GET(_request, { params }) {
  const { reference } = await params;
  return new Response(String(shop().balanceOf(reference)));
}
