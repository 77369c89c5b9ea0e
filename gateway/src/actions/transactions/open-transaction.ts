// Makes a new transaction durable, together with its customer's profile. If its idempotency key or its reference is
// taken, nothing is stored, and the Refusal says why (contract 3, 8).

import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import { profileOf } from '../../domain/cashier/customer-profile.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { RiskRule } from '../../domain/risk/risk.ts';
import type { AttemptCheck } from '../../domain/transactions/counted-attempt.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PaymentLink } from '../../storage/cashier/link-store.ts';
import type { Idempotency } from '../../storage/transactions/idempotency-keys.ts';
import type { OpenResult } from '../../storage/transactions/open-transactions.ts';
import type { Context } from '../context.ts';

interface OpeningFacts {
  brand: Pick<Brand, 'signAllRequests'>;
  /** null: the request named no user, so no profile is stored. */
  userId: string | null;
  details: { customer: Customer | null };
}

/** Stored or counted together with the transaction. */
interface Beside {
  /** The idempotency key of a card pay-in. */
  idempotency?: Idempotency | null;
  check?: AttemptCheck | null;
  /** The audit row, if a person makes it in the portal. */
  audit?: AuditEntry;
  link?: PaymentLink;
}

/**
 * If the same request came before and was answered, answers the text to replay. Otherwise answers the risk rule that
 * refuses the first attempt, if there is one; then no provider may be asked.
 */
export async function openTransaction(
  context: Pick<Context, 'transactions'>,
  transaction: Transaction,
  { brand, userId, details }: OpeningFacts,
  { check = null, ...made }: Beside = {},
): Promise<{ answer: string } | { answer: null; refusedBy: RiskRule | null }> {
  if (brand.signAllRequests) await refuseSentAgain(context, transaction, made.idempotency?.key ?? null);
  const profile = userId === null ? null : profileOf(details.customer);
  const opened = await context.transactions.open({ transaction, profile, check, ...made });
  switch (opened.kind) {
    case 'opened':
      return { answer: null, refusedBy: opened.refusedBy ?? null };
    case 'replay':
      return { answer: opened.answer };
    default:
      throw refusalOf(opened, transaction);
  }
}

/**
 * Strict signing (contract 3). A request without a country claims its reference without a country; when the shopper
 * chooses a country in the cashier, that claim is released. So the index would accept the same request again, and
 * whoever sent it would get a link. The first transaction is stored before a second request can come, so reading is
 * enough.
 */
async function refuseSentAgain(
  { transactions }: Pick<Context, 'transactions'>,
  transaction: Transaction,
  key: string | null,
): Promise<void> {
  const { merchantId, brandId, merchantReference, country } = transaction;
  if (country !== null) return;
  const earlier = await transactions.findByReference(merchantId, brandId, merchantReference);
  const first = earlier.find((one) => one.country === null || one.details.countryChosen);
  // The merchant sends it again under the same idempotency key, and gets its answer.
  if (!first || (key !== null && (await transactions.holderOf(merchantId, brandId, key)) === first.id))
    return;
  throw refusalOf({ kind: 'duplicate-reference', transactionId: first.id }, transaction);
}

function refusalOf(
  taken: Exclude<OpenResult, { kind: 'opened' | 'replay' }>,
  { merchantReference, country }: Transaction,
): Refusal {
  const { transactionId } = taken;
  switch (taken.kind) {
    case 'in-flight': {
      const fault = 'the first request with this key is still in progress; ask again later';
      return new Refusal(409, `Idempotency-Key: ${fault}`, {
        transactionId: taken.transactionId,
        retryAfterSeconds: 1,
      });
    }
    case 'key-reused': {
      const fault = 'this key was used before with other data; use a new key for each payment';
      return new Refusal(422, `Idempotency-Key: ${fault}`, { transactionId: taken.transactionId });
    }
    case 'duplicate-reference': {
      const where = country ?? 'no country';
      const fault = `${JSON.stringify(merchantReference)} was used before for ${where}`;
      return new Refusal(409, `merchantReference: ${fault}; look the first one up before paying again`, {
        errorCode: CODE.referenceUsed,
        ...(transactionId && { transactionId }),
      });
    }
  }
}
