// Calls of the test environment that play the provider. In production they answer 404. The SDK does not retry them
// after a lost answer.
import type { Schemas } from '../api-types.ts';
import type { Transaction } from './recovery.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export interface ForcedOutcome {
  outcome: 'COMPLETED' | 'DECLINED' | 'ERROR' | 'EXPIRED' | (string & {});
  errorCode?: string;
}

export class Sandbox {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Ends an open payment. COMPLETED also works for a payment that expired or was cancelled. */
  async forceOutcome(
    transactionId: string,
    forced: ForcedOutcome,
    options: CallOptions = {},
  ): Promise<Transaction> {
    return await this.#post(
      `/sandbox/transactions/${encodeURIComponent(transactionId)}/outcome`,
      forced,
      options,
    );
  }

  /** Opens or moves a dispute. */
  async dispute(
    transactionId: string,
    dispute: Schemas['DisputeRequest'],
    options: CallOptions = {},
  ): Promise<Transaction> {
    return await this.#post(
      `/sandbox/transactions/${encodeURIComponent(transactionId)}/dispute`,
      dispute,
      options,
    );
  }

  /** Sends a completed payout or debit back. */
  async return(
    transactionId: string,
    why: { reason?: string } = {},
    options: CallOptions = {},
  ): Promise<Transaction> {
    return await this.#post(
      `/sandbox/transactions/${encodeURIComponent(transactionId)}/return`,
      why,
      options,
    );
  }

  /** Ends a refund. FAILED also works after it was completed. */
  async forceRefund(
    refundId: string,
    outcome: 'COMPLETED' | 'FAILED',
    options: CallOptions = {},
  ): Promise<Transaction> {
    return await this.#post(`/sandbox/refunds/${encodeURIComponent(refundId)}/outcome`, { outcome }, options);
  }

  /** Ends a capture. FAILED also works after it was completed. */
  async forceCapture(
    captureId: string,
    outcome: 'COMPLETED' | 'FAILED',
    options: CallOptions = {},
  ): Promise<Transaction> {
    return await this.#post(
      `/sandbox/captures/${encodeURIComponent(captureId)}/outcome`,
      { outcome },
      options,
    );
  }

  /** Pays out the payments of the sandbox that are not settled yet. Refused with 409 if there are none. */
  async settle(options: CallOptions = {}): Promise<Schemas['SandboxSettlement']> {
    return await this.#post('/sandbox/settlements', { provider: 'sandbox' }, options);
  }

  async #post<Answer = Transaction>(path: string, body: object, options: CallOptions): Promise<Answer> {
    const text = JSON.stringify(body);
    return await this.#transport.send<Answer>(
      { method: 'POST', path, body: text, textToSign: text },
      options,
      { again: false },
    );
  }
}
