// Gathers the facts about a pay-in or a payout and asks domain/transactions/plan.ts what to do with it; carry-out.ts does
// it. Must not store or send anything.

import type { Brand } from '../../domain/merchants/brand.ts';
import type { Block } from '../../domain/risk/block-list.ts';
import { planTransaction as decide, type Plan, type PlanRequest } from '../../domain/transactions/plan.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Context } from '../context.ts';
import { type CashierLink, newCashierLink } from '../means/cashier-link.ts';
import { cardNumberOf, type Means } from '../means/resolve-means.ts';
import { isServed } from '../means/usable-options.ts';

/** The plan, and what carrying it out needs. */
export type TransactionPlan =
  | Extract<Plan, { kind: 'decline' | 'wait-for-approval' }>
  | (Extract<Plan, { kind: 'ask-for-more' }> & { link: CashierLink })
  /** In the order in which they are tried. */
  | { kind: 'send'; providers: Provider[] };

export function planTransaction(
  context: Context,
  brand: Brand,
  request: PlanRequest,
  means: Means,
): TransactionPlan {
  const providers = context.providersFor(brand.brandId, request);
  const plan = decide(request, brand, {
    served: isServed(context, brand, request),
    unusable: means.unusable,
    block: findBlock(context, brand, request, means),
    // A given card has been checked as a whole.
    data: means.inHand ? null : means.data,
  });
  switch (plan.kind) {
    case 'ask-for-more':
      return { ...plan, link: newCashierLink(context, context.now()) };
    case 'send':
      return { kind: 'send', providers };
    default:
      return plan;
  }
}

/** Blocks are in memory with their brand, so checking them costs no query. */
function findBlock(
  context: Context,
  brand: Brand,
  { userId, customer, country, browserIp }: PlanRequest,
  means: Means,
): Block | null {
  const number = cardNumberOf(means);
  const card = number !== null && means.cardKey ? { number, key: means.cardKey } : null;
  const addresses = [browserIp, customer?.ip];
  return brand.blocks.find({ card, userId, email: customer?.email, addresses, country }, context.now());
}
