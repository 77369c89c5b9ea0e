// Payouts by the direct API, and their approval. A payout always has a reference, for the look-up after a lost answer.
import type { Schemas } from '../api-types.ts';
import type { OptionsQuery } from './payments.ts';
import { type BusinessResult, findResult, type Transaction, withReference } from './recovery.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export class Payouts {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** GET /v3/payout-options: the methods for paying a recipient. */
  async options(query: OptionsQuery = {}, options: CallOptions = {}): Promise<Schemas['PaymentOption'][]> {
    return (
      await this.#transport.get<Schemas['PaymentOption'][]>('/v3/payout-options', { ...query }, options)
    ).body;
  }

  /**
   * POST /v3/payout. The payout waits for `approve`, unless the brand approves automatically. Throws the same errors as
   * `payments.create`.
   */
  async create(request: Schemas['PayoutRequest'], options: CallOptions = {}): Promise<BusinessResult> {
    const body = withReference(request);
    const text = JSON.stringify(body);
    return await this.#transport.send<BusinessResult>(
      {
        method: 'POST',
        path: '/v3/payout',
        body: text,
        textToSign: text,
        merchantReference: body.merchantReference,
      },
      options,
      {
        // A retry is safe: the gateway refuses a second payout with the same reference.
        again: true,
        findFirst: true,
        find: (look) => findResult(this.#transport, { ...body, type: 'PAYOUT' }, look),
      },
    );
  }

  /**
   * POST /settle-payout: approves a payout. `status` PENDING with errorCode 4001 means that the balance is too small;
   * the payout still waits.
   */
  async approve(transactionId: string, options: CallOptions = {}): Promise<Schemas['SettleResult']> {
    return await this.#settle('APPROVE', transactionId, options);
  }

  /** POST /settle-payout: declines a payout. Success is `statusCode` 999 with `status` DECLINED. */
  async decline(transactionId: string, options: CallOptions = {}): Promise<Schemas['SettleResult']> {
    return await this.#settle('DECLINE', transactionId, options);
  }

  async #settle(
    action: 'APPROVE' | 'DECLINE',
    transactionId: string,
    options: CallOptions,
  ): Promise<Schemas['SettleResult']> {
    const text = JSON.stringify({ action, transactionId });
    return await this.#transport.send<Schemas['SettleResult']>(
      { method: 'POST', path: '/settle-payout', body: text, textToSign: text, answerSigned: 'body' },
      options,
      {
        // A payout leaves PENDING once, so the gateway refuses a second approval. Then the record tells what the first
        // one did.
        again: true,
        find: async (look) => {
          const path = `/payments/${encodeURIComponent(transactionId)}`;
          return settledOf(action, (await this.#transport.get<Transaction>(path, undefined, look)).body);
        },
      },
    );
  }
}

function settledOf(
  action: 'APPROVE' | 'DECLINE',
  { transactionId, status, errorCode, errorReason }: Transaction,
): Schemas['SettleResult'] | undefined {
  if (status === 'PENDING' || status === 'INIT') return undefined;
  const wasDeclined = errorCode === '4005';
  // Somebody else decided otherwise, so the gateway's refusal is the answer.
  if (wasDeclined !== (action === 'DECLINE')) return undefined;
  const ended = status === 'DECLINED' || status === 'ERROR';
  return {
    statusCode: ended ? '999' : '000',
    status,
    result: ended ? 'The payout could not be processed' : 'Payout approved',
    transactionId,
    ...(ended && !wasDeclined && errorCode !== null && { errorCode }),
    ...(ended && !wasDeclined && errorReason !== null && { errorReason }),
  } as Schemas['SettleResult'];
}
