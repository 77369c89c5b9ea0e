// Worked answers about a mandate and its events, for the API reference (contract 16).
import { newMandate, toMandateRecord } from '../../domain/mandates/mandate.ts';
import { activate, expire, fail, type MandateChange, revoke } from '../../domain/mandates/mandate-step.ts';
import { mandateEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Example } from '../calls/operation.ts';
import { SHOP } from './after-end-examples.ts';
import { completedCardPayin } from './card-examples.ts';
import { inMinutes } from './example-transaction.ts';

const EVENT_ID = '0197c2f4-5c33-7d18-8f2a-6b7c8d9e0f1b';

const { transaction: paid } = completedCardPayin;
const agreement = {
  reason: 'RECURRING',
  description: 'Coffee every month',
  maxAmountMinor: '3000',
  expiresAt: '2027-03-01T00:00:00.000Z',
} as const;
const first = { ...paid, details: { ...paid.details, mandate: agreement } };
const begun = newMandate(
  { before: first, after: first },
  {
    stored: { id: 'stored', networkTransactionId: '016153570198200' },
    sealed: Buffer.alloc(0),
    dueAt: null,
  },
);
const changed = (change: MandateChange | null): MandateChange => {
  if (!change) throw new Error('no example: the mandate does not move');
  return change;
};
const active = changed(activate({ transaction: first, mandate: begun }, null, inMinutes(1)));
const standing = { transaction: active.after, mandate: active.mandate };
const revoked = changed(revoke(standing, { tells: false, now: inMinutes(60) }));
const failed = changed(fail(standing, { tells: false, now: inMinutes(60) }));
const expired = changed(expire(standing, { tells: false, now: new Date(agreement.expiresAt) }));

const event = ({ after, mandate, eventType }: MandateChange) =>
  JSON.parse(mandateEvent(after, mandate, { eventId: EVENT_ID, eventType }, SHOP).body);

export const mandateEvents: Record<string, Example> = {
  'mandate.active': { summary: 'The customer agreed', value: event(active) },
  'mandate.revoked': { summary: 'A mandate was revoked', value: event(revoked) },
  'mandate.expired': { summary: 'The time of a mandate is over', value: event(expired) },
  'mandate.failed': { summary: 'The issuer will not pay again', value: event(failed) },
};

export const activeMandate = toMandateRecord(active.mandate);
export const revokedMandate = toMandateRecord(revoked.mandate);
