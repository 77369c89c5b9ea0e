// The last call of the hybrid flow (spec 4.10): it stores the merchant's choice, and the shopper goes on in the cashier
// with that option preselected. The choice and the change to PROCESSING are one commit, so if two calls come, only one
// wins. This call tells no provider about the pay-in.
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Context } from '../context.ts';
import { newCashierLink } from '../payment-means/cashier-link.ts';
import { applyOnce } from '../submission/apply-outcome.ts';
import { chooseOption, type OptionChoice } from './choose-option.ts';
import { findSession, usedSession } from './find-session.ts';

export async function hybridPayment(
  context: Context,
  brand: Brand,
  choice: OptionChoice & { sessionId: string },
): Promise<{ transactionId: string; cashierUrl: string }> {
  const session = await findSession(context, brand, choice.sessionId, 'PAYIN');
  const { option, suboption } = chooseOption(context, brand, session, choice);
  // The version guards the change: if the session changed after the caller read it, the whole choice is refused.
  const link = newCashierLink(context, session, context.now());
  const chosen = { ...session, ...link.kept, optionId: suboption?.id ?? option.id };
  const { expiresAt } = link;
  const after = await applyOnce(context, chosen, { kind: 'cashier', expiresAt }, { actor: 'merchant' });
  if (!after) throw usedSession(session);
  return { transactionId: session.id, cashierUrl: link.url };
}
