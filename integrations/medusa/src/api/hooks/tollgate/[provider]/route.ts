// POST /hooks/tollgate/{id of the provider in medusa-config.ts}: the webhooks of the gateway. It answers once the shop
// has applied the news; until then the gateway sends them again. Medusa's own /hooks/payment answers before that.
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { Modules } from '@medusajs/framework/utils';
import { WebhookError, type WebhookEvent } from '@tollgate/sdk/webhooks';
import { JOURNAL, type Journal } from '../../../../modules/tollgate/journal.ts';
import { applyNews } from '../../../../news/apply-news.ts';

export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const provider = `tollgate_${req.params.provider}`;
  const payload = { data: {}, rawData: req.rawBody as Buffer, headers: req.headers };
  try {
    // It verifies the signature before anything else.
    const { action, data } = await req.scope
      .resolve(Modules.PAYMENT)
      .getWebhookActionAndData({ provider, payload });
    const event = JSON.parse(String(req.rawBody)) as WebhookEvent;
    await req.scope.resolve<Journal>(JOURNAL).keep(event);
    if (data?.session_id) {
      const { session_id: sessionId, amount } = data;
      await applyNews(req.scope, { event, sessionId, action, amount: Number(amount) });
    }
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    res.status(400).json({ message: error.message, fault: error.fault });
    return;
  }
  res.sendStatus(204);
}
