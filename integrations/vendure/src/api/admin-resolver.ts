// What the Admin API has.
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Allow,
  Ctx,
  type ID,
  type Order,
  Permission,
  type RequestContext,
  Transaction,
  UserInputError,
} from '@vendure/core';
import { decorated, injected } from '../nest.ts';
import { Journal } from '../news/journal.ts';
import { CashierPages, type Page } from '../order/cashier-pages.ts';
import { Shop } from '../shop.ts';

export class AdminResolver {
  readonly #pages: CashierPages;
  readonly #journal: Journal;
  readonly #shop: Shop;

  constructor(pages: CashierPages, journal: Journal, shop: Shop) {
    this.#pages = pages;
    this.#journal = journal;
    this.#shop = shop;
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

  async chargeTollgateMandate(
    ctx: RequestContext,
    {
      orderId,
      mandateId,
      paymentMethodCode,
    }: { orderId: ID; mandateId: string; paymentMethodCode?: string | null },
  ): Promise<Order> {
    const { transactionId } = await this.#pages.open(ctx, orderId, {
      methodCode: paymentMethodCode,
      mandateId,
    });
    if (transactionId !== null) {
      const { status, errorReason } = await this.#shop.gateway.payments.get(transactionId);
      if (status === 'DECLINED' || status === 'ERROR')
        throw new UserInputError(`Tollgate: ${errorReason ?? 'the charge was declined'}`);
    }
    return (await this.#shop.orders.findOne(ctx, orderId))!;
  }
}

injected(AdminResolver, CashierPages, Journal, Shop);
decorated(AdminResolver, 'tollgateBalance', [Query(), Allow(Permission.ReadOrder)], [Ctx(), Args()]);
decorated(
  AdminResolver,
  'createTollgatePaymentLink',
  [Mutation(), Transaction(), Allow(Permission.UpdateOrder)],
  [Ctx(), Args()],
);
decorated(
  AdminResolver,
  'chargeTollgateMandate',
  [Mutation(), Transaction(), Allow(Permission.UpdateOrder)],
  [Ctx(), Args()],
);
Resolver()(AdminResolver);
