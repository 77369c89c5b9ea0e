// How a merchant's program reads events and results: right code compiles, wrong code must not. sdk/test/types.test.ts
// compiles it against the package, and `npm run sdk:runtimes` with the lowest TypeScript of the README.
import {
  type BusinessResult,
  type Schemas,
  type StatusEvent,
  type Tollgate,
  type UnknownEvent,
  type WebhookEvent,
  webhooks,
} from '@tollgate/sdk';
import { nodeHandler } from '@tollgate/sdk/webhooks';

const same = <T>(_value: T): void => {};

export function take(event: WebhookEvent): number {
  // @ts-expect-error: it is spelt wrong
  if (event.eventType === 'payin.complted') return 0;
  // @ts-expect-error: there is no such type, though there is payin.returned
  if (event.eventType === 'refund.returned') return 0;
  if (event.eventType === 'payin.completed') {
    same<StatusEvent>(event);
    // @ts-expect-error: a pay-in has no refund
    event.refund.amount;
    return event.amount;
  }
  if (event.eventType === 'payin.returned') return -event.returned.amount;
  if (event.refund) same<string>(event.refund.refundId);
  return 0;
}

export function book(event: WebhookEvent): number {
  switch (event.eventType) {
    case 'refund.completed':
    case 'refund.failed':
      // @ts-expect-error: a refund has other statuses
      if (event.refund.status === 'LOST') return 0;
      return event.refund.amount;
    case 'dispute.opened':
    case 'dispute.updated':
    case 'dispute.won':
    case 'dispute.lost':
      return event.dispute.fundsWithheld ? -event.dispute.amount : 0;
    // @ts-expect-error: it is spelt wrong
    case 'dispute.wonn':
      return 0;
    case 'capture.completed':
    case 'capture.failed':
      return event.capture.amount;
    case 'mandate.active':
    case 'mandate.revoked':
    case 'mandate.expired':
    case 'mandate.failed':
      same<string | null>(event.mandate.description);
      // @ts-expect-error: it is spelt wrong
      if (event.mandate.status === 'REVOKD') return 0;
      return 0;
    case 'test.ping':
    case 'test.check':
    case 'refund.pending':
    case 'payin.pending':
    case 'payin.processing':
    case 'payin.authorized':
    case 'payin.declined':
    case 'payin.error':
    case 'payin.completed':
    case 'payin.returned':
    case 'payout.pending':
    case 'payout.processing':
    case 'payout.completed':
    case 'payout.declined':
    case 'payout.error':
    case 'payout.returned':
      return 0;
    default: {
      // All known types are above, so this is the open case.
      const open: UnknownEvent = event;
      return String(open.eventType) === 'payin.of.tomorrow' ? open.amount : 0;
    }
  }
}

export function next({ resultType, result }: BusinessResult, answer: BusinessResult): string {
  // @ts-expect-error: it is spelt wrong
  if (answer.resultType === 'redirct') return '';
  if (answer.resultType === 'redirect') return answer.result.redirectUrl;
  if (answer.resultType === 'mobile') return answer.result.sendTo;
  // @ts-expect-error: only a form surely has it
  same<Schemas['FormData']>(answer.result.formData);
  if (answer.resultType === 'form') same<Schemas['FormData']>(answer.result.formData);
  if (resultType === 'fawry') return result.referenceNumber;
  return answer.result.errorCode ?? '';
}

export async function look(tollgate: Tollgate, asked: string): Promise<void> {
  const [payment] = await tollgate.payments.find({ merchantReference: 'order-1' });
  // @ts-expect-error: it is spelt wrong
  if (payment?.status === 'COMPLTED') return;
  // @ts-expect-error: it is spelt wrong
  if (payment?.resultType === 'sucess') return;
  same<string | undefined>(payment?.status);
  for await (const one of tollgate.payments.list({ status: asked })) same<number>(book.length + one.amount);
  for await (const one of tollgate.payments.list({ settlementId: 'a payout' }))
    same<number | undefined>(one.settlement?.fee);
  await tollgate.refunds.create({ merchantReference: 'order-1', amount: 10, reason: 'RETURN' });
  const parcel = { merchantReference: 'order-1', amount: 10, final: false, captureReference: 'parcel-1' };
  const { status, amountCapturable } = await tollgate.payments.capture(parcel);
  // @ts-expect-error: it is spelt wrong
  if (status === 'COMPLTED' || amountCapturable === 0) return;
  // @ts-expect-error: it is spelt wrong
  await tollgate.payments.capture({ merchantReference: 'order-1', isFinal: true });
  await tollgate.payments.void({ merchantReference: 'order-1' });
  for await (const mandate of tollgate.mandates.list({ status: 'ACTIVE' }))
    if (mandate.card) same<string>(mandate.card.last4);
  const { cashierUrl } = await tollgate.sessions.create({
    currency: 'EUR',
    amount: 9,
    userId: 'customer-77',
    mandate: { reason: 'RECURRING', maxAmount: 20 },
  });
  same<string>(cashierUrl);
  same<string | undefined>(payment?.mandate?.mandateId);
  const later = { paymentOptionId: 'an id', currency: 'EUR', amount: 9, paymentData: { mandateId: 'm' } };
  await tollgate.payments.create(later);
  // @ts-expect-error: it is spelt wrong
  await tollgate.payments.create({ ...later, paymentData: { mandatId: 'm' } });
}

interface Rows {
  insert(id: string): Promise<boolean>;
}

/** The store passes a database transaction to the work. */
const store: webhooks.OnceStore<Rows> = {
  async once(eventId, work) {
    const tx: Rows = { insert: async () => true };
    if (!(await tx.insert(eventId))) return false;
    await work(tx);
    return true;
  },
};
const secrets = 'tgs_…';
nodeHandler({ secrets, store, onEvent: async (event, tx) => void (await tx.insert(event.eventId)) });
webhooks.fetchHandler({ secrets, store: webhooks.memoryStore(), onEvent: (event) => void take(event) });
// @ts-expect-error: this store hands nothing over
nodeHandler({ secrets, store: webhooks.memoryStore(), onEvent: async (_, tx) => tx.insert('1') });
