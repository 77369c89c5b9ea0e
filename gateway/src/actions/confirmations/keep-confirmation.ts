// Makes a shopper's proof durable. One commit claims the right to confirm this attempt, and the reference that the
// proof names; the document follows. If several arrive at once, one is kept; nothing of the others is stored. If the
// process dies in between, the right is free again when its lease ends.

import {
  type Confirmation,
  holdsReference,
  referenceNamed,
} from '../../domain/confirmations/confirmation.ts';
import type { DocumentType } from '../../domain/document-type.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { ConfirmationClaim } from '../../storage/confirmations/confirmation-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

/** Longer than storing a document takes, including lost connections. */
export const CONFIRMATION_LEASE_MS = 120_000;
/** Each retry means that another request released or claimed the reference meanwhile. */
const MOST_CLAIMS = 5;

export interface HandedIn {
  method: string | null;
  confirmation: Confirmation;
  document: { type: DocumentType; bytes: Buffer } | null;
  /** Taken before the transaction was read, so it is never later than the start of a newer attempt. */
  receivedAt: Date;
}

export async function keepConfirmation(
  context: Context,
  transaction: Transaction,
  handedIn: HandedIn,
): Promise<void> {
  const { merchantId } = transaction;
  const { document } = handedIn;
  const reference = referenceNamed(handedIn.method, handedIn.confirmation);
  const one = claimOf(context, transaction, handedIn, reference?.name ?? null);
  if (!(await claim(context, one))) {
    const message = `${reference?.field}: this UTR or transaction id has already confirmed another payment`;
    throw new Refusal(400, [message], { errorCode: CODE.referenceUnmatched });
  }
  if (document === null) return;
  const seal = () => context.vault.seal(document.bytes, sealContext.confirmation(merchantId));
  try {
    if (!(await context.confirmations.keepDocument(one, document.type, seal))) throw alreadyHandedIn();
  } catch (error) {
    // Best effort: if this fails, the claim is free again after its lease.
    await context.confirmations.release(one).catch(() => {});
    throw error;
  }
}

function claimOf(
  context: Context,
  { merchantId, id: transactionId, attempts }: Transaction,
  { confirmation, document, receivedAt }: HandedIn,
  reference: string | null,
): ConfirmationClaim {
  const { documentType: _, ...keys } = confirmation;
  return {
    merchantId,
    transactionId,
    id: timeOrderedId(receivedAt),
    attempt: attempts,
    keysSealed: context.vault.seal(JSON.stringify(keys), sealContext.confirmation(merchantId)),
    referenceHash:
      reference === null
        ? null
        : context.vault.fingerprint(`confirmation reference ${merchantId} ${reference}`),
    createdAt: receivedAt,
    leasedUntil: document && new Date(context.now().getTime() + CONFIRMATION_LEASE_MS),
  };
}

/** Answers false if the reference belongs to another payment. */
async function claim(context: Context, one: ConfirmationClaim): Promise<boolean> {
  for (let tries = 1; tries <= MOST_CLAIMS; tries++) {
    const claimed = await context.confirmations.claim(one);
    if (claimed.kind === 'claimed') return true;
    if (claimed.kind === 'taken') throw alreadyHandedIn();
    // The lease expired: its process died before it stored the document, so nothing was submitted.
    const isAbandoned = claimed.leasedUntil !== null && claimed.leasedUntil <= context.now();
    const holder = await context.transactions.find(one.merchantId, claimed.transactionId);
    if (!holder || (!isAbandoned && holdsReference(holder, claimed.attempt))) return false;
    await context.confirmations.freeReference(claimed);
  }
  return false;
}

function alreadyHandedIn(): Refusal {
  return new Refusal(
    409,
    'sessionId: this payment already has a confirmation, or one is being stored; wait for its final status',
  );
}
