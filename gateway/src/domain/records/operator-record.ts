// The record of a transaction as an operator reads it: whole for those who help people (scope `support`), else without personal data.
// Whatever is not named here as kept goes, so a new field of the record goes by itself. Pure.
import type { toRecord } from './record.ts';

type Record = ReturnType<typeof toRecord>;

/** Nothing of a person, and nothing that a customer or a bank wrote. */
const KEPT: ReadonlySet<string> = new Set<keyof Record>([
  'transactionId',
  'sessionId',
  'type',
  'status',
  'resultType',
  'statusCode',
  'merchantReference',
  'paymentReference',
  'brandId',
  'country',
  'currency',
  'amount',
  'amountRefunded',
  'paymentOption',
  'threeDS',
  'errorCode',
  'errorReason',
  'retryAdvice',
  'providerReference',
  'lateSuccess',
  'createdAt',
  'updatedAt',
  'completedAt',
  'expiresAt',
  'refunds',
]);

/** It opens the payment's page, so it is for nobody but the shopper and the merchant. */
const NEVER = 'cashierUrl';

/** `seesPeople`: whether the caller may see personal data. */
export function operatorRecord(record: Record, { seesPeople }: { seesPeople: boolean }): Record {
  // A token of a saved card can be charged.
  const card = record.card && { ...record.card, token: null };
  if (seesPeople) return without({ ...record, card }, (name) => name === NEVER);
  const shown = {
    ...record,
    timeline: record.timeline.map((step) => ({ ...step, reason: untilColon(step.reason) })),
    disputes: record.disputes.map((dispute) => ({ ...dispute, reason: null })),
    returned: record.returned && { ...record.returned, reason: null },
    card: card && {
      brand: card.brand,
      first6: null,
      last4: null,
      expiryMonth: null,
      expiryYear: null,
      token: null,
    },
  };
  const isTrimmed = (name: string) => ['timeline', 'disputes', 'returned', 'card'].includes(name);
  return without(shown as unknown as Record, (name) => !KEPT.has(name) && !isTrimmed(name));
}

/** What people typed, and what networks said, stands behind a colon: in a timeline, and in reasons of notifications. */
export function untilColon(reason: string | null): string | null {
  const at = reason?.indexOf(': ') ?? -1;
  return at === -1 ? reason : reason!.slice(0, at);
}

function without(record: Record, isHidden: (name: string) => boolean): Record {
  const fields = Object.entries(record).map(([name, value]) => [name, isHidden(name) ? null : value]);
  return Object.fromEntries(fields) as Record;
}
