// The record of a transaction as an operator reads it: whole for those who help people (scope `support`), else without
// personal data. It must never show a field that record-fields.ts does not call impersonal, so new fields of the record
// are hidden. Pure.
import type { toRecord } from './record.ts';
import { RECORD_FIELDS } from './record-fields.ts';

type Record = ReturnType<typeof toRecord>;

/** Fields without anything about a person, and without a customer's or a bank's own words. */
const KEPT: ReadonlySet<string> = new Set([
  ...RECORD_FIELDS.flatMap(([name, { impersonal }]) => (impersonal ? name : [])),
  'refunds',
  'captures',
  'settlement',
]);

/** It opens the payment's page, so only the shopper and the merchant may have it. */
const NEVER = 'cashierUrl';

/** `seesPeople`: whether the caller may see personal data. */
export function operatorRecord(record: Record, { seesPeople }: { seesPeople: boolean }): Record {
  // Whoever has a saved card's token can charge it.
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

/** Timelines and reasons of notifications put people's and networks' words after a colon. */
export function untilColon(reason: string | null): string | null {
  const at = reason?.indexOf(': ') ?? -1;
  return at === -1 ? reason : reason!.slice(0, at);
}

function without(record: Record, isHidden: (name: string) => boolean): Record {
  const fields = Object.entries(record).map(([name, value]) => [name, isHidden(name) ? null : value]);
  return Object.fromEntries(fields) as Record;
}
