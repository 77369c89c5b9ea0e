import { defineMiddlewares } from '@medusajs/framework/http';

// The signature of a webhook is over the bytes that came.
export default defineMiddlewares({
  routes: [{ method: ['POST'], matcher: '/hooks/tollgate/:provider', bodyParser: { preserveRawBody: true } }],
});
