// Mandates: what a customer agreed to for later charges. To charge one, give `paymentData: { mandateId }` to
// `payments.create`.
import type { Schemas } from '../api-types.ts';
import { pagesOf } from './pages.ts';
import type { CallOptions } from './settings.ts';
import type { Query, Transport } from './transport.ts';

/** Only an ACTIVE mandate can be charged. */
export type Mandate = Schemas['Mandate'];

/** What the customer is asked to agree to. */
export type MandateRequest = Schemas['MandateRequest'];

export interface MandatesQuery {
  userId?: string;
  status?: Mandate['status'] | (string & {});
  /** Mandates per page: 1 to 100. The iteration reads all pages. */
  limit?: number;
}

export class Mandates {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** GET /mandates/{mandateId}. Throws NotFoundError. */
  async get(mandateId: string, options: CallOptions = {}): Promise<Mandate> {
    return (await this.#transport.get<Mandate>(pathOf(mandateId), undefined, options)).body;
  }

  /** GET /mandates, page by page: `for await (const mandate of tollgate.mandates.list({ userId }))`. */
  list(query: MandatesQuery = {}, options: CallOptions = {}): AsyncGenerator<Mandate, void> {
    return pagesOf<Mandate>(this.#transport, '/mandates', { ...query } as Query, options);
  }

  /** POST /mandates/{mandateId}/revoke: it cannot be charged any more. A second call changes nothing. */
  async revoke(
    mandateId: string,
    why: Schemas['RevokeMandateRequest'] = {},
    options: CallOptions = {},
  ): Promise<Mandate> {
    const text = JSON.stringify(why);
    return await this.#transport.send<Mandate>(
      { method: 'POST', path: `${pathOf(mandateId)}/revoke`, body: text, textToSign: text },
      options,
      { again: true },
    );
  }
}

const pathOf = (mandateId: string) => `/mandates/${encodeURIComponent(mandateId)}`;
