// trigger: makes a scenario happen in the sandbox. It refuses an override that would have no effect, so that nobody
// waits for one.
import { CallFault, type Command, clientOf, requireTest } from '../command.ts';
import type { Override } from '../scenario-steps.ts';
import { type Overrides, playScenario, SCENARIOS } from '../scenarios.ts';
import { paintFor, table, tell } from '../terminal.ts';

const OVERRIDES: Record<Override, { type: 'string'; value: string; text: string }> = {
  amount: { type: 'string', value: 'N', text: 'in units of the currency (25)' },
  currency: { type: 'string', value: 'CODE', text: 'EUR' },
  country: { type: 'string', value: 'CODE', text: 'DE' },
  reference: { type: 'string', value: 'TEXT', text: 'merchantReference; a random one if not given' },
  'notification-url': { type: 'string', value: 'URL', text: "for the webhooks, instead of the brand's" },
};

export const trigger: Command = {
  name: 'trigger',
  words: ['trigger'],
  arguments: ['[SCENARIO]'],
  summary: 'Play a scenario in the sandbox; without one, list the scenarios',
  options: { list: { type: 'boolean', text: 'what there is' }, ...OVERRIDES },
  async run(call) {
    const { terminal, text } = call;
    const [name] = call.arguments;
    if (call.is('list') && name !== undefined) throw new CallFault(`${name}: has no effect with --list`);
    if (name === undefined) {
      const rows = Object.entries(SCENARIOS).map(([one, { summary }]) => [one, summary]);
      if (terminal.json)
        for (const [scenario, summary] of rows) terminal.out(JSON.stringify({ scenario, summary }));
      else terminal.out(table(rows));
      return 0;
    }
    requireTest(call);
    const given = (Object.keys(OVERRIDES) as Override[]).flatMap((override) => {
      const value = text(override);
      return value === undefined ? [] : [[override, override === 'amount' ? Number(value) : value] as const];
    });
    const overrides = Object.fromEntries(given) as Overrides;
    const payment = await playScenario(clientOf(call), name, overrides, (override) => `--${override}`);
    const paint = paintFor(terminal);
    tell(
      terminal,
      payment,
      `${paint.bold(name)}: ${payment.merchantReference} is ${payment.status} ${paint.dim(payment.transactionId)}`,
    );
    return 0;
  },
};
