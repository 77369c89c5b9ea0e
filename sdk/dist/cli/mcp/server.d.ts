import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ZodRawShape } from 'zod';
import type { Redact } from './redact.ts';
export interface Tool {
	name: string;
	title: string;
	description: string;
	/** It changes nothing anywhere. */
	reads: boolean;
	input: ZodRawShape;
	/** The arguments were checked by `input`. */
	run(given: Record<string, unknown>): Promise<object | string>;
}
export declare function offer(server: McpServer, tools: readonly Tool[], redact: Redact): void;
