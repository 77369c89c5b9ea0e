// Pay-ins by the direct API, their captures and their end, and the look-up of every payment. A pay-in and a capture
// always have a reference, and a pay-in by card or mandate also a key, so that no retry makes them twice.
import type { Schemas } from '../api-types.ts';
import { cardRequestText, formText } from '../signing.ts';
import { cancelledAs, capturedAs } from './ended-payment.ts';
import { pagesOf } from './pages.ts';
import {
  type BusinessResult,
  findResult,
  referenceOfKey,
  type Transaction,
  withReference,
} from './recovery.ts';
import type { CallOptions } from './settings.ts';
import type { Query, Transport } from './transport.ts';

export interface PaymentCallOptions extends CallOptions {
  /**
   * For pay-ins by card and by mandate: one key for each intended payment, up to 64 characters. Default: generated.
   * Your own key is never replaced. A payment without a reference gets one that is made from the key.
   */
  idempotencyKey?: string;
}

export interface OptionsQuery {
  country?: string;
  currency?: string;
  excludeCountries?: boolean;
}

export interface PaymentsQuery {
  createdFrom?: string | Date;
  createdTo?: string | Date;
  status?: Transaction['status'] | (string & {});
  type?: Transaction['type'] | (string & {});
  currency?: string;
  paymentOptionId?: string;
  /** Only payments that are settled in this payout of the provider. */
  settlementId?: string;
  /** Payments per page: 1 to 100. The iteration reads all pages. */
  limit?: number;
}

/** `mandate` asks the customer to agree to later charges; a later charge has the `mandateId` alone. */
export type PayinRequest = Schemas['PayinRequest'];

export type CancelRequest = Schemas['CancelRequest'];
type Named = Pick<CancelRequest, 'transactionId' | 'merchantReference' | 'country'>;

export class Payments {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** GET /v3/payment-options: the methods that the customer can pay with. */
  async options(query: OptionsQuery = {}, options: CallOptions = {}): Promise<Schemas['PaymentOption'][]> {
    return (
      await this.#transport.get<Schemas['PaymentOption'][]>('/v3/payment-options', { ...query }, options)
    ).body;
  }

  /**
   * POST /v3/payment. `result.status` is the state of the payment, `resultType` says what to do next. A declined
   * payment is an answer, not an error. With `captureMode: 'manual'` and `result.authorized` the money is held until
   * `capture`. A later charge has `paymentData: { mandateId }`, and never a step for the customer. Throws
   * DuplicateReferenceError if the reference was used before. Throws LostAnswerError if the payment exists but the data
   * that the customer needs was lost.
   */
  async create(request: PayinRequest, options: PaymentCallOptions = {}): Promise<BusinessResult> {
    const { idempotencyKey } = options;
    const ofKey = idempotencyKey ? await referenceOfKey(idempotencyKey) : undefined;
    const body = withReference(request, ofKey);
    const { merchantReference } = body;
    const { cardNumber, token, mandateId } = request.paymentData ?? {};
    const isLater = mandateId !== undefined;
    const isCard = cardNumber !== undefined || token !== undefined;
    const isKeyed = isCard || isLater;
    const text = JSON.stringify(body);
    const signature = isKeyed
      ? await this.#transport.signatureOf(cardRequestText(JSON.parse(text)))
      : undefined;
    return await this.#transport.send<BusinessResult>(
      {
        method: 'POST',
        path: '/v3/payment',
        body: text,
        textToSign: text,
        headers: {
          'Idempotency-Key': idempotencyKey ?? crypto.randomUUID(),
          ...(signature !== undefined && { Signature: signature }),
        },
        ...(isKeyed && { answerSigned: isLater ? 'card-or-none' : 'card' }),
        merchantReference,
      },
      options,
      {
        // A retry is safe: for a card or a mandate, the key brings the stored answer back. Otherwise the gateway
        // refuses the used reference.
        again: true,
        findFirst: !isKeyed,
        find: (look) => findResult(this.#transport, { ...body, type: 'PAYIN' }, look),
      },
    );
  }

