// The last call of the v2 payout flow (spec 4.11). It gives the session its option and recipient; from then on the
// session is a payout like any other (execute-plan.ts). Choice, recipient and the first step are one commit. So if two
// calls come, only one wins, and no recipient ever overwrites another recipient.

import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { fromV2Names } from '../../domain/options/payment-option.ts';
import { checkPaymentData } from '../../domain/payment-data/payment-data.ts';
import type { Maker, Transaction } from '../../domain/transactions/transaction.ts';
import { type Chosen, chooseOption, type OptionChoice } from '../cashier/choose-option.ts';
import { findSession, usedSession } from '../cashier/find-session.ts';
import type { Context } from '../context.ts';
import { resolvePaymentMeans } from '../payment-means/resolve-means.ts';
import { executePlan, withPaymentMeans } from '../transactions/execute-plan.ts';
import { planTransaction } from '../transactions/plan-transaction.ts';

export interface DirectPayoutRequest extends OptionChoice {
  sessionId: string;
  /** As sent, under v2's names or v3's. */
  paymentData: Readonly<Record<string, unknown>>;
  /** The user who counts as the maker of this key's payouts; null: the merchant's server. */
  keyMaker: Maker | null;
}

export async function directPayout(
  context: Context,
  brand: Brand,
  request: DirectPayoutRequest,
): Promise<{ payout: Transaction; cashierUrl: string | null }> {
  const session = await findSession(context, brand, request.sessionId, 'PAYOUT');
  refuseOthersSession(brand, session, request.keyMaker);
  const chosen = chooseOption(context, brand, session, request);
  const optionId = chosen.suboption?.id ?? chosen.option.id;
  const paymentData = checkRecipient(context, session, chosen, request.paymentData);
  const { type, userId } = session;
  const means = await resolvePaymentMeans(context, { type, brand, userId, card: null, paymentData });
  const { customer } = session.details;
  const plan = planTransaction(context, brand, { ...session, optionId, customer }, means);
  const payout = withPaymentMeans(context, { ...session, optionId }, means, plan);
  const after = await executePlan(context, payout, plan, { means, cashierToken: null, actor: 'merchant' });
  if (!after) throw usedSession(session);
  return { payout: after, cashierUrl: plan.kind === 'ask-for-more' ? plan.link.url : null };
}

/**
 * With four eyes, a user's key may set the recipient only in that user's own sessions. Otherwise the payout would not
 * count as theirs, and could be approved automatically.
 */
function refuseOthersSession(brand: Brand, { details }: Transaction, keyMaker: Maker | null): void {
  if (!brand.fourEyes || keyMaker === null || details.maker?.userId === keyMaker.userId) return;
  throw new Refusal(
    403,
    'X-API-KEY: this key has no scope settle; it can complete only sessions that it has opened',
  );
}

/** A wrong field is refused and the session stays open; the cashier asks for missing fields. */
function checkRecipient(
  context: Context,
  { currency, amountMinor, details }: Transaction,
  chosen: Chosen,
  given: DirectPayoutRequest['paymentData'],
) {
  const checked = checkPaymentData(chosen, {
    paymentData: fromV2Names(chosen.option, given),
    currency,
    amountMinor,
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
