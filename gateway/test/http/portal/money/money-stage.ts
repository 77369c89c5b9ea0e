// A brand in Berlin's time zone, a clock that the test sets, and the calls that move its money. The clock begins the
// evening before the day on which Berlin's clocks go forward.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { UserRole } from '../../../../src/domain/access/user-role.ts';
import { closeEndedDays } from '../../../../src/worker/close-days.ts';
import { aCardPayin, sharedTestGateway } from '../../../stage/harness.ts';
import {
  openPortalStage,
  type PortalCall,
  type PortalStage,
  portalStageOn,
  SHARED_ENV,
} from '../portal-stage.ts';

export interface MoneyStage {
  stage: PortalStage;
  setClock(moment: string): void;
  /** Returns the transaction's id. */
  pay(amount: number, fields?: Record<string, unknown>, card?: Record<string, unknown>): Promise<string>;
  refund(merchantReference: string, amount: number, refundReference?: string): Promise<string>;
  fund(amount: number, currency?: string): Promise<void>;
  closeDays(): Promise<unknown>;
  /** Signs in again: sessions end while the clock moves. */
  as(role: UserRole): Promise<PortalCall>;
}

export const EVENING = '2026-03-28T22:30:00Z';

let now = new Date(EVENING);
const OPTIONS = { now: () => now, workers: false, env: { ...SHARED_ENV, SANDBOX_DELAY_MS: '0' } };
const gateway = sharedTestGateway(OPTIONS);

/** On a gateway of its own: for tests that close months, or change rows of all merchants. */
export async function openMoneyStage(
  t: Pick<TestContext, 'after'>,
  { timeZone = 'Europe/Berlin' } = {},
): Promise<MoneyStage> {
  now = new Date(EVENING);
  return withMoney(await openPortalStage(t, { ...OPTIONS, brand: { timeZone, risk: 'off' } }));
}

/** On the gateway that the process shares; its clock begins anew with each test. */
export async function sharedMoneyStage(
  t: Pick<TestContext, 'after'>,
  { timeZone = 'Europe/Berlin' } = {},
): Promise<MoneyStage> {
  now = new Date(EVENING);
  return withMoney(await portalStageOn(await gateway(), t, { timeZone, risk: 'off' }));
}

function withMoney(stage: PortalStage): MoneyStage {
  const { brand } = stage;
  let funding = 0;
  /** Gives each event a later time. */
  const tick = () => {
    now = new Date(now.getTime() + 1_000);
  };
  return {
    stage,
    setClock(moment) {
      now = new Date(moment);
    },
    async pay(amount, fields = {}, card = {}) {
      tick();
      const body = aCardPayin({ amount, ...fields }, card);
      const paid = await stage.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
      assert.equal(paid.body.result?.transactionId !== undefined, true, paid.text);
      return paid.body.result.transactionId;
    },
    async refund(merchantReference, amount, refundReference) {
      tick();
      const body = {
        merchantReference,
        amount,
        reason: 'RETURN',
        ...(refundReference && { refundReference }),
      };
      const made = await stage.call('POST', '/refund/by-reference', { apiKey: brand.apiKey, body });
      assert.equal(made.body.statusCode, '000', made.text);
      return made.body.refundId;
    },
    async fund(amount, currency = 'EUR') {
      tick();
      const body = { currency, amount, reference: `funding-${++funding}` };
      const done = await stage.operator('POST', `/operator/brands/${brand.brandId}/funding`, body);
      assert.equal(done.status < 300, true, done.text);
    },
    closeDays: () => closeEndedDays(stage.gateway.context)(),
    async as(role) {
      tick();
      const body = { email: stage.emailOf(role), password: 'correct horse battery staple' };
      const headers = { 'x-forwarded-for': stage.source };
      const answer = await stage.call('POST', '/portal/api/session', { headers, body });
      assert.equal(answer.status, 200, answer.text);
      const cookie = answer.headers.get('set-cookie')!.split(';', 1)[0]!;
      return (method, path, sent) =>
        stage.call(method, `/portal/api${path.replace(':brand', brand.brandId)}`, {
          headers: { cookie },
          ...(sent !== undefined && { body: sent }),
        });
    },
  };
}
