// The mutation of the Admin API.
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, type ID, Permission, type RequestContext, Transaction } from '@vendure/core';
import { decorated, injected } from '../nest.ts';
import { CashierPages, type Page } from '../order/cashier-pages.ts';

export class AdminResolver {
  readonly #pages: CashierPages;

  constructor(pages: CashierPages) {
    this.#pages = pages;
  }

  async createTollgatePaymentLink(
    ctx: RequestContext,
    { orderId, paymentMethodCode }: { orderId: ID; paymentMethodCode?: string | null },
  ): Promise<Page> {
    return await this.#pages.open(ctx, orderId, { methodCode: paymentMethodCode, isLink: true });
  }
}

injected(AdminResolver, CashierPages);
decorated(
  AdminResolver,
  'createTollgatePaymentLink',
  [Mutation(), Transaction(), Allow(Permission.UpdateOrder)],
  [Ctx(), Args()],
);
Resolver()(AdminResolver);
