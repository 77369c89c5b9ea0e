// The sandbox's bank: a shopper has decided on its page. Like a real bank it sends the gateway a notification, in case
// the shopper never comes back. It sends the shopper back with a result that it has signed. Test environment only.
import type { ReturnParameters } from '@tollgate/provider-kit';
import { SIGNATURE_HEADER, writeNotification } from '../../domain/notifications/sandbox-notification.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import {
  DECISION_PARAMETER,
  signDecision,
  type VisitDecision,
} from '../../domain/transactions/visit-decision.ts';
import type { Context } from '../context.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';
import { findAccount, receiveNotification } from './receive-notification.ts';

/** Answers the parameters that the shopper brings back. */
export async function notifyOfVisit(
  context: Context,
  transaction: Transaction,
  decision: VisitDecision,
): Promise<ReturnParameters> {
  const reference = chargeReference(transaction);
  const fingerprint = (text: string) => context.vault.fingerprint(text);
  const parameters = { [DECISION_PARAMETER]: signDecision(reference, decision, fingerprint) };
  const { brandId, amountMinor, currency } = transaction;
  const provider = providerOf(context, transaction);
  const account = provider && (await findAccount(context, provider.id, brandId));
  if (!account) return parameters;
  const outcome = await askAboutCharge(context, provider, transaction, {
    ask: (call) => provider.resume(transaction, parameters, call),
    ofAnother: { kind: 'waiting' },
  });
  if (outcome.kind === 'waiting' || outcome.kind === 'unknown') return parameters;
  const said = { reference, amountMinor, currency, at: context.now(), outcome };
  const { body, signature } = writeNotification(said, fingerprint);
  await receiveNotification(context, account, { [SIGNATURE_HEADER]: signature }, Buffer.from(body));
  return parameters;
}
