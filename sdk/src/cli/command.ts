// What a command is, and how it finds the gateway and the keys: in the environment, or in the file of a demo. A key or
// a secret is never an argument, because other users of the machine see arguments.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tollgate } from '../tollgate.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  type: 'string' | 'boolean';
  /** What the value is, for help. */
  value?: string;
  text: string;
}

export interface Command {
  name: string;
  /** `payments get`: the words after the program. */
  words: readonly string[];
  arguments: readonly string[];
  summary: string;
  options: Record<string, Option>;
  run(call: Call): Promise<number>;
}

export interface Call {
  terminal: Terminal;
  version: string;
  environment: NodeJS.ProcessEnv;
  folder: string;
  arguments: string[];
  text(name: string): string | undefined;
  is(name: string): boolean;
}

/** A fault of the caller: one sentence, exit code 2. */
export class CallFault extends Error {}

export interface Access {
  baseUrl: string;
  apiKey: string | undefined;
  signingSecret: string | undefined;
  /** Where the keys were found, for messages. */
  source: string;
}

const DEMO = '.data/demo.json';

/** Names of variables whose values must never be shown. PWD and OLDPWD are allowed: a shell keeps its folder there. */
export const SECRET_NAMES = /key|secret|token|pass|credential|(?<!^(?:old)?)pwd|pwd./i;

/** Looks in the environment first, then in the demo file of this folder. */
export function accessOf({ environment, folder, text }: Call): Access {
  const file = join(folder, DEMO);
  const demo = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const apiKey = environment.TOLLGATE_API_KEY ?? demo.apiKey;
  return {
    baseUrl: text('url') ?? environment.TOLLGATE_URL ?? `http://localhost:${environment.PORT ?? 3000}`,
    apiKey,
    signingSecret: environment.TOLLGATE_SIGNING_SECRET ?? demo.signingSecret,
    source:
      environment.TOLLGATE_API_KEY === undefined && demo.apiKey !== undefined ? DEMO : 'the environment',
  };
}

export function clientOf(call: Call, access = accessOf(call)): Tollgate {
  const { baseUrl, apiKey, signingSecret } = access;
  if (apiKey === undefined) throw new CallFault(`TOLLGATE_API_KEY is not set, and there is no ${DEMO} here`);
  return new Tollgate({ baseUrl, apiKey, ...(signingSecret !== undefined && { signingSecret }) });
}

export function secretOf(call: Call): string {
  const { signingSecret } = accessOf(call);
  if (signingSecret === undefined)
    throw new CallFault(`TOLLGATE_SIGNING_SECRET is not set, and there is no ${DEMO} here`);
  return signingSecret;
}

/** An option that must be a whole number above 0. */
export function countOf({ text }: Call, name: string, otherwise: number): number {
  const given = text(name);
  if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given))
    throw new CallFault(`--${name}: must be a whole number above 0`);
  return given === undefined ? otherwise : Number(given);
}

/** Refuses options that have no effect together, so that the user does not wait for that effect. */
export function requireAlone({ text, is }: Call, name: string, others: readonly string[]): void {
  const given = (one: string) => is(one) || typeof text(one) === 'string';
  const other = others.find(given);
  if (given(name) && other !== undefined) throw new CallFault(`--${other}: has no effect with --${name}`);
}

/** A production gateway refuses a test key (contract 2), so a test key cannot move real money. */
export const isTestKey = (apiKey: string | undefined): boolean => apiKey?.startsWith('tg_test_') === true;

/** Throws CallFault outside the test environment, where somebody could lose money. */
export function requireTest(call: Call): void {
  const { apiKey } = accessOf(call);
  if (apiKey !== undefined && !isTestKey(apiKey))
    throw new CallFault('this command is for the test environment, whose keys begin with tg_test_');
}
