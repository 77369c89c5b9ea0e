import { accessOf, CallFault, clientOf, isTestKey, secretOf } from '../command.js';
import { guideTools } from '../mcp/guide-tools.js';
import { paymentTools } from '../mcp/payment-tools.js';
import { redactFor } from '../mcp/redact.js';
import { sandboxTools } from '../mcp/sandbox-tools.js';
import { offer } from '../mcp/server.js';
import { signatureTool } from '../mcp/signature-tool.js';
import { BOOKS_OPTIONS, booksOf } from './rehearse.js';
const INSTALL = 'npm install --save-dev @modelcontextprotocol/sdk zod';
export const mcp = {
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
				throw new CallFault(`--${name}: has an effect with a key of test alone`);
		const client = () => clientOf(call, access);
		const secret = () => secretOf(call);
		const redact = redactFor(call.environment, access);
		const server = new McpServer({ name: 'tollgate', title: 'Tollgate', version: call.version }, { instructions: instructionsFor(access.baseUrl, canTest) });
		offer(server, [
			...paymentTools(z, client),
			...guideTools(z, access.baseUrl),
			signatureTool(z, secret, redact),
			...(canTest
				? sandboxTools(z, {
					...{ baseUrl: access.baseUrl, client, secret },
					...{ receiver: call.text('receiver'), books: booksOf(call) },
				})
				: []),
		], redact);
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
	}
	catch (error) {
		if (error.code !== 'ERR_MODULE_NOT_FOUND')
			throw error;
		throw new CallFault(`the packages of the protocol are not installed; they are not part of @tollgate/sdk:\n${INSTALL}`);
	}
}
function instructionsFor(baseUrl, canTest) {
	const what = canTest
		? 'This is the test environment: no money moves, and scenarios and the rehearsal can be played.'
		: 'This is production, or an unknown key: payments can be looked up, and nothing can be changed.';
	return `Tollgate, a payment gateway, at ${baseUrl}. ${what} A payment that is PROCESSING is neither paid nor failed: never pay again, look it up. Keys are in the environment of this server; do not ask for them.`;
}
function endOf({ terminal }) {
	return new Promise((resolve) => {
		process.stdin.once('end', resolve);
		process.stdin.once('close', resolve);
		terminal.signal.addEventListener('abort', () => resolve(), { once: true });
	});
}
