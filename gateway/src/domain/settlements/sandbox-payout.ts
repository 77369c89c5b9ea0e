// What the sandbox pays out (contract 17): everything of a brand's payments that is not settled yet, with the fee of
// each charge. It reports its lines in the same form as a real provider. Pure.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { chargeReference, isCapturedLater } from '../transactions/transaction.ts';
import type { PaymentFacts } from './match-line.ts';
import type { LineKind, ReportedLine } from './settlement.ts';

/** 1.4 % and 0.25 units of the currency, added before the sum is rounded half up. */
function sandboxFeeMinor(amountMinor: bigint, currency: string): bigint {
  const thousandths = amountMinor * 14n + 250n * 10n ** BigInt(currencyDigits(currency) ?? 2);
  return (thousandths + 500n) / 1_000n;
}

/** `settled`: what lines of these payments settle already. A line's key is what it settles. */
export function sandboxLines(
  { transaction, captures, refunds, disputes }: PaymentFacts,
  settled: ReadonlySet<string>,
): ReportedLine[] {
  const { id, currency, status, amountMinor, completedAt, providerReference, returned } = transaction;
  const lines: ReportedLine[] = [];
  const add = (
    kind: LineKind,
    key: string,
    grossMinor: bigint,
    of: { modification?: string; providerReference?: string | null; at: Date | null },
  ) => {
    if (settled.has(key)) return;
    const feeMinor = kind === 'charge' ? sandboxFeeMinor(grossMinor, currency) : 0n;
    lines.push({
      key,
      kind,
      word: kind,
      charge: chargeReference(transaction),
      modification: of.modification ?? null,
      payment: providerReference,
      providerReference: of.providerReference ?? providerReference,
      grossMinor,
      feeMinor,
      netMinor: grossMinor - feeMinor,
      currency,
      original: null,
      occurredAt: of.at,
    });
  };
  if (!isCapturedLater(transaction)) {
    if (status === 'COMPLETED') add('charge', `charge:${id}`, amountMinor, { at: completedAt });
  } else {
    for (const one of captures) {
      if (one.status !== 'COMPLETED') continue;
      const { providerReference, completedAt: at } = one;
      add('charge', `capture:${one.id}`, one.amountMinor, { modification: one.id, providerReference, at });
    }
  }
  for (const one of refunds) {
    if (one.completedAt === null) continue;
    const of = { modification: one.id, providerReference: one.providerReference, at: one.completedAt };
    add('refund', `refund:${one.id}`, -one.amountMinor, of);
    if (one.status === 'FAILED')
      add('refund-failed', `refund-failed:${one.id}`, one.amountMinor, { ...of, at: one.updatedAt });
  }
  for (const one of disputes) {
    const of = { providerReference: one.providerReference, at: one.updatedAt };
    const first = `dispute:${one.id}:1`;
    if (one.fundsWithheld) add('dispute', first, -one.amountMinor, of);
    else if (one.status === 'WON' && settled.has(first))
      add('dispute-reversed', `dispute-reversed:${one.id}:1`, one.amountMinor, of);
  }
  if (returned) {
    const minor = BigInt(returned.amountMinor ?? amountMinor);
    add('dispute', `returned:${id}`, -minor, { at: new Date(returned.at) });
  }
  return lines;
}
