import type { z as Zod } from 'zod';
import type { Tollgate } from '../../tollgate.ts';
import type { Tool } from './server.ts';
export declare function paymentTools(z: typeof Zod, client: () => Tollgate): Tool[];
