// A portal whose brand can connect made-up providers (stage/made-up-provider.ts), and the notifications of such a
// provider over HTTP.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, aCardPayin, eventually } from '../../../stage/harness.ts';
import {
  CONTOSO,
  GOOD_KEY,
  type MadeUpNotification,
  NORTHWIND,
  WEBHOOK_KEY,
} from '../../../stage/made-up-provider.ts';
import { openPortalStage, type PortalStage, sharedPortalStage } from '../portal-stage.ts';

export const CREDENTIALS = { apiKey: GOOD_KEY, merchantAccount: 'HarbourEU', hmacKeys: [WEBHOOK_KEY] };

export interface ProvidersStage extends PortalStage {
  /** Connects the brand to Northwind. Returns the account. */
  connect(settings?: Record<string, unknown>): Promise<Answer['body']>;
  /** A card pay-in of 25 EUR, which Northwind takes. */
  pay(merchantReference: string): Promise<string>;
  /** Posts Northwind's notification and waits until the worker has looked at it. */
  tell(accountId: string, told: MadeUpNotification, key?: string): Promise<Answer>;
}

export async function openProvidersStage(
  t: Pick<TestContext, 'after'>,
  options: Parameters<typeof openPortalStage>[1] = {},
): Promise<ProvidersStage> {
  return withProviders(await openPortalStage(t, { ...KINDS, ...options }));
}

/** On the gateway that the process shares. */
export async function sharedProvidersStage(
  t: Pick<TestContext, 'after'>,
  options: { brand?: Record<string, unknown> } = {},
): Promise<ProvidersStage> {
  return withProviders(await sharedPortalStage(t, { ...KINDS, ...options }));
}

const KINDS = { providerKinds: [NORTHWIND, CONTOSO] };

function withProviders(stage: PortalStage): ProvidersStage {
  const { brand } = stage;
  return {
    ...stage,
    async connect(settings = {}) {
      const developer = await stage.as('developer');
      const body = { environment: 'test', credentials: CREDENTIALS, ...settings };
      const answer = await developer('PUT', '/brands/:brand/providers/northwind', body);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    async pay(merchantReference) {
      const body = aCardPayin({ merchantReference });
      const answer = await stage.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result.transactionId;
    },
    async tell(accountId, told, key = WEBHOOK_KEY) {
      const answer = await stage.call('POST', `/providers/northwind/notifications/${accountId}`, {
        headers: { 'northwind-signature': key },
        body: [told],
      });
      if (answer.status !== 200) return answer;
      await eventually(async () => {
        const [row] = await stage.sql`select state from notification_work w
          join provider_notifications n on n.merchant_id = w.merchant_id and n.id = w.notification_id
          where n.merchant_id = ${brand.merchantId} and n.item_key = ${told.key}`;
        return row!.state !== 'waiting';
      });
      return answer;
    },
  };
}
