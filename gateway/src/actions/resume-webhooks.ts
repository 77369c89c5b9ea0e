// Lets a brand's paused webhook endpoints go on, with what they missed (contract 2 and 5). Called by the operator API
// and the portal. Workers notice within two seconds and take up each line in order; nothing is sent from here.
import { resumeEndpoints } from '../storage/webhook-endpoint-store.ts';
import type { Context } from './context.ts';

export interface ResumedWebhooks {
  /** The endpoints that were paused, and how many events wait for them; empty when none was. */
  resumed: { url: string; waitingEvents: number }[];
}

export async function resumeWebhooks(
  context: Pick<Context, 'sql' | 'now'>,
  brand: { merchantId: string; brandId: string },
): Promise<ResumedWebhooks> {
  return { resumed: await resumeEndpoints(context.sql, brand.merchantId, brand.brandId, context.now()) };
}
