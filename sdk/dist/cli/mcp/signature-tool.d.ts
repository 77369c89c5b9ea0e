import type { z as Zod } from 'zod';
import type { Redact } from './redact.ts';
import type { Tool } from './server.ts';
export declare function signatureTool(z: typeof Zod, secret: () => string, redact: Redact): Tool;
