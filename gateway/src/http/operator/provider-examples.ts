// Worked requests and answers of the operator's calls about providers, for the API reference. Every id in them is made
// up.
import type { Example } from '../calls/operation.ts';

type Examples = Record<string, Example>;

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

const accountId = '0197b0a9-4f0e-7c21-9d3b-2a1b0c9d8e70';
const transactionId = '0197b0ab-0c1d-7e2f-8a3b-4c5d6e7f8091';
const applied = {
  notificationId: '0197b0ac-1111-7abc-8def-001122334455',
  accountId,
  kind: 'AUTHORISATION',
  reference: transactionId,
  providerReference: 'NC6HT9CRT65ZGN82',
  transactionId,
  amount: 25,
  currency: 'EUR',
  occurredAt: '2026-03-01T10:00:01.000Z',
  receivedAt: '2026-03-01T10:00:02.120Z',
  deliveries: 1,
  state: 'applied',
  reason: null,
};
const contradicting = {
  ...applied,
  notificationId: '0197b0ac-2222-7abc-8def-001122334455',
  amount: 24,
  deliveries: 3,
  state: 'conflict',
  reason: '24.00 EUR reported, 25.00 EUR expected',
};

export const notifications = one('Two notifications', [applied, contradicting]);
export const notificationDecision = one('A reason', { reason: 'clarified with the provider' });
export const notification = one('The notification after the decision', {
  ...contradicting,
  state: 'ignored',
  reason: 'dismissed: clarified with the provider',
});
