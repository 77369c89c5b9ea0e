import { clientOf, requireTest } from '../command.js';
import { playScenario, SCENARIOS } from '../scenarios.js';
import { paintFor, table, tell } from '../terminal.js';
const OVERRIDES = {
	amount: { type: 'string', value: 'N', text: 'in units of the currency (25)' },
	currency: { type: 'string', value: 'CODE', text: 'EUR' },
	country: { type: 'string', value: 'CODE', text: 'DE' },
	reference: { type: 'string', value: 'TEXT', text: 'merchantReference; made up without it' },
	'notification-url': { type: 'string', value: 'URL', text: "for the webhooks, instead of the brand's" },
};
export const trigger = {
	name: 'trigger',
	words: ['trigger'],
	arguments: ['[SCENARIO]'],
	summary: 'Make something happen in the sandbox; without a scenario: what there is',
	options: OVERRIDES,
	async run(call) {
		const { terminal, text } = call;
		const [name] = call.arguments;
		if (name === undefined) {
			const rows = Object.entries(SCENARIOS).map(([one, { summary }]) => [one, summary]);
			if (terminal.json)
				for (const [scenario, summary] of rows)
					terminal.out(JSON.stringify({ scenario, summary }));
			else
				terminal.out(table(rows));
			return 0;
		}
		requireTest(call);
		const given = Object.keys(OVERRIDES).flatMap((override) => {
			const value = text(override);
			return value === undefined ? [] : [[override, override === 'amount' ? Number(value) : value]];
		});
		const overrides = Object.fromEntries(given);
		const payment = await playScenario(clientOf(call), name, overrides, (override) => `--${override}`);
		const paint = paintFor(terminal);
		tell(terminal, payment, `${paint.bold(name)}: ${payment.merchantReference} is ${payment.status} ${paint.dim(payment.transactionId)}`);
		return 0;
	},
};
