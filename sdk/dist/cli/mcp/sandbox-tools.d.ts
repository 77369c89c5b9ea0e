import type { z as Zod } from 'zod';
import type { Tollgate } from '../../tollgate.ts';
import type { Books } from '../rehearsal/books.ts';
import type { Tool } from './server.ts';
export interface TestSettings {
	baseUrl: string;
	client: () => Tollgate;
	secret: () => string;
	/** Of the command line. */
	receiver: string | undefined;
	books: Books | undefined;
}
export declare function sandboxTools(z: typeof Zod, settings: TestSettings): Tool[];
