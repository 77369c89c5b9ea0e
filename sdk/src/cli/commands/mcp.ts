// mcp: gives a developer's assistant access to the gateway, by the Model Context Protocol over stdin and stdout. It
// reads; tools that make payments need a test key. This package does not include the protocol's own package: users of
// the command install it.
import { accessOf, type Call, CallFault, type Command, clientOf, isTestKey, secretOf } from '../command.ts';
import { guideTools } from '../mcp/guide-tools.ts';
import { paymentTools } from '../mcp/payment-tools.ts';
import { redactFor } from '../mcp/redact.ts';
import { sandboxTools } from '../mcp/sandbox-tools.ts';
import { offer } from '../mcp/server.ts';
import { signatureTool } from '../mcp/signature-tool.ts';
import { BOOKS_OPTIONS, booksOf } from './rehearse.ts';

const INSTALL = 'npm install --save-dev @modelcontextprotocol/sdk zod';

export const mcp: Command = {
  name: 'mcp',
  words: ['mcp'],
  arguments: [],
  summary: 'Serve payments, errors, signatures and tests to an AI assistant (MCP, stdio)',
  options: {
    receiver: {
      type: 'string',
      value: 'URL',
      text: 'where rehearse may post, beside addresses of this machine',
    },
    ...BOOKS_OPTIONS,
  },
  async run(call) {
    const { McpServer, StdioServerTransport, z } = await protocol();
    const access = accessOf(call);
    const canTest = isTestKey(access.apiKey);
    for (const name of ['receiver', ...Object.keys(BOOKS_OPTIONS)])
      if (!canTest && call.text(name) !== undefined)
        throw new CallFault(`--${name}: has an effect only with a test key`);
    const client = () => clientOf(call, access);
    const secret = () => secretOf(call);
    const redact = redactFor(call.environment, access);
    const server = new McpServer(
      { name: 'tollgate', title: 'Tollgate', version: call.version },
      { instructions: instructionsFor(access.baseUrl, canTest) },
    );
    offer(
      server,
      [
        ...paymentTools(z, client),
        ...guideTools(z, access.baseUrl),
        signatureTool(z, secret, redact),
        ...(canTest
          ? sandboxTools(z, {
              baseUrl: access.baseUrl,
              client,
              secret,
              receiver: call.text('receiver'),
              books: booksOf(call),
            })
          : []),
      ],
      redact,
    );
    const ended = endOf(call);
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
    return 0;
  },
};

async function protocol() {
  try {
    const [{ McpServer }, { StdioServerTransport }, { z }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('zod'),
    ]);
    return { McpServer, StdioServerTransport, z };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CallFault(
      `the packages of the protocol are not installed; they are not part of @tollgate/sdk:\n${INSTALL}`,
    );
  }
}

function instructionsFor(baseUrl: string, canTest: boolean): string {
  const what = canTest
    ? 'This is the test environment: no money moves, and scenarios and the rehearsal can be played.'
    : 'This is production, or the key is unknown: payments can be looked up, but nothing can be changed.';
  return `Tollgate, a payment gateway, at ${baseUrl}. ${what} A payment that is PROCESSING is neither paid nor failed: never pay again; look it up. Keys are in the environment of this server; do not ask for them.`;
}

/** Resolves when the client has gone, or the process is asked to end. */
function endOf({ terminal }: Call): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    terminal.signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
