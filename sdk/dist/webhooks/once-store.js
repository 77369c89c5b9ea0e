export function memoryStore({ most = 10_000 } = {}) {
	const handled = new Map();
	return {
		async once(eventId, work) {
			const before = handled.get(eventId);
			if (before) {
				await before;
				return false;
			}
			const running = work();
			handled.set(eventId, running);
			if (handled.size > most)
				handled.delete(handled.keys().next().value);
			try {
				await running;
			}
			catch (error) {
				handled.delete(eventId);
				throw error;
			}
			return true;
		},
	};
}
