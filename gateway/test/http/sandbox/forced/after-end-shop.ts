// A shop whose payments are disputed, returned and refunded in the sandbox, with a receiver of its webhooks; for the
// tests of what happens after the end of a payment.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { verifyLedger } from '../../../../src/actions/ledger/verify-ledger.ts';
import { optionsOf } from '../../../../src/domain/options/payment-option.ts';
import { aCardPayin, eventually, sharedTestGateway, type TestGateway } from '../../../stage/harness.ts';
import { openDesk } from '../../../stage/payouts.ts';
import { startWebhookReceiver } from '../../../stage/webhook-receiver.ts';

const SOON = new Date(Date.now() + 7 * 86_400_000).toISOString();
const DEBIT = optionsOf('PAYIN').find(({ method }) => method === 'sepa-direct-debit')!.id;

const sharedGateway = sharedTestGateway();

/** `own`: a gateway whose providers the test replaces. */
export async function openShop(t: TestContext, own?: TestGateway) {
  const gate = own ?? (await sharedGateway());
  const receiver = await startWebhookReceiver(t);
  const desk = await openDesk(gate, { notificationUrl: receiver.url });
  receiver.secrets.push(desk.brand.signingSecret);
  const { apiKey } = desk.brand;
  let orders = 0;
  const force = (path: string, body: unknown, key = apiKey) =>
    gate.call('POST', `/sandbox/${path}`, { apiKey: key, body });
  return {
    ...desk,
    /** A completed card pay-in; returns its id. */
    async pay(amount = 25): Promise<string> {
      const body = aCardPayin({ merchantReference: `order-${++orders}`, amount });
      const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
      assert.equal(answer.body.result.status, 'COMPLETED', answer.text);
      return answer.body.result.transactionId;
    },
    async debit(amount = 25): Promise<string> {
      const body = {
        ...aCardPayin({ amount, paymentOptionId: DEBIT, merchantReference: `order-${++orders}` }),
        paymentData: { iban: 'DE89370400440532013000' },
      };
      const { body: made } = await gate.call('POST', '/v3/payment', { apiKey, body });
      const { transactionId } = made.result;
      const paid = await force(`transactions/${transactionId}/outcome`, { outcome: 'COMPLETED' });
      assert.equal(paid.body.status, 'COMPLETED', paid.text);
      return transactionId;
    },
    async refund(transactionId: string, amount: number, more: object = {}) {
      const { merchantReference } = await desk.record(transactionId);
      const body = { merchantReference, amount, ...more };
      return await gate.call('POST', '/refund/by-reference', { apiKey, body });
    },
    force,
    dispute: (id: string, body: unknown) => force(`transactions/${id}/dispute`, body),
    /** A paid and disputed pay-in, and the operator's calls about its dispute. */
    async disputed(fields: object = {}, amount = 25) {
      const id = await this.pay(amount);
      const opened = await force(`transactions/${id}/dispute`, { status: 'OPEN', deadline: SOON, ...fields });
      const { disputeId } = opened.body.disputes[0];
      const path = `/operator/brands/${desk.brand.brandId}/disputes/${disputeId}`;
      const evidence = (body: unknown = { texts: { explanation: 'It was delivered.' } }) =>
        gate.operator('POST', `${path}/evidence`, body);
      const accept = (body?: unknown) => gate.operator('POST', `${path}/accept`, body);
      const show = async () => (await gate.operator('GET', path)).body;
      return { id, disputeId, path, evidence, accept, show };
    },
    comeBack: (id: string, body: unknown = {}) => force(`transactions/${id}/return`, body),
    /** The transaction's events in order, once the last of them has come. */
    async events(id: string, last: string) {
      return await eventually(() => {
        const own = receiver.received
          .map(({ body }) => body)
          .filter(({ transactionId }) => transactionId === id)
          .sort((a, b) => a.sequence - b.sequence);
        return own.at(-1)?.eventType === last && own;
      });
    },
    async proven() {
      const { ok, faults } = await verifyLedger(gate.gateway.context.sql);
      assert.deepEqual([ok, faults], [true, []]);
    },
  };
}
