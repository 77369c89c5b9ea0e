// The payment provider of Medusa. Customers pay in the hosted cashier of the gateway, or by a payment link.

import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  CreateAccountHolderInput,
  CreateAccountHolderOutput,
  DeleteAccountHolderInput,
  DeleteAccountHolderOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ListPaymentMethodsInput,
  ListPaymentMethodsOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import { AbstractPaymentProvider, MathBN, MedusaError, PaymentActions } from '@medusajs/framework/utils';
import { type MandateRequest, Tollgate, type Transaction, webhooks } from '@tollgate/sdk';
import { wireAmount } from './amount.ts';
import { chargeMandate, mandatesOf } from './mandates.ts';
import { requireOptions, type TollgateOptions } from './options.ts';
import { isAuthorized, sessionStatus } from './payment-state.ts';
import { nextReference, opened, type SessionData, sealed, sessionIdOf } from './session-data.ts';
import { told } from './told.ts';

/** The part of Medusa's payment module that this provider asks: how much a capture is. */
type Cradle = Readonly<{
  captureService: { retrieve(id: string, config: object): Promise<{ amount: BigNumberInput }> };
}>;

export class TollgateProvider extends AbstractPaymentProvider<TollgateOptions> {
  static override identifier = 'tollgate';
  readonly #captures: () => Cradle['captureService'];
  readonly #options: TollgateOptions;
  readonly #gateway: Tollgate;

  static override validateOptions(options: Record<string, unknown>): void {
    requireOptions(options);
  }

  constructor(cradle: Record<string, unknown>, options: TollgateOptions) {
    super(cradle, options);
    this.#captures = () => (cradle as unknown as Cradle).captureService;
    this.#options = options;
    const { baseUrl, apiKey, signingSecret } = options;
    this.#gateway = new Tollgate({ baseUrl, apiKey, signingSecret });
  }

