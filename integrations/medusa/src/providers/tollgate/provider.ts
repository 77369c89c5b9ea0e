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
import {
  type MandateRequest,
  type SessionRequest,
  Tollgate,
  type Transaction,
  webhooks,
} from '@tollgate/sdk';
import { wireAmount } from './amount.ts';
import { type Booked, type Done, lostAmount } from './lost-amount.ts';
import { chargeMandate, chargeOf, mandatesOf } from './mandates.ts';
import { requireOptions, type TollgateOptions } from './options.ts';
import { isAuthorized, sessionStatus } from './payment-state.ts';
import { nextReference, opened, type SessionData, sealed, sessionIdOf, withoutSeal } from './session-data.ts';
import { IS_PAID, told } from './told.ts';

/** Captures or refunds of Medusa's payment module. */
type Rows = Readonly<{
  retrieve(id: string, config: object): Promise<{ amount: BigNumberInput; payment_id: string }>;
  list(filters: { payment_id: string }, config: object): Promise<{ id: string; amount: BigNumberInput }[]>;
}>;

export class TollgateProvider extends AbstractPaymentProvider<TollgateOptions> {
  static override identifier = 'tollgate';
  readonly #captures: () => Rows;
  readonly #refunds: () => Rows;
  readonly #options: TollgateOptions;
  readonly #gateway: Tollgate;

  static override validateOptions(options: Record<string, unknown>): void {
    requireOptions(options);
  }

  constructor(cradle: Record<string, unknown>, options: TollgateOptions) {
    super(cradle, options);
    this.#captures = () => cradle.captureService as Rows;
    this.#refunds = () => cradle.refundService as Rows;
    this.#options = options;
    const { baseUrl, apiKey, signingSecret } = options;
    this.#gateway = new Tollgate({ baseUrl, apiKey, signingSecret });
  }

