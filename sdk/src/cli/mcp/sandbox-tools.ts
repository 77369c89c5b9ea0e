// Tools that make payments: scenarios and the rehearsal. They are offered only with a test key. The model chooses
// neither a command to run nor an address beyond this machine: the person who starts the server sets those.
import type { z as Zod } from 'zod';
import type { Tollgate } from '../../tollgate.ts';
import type { Books } from '../rehearsal/books.ts';
import { CHAPTERS } from '../rehearsal/chapters.ts';
import { rehearse } from '../rehearsal/rehearsal.ts';
import type { Finding } from '../rehearsal/terms.ts';
import { playScenario, SCENARIOS } from '../scenarios.ts';
import { withoutPersons } from './payment-tools.ts';
import type { Tool } from './server.ts';

export interface TestSettings {
  baseUrl: string;
  client: () => Tollgate;
  secret: () => string;
  /** From the command line. */
  receiver: string | undefined;
  books: Books | undefined;
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

export function sandboxTools(z: typeof Zod, settings: TestSettings): Tool[] {
  const scenarios = Object.entries(SCENARIOS).map(([name, { summary }]) => `${name}: ${summary}`);
  const chapters = Object.entries(CHAPTERS).map(([name, { summary }]) => `${name}: ${summary}`);
  return [
    {
      name: 'trigger_scenario',
      title: 'Play a scenario in the sandbox',
      description: `Creates payments in the test environment, with their webhooks. No money moves. ${scenarios.join('; ')}.`,
      reads: false,
      input: {
        scenario: z.enum(Object.keys(SCENARIOS) as [string, ...string[]]),
        amount: z.number().positive().optional().describe('In currency units; 25 if not given.'),
        currency: z.string().optional().describe('EUR without it.'),
        country: z.string().optional().describe('DE without it.'),
        reference: z.string().optional().describe('The merchantReference; a random one if not given.'),
      },
      run: async ({ scenario, ...overrides }) =>
        withoutPersons(await playScenario(settings.client(), String(scenario), overrides, (name) => name)),
    },
    {
      name: 'rehearse',
      title: "Grade the merchant's receiver of webhooks",
      description: `Plays rare events to a receiver, and grades how it handles them. For each fault, one sentence says what to correct. Takes some seconds. Chapters: ${chapters.join('; ')}.`,
      reads: false,
      input: {
        receiver: z
          .string()
          .optional()
          .describe('Its address on this machine: http://localhost:4000/webhooks.'),
        only: z
          .array(z.enum(Object.keys(CHAPTERS) as [string, ...string[]]))
          .min(1)
          .optional()
          .describe('All chapters if not given.'),
      },
      run: async ({ receiver, only }) => {
        const findings: Finding[] = [];
        for await (const finding of rehearse({
          client: settings.client(),
          baseUrl: settings.baseUrl,
          secret: settings.secret(),
          receiver: receiverOf(settings, receiver as string | undefined),
          books: settings.books,
          restart: undefined,
          names: (only as string[] | undefined) ?? Object.keys(CHAPTERS),
        }))
          findings.push(finding);
        const notPlayed = findings.filter(({ skipped }) => skipped).map(({ chapter }) => chapter);
        const passed = findings.every(({ ok }) => ok) && notPlayed.length < findings.length;
        return { passed, notPlayed, booksAsked: settings.books !== undefined, findings };
      },
    },
  ];
}

function receiverOf(settings: TestSettings, asked: string | undefined): string {
  const receiver = asked ?? settings.receiver;
  if (receiver === undefined) throw new Error('receiver: is missing; no --receiver was given at the start');
  if (!URL.canParse(receiver))
    throw new Error('receiver: must be an address, such as http://localhost:4000/webhooks');
  if (receiver !== settings.receiver && !THIS_MACHINE.includes(new URL(receiver).hostname))
    throw new Error(
      'receiver: must be on this machine; to use another one, start with: tollgate mcp --receiver URL',
    );
  return receiver;
}
