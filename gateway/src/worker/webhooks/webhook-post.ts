// One POST to a merchant's address outside the queue, for test events and the endpoint check (Context.postToMerchant).
// It uses the same transport and address check as webhooks, but never their connections.
import { isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import type { PostAnswer } from '../../actions/context.ts';
import { TIMED_OUT } from './webhook-dispatch.ts';
import type { WebhookSenderOptions } from './webhook-parts.ts';
import { type Delivery, HttpTransport } from './webhook-transport.ts';

export class WebhookPost {
  readonly #transport: HttpTransport;
  readonly #timeoutMs: number;

  constructor({ webhookTimeoutMs, allowInsecureWebhooks }: WebhookSenderOptions['config']) {
    this.#timeoutMs = webhookTimeoutMs;
    this.#transport = new HttpTransport({
      timeoutMs: webhookTimeoutMs,
      requireHttps: !allowInsecureWebhooks,
      isAllowedAddress: allowInsecureWebhooks ? () => true : isPublicAddress,
    });
  }

  post(url: string, headers: string[], body: string): Promise<PostAnswer> {
    return new Promise<PostAnswer>((resolve) => {
      const startedMs = performance.now();
      const end = (said: Omit<PostAnswer, 'durationMs'>) => {
        clearTimeout(timer);
        resolve({ ...said, durationMs: Math.round(performance.now() - startedMs) });
      };
      let delivery: Delivery | undefined;
      const timer = setTimeout(() => {
        delivery?.abort();
        end({ statusCode: null, error: TIMED_OUT, excerpt: null });
      }, this.#timeoutMs);
      delivery = this.#transport.send(url, headers, body, ({ statusCode, error, excerpt }) => {
        const redirected = statusCode !== null && statusCode >= 300 && statusCode < 400;
        end({ statusCode, error: redirected ? 'redirects are not followed' : error, excerpt });
      });
    });
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}