  /** GET /payments/{transactionId}. Throws NotFoundError. */
  async get(transactionId: string, options: CallOptions = {}): Promise<Transaction> {
    return (
      await this.#transport.get<Transaction>(
        `/payments/${encodeURIComponent(transactionId)}`,
        undefined,
        options,
      )
    ).body;
  }

  /**
   * GET /payments: all payments with your reference; empty if there is none. A reference is unique for each country.
   */
  async find(
    query: { merchantReference: string; country?: string },
    options: CallOptions = {},
  ): Promise<Transaction[]> {
    return (await this.#transport.get<Transaction[]>('/payments', { ...query }, options)).body;
  }

  /**
   * GET /payments: all payments of the brand, newest first, page by page:
   * `for await (const payment of tollgate.payments.list())`.
   */
  list(query: PaymentsQuery = {}, options: CallOptions = {}): AsyncGenerator<Transaction, void> {
    const texts = Object.entries(query).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]);
    return pagesOf<Transaction>(this.#transport, '/payments', Object.fromEntries(texts) as Query, options);
  }

  /**
   * POST /capture-payment: charges an authorised pay-in, `amount` of it or the rest. The same `captureReference` is the
   * same capture. So give your own (the number of a parcel), and after an error with `outcomeUnknown` repeat the call
   * with it. `status` PENDING: the outcome follows by webhook. FAILED: nothing was charged, and you can capture again.
   * Throws ValidationError with errorCode 5101 and `amountCapturable`, 5102 or 5103.
   */
  async capture(
    request: Schemas['CaptureRequest'],
    options: CallOptions = {},
  ): Promise<Schemas['CaptureAnswer']> {
    const isNamed = Boolean(request.captureReference);
    const captureReference = request.captureReference || `tg-${crypto.randomUUID()}`;
    const text = JSON.stringify({ ...request, captureReference });
    return await this.#transport.send<Schemas['CaptureAnswer']>(
      {
        method: 'POST',
        path: '/capture-payment',
        body: text,
        textToSign: text,
        answerSigned: 'body',
        merchantReference: request.merchantReference ?? null,
      },
      options,
      {
        again: true,
        // The caller does not know the reference that was made here, so it is looked up for them.
        ...(!isNamed && {
          find: async (look) => capturedAs(captureReference, await this.#named(request, look)),
        }),
      },
    );
  }

  /**
   * POST /cancel-payment of an authorised pay-in: releases what is held and not captured. `status` is COMPLETED if a
   * part was captured, else DECLINED. Throws ValidationError: with errorCode 5102 while a capture is PENDING, without a
   * code if the pay-in has ended.
   */
  async void(request: CancelRequest, options: CallOptions = {}): Promise<Schemas['CancelResult']> {
    return await this.cancel(request, options);
  }

  /**
   * POST /cancel-payment: cancels a pay-in or payout that has not ended, and voids an authorised pay-in. Throws
   * ValidationError if it is too late.
   */
  async cancel(request: CancelRequest, options: CallOptions = {}): Promise<Schemas['CancelResult']> {
    const text = JSON.stringify(request);
    return await this.#transport.send<Schemas['CancelResult']>(
      { method: 'POST', path: '/cancel-payment', body: text, textToSign: text, answerSigned: 'body' },
      options,
      {
        again: true,
        find: async (look) => {
          const found = await this.#named(request, look);
          return found && cancelledAs(found);
        },
      },
    );
  }

  async #named(
    { transactionId, merchantReference, country }: Named,
    look: CallOptions,
  ): Promise<Transaction | undefined> {
    if (transactionId) return await this.get(transactionId, look);
    if (!merchantReference) return undefined;
    const found = await this.find({ merchantReference, ...(country && { country }) }, look);
    return found.length === 1 ? found[0] : undefined;
  }

  /**
   * POST /confirm-payment: sends what the customer entered after paying, or a receipt of less than 2 MB. After a lost
   * answer it is not sent again; look the payment up to see whether it was taken.
   */
  async confirm(
    { document, ...fields }: Schemas['Confirmation'] & { document?: Blob },
    options: CallOptions = {},
  ): Promise<Schemas['ConfirmationAnswer']> {
    const request = { method: 'POST', path: '/confirm-payment', answerSigned: 'body' } as const;
    if (document === undefined) {
      const text = JSON.stringify(fields);
      return await this.#transport.send<Schemas['ConfirmationAnswer']>(
        { ...request, body: text, textToSign: text },
        options,
        { again: false },
      );
    }
    const texts = Object.entries(fields).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    );
    const form = new FormData();
    for (const [name, value] of texts) form.append(name, value);
    form.append('document', document, 'document');
    return await this.#transport.send<Schemas['ConfirmationAnswer']>(
      { ...request, body: form, textToSign: formText(texts) },
      options,
      { again: false },
    );
  }
}
