// trigger: makes a scenario happen in the sandbox. An override that would have no effect is refused, so that nobody looks for one.
import { CallFault, clientOf, requireTest } from '../command.js';
import { SCENARIOS } from '../scenarios.js';
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
        const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
        if (!scenario)
            throw new CallFault(`${name}: no such scenario; there are ${Object.keys(SCENARIOS).join(', ')}`);
        requireTest(call);
        for (const override of Object.keys(OVERRIDES))
            if (text(override) !== undefined && !scenario.takes.includes(override))
                throw new CallFault(`--${override}: has no effect on ${name}, which takes ${scenario.takes.join(', ')}`);
        const amount = Number(text('amount') ?? 25);
        if (!(amount > 0))
            throw new CallFault('--amount: must be a number above 0');
        const notificationUrl = text('notification-url');
        const client = clientOf(call);
        const transactionId = await scenario.play(client, {
            ...{ amount, currency: text('currency') ?? 'EUR', country: text('country') ?? 'DE' },
            merchantReference: text('reference') ?? `${name}-${crypto.randomUUID().slice(0, 8)}`,
            ...(notificationUrl !== undefined && { notificationUrl }),
        });
        const payment = await client.payments.get(transactionId);
        const paint = paintFor(terminal);
        tell(terminal, payment, `${paint.bold(name)}: ${payment.merchantReference} is ${payment.status} ${paint.dim(transactionId)}`);
        return 0;
    },
};
