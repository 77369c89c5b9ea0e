// What vendure-config names: plugins: [TollgatePlugin.init({ … })].
import { PluginCommonModule, type RuntimeVendureConfig, VendurePlugin } from '@vendure/core';
import { raw } from 'express';
import { AdminResolver } from './api/admin-resolver.ts';
import { adminSchema, shopSchema } from './api/schema.ts';
import { ShopResolver } from './api/shop-resolver.ts';
import { WEBHOOK_ROUTE, WebhookController } from './api/webhook-controller.ts';
import { Journal } from './news/journal.ts';
import { TollgateMovement } from './news/movement.ts';
import { PaymentNews } from './news/payment-news.ts';
import { PaymentRecorder } from './news/payment-recorder.ts';
import { RefundRecorder } from './news/refund-recorder.ts';
import { requireOptions, TOLLGATE_OPTIONS } from './options.ts';
import { CashierPages } from './order/cashier-pages.ts';
import { OrderBooks } from './order/order-books.ts';
import { tollgatePaymentHandler } from './order/payment-method-handler.ts';
import {
  tollgateFulfillmentProcess,
  tollgateOrderProcess,
  tollgatePaymentProcess,
  tollgateRefundProcess,
} from './order/processes.ts';
import type { TollgateOptions } from './plugin-types.d.ts';
import { SERVICES, Shop } from './shop.ts';

// biome-ignore lint/complexity/noStaticOnlyClass: a plugin of Vendure is a class
export class TollgatePlugin {
  static options: TollgateOptions | undefined;

  static init(options: TollgateOptions): typeof TollgatePlugin {
    TollgatePlugin.options = requireOptions(options);
    return TollgatePlugin;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each class has its own constructor
const made = (provide: new (...parts: any[]) => unknown, ...inject: unknown[]) => ({
  provide,
  useFactory: (...parts: unknown[]) => new provide(...parts),
  inject: inject as never[],
});

VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.7.0',
  entities: [TollgateMovement],
  controllers: [WebhookController],
  providers: [
    { provide: TOLLGATE_OPTIONS, useFactory: () => requireOptions(TollgatePlugin.options) },
    made(Shop, ...SERVICES),
    made(OrderBooks, Shop),
    made(RefundRecorder, Shop, OrderBooks),
    made(PaymentRecorder, Shop, OrderBooks, RefundRecorder),
    made(Journal, Shop),
    made(PaymentNews, Shop, OrderBooks, PaymentRecorder, Journal),
    made(CashierPages, Shop, OrderBooks, PaymentRecorder),
  ],
  shopApiExtensions: { schema: shopSchema, resolvers: [ShopResolver] },
  adminApiExtensions: { schema: adminSchema, resolvers: [AdminResolver] },
  configuration(config: RuntimeVendureConfig) {
    config.paymentOptions.paymentMethodHandlers.push(tollgatePaymentHandler);
    config.paymentOptions.refundProcess?.push(tollgateRefundProcess);
    config.paymentOptions.process?.push(tollgatePaymentProcess);
    config.orderOptions.process.push(tollgateOrderProcess);
    config.shippingOptions.process.push(tollgateFulfillmentProcess);
    // The signature of a webhook is over the bytes that came.
    config.apiOptions.middleware.push({
      route: `/${WEBHOOK_ROUTE}`,
      handler: raw({ type: () => true, limit: '1mb' }),
      beforeListen: true,
    });
    return config;
  },
})(TollgatePlugin);
