// What the Admin API has.
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Allow, Ctx, type ID, Permission, type RequestContext, Transaction } from '@vendure/core';
import { decorated, injected } from '../nest.ts';
import { Journal } from '../news/journal.ts';
import { CashierPages, type Page } from '../order/cashier-pages.ts';

export class AdminResolver {
  readonly #pages: CashierPages;
  readonly #journal: Journal;

  constructor(pages: CashierPages, journal: Journal) {
    this.#pages = pages;
    this.#journal = journal;
  }

  async tollgateBalance(
    _ctx: RequestContext,
    { merchantReference }: { merchantReference: string },
  ): Promise<number> {
    return await this.#journal.balance(merchantReference);
  }

  async createTollgatePaymentLink(
    ctx: RequestContext,
    { orderId, paymentMethodCode }: { orderId: ID; paymentMethodCode?: string | null },
  ): Promise<Page> {
    return await this.#pages.open(ctx, orderId, { methodCode: paymentMethodCode, isLink: true });
  }
}

injected(AdminResolver, CashierPages, Journal);
decorated(AdminResolver, 'tollgateBalance', [Query(), Allow(Permission.ReadOrder)], [Ctx(), Args()]);
decorated(
  AdminResolver,
  'createTollgatePaymentLink',
  [Mutation(), Transaction(), Allow(Permission.UpdateOrder)],
  [Ctx(), Args()],
);
Resolver()(AdminResolver);
