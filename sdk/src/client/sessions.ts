// The hosted cashier: sessions for a pay-in or a payout, and payment links. They always have a reference, for the
// look-up after a lost answer. The record tells the address of the page while it can be used.
import type { Schemas } from '../api-types.ts';
import { NotFoundError } from '../errors.ts';
import { pagesOf } from './pages.ts';
import { linkOf, openPage, type Transaction } from './recovery.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export type SessionRequest = Schemas['SessionRequest'];
export type PaymentLink = Schemas['PaymentLink'];

export class Sessions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * POST /payment-session: send the customer to `cashierUrl`. Throws LostAnswerError if the answer was lost and the
   * session has ended.
   */
  async create(request: SessionRequest, options: CallOptions = {}): Promise<Schemas['CashierLink']> {
    const answerOf = async (found: Transaction) => linkOf(found);
    const opening = { path: '/payment-session', type: 'PAYIN', request, answerOf } as const;
    return await openPage(this.#transport, opening, options);
  }

  /** POST /payout-session: send the recipient to `cashierUrl`, where they enter how to be paid. */
  async createPayout(request: SessionRequest, options: CallOptions = {}): Promise<Schemas['CashierLink']> {
    const answerOf = async (found: Transaction) => linkOf(found);
    const opening = { path: '/payout-session', type: 'PAYOUT', request, answerOf } as const;
    return await openPage(this.#transport, opening, options);
  }
}

export class PaymentLinks {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** POST /payment-links: an address where somebody can pay, valid for an hour to thirty days. */
  async create(request: Schemas['PaymentLinkRequest'], options: CallOptions = {}): Promise<PaymentLink> {
    const answerOf = async ({ transactionId }: Transaction, look: CallOptions) =>
      await this.#linkOf(transactionId, look);
    const opening = { path: '/payment-links', type: 'PAYIN', request, answerOf } as const;
    return await openPage(this.#transport, opening, options);
  }

  /** undefined: the payment with this reference is no link, so the gateway's refusal is the answer. */
  async #linkOf(transactionId: string, look: CallOptions): Promise<PaymentLink | undefined> {
    try {
      return await this.get(transactionId, look);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async get(transactionId: string, options: CallOptions = {}): Promise<PaymentLink> {
    return (
      await this.#transport.get<PaymentLink>(
        `/payment-links/${encodeURIComponent(transactionId)}`,
        undefined,
        options,
      )
    ).body;
  }

  /** All links of the brand, newest first, page by page. */
  list(
    query: { state?: PaymentLink['state']; limit?: number } = {},
    options: CallOptions = {},
  ): AsyncGenerator<PaymentLink, void> {
    return pagesOf<PaymentLink>(this.#transport, '/payment-links', { ...query }, options);
  }

  /**
   * DELETE /payment-links/{transactionId}: nobody can pay with the link any more. Throws ValidationError if it was
   * paid.
   */
  async cancel(transactionId: string, options: CallOptions = {}): Promise<void> {
    const path = `/payment-links/${encodeURIComponent(transactionId)}`;
    await this.#transport.send<unknown>({ method: 'DELETE', path }, options, { again: true });
  }
}
