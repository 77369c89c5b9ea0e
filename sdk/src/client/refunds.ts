// Refunds. Each has a `refundReference`. The same reference means the same refund, so the SDK can send it again after a
// lost answer.
import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export class Refunds {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** POST /refund/by-reference: refunds `amount`, or the rest if it is omitted. The outcome follows by webhook. */
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
