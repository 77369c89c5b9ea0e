// A payout as the portal shows it, in its list and in the approval queue. It must show only the name and the masked
// account of a recipient.
import type { Static } from 'typebox';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import { namedUser, type Transaction } from '../../../domain/transactions/transaction.ts';
import type { PayoutDecision } from '../../../storage/payouts/waiting-payouts.ts';
import type { Payout } from './payout-schemas.ts';

const ACTIONS = {
  'payout.approved': 'approved',
  'payout.declined': 'declined',
  'transaction.cancelled': 'cancelled',
} as const;

export function shownPayout(
  payout: Transaction,
  decision: PayoutDecision | undefined,
  brandName: string,
): Static<typeof Payout> {
  const { details, recipient, optionId, errorCode, currency, status } = payout;
  const found = optionId === null ? undefined : findOption(optionId);
  return {
    transactionId: payout.id,
    createdAt: payout.createdAt.toISOString(),
    status,
    merchantReference: payout.merchantReference,
    currency,
    amount: toWire(payout.amountMinor, currency),
    country: payout.country,
    method: (found?.suboption ?? found?.option)?.name ?? null,
    recipient: { name: recipient?.name ?? null, account: recipient?.account ?? null },
    userId: namedUser(payout),
    maker: details.maker
      ? { kind: 'user', name: details.maker.name, file: details.maker.file ?? null }
      : { kind: 'api', name: brandName, file: null },
    decision: decision
      ? {
          action: ACTIONS[decision.action],
          by: { kind: decision.kind as 'user' | 'api' | 'operator', name: decision.name },
          at: decision.at.toISOString(),
        }
      : null,
    errorCode,
    errorReason: errorCode && errorReason(errorCode),
    updatedAt: payout.updatedAt.toISOString(),
    expiresAt: status === 'PENDING' ? (payout.expiresAt?.toISOString() ?? null) : null,
  };
}