  /** Opens a cashier page of the session's amount, or what `data` asks for in place of it. */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const reference = String(input.data?.session_id ?? input.context?.idempotency_key);
    const data = await this.#open(input, reference);
    return { id: String(data.transactionId ?? data.reference), status: 'pending', data };
  }

  /** The cart or the order changed: a cashier page of another amount is another payment. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const session = this.#session(input.data);
    if (session === undefined) return { data: (await this.initiatePayment(input)).data! };
    const currency = input.currency_code.toUpperCase();
    if (session.currency === currency && session.amount === wireAmount(input.amount, currency))
      return { data: input.data! };
    await this.#end(session);
    const data = await this.#open(input, nextReference(session.reference));
    return { status: 'pending', data: { ...input.data, ...data } };
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
    const session = {
      transactionId: null,
      reference,
      amount: request.amount,
      currency,
      captureMode,
      charge: null,
    };
    if (typeof data?.mandate_id === 'string') {
      const charge = await told(() => chargeOf(this.#gateway, data.mandate_id as string, request));
      return sealed({ ...session, charge }, null, signingSecret);
    }
    const { transactionId, cashierUrl } = await told(() => this.#begin(request, data ?? {}));
    return sealed({ ...session, transactionId }, cashierUrl, signingSecret);
  }

  /** A cashier page or, with `link`, a payment link. `mandate` asks the customer to agree to later charges. */
  async #begin(request: SessionRequest, data: Record<string, unknown>) {
    const mandate = data.mandate as MandateRequest | undefined;
    const asked = mandate === undefined ? request : { ...request, mandate };
    return data.link === true
      ? await this.#gateway.links.create(asked)
      : await this.#gateway.sessions.create(asked);
  }

  /** Medusa names the customer only if they are signed in, so the storefront may name the country of a guest. */
  #customer(context: InitiatePaymentInput['context'], named: unknown) {
    const { customer } = context ?? {};
    const theirs = typeof named === 'string' ? named : customer?.billing_address?.country_code;
    const country = this.#options.country ?? theirs?.toUpperCase();
    return {
      ...(country ? { country } : {}),
      ...(customer?.id ? { userId: customer.id } : {}),
      ...(customer?.email ? { customer: { email: customer.email } } : {}),
    };
  }

  /**
   * What the payment is now. Medusa places the order if it is authorised, captured or under way. A mandate is charged
   * here, unless it was already under this reference.
   */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session = this.#session(input.data);
    if (!session?.charge) return await this.getPaymentStatus(input);
    const payment =
      (await this.#payment(session)) ?? (await told(() => chargeMandate(this.#gateway, session)));
    const charged = { ...session, transactionId: payment.transactionId };
    const data = sealed(charged, null, this.#options.signingSecret);
    return { status: sessionStatus(payment, charged), data: { ...input.data, ...data } };
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const session = this.#session(data);
    const payment = session && (await this.#payment(session));
    if (payment === undefined) return { status: 'pending', data: data ?? {} };
    const { transactionId } = payment;
    return { status: sessionStatus(payment, { ...session!, transactionId }), data: data! };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const { payment } = await this.#paid(data);
    const { status, amountAuthorized, amountCaptured, amountRefunded } = payment;
    return { data: { ...data, status, amountAuthorized, amountCaptured, amountRefunded } };
  }

  /** Captures the amount of Medusa's capture. Its id is the captureReference, so a repeated call captures once. */
  async capturePayment({ data, context }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const { session, payment } = await this.#paid(data);
    const captureReference = context?.idempotency_key;
    if (captureReference === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'A capture without an id cannot be made once.');
    const { amount } = await this.#captures().retrieve(captureReference, { select: ['id', 'raw_amount'] });
    const part = wireAmount(amount, session.currency);
    const done = payment.captures.map((one) => ({ ...one, reference: one.captureReference }));
    if (await this.#wasLost(this.#captures(), { id: captureReference, amount: part }, done))
      return { data: data! };
    const answer = await told(() =>
      this.#gateway.payments.capture({
        transactionId: payment.transactionId,
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
    const { session, payment } = await this.#paid(data);
    const refundReference = context?.idempotency_key;
    if (refundReference === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'A refund without an id cannot be made once.');
    const part = wireAmount(amount, session.currency);
    const done = payment.refunds.map((one) => ({ ...one, reference: one.refundReference }));
    if (await this.#wasLost(this.#refunds(), { id: refundReference, amount: part }, done))
      return { data: data! };
    await told(() =>
      this.#gateway.refunds.create({ merchantReference: session.reference, amount: part, refundReference }),
    );
    return { data: data! };
  }

  /** Whether the gateway made this one before, and its answer was lost. Throws if another one was lost. */
  async #wasLost(rows: Rows, now: Booked, done: readonly Done[]): Promise<boolean> {
    const { payment_id } = await rows.retrieve(now.id, { select: ['id', 'payment_id'] });
    const all = await rows.list({ payment_id }, { select: ['id', 'raw_amount'] });
    const booked = all.filter(({ id }) => id !== now.id);
    // Captures that were made elsewhere are booked in Medusa (news/follow-captures.ts), refunds are not.
    const [prefix] = now.id.split('_');
    const lost = lostAmount(
      booked.map(({ id, amount }) => ({ id, amount: MathBN.convert(amount).toNumber() })),
      done.filter(({ reference }) => reference !== now.id),
      {
        isOurs: (reference) => Boolean(reference?.startsWith(`${prefix}_`)),
        foreign: rows === this.#captures(),
      },
    );
    if (lost === now.amount) return true;
    if (lost > 0)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Tollgate has already moved ${lost}, but its answer was lost. Do the same for exactly ${lost} first: no money moves again.`,
      );
    return false;
  }

  /** Voids what is authorised, and gives back what was charged: Medusa asks for it when no order comes of a payment. */
  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const session = withoutSeal(data);
    const payment = session && (await this.#payment(session));
    if (payment?.status === 'COMPLETED') await this.#giveBack(payment);
    else if (payment?.status === 'PROCESSING' || payment?.status === 'INIT') await this.#cancel(payment);
    return { data: data ?? {} };
  }

  async #giveBack(payment: Transaction): Promise<void> {
    if (payment.amountRefunded >= payment.amountCaptured) return;
    const merchantReference = payment.merchantReference;
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
    if (payment?.status === 'COMPLETED' || (payment && isAuthorized(payment)))
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        'The customer has paid, so this cannot change.',
        IS_PAID,
      );
    if (payment?.status === 'PROCESSING' || payment?.status === 'INIT') await this.#cancel(payment);
  }

  async #cancel({ transactionId }: Transaction): Promise<void> {
    await told(() => this.#gateway.payments.cancel({ transactionId }));
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

  /** The payment of an order. */
  async #paid(data: Record<string, unknown> | undefined) {
    const session = withoutSeal(data);
    const payment = session && (await this.#payment(session));
    if (session === undefined || payment === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'This order has no payment at Tollgate.');
    return { session, payment };
  }

  /** undefined: a mandate that was not charged yet. */
  async #payment({ transactionId, reference }: SessionData): Promise<Transaction | undefined> {
    if (transactionId !== null) return await told(() => this.#gateway.payments.get(transactionId));
    const [found] = await told(() => this.#gateway.payments.find({ merchantReference: reference }));
    return found;
  }
}

function actionOf(payment: Transaction): PaymentActions {
  if (payment.status === 'COMPLETED') return PaymentActions.SUCCESSFUL;
  if (isAuthorized(payment)) return PaymentActions.AUTHORIZED;
  if (payment.status === 'DECLINED' || payment.status === 'ERROR') return PaymentActions.FAILED;
  return PaymentActions.PENDING;
}
