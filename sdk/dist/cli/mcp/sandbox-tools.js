import { CHAPTERS } from '../rehearsal/chapters.js';
import { rehearse } from '../rehearsal/rehearsal.js';
import { playScenario, SCENARIOS } from '../scenarios.js';
import { withoutPersons } from './payment-tools.js';
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
export function sandboxTools(z, settings) {
	const scenarios = Object.entries(SCENARIOS).map(([name, { summary }]) => `${name}: ${summary}`);
	const chapters = Object.entries(CHAPTERS).map(([name, { summary }]) => `${name}: ${summary}`);
	return [
		{
			name: 'trigger_scenario',
			title: 'Make something happen in the sandbox',
			description: `Makes real payments of the test environment, with their webhooks. No money moves. ${scenarios.join('; ')}.`,
			reads: false,
			input: {
				scenario: z.enum(Object.keys(SCENARIOS)),
				amount: z.number().positive().optional().describe('In units of the currency; 25 without it.'),
				currency: z.string().optional().describe('EUR without it.'),
				country: z.string().optional().describe('DE without it.'),
				reference: z.string().optional().describe('The merchantReference; made up without it.'),
			},
			run: async ({ scenario, ...overrides }) => withoutPersons(await playScenario(settings.client(), String(scenario), overrides, (name) => name)),
		},
		{
			name: 'rehearse',
			title: "Grade the merchant's receiver of webhooks",
			description: `Plays to a receiver what is rare, and grades it, with one sentence that says what to mend. Takes some seconds. Chapters: ${chapters.join('; ')}.`,
			reads: false,
			input: {
				receiver: z
					.string()
					.optional()
					.describe('Its address on this machine: http://localhost:4000/webhooks.'),
				only: z
					.array(z.enum(Object.keys(CHAPTERS)))
					.min(1)
					.optional()
					.describe('All chapters without it.'),
			},
			run: async ({ receiver, only }) => {
				const findings = [];
				for await (const finding of rehearse({
					client: settings.client(),
					baseUrl: settings.baseUrl,
					secret: settings.secret(),
					receiver: receiverOf(settings, receiver),
					books: settings.books,
					names: only ?? Object.keys(CHAPTERS),
				}))
					findings.push(finding);
				return { passed: findings.every(({ ok }) => ok), booksAsked: settings.books !== undefined, findings };
			},
		},
	];
}
function receiverOf(settings, asked) {
	const receiver = asked ?? settings.receiver;
	if (receiver === undefined)
		throw new Error('receiver: is missing; no --receiver was given at the start');
	if (!URL.canParse(receiver))
		throw new Error('receiver: must be an address, such as http://localhost:4000/webhooks');
	if (receiver !== settings.receiver && !THIS_MACHINE.includes(new URL(receiver).hostname))
		throw new Error('receiver: must be on this machine; another one is given at the start: tollgate mcp --receiver URL');
	return receiver;
}
