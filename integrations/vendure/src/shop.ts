// The services of Vendure that the plugin works with, and the gateway.
import { Tollgate } from '@tollgate/sdk';
import {
  ConfigService,
  HistoryService,
  OrderService,
  PaymentMethodService,
  PaymentService,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { TOLLGATE_OPTIONS } from './options.ts';
import type { TollgateOptions } from './plugin-types.d.ts';

/** What the constructor of Shop gets, in its order. */
export const SERVICES = [
  TransactionalConnection,
  OrderService,
  PaymentService,
  PaymentMethodService,
  HistoryService,
  RequestContextService,
  ConfigService,
  TOLLGATE_OPTIONS,
] as const;

type Injected<Providers extends readonly unknown[]> = {
  [At in keyof Providers]: Providers[At] extends abstract new (
    ...parts: never[]
  ) => infer Service
    ? Service
    : TollgateOptions;
};

export class Shop {
  readonly connection: TransactionalConnection;
  readonly orders: OrderService;
  readonly payments: PaymentService;
  readonly methods: PaymentMethodService;
  readonly history: HistoryService;
  readonly contexts: RequestContextService;
  readonly config: ConfigService;
  readonly options: TollgateOptions;
  readonly gateway: Tollgate;

  constructor(...services: Injected<typeof SERVICES>) {
    const [connection, orders, payments, methods, history, contexts, config, options] = services;
    this.connection = connection;
    this.orders = orders;
    this.payments = payments;
    this.methods = methods;
    this.history = history;
    this.contexts = contexts;
    this.config = config;
    this.options = options;
    const { baseUrl, apiKey, signingSecret } = options;
    // The order is locked meanwhile. What is lost comes again by webhook, or by another click.
    this.gateway = new Tollgate({ baseUrl, apiKey, signingSecret, retries: 2, timeoutMs: 10_000 });
  }
}