  /** Opens a cashier page of the session's amount, or what `data` asks for in place of it. */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const reference = String(input.data?.session_id ?? input.context?.idempotency_key);
    const data = await this.#open(input, reference);
    return { id: data.transactionId as string, status: 'pending', data };
  }

  /** The cart or the order changed: a cashier page of another amount is another payment. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const session = this.#session(input.data);
    if (session === undefined) return { data: (await this.initiatePayment(input)).data! };
    const currency = input.currency_code.toUpperCase();
    if (session.currency === currency && session.amount === wireAmount(input.amount, currency))
      return { data: input.data! };
    await this.#end(session);
    return { status: 'pending', data: await this.#open(input, nextReference(session.reference)) };
  }

  async #open(
    { amount, currency_code, context, data }: InitiatePaymentInput,
    reference: string,
  ): Promise<Record<string, unknown>> {
    const currency = currency_code.toUpperCase();
    const { captureMode = 'manual', returnUrl, signingSecret } = this.#options;
    const request = {
      currency,
      amount: wireAmount(amount, currency),
      merchantReference: reference,
      captureMode,
      redirectUrl: returnUrl,
      ...this.#customer(context, data?.country),
    };
    const { transactionId, cashierUrl } = await told(() => this.#begin(request, data ?? {}));
    const session = { transactionId, reference, amount: request.amount, currency, captureMode };
    return sealed(session, cashierUrl, signingSecret);
  }

  /** A cashier page, a payment link (`link`), or a charge without the customer (`mandate_id`). */
  async #begin(request: Parameters<Tollgate['links']['create']>[0], data: Record<string, unknown>) {
    if (typeof data.mandate_id === 'string')
      return await chargeMandate(this.#gateway, data.mandate_id, request);
    const mandate = data.mandate as MandateRequest | undefined;
    const asked = mandate === undefined ? request : { ...request, mandate };
    return data.link === true
      ? await this.#gateway.links.create(asked)
      : await this.#gateway.sessions.create(asked);
  }

  /** Medusa names the customer only if they are signed in, so the storefront may name the country of a guest. */
  #customer(context: InitiatePaymentInput['context'], named: unknown) {
    const { customer } = context ?? {};
    const told = typeof named === 'string' ? named : customer?.billing_address?.country_code;
    const country = this.#options.country ?? told?.toUpperCase();
    return {
      ...(country ? { country } : {}),
      ...(customer?.id ? { userId: customer.id } : {}),
      ...(customer?.email ? { customer: { email: customer.email } } : {}),
    };
  }

  /** What the payment is now. Medusa places the order if it is authorised, captured or under way. */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return await this.getPaymentStatus(input);
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const session = this.#session(data);
    if (session === undefined) return { status: 'pending', data: data ?? {} };
    return { status: sessionStatus(await this.#payment(session), session), data: data! };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const session = this.#required(data);
    const { status, amountAuthorized, amountCaptured, amountRefunded } = await this.#payment(session);
    return { data: { ...data, status, amountAuthorized, amountCaptured, amountRefunded } };
  }

  /** Captures the amount of Medusa's capture. Its id is the captureReference, so a repeated call captures once. */
  async capturePayment({ data, context }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const session = this.#required(data);
    const captureReference = context?.idempotency_key;
    if (captureReference === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'A capture without an id cannot be made once.');
    const { amount } = await this.#captures().retrieve(captureReference, { select: ['id', 'raw_amount'] });
    const { transactionId, currency } = session;
    const part = wireAmount(amount, currency);
    const payment = await this.#payment(session);
    const answer = await told(() =>
      this.#gateway.payments.capture({
        transactionId,
        amount: part,
        // The last part ends the authorisation. Before it, a provider must be able to capture several times.
        final: MathBN.gte(MathBN.add(part, payment.amountCaptured), payment.amountAuthorized),
        captureReference,
      }),
    );
    if (answer.status === 'FAILED')
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `Nothing was charged: ${answer.result}`);
    return { data: data! };
  }

  /** `amount` of the payment. The refund's id is the refundReference, so a repeated call refunds once. */
  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { reference, currency } = this.#required(data);
    await told(() =>
      this.#gateway.refunds.create({
        merchantReference: reference,
        amount: wireAmount(amount, currency),
        ...(context?.idempotency_key ? { refundReference: context.idempotency_key } : {}),
      }),
    );
    return { data: data! };
  }

  /** Voids what is authorised, and gives back what was charged: Medusa asks for it when no order comes of a payment. */
  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const session = this.#session(data);
    if (session === undefined) return { data: data ?? {} };
    const payment = await this.#payment(session);
    if (payment.status === 'COMPLETED') await this.#giveBack(payment);
    else if (payment.status === 'PROCESSING' || payment.status === 'INIT')
      await told(() => this.#gateway.payments.cancel({ transactionId: session.transactionId }));
    return { data: data! };
  }

  async #giveBack(payment: Transaction): Promise<void> {
    if (payment.amountRefunded >= payment.amountCaptured) return;
    const merchantReference = payment.merchantReference!;
    const refundReference = `cancel-${payment.transactionId}`;
    await told(() => this.#gateway.refunds.create({ merchantReference, refundReference }));
  }

  /** Ends the cashier page of a session that nobody needs. A session that is paid stays: its order is on its way. */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const session = this.#session(data);
    if (session !== undefined) await this.#end(session);
    return { data: data ?? {} };
  }

  async #end(session: SessionData): Promise<void> {
    const payment = await this.#payment(session);
    if (payment.status === 'COMPLETED' || isAuthorized(payment))
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        'The customer has paid for this cart, so it cannot change any more. Complete the order.',
      );
    if (payment.status === 'PROCESSING' || payment.status === 'INIT')
      await told(() => this.#gateway.payments.cancel({ transactionId: session.transactionId }));
  }

  /** Verifies a webhook over its raw body, then asks the gateway what the payment is now: events have no order. */
  async getWebhookActionAndData({
    rawData,
    headers,
  }: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = await webhooks.verify(
      rawData,
      headers as Record<string, string>,
      this.#options.signingSecret,
    );
    const session = sessionIdOf('merchantReference' in event ? event.merchantReference : null);
    if (session === undefined) return { action: PaymentActions.NOT_SUPPORTED };
    const payment = await this.#gateway.payments.get(event.transactionId!);
    const action = actionOf(payment);
    const amount = action === PaymentActions.SUCCESSFUL ? payment.amountCaptured : payment.amount;
    return { action, data: { session_id: session, amount } };
  }

  /** Medusa keeps an account holder for each customer that is signed in: at Tollgate it is their `userId`. */
  async createAccountHolder({ context }: CreateAccountHolderInput): Promise<CreateAccountHolderOutput> {
    const id = String(context.customer?.id);
    return { id, data: { id } };
  }

  async deleteAccountHolder(_input: DeleteAccountHolderInput): Promise<DeleteAccountHolderOutput> {
    return {};
  }

  /** The active mandates of the customer: what a later charge may name as `mandate_id`. */
  async listPaymentMethods({ context }: ListPaymentMethodsInput): Promise<ListPaymentMethodsOutput> {
    const userId = context?.account_holder?.data?.id;
    return typeof userId === 'string' ? await told(() => mandatesOf(this.#gateway, userId)) : [];
  }

  #session(data: Record<string, unknown> | undefined): SessionData | undefined {
    return opened(data, this.#options.signingSecret);
  }

  #required(data: Record<string, unknown> | undefined): SessionData {
    const session = this.#session(data);
    if (session === undefined)
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        'This payment session has no payment at Tollgate.',
      );
    return session;
  }

  async #payment({ transactionId }: SessionData): Promise<Transaction> {
    return await told(() => this.#gateway.payments.get(transactionId));
  }
}

function actionOf(payment: Transaction): PaymentActions {
  if (payment.status === 'COMPLETED') return PaymentActions.SUCCESSFUL;
  if (isAuthorized(payment)) return PaymentActions.AUTHORIZED;
  if (payment.status === 'DECLINED' || payment.status === 'ERROR') return PaymentActions.FAILED;
  return PaymentActions.PENDING;
}
