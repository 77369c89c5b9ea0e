// POST /tollgate/webhooks. The answer is 200 once the shop has applied the news; until then the gateway sends them
// again. Whoever sends the same news twice changes nothing, so no table of handled events is needed.
import { Controller, Post, Req, Res } from '@nestjs/common';
import { webhooks } from '@tollgate/sdk';
import { Logger } from '@vendure/core';
import { decorated, injected } from '../nest.ts';
import { PaymentNews } from '../news/payment-news.ts';
import { TOLLGATE_OPTIONS } from '../options.ts';
import type { TollgateOptions } from '../plugin-types.d.ts';

export const WEBHOOK_ROUTE = 'tollgate/webhooks';

type Handler = ReturnType<typeof webhooks.nodeHandler>;

export class WebhookController {
  readonly #handler: Handler;

  constructor(news: PaymentNews, { signingSecret }: TollgateOptions) {
    this.#handler = webhooks.nodeHandler({
      secrets: signingSecret,
      store: {
        once: async (_eventId, work) => {
          await work();
          return true;
        },
      },
      onEvent: (event) => news.onEvent(event),
      onError: (error) =>
        Logger.warn(error instanceof Error ? (error.stack ?? error.message) : String(error), 'Tollgate'),
    });
  }

  async receive(request: Parameters<Handler>[0], response: Parameters<Handler>[1]): Promise<void> {
    await this.#handler(request, response);
  }
}

injected(WebhookController, PaymentNews, TOLLGATE_OPTIONS);
decorated(WebhookController, 'receive', [Post()], [Req(), Res()]);
Controller(WEBHOOK_ROUTE)(WebhookController);
