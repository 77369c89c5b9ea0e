import { NotFoundError } from '../errors.js';
export class SavedCards {
	#transport;
	constructor(transport) {
		this.#transport = transport;
	}
	async list(userId, options = {}) {
		return (await this.#transport.get('/saved-cards', { userId }, options)).body;
	}
	async remove(token, options = {}) {
		const path = `/saved-cards/${encodeURIComponent(token)}`;
		try {
			await this.#transport.send({ method: 'DELETE', path }, options, { again: true });
		}
		catch (error) {
			if (error instanceof NotFoundError && error.outcomeUnknown)
				return;
			throw error;
		}
	}
}
