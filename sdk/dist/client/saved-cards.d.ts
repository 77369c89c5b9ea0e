import type { Schemas } from '../api-types.ts';
import type { CallOptions } from './settings.ts';
export type SavedCard = Schemas['SavedCard'];
export declare class SavedCards {
	#private;
	/** GET /saved-cards: those of one customer, newest first. */
	list(userId: string, options?: CallOptions): Promise<SavedCard[]>;
	/** DELETE /saved-cards/{token}: nobody can pay with it any more. Throws NotFoundError if there is no such card. */
	remove(token: string, options?: CallOptions): Promise<void>;
}
