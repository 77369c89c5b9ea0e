import { parseArgs } from 'node:util';
import { ConnectionError, TollgateError } from '../tollgate.js';
import { CallFault } from './command.js';
import { completionOf } from './commands/completion.js';
import { doctor } from './commands/doctor.js';
import { listEvents, resendEvent } from './commands/events.js';
import { listen } from './commands/listen.js';
import { mcp } from './commands/mcp.js';
import { getPayment, listPayments } from './commands/payments.js';
import { rehearse } from './commands/rehearse.js';
import { sign, verify } from './commands/signatures.js';
import { trigger } from './commands/trigger.js';
import { paintFor, table } from './terminal.js';
const COMMANDS = [
    listen,
    trigger,
    rehearse,
    listPayments,
    getPayment,
    listEvents,
    resendEvent,
    sign,
    verify,
    doctor,
    mcp,
];
COMMANDS.push(completionOf(COMMANDS));
const EVERYWHERE = {
    url: {
        type: 'string',
        value: 'URL',
        text: 'the gateway (TOLLGATE_URL, else http://localhost:$PORT or 3000)',
    },
    json: { type: 'boolean', text: 'JSON lines in place of text' },
    help: { type: 'boolean', text: 'this page' },
};
export async function run(words, { terminal, environment, folder, version }) {
    const command = COMMANDS.filter((one) => one.words.every((word, i) => words[i] === word))[0];
    if (!command) {
        if (words[0] === '--version')
            terminal.out(version);
        else
            terminal.out(overview(words[0]));
        const isAsked = words.length === 0 || ['--help', 'help', '--version'].includes(words[0]);
        return isAsked ? 0 : 2;
    }
    const paint = paintFor(terminal);
    try {
        const { values, positionals } = parseArgs({
            args: words.slice(command.words.length),
            options: { ...command.options, ...EVERYWHERE },
            allowPositionals: true,
        });
        if (values.help) {
            terminal.out(helpOf(command));
            return 0;
        }
        const needed = command.arguments.filter((one) => !one.startsWith('['));
        if (positionals.length < needed.length)
            throw new CallFault(`${needed[positionals.length]} is missing`);
        if (positionals.length > command.arguments.length)
            throw new CallFault(`${positionals[command.arguments.length]}: is one word too many`);
        return await command.run({
            terminal: { ...terminal, json: values.json === true },
            environment,
            folder,
            version,
            arguments: positionals,
            text: (name) => values[name],
            is: (name) => values[name] === true,
        });
    }
    catch (error) {
        const isCall = error instanceof CallFault || error.code?.startsWith('ERR_PARSE_ARGS');
        if (!isCall && !(error instanceof TollgateError) && !(error instanceof Error))
            throw error;
        const { message } = error;
        const requestId = error instanceof TollgateError ? error.requestId : null;
        if (words.includes('--json')) {
            const errorCode = error instanceof TollgateError ? error.errorCode : null;
            terminal.err(JSON.stringify({ error: message, errorCode, requestId }));
            return isCall ? 2 : 1;
        }
        const hint = error instanceof ConnectionError
            ? '\nIs the gateway there? tollgate doctor'
            : isCall
                ? `\ntollgate ${command.name} --help`
                : '';
        const request = requestId === null ? '' : ` (request ${requestId})`;
        terminal.err(`${paint.red(message)}${paint.dim(request + hint)}`);
        return isCall ? 2 : 1;
    }
}
function overview(unknown) {
    const rows = COMMANDS.map(({ name, arguments: needed, summary }) => [
        `  tollgate ${[name, ...needed].join(' ')}`,
        summary,
    ]);
    const asked = unknown && !unknown.startsWith('-') && unknown !== 'help' ? `${unknown}: no such command\n\n` : '';
    return `${asked}${table(rows)}

Each has --help and --json. The key and the secret are read from TOLLGATE_API_KEY and TOLLGATE_SIGNING_SECRET, else
from .data/demo.json of this folder.`;
}
function helpOf({ name, arguments: needed, summary, options }) {
    const rows = Object.entries({ ...options, ...EVERYWHERE }).map(([option, { value, text }]) => [
        `  --${option}${value ? ` ${value}` : ''}`,
        text,
    ]);
    return `${summary}\n\ntollgate ${[name, ...needed].join(' ')} [options]\n\n${table(rows)}`;
}
