// POST /webhooks: the gateway tells how a payment stands. The handler reads the raw body itself.
import { shop } from '../../lib/shop.js';

export const POST = (request) => shop().receive(request);
