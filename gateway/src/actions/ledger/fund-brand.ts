// Puts money into a brand's balance or takes it out, once for each reference (contract 2). A balance never goes below
// zero, and a reference that was used for other money is refused.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { funded } from '../../domain/ledger/ledger.ts';
import { formatMinor, toWire } from '../../domain/money/money.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import {
  type Balance,
  balancesOf,
  claimFunding,
  type FundingRow,
  spend,
} from '../../storage/ledger/ledger-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';

export interface FundingRequest {
  currency: string;
  /** Never 0; negative: a withdrawal. */
  amountMinor: bigint;
  reference: string;
}

/** Answers all balances of the brand afterwards. */
export async function fundBrand(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  brandId: string,
  request: FundingRequest,
): Promise<Balance[]> {
  const { merchantId } = await requireBrand(sql, brandId);
  return withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      if (await moveFunding(tx, { ...request, merchantId, brandId, at })) {
        const { currency, amountMinor, reference } = request;
        await appendAudit(tx, {
          merchantId,
          at,
          by,
          action: 'brand.funded',
          target: { kind: 'brand', id: brandId },
          before: null,
          after: { currency, amount: toWire(amountMinor, currency), reference },
        });
      }
      return balancesOf(tx, merchantId, brandId);
    }),
  );
}

/** The same inside the caller's transaction; the caller writes the audit log. False: this funding already exists. */
export async function moveFunding(tx: SqlTransaction, funding: FundingRow): Promise<boolean> {
  const { merchantId, brandId, currency, amountMinor, at } = funding;
  const claim = await claimFunding(tx, funding);
  if (claim !== 'claimed') {
    if (claim.currency === currency && claim.amountMinor === amountMinor) return false;
    const first = `${formatMinor(claim.amountMinor, claim.currency)} ${claim.currency}`;
    throw new Refusal(422, `reference: was used before, for ${first}`);
  }
  const movement = funded(amountMinor);
  const after = await spend(tx, { merchantId, brandId, transactionId: null, currency, movement, at });
  // The rollback releases the reference, so the caller may try it again.
  if (!after) throw new Refusal(400, [`amount: is more than the available balance in ${currency}`]);
  return true;
}
