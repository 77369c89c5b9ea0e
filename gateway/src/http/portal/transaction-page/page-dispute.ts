// The disputes on the page of a payment: what the merchant answered, and what the caller can do about it now.
import { responsesOf } from '../../../actions/after-end/respond-to-dispute.ts';
import type { Context } from '../../../actions/context.ts';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import type { UserRole } from '../../../domain/access/user-role.ts';
import { type Dispute, toDisputeRecord } from '../../../domain/after-end/dispute.ts';
import { isUndecidedResponse, possibleResponses } from '../../../domain/after-end/dispute-response.ts';
import type { AuditRow } from '../../../domain/audit/audit.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { TransactionPage } from './page-schemas.ts';
import { actorOf, textOf, textsOf } from './shown-actor.ts';

type PageDispute = TransactionPage['disputes'][number];

interface Ground {
  transaction: Transaction;
  audit: readonly AuditRow[];
  role: UserRole;
}

export function pageDisputes(
  context: Context,
  { transaction, audit, role }: Ground,
  disputes: readonly Dispute[],
): PageDispute[] {
  const { provider: name, providerAccount } = transaction;
  const provider = name === null ? undefined : context.provider(name, providerAccount);
  const providerPage = provider?.paymentPage?.(transaction) ?? null;
  const mayAnswer = mayInPortal(role, 'disputes.answer');
  return disputes.map((dispute) => {
    const { disputeId: id, currency: _, response: __, ...shown } = toDisputeRecord(dispute);
    const response = responseOf(dispute, audit);
    const possible = mayAnswer ? possibleResponses(dispute, responsesOf(provider), context.now()) : [];
    return { id, ...shown, response, possible, providerPage };
  });
}

function responseOf({ response }: Dispute, audit: readonly AuditRow[]): PageDispute['response'] {
  if (response === null) return null;
  const { id, kind, status, reason, createdAt, updatedAt } = response;
  const row = audit.find(({ after }) => textOf(after, 'responseId') === id);
  const isEvidence = row && kind === 'evidence';
  return {
    kind,
    status,
    undecided: isUndecidedResponse(response),
    reason,
    givenBy: row ? actorOf(row) : { kind: 'merchant', name: null },
    evidence: isEvidence ? { texts: textsOf(row.after, 'texts'), files: textsOf(row.after, 'files') } : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
