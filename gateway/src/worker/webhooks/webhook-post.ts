// One POST to a merchant's address beside the queue, for test events and the endpoint check (Context.postToMerchant): the same transport
// and the same guard of addresses as webhooks have, with connections of its own. Made by gateway.ts.
import type { Context, PostAnswer } from '../../actions/context.ts';
import { isPublicAddress } from '../../domain/merchants/web-address.ts';
import { TIMED_OUT } from './webhook-dispatch.ts';
import type { WebhookSenderOptions } from './webhook-parts.ts';
import { createTransport, type Delivery } from './webhook-transport.ts';

export function openPost({ webhookTimeoutMs, allowInsecureWebhooks }: WebhookSenderOptions['config']): {
  post: Context['postToMerchant'];
  close(): Promise<void>;
} {
  const transport = createTransport({
    timeoutMs: webhookTimeoutMs,
    requireHttps: !allowInsecureWebhooks,
    isAllowedAddress: allowInsecureWebhooks ? () => true : isPublicAddress,
  });
  return {
    post: (url, headers, body) =>
      new Promise<PostAnswer>((resolve) => {
        const startedMs = performance.now();
        const end = (said: Omit<PostAnswer, 'durationMs'>) => {
          clearTimeout(timer);
          resolve({ ...said, durationMs: Math.round(performance.now() - startedMs) });
        };
        let delivery: Delivery | undefined;
        const timer = setTimeout(() => {
          delivery?.abort();
          end({ statusCode: null, error: TIMED_OUT, excerpt: null });
        }, webhookTimeoutMs);
        delivery = transport.send(url, headers, body, ({ statusCode, error, excerpt }) => {
          const redirected = statusCode !== null && statusCode >= 300 && statusCode < 400;
          end({ statusCode, error: redirected ? 'redirects are not followed' : error, excerpt });
        });
      }),
    close: () => transport.close(),
  };
}
