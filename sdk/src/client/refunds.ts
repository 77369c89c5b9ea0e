// Refunds. Each has a `refundReference`: the same one again is the same refund, so a refund is sent again after a lost answer.
import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export class Refunds {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** POST /refund/by-reference: a part, or without `amount` the rest. Its outcome follows by webhook. */
  async create(
    request: Schemas['RefundRequest'],
    options: CallOptions = {},
  ): Promise<Schemas['RefundAnswer']> {
    const body = { ...request, refundReference: request.refundReference || `tg-${crypto.randomUUID()}` };
    const text = JSON.stringify(body);
    const { merchantReference } = body;
    return await this.#transport.send<Schemas['RefundAnswer']>(
      {
        method: 'POST',
        path: '/refund/by-reference',
        body: text,
        textToSign: text,
        answerSigned: 'body',
        merchantReference,
      },
      options,
      { again: true },
    );
  }
}
