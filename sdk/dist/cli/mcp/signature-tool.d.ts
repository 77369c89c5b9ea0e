import type { z as Zod } from 'zod';
import type { Tool } from './server.ts';
export declare function signatureTool(z: typeof Zod, secret: () => string): Tool;
