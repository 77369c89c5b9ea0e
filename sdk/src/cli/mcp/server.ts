// The server: it offers the tools. Everything that a tool says, errors too, goes through `redact` first. Only the
// protocol may write to stdout.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ZodRawShape } from 'zod';
import { TollgateError } from '../../tollgate.ts';
import type { Redact } from './redact.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The tool changes nothing anywhere. */
  reads: boolean;
  input: ZodRawShape;
  /** `input` has already checked the arguments. */
  run(given: Record<string, unknown>): Promise<object | string>;
}

export function offer(server: McpServer, tools: readonly Tool[], redact: Redact): void {
  for (const { name, title, description, reads, input, run } of tools)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: reads, destructiveHint: false, idempotentHint: reads },
      },
      async (given) => {
        try {
          const answer = redact(await run(given as Record<string, unknown>));
          return {
            content: [
              {
                type: 'text' as const,
                text: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2),
              },
            ],
          };
        } catch (error) {
          return { isError: true, content: [{ type: 'text' as const, text: redact(messageOf(error)) }] };
        }
      },
    );
}

function messageOf(error: unknown): string {
  const { message } = error as Error;
  return error instanceof TollgateError && error.requestId !== null
    ? `${message} (request ${error.requestId})`
    : message;
}
