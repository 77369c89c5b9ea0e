// The mutations of the Shop API.
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import {
  ActiveOrderService,
  Allow,
  Ctx,
  Permission,
  type RequestContext,
  Transaction,
  UserInputError,
} from '@vendure/core';
import { decorated, injected } from '../nest.ts';
import { PaymentNews } from '../news/payment-news.ts';
import { CashierPages, type MandateWish, type Page } from '../order/cashier-pages.ts';
import { hasMoney } from '../order/payment-state.ts';

export class ShopResolver {
  readonly #active: ActiveOrderService;
  readonly #pages: CashierPages;
  readonly #news: PaymentNews;

  constructor(active: ActiveOrderService, pages: CashierPages, news: PaymentNews) {
    this.#active = active;
    this.#pages = pages;
    this.#news = news;
  }

  async createTollgatePayment(
    ctx: RequestContext,
    { paymentMethodCode, mandate }: { paymentMethodCode?: string | null; mandate?: MandateWish | null },
  ): Promise<Page> {
    const order = await this.#active.getActiveOrder(ctx, undefined);
    if (order === undefined) throw new UserInputError('There is no active order.');
    return await this.#pages.open(ctx, order.id, { methodCode: paymentMethodCode, mandate });
  }

  async syncTollgatePayment(_ctx: RequestContext, { merchantReference }: { merchantReference: string }) {
    const found = await this.#news.look(merchantReference);
    if (found === undefined) return null;
    const { order, payment } = found;
    return {
      orderCode: order.code,
      orderState: order.state,
      isPaid: hasMoney(payment),
      paymentStatus: payment.status,
    };
  }
}

injected(ShopResolver, ActiveOrderService, CashierPages, PaymentNews);
decorated(
  ShopResolver,
  'createTollgatePayment',
  [Mutation(), Transaction(), Allow(Permission.Owner)],
  [Ctx(), Args()],
);
decorated(ShopResolver, 'syncTollgatePayment', [Mutation(), Allow(Permission.Public)], [Ctx(), Args()]);
Resolver()(ShopResolver);
