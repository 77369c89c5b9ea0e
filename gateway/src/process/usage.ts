// The text of `npx node gateway/src/main.ts --help`: the commands, the settings that most people need, and where to
// read more. It is printed for an unknown command, too.

import { OPERATOR_COMMANDS, useOf } from './operator/operator-commands.ts';

/** The command line is wrong, or asks for something impossible. The message says how to correct it. */
export class UsageError extends Error {}

/** The settings for a first start and for a first installation in production; docs/OPERATIONS.md has the rest. */
const SETTINGS: readonly (readonly [name: string, meaning: string])[] = [
  ['PORT', 'the port it listens on; 3000 unless set'],
  ['HOST', 'the address it listens on; 127.0.0.1 unless set'],
  ['PUBLIC_URL', 'the address in links, such as https://pay.example'],
  ['ENVIRONMENT', 'test (unless set) or production'],
  ['DATABASE_URL', 'your own PostgreSQL; unless set, an embedded one in DATA_DIR'],
  ['DATA_DIR', 'database, secrets and demo.json; .data unless set'],
  ['MASTER_KEY', '32 bytes in Base64; made in DATA_DIR in test, required in production'],
  ['OPERATOR_TOKEN', 'opens the operator API; made in DATA_DIR in test, required in production'],
  ['ROLE', 'all (unless set), api or worker'],
  ['LOG_LEVEL', 'info unless set'],
];

const COLUMN = 18;

/** `commands`: the description of each, by its name. */
export function usage(commands: Readonly<Record<string, Readonly<{ does: string }>>>): string {
  const row = (name: string, meaning: string) => `  ${name.padEnd(COLUMN)} ${meaning}`;
  return [
    'Tollgate, a payment gateway',
    '',
    'Usage: bin/tollgate [command] [option] in a release; in a clone npm start, or npx node gateway/src/main.ts [command] [option]',
    '',
    'Commands:',
    ...Object.entries(commands).map(([name, { does }]) => row(name, does)),
    '',
    'Commands for operators. They call a running gateway (--url, else HOST and PORT) with OPERATOR_TOKEN; --json prints the answer unchanged:',
    ...Object.entries(OPERATOR_COMMANDS).flatMap(([name, command]) => [
      row(name, command.does),
      ...(useOf(command) === '' ? [] : [row('', useOf(command))]),
    ]),
    '',
    'Options of start:',
    row('--no-wait', 'exits if the database of DATABASE_URL does not answer four attempts'),
    row(
      '--restored',
      'declares the database a restored copy: no payment is taken and nothing is sent until restore:accept',
    ),
    '',
    'Options of doctor:',
    row('--json', 'prints an array of {check, ok, message, mend}'),
    '',
    'Options of migrate:',
    row(
      '--plan',
      'shows which migrations would run, whether they need a pause, and over how many rows; changes nothing',
    ),
    row('--pause-confirmed', 'runs a migration that needs a pause, once no older process was seen for 30 s'),
    row('--wait', 'waits for the database of DATABASE_URL as long as it takes, as start does'),
    row('--grant-app-role', 'gives the role tollgate_app its rights, if another user owns the tables'),
    '',
    'Settings (environment variables):',
    ...SETTINGS.map(([name, meaning]) => row(name, meaning)),
    '',
    'DATABASE_URL, MASTER_KEY and OPERATOR_TOKEN may be files: MASTER_KEY_FILE=/run/secrets/master-key',
    '',
    'Read on:',
    row('README.md', 'a first payment'),
    row('docs/FIRST-CALLS.md', 'a card payment, a webhook, a refund, a payout'),
    row('docs/OPERATIONS.md', 'all settings, starting, stopping, backups'),
    row(
      'docs/PROVIDERS.md',
      'how a brand connects a provider; in production every payment is declined without one (1011)',
    ),
    row('/docs', 'on a running gateway: guides and the API reference'),
    '',
  ].join('\n');
}
