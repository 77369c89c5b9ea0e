import { defineMiddlewares } from '@medusajs/framework/http';
import { releaseRest } from './release-rest.ts';

/** Whoever may change orders may cancel one or ask for its money. */
const policies = [{ resource: 'order', operation: 'update' }];

export default defineMiddlewares({
  routes: [
    // The signature of a webhook is over the bytes that came.
    { method: ['POST'], matcher: '/hooks/tollgate/:provider', bodyParser: { preserveRawBody: true } },
    { method: ['POST'], matcher: '/admin/orders/:id/cancel', middlewares: [releaseRest], policies },
    { method: ['POST'], matcher: '/admin/tollgate/payment-links', policies },
  ],
});
