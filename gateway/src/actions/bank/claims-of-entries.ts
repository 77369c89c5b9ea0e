// Which payments the entries of a piece claim beyond doubt (contract 15): a credit with one reference of ours and its
// exact amount, or a debit of a payout in a file. They are claimed together. If an entry is judged otherwise
// afterwards, it gives up its claim.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { idOfCompact } from '../../domain/bank/payment-file.ts';
import type { EntryClaim } from '../../storage/bank/entry-claims.ts';
import type { EntryRole } from '../../storage/bank/entry-store.ts';
import type { Context } from '../context.ts';
import { type FoundPayments, type OpenedEntry, payoutOf, paysItsRecipient } from './verdict.ts';

type Found = Pick<FoundPayments, 'payins' | 'payouts' | 'recipients' | 'sent'>;

/**
 * Only the first entry of each payment gets the claim. The others are judged later, and then find the payment taken.
 */
export function claimsOf(
  context: Pick<Context, 'vault'>,
  entries: readonly OpenedEntry[],
  found: Found,
): EntryClaim[] {
  const claims = new Map<string, EntryClaim>();
  for (const entry of entries) {
    const claim = claimOf(context, entry, found);
    if (!claim) continue;
    const { merchantId, id: entryId } = entry;
    const key = `${claim.role} ${claim.transactionId}`;
    if (!claims.has(key)) claims.set(key, { merchantId, entryId, ...claim });
  }
  return [...claims.values()].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
}

/** null: the entry already has a role, or must be judged alone. */
function claimOf(
  context: Pick<Context, 'vault'>,
  entry: OpenedEntry,
  found: Found,
): { transactionId: string; role: EntryRole } | null {
  const { said, role, direction, accountId, amountMinor, currency, references } = entry;
  const { payins, payouts, sent } = found;
  if (said === null || role !== null || said.isReversal || said.returned !== null || said.fault) return null;
  const payout = payoutOf(said, payouts);
  if (direction === 'debit' && payout) {
    const { transactionId, fileId } = payout;
    const fits = payout.accountId === accountId && payout.amountMinor === amountMinor && currency === 'EUR';
    const named = said.messageId === null ? null : idOfCompact(said.messageId);
    const isOfFile = fileId !== null && (named === null || named === fileId);
    const isOurs = !said.foreignDebit && paysItsRecipient(context, entry, transactionId, found);
    return fits && isOfFile && isOurs ? { transactionId, role: 'debited' } : null;
  }
  if (direction !== 'credit' || payout) return null;
  const [payin, ...others] = references.flatMap((reference) => payins.get(reference) ?? []);
  if (!payin || others.length > 0) return null;
  if (payin.amountMinor !== amountMinor || payin.currency !== currency) return null;
  const isHere = sent
    .get(payin.id)
    ?.some((one) => one.provider === BANK_ID && one.providerAccount === accountId);
  return isHere ? { transactionId: payin.id, role: 'paid' } : null;
}
