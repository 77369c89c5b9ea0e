// Refunds. The refund's id is the reference, and the key where the connector has one. After the request may have
// arrived, only a readable answer ends a refund.
import { CODE, type Refund, type RefundOutcome, type Transaction } from '@tollgate/provider-kit';
import type { Connection } from '../connection.ts';
import type { Exchange } from '../exchange.ts';
import type { PaymentAnswer, RefundAnswer } from '../messages/answers.ts';
import { type AccessToken, type ChargeIds, getMessage } from '../messages/charge-messages.ts';
import { refundGetMessage, refundMessage } from '../messages/follow-up-messages.ts';
import { saidIn, textAt } from './about.ts';
import { ACCEPTED, decides, isReference, saysNothingDone } from './outcomes.ts';
import { ASK_AGAIN_MS } from './shown.ts';
import { REFUNDS } from './statuses.ts';

const FAILED: RefundOutcome = { kind: 'failed', errorCode: CODE.refundFailed };

export async function sendRefund(
  at: Connection,
  transaction: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  if (!at.has('refund')) return { kind: 'failed', errorCode: CODE.refundNotSupported };
  return await at.refunds.once(refund.id, async () => {
    const token = await at.token(signal);
    if (token === 'none') return FAILED;
    const ids = await idsFor(at, transaction, token, signal);
    if (ids === null) return FAILED;
    const { notificationUrl } = at.parts;
    const message = refundMessage(transaction, refund, ids, { token, notificationUrl });
    const exchanged = await at.call<RefundAnswer>({
      flow: 'refund',
      message,
      signal,
      idempotencyKey: refund.id,
    });
    return outcomeOf(at, transaction, refund, exchanged);
  });
}

/** What the connector wants to know of the charge. null: it cannot be refunded; nothing was sent. */
async function idsFor(
  at: Connection,
  transaction: Transaction,
  token: AccessToken | null,
  signal: AbortSignal,
): Promise<ChargeIds | null> {
  const { providerReference } = transaction;
  if (providerReference === null) return null;
  const ids: ChargeIds = {
    id: providerReference,
    featureData: at.facts.featureData,
  };
  if (!at.facts.asksBeforeRefund) return ids;
  const asked = await at.call<PaymentAnswer>({
    flow: 'get',
    message: getMessage(transaction, ids, token),
    signal,
  });
  const told = asked.kind === 'answered' ? asked.message.connectorFeatureData?.value : undefined;
  return told ? { id: providerReference, featureData: told } : null;
}

export async function inquireRefund(
  at: Connection,
  transaction: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const recent = await at.refunds.recent(refund.id);
  if (recent?.kind === 'failed') return recent;
  const told = recent?.kind === 'unknown' ? undefined : recent?.providerReference;
  const providerReference = refund.providerReference ?? told ?? null;
  const token = at.has('refund_get') ? await at.token(signal) : 'none';
  // Without the connector's id it cannot be asked, and the connector may have it all the same.
  if (token === 'none' || providerReference === null) return { kind: 'unknown' };
  const message = refundGetMessage(transaction, refund, providerReference, token);
  const exchanged = await at.call<RefundAnswer>({ flow: 'refund_get', message, signal });
  // A question that was refused says nothing about the refund.
  const isAnswer = exchanged.kind === 'answered' && exchanged.statusCode < 300;
  return isAnswer ? outcomeOf(at, transaction, refund, exchanged) : { kind: 'unknown' };
}

function outcomeOf(
  at: Connection,
  transaction: Transaction,
  refund: Refund,
  exchanged: Exchange<RefundAnswer>,
): RefundOutcome {
  switch (exchanged.kind) {
    case 'not-sent':
      if (exchanged.fault) at.parts.unknownValue('request', exchanged.fault.code);
      return FAILED;
    case 'no-answer':
    case 'refused':
      return saysNothingDone(exchanged) ? FAILED : { kind: 'unknown' };
    case 'answered': {
      const { statusCode, message, own } = exchanged;
      const { status = '', connectorRefundId: id } = message;
      const meaning = Object.hasOwn(REFUNDS, status) ? REFUNDS[status]! : null;
      const isOther = isAboutAnother(own, at, transaction, refund);
      if (meaning === null || isOther || !decides(statusCode)) {
        at.parts.unknownValue('refund status', isOther ? 'another refund' : status);
        return { kind: 'unknown' };
      }
      if (statusCode >= 300) return saysNothingDone(exchanged) ? FAILED : { kind: 'unknown' };
      const reference = isReference(id) ? { providerReference: id } : {};
      if (meaning === 'failed') return { ...FAILED, ...reference };
      if (meaning === 'completed' && statusCode !== ACCEPTED) return { kind: 'completed', ...reference };
      const askAgainAt = new Date(at.parts.now().getTime() + 10 * ASK_AGAIN_MS);
      return { kind: 'pending', askAgainAt, ...reference };
    }
  }
}

/** The answer names another amount, currency, reference or payment than the refund's. */
function isAboutAnother(
  own: unknown,
  { facts: { aboutRefunds } }: Connection,
  { providerReference }: Transaction,
  { id, amountMinor, currency }: Refund,
): boolean {
  if (!aboutRefunds) return false;
  const said = saidIn(own, aboutRefunds, currency);
  // An amount that cannot be read is no amount of ours.
  const isAmount = textAt(own, aboutRefunds.amount) === null || said.amountMinor === amountMinor;
  const payment = textAt(own, aboutRefunds.payment);
  return !(
    isAmount &&
    (said.currency === null || said.currency === currency) &&
    (said.reference === null || said.reference === id) &&
    (payment === null || payment === providerReference)
  );
}
