// The last call of the v2 payout flow (spec 4.11): option and recipient are given to the session, and from there on it is
// a payout like any other (create-payout.ts). Called by http/v2/direct-payout.ts. Choice, recipient and the first move are
// one commit, so that of two calls one wins and no recipient is ever written over another's.
import type { Brand } from '../domain/brand.ts';
import { checkPaymentData } from '../domain/payment-data/payment-data.ts';
import { fromV2Names } from '../domain/payment-option.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Transaction } from '../domain/transaction.ts';
import { newCashierLink } from './cashier-link.ts';
import { type Chosen, chooseOption, type OptionChoice } from './choose-option.ts';
import type { Context } from './context.ts';
import { addRecipient, firstStep, takePayout } from './create-payout.ts';
import { findSession, usedSession } from './find-session.ts';
import { resolveRecipient } from './resolve-recipient.ts';

export interface DirectPayoutRequest extends OptionChoice {
  sessionId: string;
  /** As sent, under v2's names or v3's. */
  paymentData: Readonly<Record<string, unknown>>;
}

export async function directPayout(
  context: Context,
  brand: Brand,
  request: DirectPayoutRequest,
): Promise<{ payout: Transaction; cashierUrl: string | null }> {
  const session = await findSession(context, brand, request.sessionId, 'PAYOUT');
  const chosen = chooseOption(brand, session, request);
  const optionId = chosen.suboption?.id ?? chosen.option.id;
  const paymentData = checkRecipient(context, session, chosen, request.paymentData);
  const recipient = await resolveRecipient(context, brand, session.userId, paymentData);
  const { customer } = session.details;
  const step = firstStep(context, { ...session, brand, optionId }, recipient, customer);
  const link = step.kind === 'ask-recipient' ? newCashierLink(context, context.now()) : null;
  const payout = addRecipient(context, { ...session, ...link?.kept, optionId }, recipient, step);
  const after = await takePayout(context, payout, brand, step, 'merchant');
  if (!after) throw usedSession(session);
  return { payout: after, cashierUrl: link?.url ?? null };
}

/** What is there and wrong is refused, and the session stays open; what is absent the cashier asks for. */
function checkRecipient(
  context: Context,
  { currency, details }: Transaction,
  chosen: Chosen,
  given: DirectPayoutRequest['paymentData'],
) {
  const checked = checkPaymentData(chosen, {
    paymentData: fromV2Names(chosen.option, given),
    currency,
    customer: details.customer,
    now: context.now(),
  });
  if (!Array.isArray(checked)) return checked;
  throw new Refusal(
    400,
    checked.map(({ field, message }) => `${asSent(field)}: ${message}`),
  );

  function asSent(field: string): string {
    const known = chosen.option.fields.find(({ name }) => field === `paymentData.${name}`);
    return known?.nameInV2 && given[known.name] == null ? `paymentData.${known.nameInV2}` : field;
  }
}
