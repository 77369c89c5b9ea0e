// A person decides about a payout whose name the bank does not know like that (contract 15, docs/decisions/0128): they
// keep it, or withdraw it. A withdrawn payout ends, and its money is released. Both are audited. A payout must never be
// withdrawn here if the bank has accepted or executed it.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { isMismatch } from '../../domain/bank/name-check.ts';
import { fileIdOf } from '../../domain/bank/payment-file.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { BankFile } from '../../storage/bank/bank-file-store.ts';
import { filedStates, lockFiledPayout } from '../../storage/bank/filed-payout-store.ts';
import { decideNameCheck, lockNameCheck, type NameCheck } from '../../storage/bank/name-check-store.ts';
import { isReadingStatement } from '../../storage/bank/statement-store.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { requireBankFile } from './bank-files.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** A call that a crash cut off counts as ended after this time (contract 13). */
const CALL_ENDED_AFTER_MS = 60_000;

export interface NameChoice {
  fileId: string;
  transactionId: string;
  reason: string;
}

export interface DecidedPayout {
  file: BankFile;
  transactionId: string;
}

/** The payout stays in its file. Throws Refusal 404, or 409 if there is nothing to decide. */
export async function keepFiledPayout(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { fileId, transactionId, reason }: NameChoice,
): Promise<DecidedPayout> {
  const file = await requireBankFile(context.sql, brand, fileId);
  await requireOpen(context, brand, transactionId);
  await withRetries(() =>
    context.sql.begin(async (tx) => {
      const check = await requireMismatch(tx, file, transactionId);
      if (check.decision !== null) throw refusal(transactionId, `the payout was ${check.decision} before`);
      const at = context.now();
      await decideNameCheck(tx, of(file), { transactionId, decision: 'kept', by: by.name, at });
      await appendAudit(tx, {
        merchantId: brand.merchantId,
        at,
        by,
        action: 'bank-payout.kept',
        target: { kind: 'transaction', id: transactionId },
        before: null,
        after: { fileId: fileIdOf(file.id), nameCheck: check.result, reason },
        personalFields: ['reason'],
      });
    }),
  );
  return { file, transactionId };
}

/**
 * The payout is DECLINED with 4003. The withdrawal is noted first and counts only with the end of the payout, so if the
 * process dies between the two, somebody withdraws it again. Throws Refusal 404, or 409 if there is nothing to decide,
 * if the bank has accepted the payout, or while a statement is being read, because it may say so.
 */
export async function withdrawFiledPayout(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { fileId, transactionId, reason }: NameChoice,
): Promise<DecidedPayout> {
  const file = await requireBankFile(context.sql, brand, fileId);
  const transaction = await requireOpen(context, brand, transactionId);
  await withRetries(() =>
    context.sql.begin(async (tx) => {
      if (await isReadingStatement(tx, brand))
        throw refusal(
          transactionId,
          'a statement is being imported; withdraw the payout when the import has ended',
        );
      const check = await requireMismatch(tx, file, transactionId);
      await requireNotExecuted(tx, file, transactionId);
      const at = context.now();
      const begunMs = check.decision === 'withdrawn' ? (check.decidedAt?.getTime() ?? 0) : 0;
      if (at.getTime() - begunMs < CALL_ENDED_AFTER_MS)
        throw refusal(transactionId, 'somebody is just withdrawing the payout');
      await decideNameCheck(tx, of(file), { transactionId, decision: 'withdrawn', by: by.name, at });
    }),
  );
  const decision = { by, action: 'bank-payout.withdrawn', reason } as const;
  const actor = by.kind === 'operator' ? 'operator' : 'merchant';
  const outcome = {
    kind: 'declined',
    errorCode: CODE.nameMismatch,
    reason: `withdrawn: ${reason}`,
  } as const;
  const stillFits = ({ status }: Transaction) => status === 'PROCESSING';
  const after = await applyOutcome(context, transaction, outcome, { actor, decision, stillFits });
  if (after.status !== 'DECLINED') throw nothingToDecide(after);
  return { file, transactionId };
}

const of = ({ merchantId, id: fileId }: BankFile) => ({ merchantId, fileId });

async function requireOpen(
  { transactions }: Context,
  brand: OfBrand,
  transactionId: string,
): Promise<Transaction> {
  const transaction = await transactions.find(brand.merchantId, transactionId);
  if (transaction?.brandId !== brand.brandId)
    throw new Refusal(404, 'transactionId: the file has no such payout');
  if (transaction.status !== 'PROCESSING') throw nothingToDecide(transaction);
  return transaction;
}

/** The check is held until the commit. */
async function requireMismatch(
  tx: SqlTransaction,
  file: BankFile,
  transactionId: string,
): Promise<Pick<NameCheck, 'result' | 'decision' | 'decidedAt'>> {
  if (!(await lockFiledPayout(tx, of(file), transactionId)))
    throw new Refusal(404, 'transactionId: the file has no such payout');
  const check = await lockNameCheck(tx, of(file), transactionId);
  if (!check || !isMismatch(check.result))
    throw refusal(transactionId, 'the bank has reported no mismatch of its name');
  return check;
}

async function requireNotExecuted(tx: SqlTransaction, file: BankFile, transactionId: string): Promise<void> {
  const state = (await filedStates(tx, of(file), [transactionId])).get(transactionId);
  if (state?.isExecuted)
    throw refusal(transactionId, 'the bank has accepted or executed the payout, so it cannot be withdrawn');
}

const refusal = (transactionId: string, fault: string) =>
  new Refusal(409, `transactionId: ${fault}`, { transactionId });

const nothingToDecide = ({ id, status }: Transaction) =>
  refusal(id, `the payout is ${status}; there is nothing to decide`);
