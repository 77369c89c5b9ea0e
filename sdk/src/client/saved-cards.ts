// The cards that customers saved with a payment: list them, and remove one.
import type { Schemas } from '../api-types.ts';
import { NotFoundError } from '../errors.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';

export type SavedCard = Schemas['SavedCard'];

export class SavedCards {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** GET /saved-cards: those of one customer, newest first. */
  async list(userId: string, options: CallOptions = {}): Promise<SavedCard[]> {
    return (await this.#transport.get<SavedCard[]>('/saved-cards', { userId }, options)).body;
  }

  /** DELETE /saved-cards/{token}: nobody can pay with it any more. Throws NotFoundError if there is no such card. */
  async remove(token: string, options: CallOptions = {}): Promise<void> {
    const path = `/saved-cards/${encodeURIComponent(token)}`;
    try {
      await this.#transport.send<unknown>({ method: 'DELETE', path }, options, { again: true });
    } catch (error) {
      // After a lost answer: the first try has removed it.
      if (error instanceof NotFoundError && error.outcomeUnknown) return;
      throw error;
    }
  }
}
