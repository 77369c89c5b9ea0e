// Finds the credits at the bank that are payouts of a provider (contract 17): same amount and currency, and a text that
// names the payout. Where two credits fit one payout, or one credit fits two, neither is taken: a person decides. It
// moves no money.

import type { AuditEntry } from '../../domain/audit/audit.ts';
import { namesPayout } from '../../domain/settlements/bank-text.ts';
import { payoutOf } from '../../domain/settlements/settlement.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { applyToSettlement, creditsOf, noteReason } from '../../storage/bank/settlement-credits.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  findSettlement,
  lockSource,
  type OfBrand,
  type StoredSettlement,
  saveSettlement,
  unpaidSettlements,
} from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';
import { sourceOf } from '../settlements/look-at-settlement.ts';
import { withState } from '../settlements/store-lines.ts';
import { openEntry } from './open-entry.ts';
import type { OpenedEntry } from './verdict.ts';

const FITS_SEVERAL = 'it may be one of several payouts of a provider';

/** Answers how many credits were found. */
export async function pairCredits(context: Context, brand: OfBrand): Promise<number> {
  const unpaid = (await unpaidSettlements(context.sql, brand)).filter((one) => payoutOf(one) > 0n);
  if (unpaid.length === 0) return 0;
  const amounts = [...new Set(unpaid.map((one) => payoutOf(one)))];
  const stored = await creditsOf(context.sql, brand, amounts);
  const credits = await Promise.all(stored.map((entry) => openEntry(context, entry)));
  const fits = (settlement: StoredSettlement, entry: OpenedEntry) =>
    entry.amountMinor === payoutOf(settlement) &&
    entry.currency === settlement.currency &&
    entry.said !== null &&
    namesPayout(`${entry.said.text} ${entry.said.counterparty.name ?? ''}`, settlement.bankWords);
  let found = 0;
  for (const entry of credits) {
    const own = unpaid.filter((settlement) => fits(settlement, entry));
    const [settlement] = own;
    if (!settlement) continue;
    const isAlone = own.length === 1 && credits.filter((other) => fits(settlement, other)).length === 1;
    if (!isAlone) await noteReason(context.sql, entry, FITS_SEVERAL);
    else if (await payAtBank(context, settlement, entry)) found++;
  }
  return found;
}

/** Both change in one commit, or neither. false: one of them has changed meanwhile. `decision`: of a person. */
export async function payAtBank(
  context: Context,
  { merchantId, brandId, id }: Pick<StoredSettlement, 'merchantId' | 'brandId' | 'id'>,
  entry: Pick<OpenedEntry, 'merchantId' | 'id' | 'amountMinor'>,
  decision: { reason: string; audit: AuditEntry } | null = null,
): Promise<boolean> {
  return await withRetries(() =>
    context.sql.begin(async (tx) => {
      const at = context.now();
      const before = await findSettlement(tx, { merchantId, brandId }, id);
      if (!before) return false;
      await lockSource(tx, sourceOf(before), at);
      const current = await findSettlement(tx, { merchantId, brandId }, id);
      if (!current || current.bankEntryId !== null || payoutOf(current) !== entry.amountMinor) return false;
      if (current.failure !== null && decision === null) return false;
      const applied = { settlementId: id, reason: decision?.reason ?? null };
      if (!(await applyToSettlement(tx, entry, applied))) return false;
      const paid = { ...current, bankEntryId: entry.id, creditMinor: entry.amountMinor };
      await saveSettlement(tx, withState(paid), at);
      if (decision) await appendAudit(tx, decision.audit);
      return true;
    }),
  );
}
