// Runs a command line and returns its exit code: 0 it worked, 1 it did not, 2 it was called wrongly.
import { parseArgs } from 'node:util';
import { ConnectionError, TollgateError } from '../tollgate.ts';
import { CallFault, type Command, type Option } from './command.ts';
import { completionOf } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { listEvents, resendEvent } from './commands/events.ts';
import { createLink } from './commands/links.ts';
import { listen } from './commands/listen.ts';
import { mcp } from './commands/mcp.ts';
import { approvePayout, refundPayment } from './commands/payment-changes.ts';
import { getPayment, listPayments } from './commands/payments.ts';
import { rehearse } from './commands/rehearse.ts';
import { sign, verify } from './commands/signatures.ts';
import { trigger } from './commands/trigger.ts';
import { paintFor, type Terminal, table } from './terminal.ts';

export const COMMANDS: Command[] = [
  listen,
  trigger,
  rehearse,
  listPayments,
  getPayment,
  refundPayment,
  approvePayout,
  createLink,
  listEvents,
  resendEvent,
  sign,
  verify,
  doctor,
  mcp,
];
COMMANDS.push(completionOf(COMMANDS));

const EVERYWHERE: Record<string, Option> = {
  url: {
    type: 'string',
    value: 'URL',
    text: 'the gateway (TOLLGATE_URL, else http://localhost:$PORT or 3000)',
  },
  json: { type: 'boolean', text: 'print JSON lines instead of text' },
  help: { type: 'boolean', text: 'print this help' },
};

export interface World {
  terminal: Omit<Terminal, 'json'>;
  environment: NodeJS.ProcessEnv;
  folder: string;
  version: string;
}

export async function run(
  words: readonly string[],
  { terminal, environment, folder, version }: World,
): Promise<number> {
  const command = COMMANDS.filter((one) => one.words.every((word, i) => words[i] === word))[0];
  const paint = paintFor(terminal);
  if (!command) {
    const [word] = words;
    const isAsked = word === undefined || ['--help', 'help', '--version'].includes(word);
    if (isAsked) terminal.out(word === '--version' ? version : overview());
    else if (words.includes('--json')) tellFault(terminal, unknownWord(word));
    else terminal.err(`${paint.red(unknownWord(word))}\n\n${overview()}`);
    return isAsked ? 0 : 2;
  }
  try {
    const { values, positionals } = parseArgs({
      args: words.slice(command.words.length),
      options: { ...command.options, ...EVERYWHERE } as Record<string, { type: 'string' | 'boolean' }>,
      allowPositionals: true,
    });
    if (values.help) {
      terminal.out(helpOf(command));
      return 0;
    }
    const needed = command.arguments.filter((one) => !one.startsWith('['));
    if (positionals.length < needed.length) throw new CallFault(`${needed[positionals.length]} is missing`);
    if (positionals.length > command.arguments.length)
      throw new CallFault(`${positionals[command.arguments.length]}: one argument too many; leave it out`);
    return await command.run({
      terminal: { ...terminal, json: values.json === true },
      environment,
      folder,
      version,
      arguments: positionals,
      text: (name) => values[name] as string | undefined,
      is: (name) => values[name] === true,
    });
  } catch (error) {
    const isCall =
      error instanceof CallFault || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!isCall && !(error instanceof TollgateError) && !(error instanceof Error)) throw error;
    const { message } = error as Error;
    const requestId = error instanceof TollgateError ? error.requestId : null;
    if (words.includes('--json')) {
      const errorCode = error instanceof TollgateError ? error.errorCode : null;
      tellFault(terminal, message, errorCode, requestId);
      return isCall ? 2 : 1;
    }
    const hint =
      error instanceof ConnectionError
        ? '\nTo check the gateway: tollgate doctor'
        : isCall
          ? `\ntollgate ${command.name} --help`
          : '';
    const request = requestId === null ? '' : ` (request ${requestId})`;
    terminal.err(`${paint.red(message)}${paint.dim(request + hint)}`);
    return isCall ? 2 : 1;
  }
}

function tellFault(
  terminal: World['terminal'],
  error: string,
  errorCode: string | null = null,
  requestId: string | null = null,
): void {
  terminal.err(JSON.stringify({ error, errorCode, requestId }));
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' });

function unknownWord(word: string): string {
  const second = COMMANDS.flatMap(({ words }) => (words[0] === word ? [words[1]!] : []));
  return second.length > 0 ? `${word}: add ${OR.format(second)}` : `${word}: no such command`;
}

function overview(): string {
  const rows = COMMANDS.map(({ name, arguments: needed, summary }) => [
    `  tollgate ${[name, ...needed].join(' ')}`,
    summary,
  ]);
  return `The command line of Tollgate for a merchant's developer.

${table(rows)}

Each has --help and --json. The key and the secret are read from TOLLGATE_API_KEY and TOLLGATE_SIGNING_SECRET, else
from .data/demo.json of this folder.`;
}

function helpOf({ name, arguments: needed, summary, options }: Command): string {
  const rows = Object.entries({ ...options, ...EVERYWHERE }).map(([option, { value, text }]) => [
    `  --${option}${value ? ` ${value}` : ''}`,
    text,
  ]);
  return `${summary}\n\ntollgate ${[name, ...needed].join(' ')} [options]\n\n${table(rows)}`;
}
