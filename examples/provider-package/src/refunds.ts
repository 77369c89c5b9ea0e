// Refunds a payment, and asks about a refund. A refund's id is its reference at Acme and its idempotency key.
import { CODE, formatMinor, type Refund, type RefundOutcome, type Transaction } from '@tollgate/provider-kit';
import type { AcmeClient, AcmeObject } from './client.ts';

export async function sendRefund(
  client: AcmeClient,
  { providerReference }: Transaction,
  { id, amountMinor, currency }: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  if (providerReference === null) return { kind: 'failed', errorCode: CODE.refundNotPossible };
  const answer = await client.send('POST', `/v1/payments/${encodeURIComponent(providerReference)}/refunds`, {
    body: { amount: formatMinor(amountMinor, currency), currency, reference: id },
    key: id,
    signal,
  });
  if (answer.kind === 'object') return refundOutcomeOf(client, answer.object);
  return answer.kind === 'nothing-done'
    ? { kind: 'failed', errorCode: CODE.refundFailed }
    : { kind: 'unknown' };
}

export async function askAboutRefund(
  client: AcmeClient,
  { id }: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome | { kind: 'unheard' }> {
  const answer = await client.send('GET', `/v1/refunds/by-reference/${encodeURIComponent(id)}`, { signal });
  if (answer.kind === 'not-found') return { kind: 'unheard' };
  return answer.kind === 'object' ? refundOutcomeOf(client, answer.object) : { kind: 'unknown' };
}

export function refundOutcomeOf({ parts }: AcmeClient, refund: AcmeObject): RefundOutcome {
  const providerReference = refund.id;
  switch (refund.status) {
    case 'pending':
      return { kind: 'pending', providerReference };
    case 'done':
      return { kind: 'completed', providerReference };
    case 'failed':
      return { kind: 'failed', errorCode: CODE.refundFailed, providerReference };
    default:
      parts.unknownValue('refund.status', String(refund.status));
      return { kind: 'unknown' };
  }
}
