import type { z as Zod } from 'zod';
import type { Tool } from './server.ts';
export declare function guideTools(z: typeof Zod, baseUrl: string): Tool[];
