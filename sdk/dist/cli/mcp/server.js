import { TollgateError } from '../../tollgate.js';
export function offer(server, tools, redact) {
	for (const { name, title, description, reads, input, run } of tools)
		server.registerTool(name, {
			title,
			description,
			inputSchema: input,
			annotations: { readOnlyHint: reads, destructiveHint: false, idempotentHint: reads },
		}, async (given) => {
			try {
				const answer = redact(await run(given));
				return {
					content: [
						{
							type: 'text',
							text: typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2),
						},
					],
				};
			}
			catch (error) {
				return { isError: true, content: [{ type: 'text', text: redact(messageOf(error)) }] };
			}
		});
}
function messageOf(error) {
	const { message } = error;
	return error instanceof TollgateError && error.requestId !== null
		? `${message} (request ${error.requestId})`
		: message;
}
