// Gathers the facts about a pay-in or a payout and asks domain/transactions/plan.ts for the plan; execute-plan.ts
// carries it out. Must not store or send anything.

import type { Provider } from '@tollgate/provider-kit';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Block } from '../../domain/risk/block-list.ts';
import { planTransaction as decide, type Plan, type PlanRequest } from '../../domain/transactions/plan.ts';
import type { Context } from '../context.ts';
import { canAccept, isCardEnteredElsewhere, neededFields } from '../payment-means/card-entry.ts';
import { type CashierLink, newCashierLink } from '../payment-means/cashier-link.ts';
import { providersOfMandate, servedByMandate } from '../payment-means/charged-mandate.ts';
import { cardNumberOf, type PaymentMeans } from '../payment-means/resolve-means.ts';
import { servedBy } from '../payment-means/usable-options.ts';

/** The plan, and the data to carry it out. */
export type TransactionPlan =
  | Extract<Plan, { kind: 'decline' | 'wait-for-approval' }>
  | (Extract<Plan, { kind: 'ask-for-more' }> & { link: CashierLink })
  /** In the order in which they are tried. */
  | { kind: 'send'; providers: Provider[] };

export function planTransaction(
  context: Context,
  brand: Brand,
  request: PlanRequest & { id: string },
  means: PaymentMeans,
): TransactionPlan {
  const { later } = means;
  const isElsewhere = isCardEnteredElsewhere(context, brand, request);
  const plan = decide(request, brand, {
    served: later ? servedByMandate(context, brand, later, request) : servedBy(context, brand, request),
    unusable: means.unusable,
    block: findBlock(context, brand, request, means),
    // A given card was checked completely. A card that is entered at the provider needs no questions here. In a later
    // charge nobody can be asked.
    data: later || means.clearCard || isElsewhere || hasApplePay(means) ? null : means.data,
    needed: neededFields(context, brand, request),
  });
  switch (plan.kind) {
    case 'ask-for-more':
      return {
        ...plan,
        link: newCashierLink(context, { merchantId: brand.merchantId, id: request.id }, context.now()),
      };
    case 'send':
      return { kind: 'send', providers: providersWith(context, brand, request, means) };
    default:
      return plan;
  }
}

/**
 * The plan has already asked for the fields of the first provider. Later providers that need other fields are left out.
 */
function providersWith(
  context: Context,
  brand: Brand,
  request: PlanRequest,
  means: PaymentMeans,
): Provider[] {
  const mandate = means.later?.mandate;
  if (mandate) return providersOfMandate(context, brand, mandate, request);
  const providers = context.providersFor(brand.brandId, request);
  // The payment data is sealed for this account alone.
  if (hasApplePay(means)) return providers.slice(0, 1);
  return providers.filter((provider, i) => i === 0 || canAccept(provider, request, means));
}

const hasApplePay = ({ data }: PaymentMeans) => data.applePayToken !== undefined;

/** Blocks are in memory with their brand, so checking them costs no query. */
function findBlock(
  context: Context,
  brand: Brand,
  { userId, customer, country, browserIp }: PlanRequest,
  means: PaymentMeans,
): Block | null {
  const shown = means.later?.mandate?.card;
  // The beginning of a number is enough for the block of a BIN; the key is that of the whole number.
  const number = cardNumberOf(means) ?? shown?.first6 ?? null;
  const card = number !== null && means.cardKey ? { number, key: means.cardKey } : null;
  const addresses = [browserIp, customer?.ip];
  return brand.blocks.find({ card, userId, email: customer?.email, addresses, country }, context.now());
}
