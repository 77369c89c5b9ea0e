import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export type SavedCard = Schemas['SavedCard'];
export declare class SavedCards {
	#private;
	/** GET /saved-cards: the cards of one customer, newest first. */
	list(userId: string, options?: CallOptions): Promise<SavedCard[]>;
	/** DELETE /saved-cards/{token}: nobody can pay with the card any more. Throws NotFoundError if it does not exist. */
	remove(token: string, options?: CallOptions): Promise<void>;
}
