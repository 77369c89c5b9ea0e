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
import { secretsOf, TOLLGATE_OPTIONS, type TollgateOptions } from './options.ts';

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

  constructor(...services: Services) {
    const [connection, orders, payments, methods, history, contexts, config, options] = services;
    this.connection = connection;
    this.orders = orders;
    this.payments = payments;
    this.methods = methods;
    this.history = history;
    this.contexts = contexts;
    this.config = config;
    this.options = options;
    const { baseUrl, apiKey } = options;
    const signingSecret = secretsOf(options)[0]!;
    // The order is locked meanwhile. What is lost comes again by webhook, or by another click.
    this.gateway = new Tollgate({ baseUrl, apiKey, signingSecret, retries: 2, timeoutMs: 10_000 });
  }
}

type Services = [
  TransactionalConnection,
  OrderService,
  PaymentService,
  PaymentMethodService,
  HistoryService,
  RequestContextService,
  ConfigService,
  TollgateOptions,
];

/** In the order of Services. */
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
