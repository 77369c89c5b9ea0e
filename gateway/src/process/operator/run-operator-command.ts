// Runs a command for operators: reads its options, sends one call to a running gateway with the operator's token, and
// prints the answer for a person, or unchanged with --json. It opens no database and never prints the token.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSmallFile } from '../../storage/wire/regular-file.ts';
import { ConfigError, EnvironmentReader } from '../environment-reader.ts';
import type { OperatorCommand } from './operator-commands.ts';
import { useOf } from './operator-commands.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A fault that the person can correct; only its message is printed. */
export class OperatorCommandError extends Error {
  override name = 'OperatorCommandError';
}

const DEADLINE_MS = 30_000;

export async function runOperatorCommand(
  command: OperatorCommand,
  options: readonly string[],
  { env, print }: { env: Environment; print(line: string): void },
): Promise<number> {
  const { json, url, ...values } = readOptions(command, options);
  const { method, path, body } = command.call(values as Record<string, string>);
  const target = reach(env, url as string | undefined);
  const answer = await send(target, { method, path, body });
  if (json === true) print(answer.text === '' ? '{}' : answer.text);
  else {
    for (const line of linesOf(answer.text, command.columns)) print(line);
    if (answer.isOnePageOfMore) print('more: use --name');
    const last = lastOfFullPage(answer.text, command, values.limit as string | undefined);
    if (last !== null) print(`more: use --after ${last}`);
  }
  return 0;
}

/** The id after which the next page begins; null: this was the last one. */
function lastOfFullPage(text: string, { after, columns }: OperatorCommand, limit = '100'): string | null {
  if (after === undefined || columns === undefined) return null;
  const rows = JSON.parse(text) as Row[];
  return rows.length < Number(limit) ? null : String(rows.at(-1)![after]);
}

function readOptions(command: OperatorCommand, given: readonly string[]) {
  const names = [...command.needs, ...(command.takes ?? []), 'url'];
  const refuse = (why: string) =>
    new OperatorCommandError(`${why}; usage: ${[useOf(command), '[--url URL] [--json]'].join(' ').trim()}`);
  const options = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    json: { type: 'boolean' as const },
  };
  let values: Record<string, string | boolean | undefined>;
  try {
    values = { ...parseArgs({ args: [...given], options, strict: true }).values };
  } catch (error) {
    throw refuse((error as Error).message.split('. ')[0]!);
  }
  const missing = command.needs.find((name) => !values[name]);
  if (missing !== undefined) throw refuse(`--${missing} is missing`);
  return values;
}

/**
 * The address and token of the gateway. They come from the settings of a gateway on this machine, unless --url names
 * another.
 */
function reach(env: Environment, url: string | undefined): { base: string; token: string } {
  const read = new EnvironmentReader(env, ['OPERATOR_TOKEN']);
  const port = read.wholeNumber('PORT', 3000, { least: 1, most: 65_535 });
  const host = read.given('HOST') ?? '127.0.0.1';
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const base = URL.parse(url ?? `http://${here.includes(':') ? `[${here}]` : here}:${port}`);
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '')
    throw new OperatorCommandError('--url must be an http or https address, such as http://127.0.0.1:3000');
  const token = read.given('OPERATOR_TOKEN') ?? keptToken(read.given('DATA_DIR') ?? './.data');
  if (token === null)
    read.fault('OPERATOR_TOKEN', 'the token of an operator; OPERATOR_TOKEN_FILE may name its file', null, {
      secret: true,
    });
  const isStrict = read.given('ENVIRONMENT') === 'production' && read.given('TRUST_WEAK_SETTINGS') !== 'true';
  const faults = isStrict ? [...read.faults, ...read.openFiles] : read.faults;
  if (faults.length > 0) throw new ConfigError(faults);
  return { base: base.href.replace(/\/$/, ''), token: token! };
}

/** In test a gateway keeps the token that it made. */
function keptToken(dataDir: string): string | null {
  try {
    const found = readSmallFile(join(dataDir, 'operator.token'));
    return found.kind === 'text' ? found.text.trim() || null : null;
  } catch {
    return null;
  }
}

async function send(
  { base, token }: { base: string; token: string },
  { method, path, body }: { method: string; path: string; body: Record<string, unknown> | undefined },
): Promise<{ text: string; isOnePageOfMore: boolean }> {
  let answer: Response;
  try {
    answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new OperatorCommandError(
      `no gateway answers at ${base} (${cause?.code ?? message}); name it with --url`,
    );
  }
  const text = await answer.text();
  if (answer.ok) return { text, isOnePageOfMore: answer.headers.has('link') };
  throw new OperatorCommandError(`${messageOf(text)} (${answer.status} of ${base})`);
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: string | string[] };
    return [message ?? text].flat().join('; ');
  } catch {
    return 'the answer did not come from a gateway';
  }
}

/** A list becomes a table; a single answer becomes one line for each field. */
function linesOf(text: string, columns: readonly string[] | undefined): string[] {
  if (text === '') return ['done'];
  const answer = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
  if (!Array.isArray(answer)) return linesOfOne(answer);
  if (answer.length === 0) return ['none'];
  return tableOf(answer, columns);
}

/** Lists inside the answer become tables of their own, below. */
function linesOfOne(answer: Record<string, unknown>): string[] {
  const fields = Object.entries(answer);
  const [lists, plain] = [fields.filter(isListOfThings), fields.filter((one) => !isListOfThings(one))];
  const below = lists.flatMap(([name, rows]) => ['', `${name}:`, ...tableOf(rows as Row[])]);
  const above = table(plain.map(([name, value]) => [name, written(value)]));
  return above.length === 0 ? below.slice(1) : [...above, ...below];
}

type Row = Record<string, unknown>;

const isListOfThings = ([, value]: [string, unknown]): boolean =>
  Array.isArray(value) && value.length > 0 && typeof value[0] === 'object';

function tableOf(rows: readonly Row[], columns: readonly string[] = Object.keys(rows[0]!)): string[] {
  return table([[...columns], ...rows.map((row) => columns.map((name) => written(row[name])))]);
}

function table(rows: string[][]): string[] {
  if (rows.length === 0) return [];
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(written).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
