// A portal with a brand that has money, and payouts made by its
// people or over its API, for tests of payouts.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { UserRole } from '../../../../src/domain/access/user-role.ts';
import { aPayout } from '../../../stage/payouts.ts';
import { openPortalStage, type PortalStage, sharedPortalStage } from '../portal-stage.ts';

export interface PayoutStage extends PortalStage {
  /** Makes a payout by the form, which must be PENDING afterwards. Returns its id. */
  make(role: UserRole, fields?: Record<string, unknown>): Promise<string>;
  /** Makes a payout over the API. Returns its id. */
  order(fields?: Record<string, unknown>): Promise<string>;
  statusOf(transactionId: string): Promise<string>;
  fund(amount: number): Promise<void>;
  /** The audit rows of a transaction: action, kind of actor, name. */
  audited(transactionId: string): Promise<string[]>;
}

export async function openPayoutStage(
  t: Pick<TestContext, 'after'>,
  brand: Record<string, unknown> = {},
  env: Record<string, string> = {},
): Promise<PayoutStage> {
  return withPayouts(await openPortalStage(t, { brand, env }));
}

/** On the gateway that the process shares. */
export async function sharedPayoutStage(
  t: Pick<TestContext, 'after'>,
  brand: Record<string, unknown> = {},
): Promise<PayoutStage> {
  return withPayouts(await sharedPortalStage(t, { brand }));
}

export function withPayouts(stage: PortalStage): PayoutStage {
  const { apiKey, brandId } = stage.brand;
  let numbers = 0;
  const body = (fields: Record<string, unknown>) =>
    aPayout({ merchantReference: `payout-${++numbers}`, ...fields });
  return {
    ...stage,
    async make(role, fields = {}) {
      const call = await stage.as(role);
      const made = await call('POST', '/brands/:brand/payouts', body(fields));
      assert.deepEqual([made.status, made.body?.status], [201, 'PENDING'], made.text);
      return made.body.transactionId;
    },
    async order(fields = {}) {
      const made = await stage.call('POST', '/v3/payout', { apiKey, body: body(fields) });
      assert.equal(made.status, 201, made.text);
      return made.body.result.transactionId;
    },
    async statusOf(id) {
      return (await stage.call('GET', `/payments/${id}`, { apiKey })).body.status;
    },
    async fund(amount) {
      const funding = { currency: 'EUR', amount, reference: `funding-${++numbers}` };
      const { status, text } = await stage.operator('POST', `/operator/brands/${brandId}/funding`, funding);
      assert.equal(status, 201, text);
    },
    async audited(id) {
      const rows =
        await stage.sql`select action, actor_kind, actor_name from audit_log where target_id = ${id} order by sequence`;
      return rows.map((row) => `${row.action} ${row.actor_kind} ${row.actor_name}`);
    },
  };
}
