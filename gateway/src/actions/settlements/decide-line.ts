// A person decides about a line that does not fit (contract 17): assigns it to a payment, or dismisses it. Both are
// audited. No rule looks at a decided line again, and no money moves.
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { toWire } from '../../domain/money/money.ts';
import {
  aloneLine,
  isOfPayment,
  type LineVerdict,
  matchLine,
  SETTLED_BEFORE,
} from '../../domain/settlements/match-line.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import {
  findLine,
  type StoredLine,
  saveLineVerdicts,
  settledOf,
} from '../../storage/settlements/line-store.ts';
import { readPaymentFacts } from '../../storage/settlements/payment-facts.ts';
import { findSettlement, lockSource, type OfBrand } from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';
import { sourceOf } from './look-at-settlement.ts';

interface OfLine {
  settlementId: string;
  lineId: string;
}

/**
 * The line belongs to this payment, whatever it says. Throws Refusal 404, or 409 if there is nothing to decide,
 * it is a payout, or another line settles the same already.
 */
export async function assignLine(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { transactionId, reason, ...of }: OfLine & { transactionId: string; reason: string },
): Promise<StoredLine> {
  return await decide(context, { by, brand, ...of }, async (tx, line, source) => {
    if (!isOfPayment(line)) throw new Refusal(409, 'lineId: a line of this kind is of no payment');
    const payment = (await readPaymentFacts(tx, brand, [transactionId])).get(transactionId);
    if (!payment) throw new Refusal(404, 'transactionId: the brand has no such transaction');
    if (payment.transaction.type === 'PAYOUT') throw new Refusal(409, 'transactionId: is not a pay-in');
    const settled = await settledOf(tx, brand, [transactionId]);
    const judged = matchLine(line, source, payment, settled);
    if (judged.reason === SETTLED_BEFORE)
      throw new Refusal(409, 'transactionId: another line settles the same already');
    const settles = judged.settles ?? `assigned:${line.id}`;
    const verdict: LineVerdict = {
      ...judged,
      state: 'matched',
      reason: `assigned: ${reason}`,
      transactionId,
      settles,
    };
    return { verdict, action: 'settlement-line.assigned', after: { transactionId, reason } };
  });
}

/** Nobody has to look at the line any more. Throws Refusal 404, or 409 if there is nothing to decide. */
export async function dismissLine(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { reason, ...of }: OfLine & { reason: string },
): Promise<StoredLine> {
  return await decide(context, { by, brand, ...of }, async () => ({
    verdict: aloneLine(`dismissed: ${reason}`),
    action: 'settlement-line.dismissed',
    after: { reason },
  }));
}

interface Decision {
  verdict: LineVerdict;
  action: AuditEntry['action'];
  after: Record<string, unknown>;
}

async function decide(
  context: Context,
  { by, brand, settlementId, lineId }: OfLine & { by: AuditActor; brand: OfBrand },
  judge: (
    tx: SqlTransaction,
    line: StoredLine,
    source: { provider: string; accountId: string | null },
  ) => Promise<Decision>,
): Promise<StoredLine> {
  return await withRetries(() =>
    context.sql.begin(async (tx) => {
      const at = context.now();
      const settlement = await findSettlement(tx, brand, settlementId);
      if (!settlement) throw new Refusal(404, 'settlementId: the brand has no such settlement');
      await lockSource(tx, sourceOf(settlement), at);
      const line = await findLine(tx, brand, { settlementId, lineId });
      if (!line) throw new Refusal(404, 'lineId: the settlement has no such line');
      if (line.state === 'matched')
        throw new Refusal(409, 'lineId: the line is matched; there is nothing to decide');
      const { verdict, action, after } = await judge(tx, line, settlement);
      await saveLineVerdicts(tx, [{ ...line, ...verdict, isDecided: true }]);
      await appendAudit(tx, {
        merchantId: brand.merchantId,
        at,
        by,
        action,
        target: { kind: 'brand', id: brand.brandId },
        before: { settlementId, lineId, state: line.state, reason: line.reason },
        after: {
          settlementId,
          lineId,
          state: verdict.state,
          currency: line.currency,
          amount: toWire(line.netMinor, line.currency),
          ...after,
        },
      });
      return { ...line, ...verdict, isDecided: true };
    }),
  );
}
