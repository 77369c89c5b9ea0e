// `npm run doctor`: checks everything that a start needs and prints one line for each check. The line of a fault says
// how to correct it. The doctor changes nothing: it makes no secret, no table and no key. `--json` prints an array for
// programs. Its exit code is 1 if there is a fault.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Sql } from '../../storage/database/database.ts';
import { NO_STATEMENTS } from '../../storage/database/reach-database.ts';
import { readSmallFile } from '../../storage/wire/regular-file.ts';
import { type Config, decodeMasterKey } from '../config.ts';
import type { DatabaseServer } from '../database-server.ts';
import { ConfigError } from '../environment-reader.ts';
import { masterKeyPath } from '../secrets.ts';
import { DATABASE_CHECKS, noStatements } from './database-checks.ts';
import { type Finding, fault, fine } from './finding.ts';
import { checkDataDir, checkDescriptors, checkDisk, checkPages, checkSignature } from './local-checks.ts';
import { checkMail } from './mail-check.ts';
import { checkPackages } from './package-check.ts';
import { checkProxy } from './proxy-check.ts';

export type Parts = Readonly<{
  /** Throws ConfigError. */
  configure(): Config;
  /** Without a migration. */
  reach(config: Config): Promise<DatabaseServer>;
  print(line: string): void;
}>;

/** Answers the exit code of the process. */
export async function runDoctor(
  { print, ...parts }: Parts,
  { asJson }: { asJson: boolean },
): Promise<number> {
  const findings = await examine(parts);
  if (asJson) print(JSON.stringify(findings, null, 2));
  else for (const finding of findings) print(lineOf(finding));
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

function lineOf({ check, ok, message, mend }: Finding): string {
  return `${ok ? '✔' : '✘'} ${check.padEnd(14)} ${message}${mend === null ? '' : `. To do: ${mend}`}`;
}

async function examine({ configure, reach }: Omit<Parts, 'print'>): Promise<Finding[]> {
  const local = [checkPages(), checkDescriptors(), checkSignature()];
  let config: Config;
  try {
    config = configure();
  } catch (error) {
    // For example, the user in RUN_AS does not exist.
    if (!(error instanceof ConfigError))
      return [fault('settings', (error as Error).message, 'correct the setting'), ...local];
    const faults = error.faults.map((one) =>
      fault('settings', `${one.variable} ${one.holds}`, `accepted: ${one.accepted}`),
    );
    return [...faults, ...local];
  }
  const weak = config.weakSettings.map((one) => `weak but allowed: ${one}`).join('; ');
  const token = config.operatorToken ?? readKept(join(config.dataDir, 'operator.token'));
  const key = config.masterKey === null ? readKept(masterKeyPath(config)) : null;
  const unread = [token, key].filter((one) => one !== null && typeof one === 'object');
  const masterKey = config.masterKey ?? (typeof key === 'string' ? decodeMasterKey(key) : null);
  const isKeyUnread = key !== null && typeof key !== 'string';
  const atDatabase = await examineDatabase(config, masterKey, reach);
  return [
    fine('settings', weak === '' ? `every setting is right (ENVIRONMENT is ${config.environment})` : weak),
    ...local,
    await checkPackages(config.providerPackages),
    checkDisk(config.dataDir),
    ...(keepsNothing(config) ? [] : [checkDataDir(config.dataDir)]),
    ...unread,
    // If this user may not read the key, nobody knows whether it fits.
    ...atDatabase.filter(({ check }) => check !== 'keys' || !isKeyUnread),
    await checkMail(config.mail),
    await checkProxy(config, typeof token === 'string' ? token : null),
  ];
}

/** The settings give everything that would otherwise be in DATA_DIR. */
const keepsNothing = ({ databaseUrl, masterKey, operatorToken }: Config): boolean =>
  databaseUrl !== null && masterKey !== null && operatorToken !== null;

async function examineDatabase(
  config: Config,
  masterKey: Buffer | null,
  reach: Parts['reach'],
): Promise<Finding[]> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION')))
    return [fine('database', 'the first start makes the embedded database in DATA_DIR')];
  let server: DatabaseServer;
  try {
    server = await reach(config);
  } catch (error) {
    const { message } = error as Error;
    if (message.endsWith(NO_STATEMENTS)) return [noStatements()];
    return [fault('database', message, 'see the message; check DATABASE_URL and its server')];
  }
  const sql = openDatabase(server.databaseUrl, { maxConnections: 2 });
  try {
    const [{ version }] = (await sql`select current_setting('server_version') as version`) as unknown as [
      { version: string },
    ];
    const findings = [fine('database', `PostgreSQL ${version} answers`)];
    for (const check of Object.keys(DATABASE_CHECKS))
      findings.push(await tryCheck(check, sql, server.databaseUrl, masterKey));
    return findings;
  } finally {
    await sql.end({ timeout: 2 });
    await server.stop();
  }
}

async function tryCheck(
  check: string,
  sql: Sql,
  databaseUrl: string,
  masterKey: Buffer | null,
): Promise<Finding> {
  try {
    return await DATABASE_CHECKS[check]!(sql, databaseUrl, masterKey);
  } catch (error) {
    return fault(check, `this could not be checked: ${(error as Error).message}`, "see the database's log");
  }
}

/** A secret that an earlier start made; null: there is none. A finding: this user may not read it. */
function readKept(path: string): string | Finding | null {
  try {
    const found = readSmallFile(path);
    if (found.kind === 'text') return found.text.trim();
    return fault('keys', `${path} is not a file with a secret`, 'move it away, and put the right file there');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    return fault(
      'keys',
      `${path} cannot be read (${code ?? message})`,
      'run the doctor as the user that the gateway runs as, or give that user the file (chown, chmod 600)',
    );
  }
}
