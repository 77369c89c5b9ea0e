// The calls of v2 for a merchant who shows the methods on their own page: open a session, list the banks or wallets of
// a method, and get the address of the cashier with that choice made.
import type { Schemas } from '../api-types.ts';
import { LostAnswerError } from '../errors.ts';
import { findOpened, type Transaction, withReference } from './recovery.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export interface HybridSession {
  transactionId: string;
  sessionId: string;
  /** The methods for this amount. */
  paymentOptions: Schemas['V2Option'][];
}

export class Hybrid {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** POST /v2/payment-options. Throws LostAnswerError if the session exists but its options were lost. */
  async open(request: Schemas['V2SessionRequest'], options: CallOptions = {}): Promise<HybridSession> {
    const body = withReference(request);
    const text = JSON.stringify(body);
    const { merchantReference } = body;
    return await this.#transport.send<HybridSession>(
      { method: 'POST', path: '/v2/payment-options', body: text, textToSign: text, merchantReference },
      options,
      {
        again: true,
        findFirst: true,
        find: async (look) => {
          const found = await findOpened(this.#transport, { ...body, type: 'PAYIN' }, look);
          if (found) throw new LostAnswerError(found, {});
          return undefined;
        },
      },
    );
  }

  /** POST /v2/payment-suboptions: the banks or wallets of an option. Empty if the customer has nothing to choose. */
  async suboptions(
    request: Schemas['SuboptionsRequest'],
    options: CallOptions = {},
  ): Promise<Schemas['Suboptions']> {
    return await this.#post<Schemas['Suboptions']>('/v2/payment-suboptions', request, options);
  }

  /**
   * POST /v2/hybrid-payment: send the customer to `result.redirectUrl`. A session works once, so the gateway may refuse
   * a retry after a lost answer. With `transactionId`, the SDK then reads the address from the payment's record.
   * Without it, the error has `outcomeUnknown` true: cancel the session.
   */
  async choose(
    request: Schemas['HybridPaymentRequest'],
    { transactionId, ...options }: CallOptions & { transactionId?: string } = {},
  ): Promise<Schemas['V2Redirect']> {
    return await this.#post<Schemas['V2Redirect']>('/v2/hybrid-payment', request, options, async (look) => {
      if (transactionId === undefined) return undefined;
      const path = `/payments/${encodeURIComponent(transactionId)}`;
      return chosenOf(request, (await this.#transport.get<Transaction>(path, undefined, look)).body);
    });
  }

  async #post<T>(
    path: string,
    body: object,
    options: CallOptions,
    find?: (look: CallOptions) => Promise<T | undefined>,
  ): Promise<T> {
    const text = JSON.stringify(body);
    return await this.#transport.send<T>({ method: 'POST', path, body: text, textToSign: text }, options, {
      again: true,
      ...(find && { find }),
    });
  }
}

/** undefined: this choice was not taken, or its page is closed. Then the gateway's refusal is the answer. */
function chosenOf(
  { sessionId, paymentOptionId, optionId }: Schemas['HybridPaymentRequest'],
  { transactionId, sessionId: own, paymentOption, cashierUrl }: Transaction,
): Schemas['V2Redirect'] | undefined {
  const isChosen = own === sessionId && paymentOption?.id === (optionId || paymentOptionId);
  if (!isChosen || !cashierUrl) return undefined;
  return { statusCode: '300', resultType: 'redirect', result: { redirectUrl: cashierUrl, transactionId } };
}
