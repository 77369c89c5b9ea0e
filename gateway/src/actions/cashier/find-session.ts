// The session that a v2 call names (spec 4.10, contract 8). A session is used once, while it is INIT; afterwards its
// transaction is on its way, and another choice would be a second payment under the same id.

import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Transaction, TransactionType } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';

const NAMES = { PAYIN: 'pay-in', PAYOUT: 'payout' } as const satisfies Record<TransactionType, string>;

export async function findSession(
  context: Context,
  brand: Brand,
  sessionId: string,
  type: TransactionType,
): Promise<Transaction> {
  const session = await context.transactions.findBySession(brand.merchantId, brand.brandId, sessionId);
  // A payout session cannot serve as a pay-in session: there is no hybrid payout (spec 4.10).
  if (session?.type !== type) {
    throw new Refusal(404, `sessionId: there is no ${NAMES[type]} session ${sessionId}`);
  }
  // A transaction without an expiry waits for a provider's answer, not for a choice: its option came with the request.
  const waits = session.status === 'INIT' && session.expiresAt !== null && session.expiresAt > context.now();
  if (!waits) throw usedSession(session);
  return session;
}

/** The same refusal if another request was faster. */
export function usedSession({ id }: Transaction): Refusal {
  return new Refusal(400, 'sessionId: this session was used or has expired; open a new session', {
    transactionId: id,
  });
}
