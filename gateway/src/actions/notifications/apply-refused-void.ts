// The provider could not void an authorised payment, because it was captured there (contract 16). If we had taken the
// void for done, the provider has money that our books do not have, so a person must look. It changes nothing.
import type { News } from '../../domain/notifications/news.ts';
import { isFinal } from '../../domain/transactions/transaction.ts';
import type { Addressee } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';
import { conflict, ignored, type Judgement } from './judgement.ts';
import { isPaidBy, matchCharge } from './match-charge.ts';

export async function applyRefusedVoid(
  context: Context,
  item: Addressee,
  { charge: reference, payment, reason }: Extract<News, { about: 'void-refused' }>,
): Promise<Judgement> {
  const match = await matchCharge(context, item, reference);
  if (!('kind' in match)) return match;
  const { transaction, charge } = match;
  const { status, authorized } = transaction;
  if (authorized && !isPaidBy(transaction, charge, payment))
    return ignored(transaction, 'it is about another payment than the authorised one');
  const isAllCaptured = authorized !== null && authorized.capturedMinor === authorized.amountMinor;
  if (!isFinal(status) || isAllCaptured) return ignored(transaction, 'the payment was not voided');
  const words = reason ? `: ${reason}` : '';
  return conflict(transaction, `the payment is ${status}, but the provider could not void it${words}`);
}
