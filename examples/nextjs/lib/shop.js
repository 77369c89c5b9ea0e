// The client and the receiver of the shop. Next.js may load a module once for each route, so `globalThis` keeps both.
// The first request makes them, because `next build` has no key.
import { Tollgate, webhooks } from '@tollgate/sdk';
import { balanceOf, book } from './books.js';

function openShop() {
  const { PORT = '4000', TOLLGATE_URL = 'http://localhost:3000' } = process.env;
  const { TOLLGATE_API_KEY: apiKey, TOLLGATE_SIGNING_SECRET: signingSecret } = process.env;
  return {
    url: `http://localhost:${PORT}`,
    tollgate: new Tollgate({ baseUrl: TOLLGATE_URL, apiKey, signingSecret }),
    receive: webhooks.fetchHandler({
      secrets: signingSecret,
      store: webhooks.memoryStore(),
      onEvent: book,
    }),
    balanceOf,
  };
}

export function shop() {
  globalThis.shop ??= openShop();
  return globalThis.shop;
}
