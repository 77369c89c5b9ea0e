// The cards that customers saved with a payment: list them, remove one.
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

  /** GET /saved-cards: the cards of one customer, newest first. */
  async list(userId: string, options: CallOptions = {}): Promise<SavedCard[]> {
    return (await this.#transport.get<SavedCard[]>('/saved-cards', { userId }, options)).body;
  }

  /** DELETE /saved-cards/{token}: nobody can pay with the card any more. Throws NotFoundError if it does not exist. */
  async remove(token: string, options: CallOptions = {}): Promise<void> {
    const path = `/saved-cards/${encodeURIComponent(token)}`;
    try {
      await this.#transport.send<unknown>({ method: 'DELETE', path }, options, { again: true });
    } catch (error) {
      // The answer of the first try was lost, and that try removed the card.
      if (error instanceof NotFoundError && error.outcomeUnknown) return;
      throw error;
    }
  }
}
