// The commands of the program. Each reads the configuration and does one thing, or says why it could not, in words a
// person can act on. main.ts calls `runProgram` with the arguments of the command line.

import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '@tollgate/embedded-postgres';
import { ArchiveError } from '../domain/archive/month.ts';
import { PageNotBuiltError } from '../http/pages/page-files.ts';
import { ProviderPackageError } from '../providers/provider-package-error.ts';
import { askForCitus, openDatabase, type Sql } from '../storage/database/database.ts';
import { DatabaseUnreachableError } from '../storage/database/reach-database.ts';
import type { Vault } from '../storage/keys/vault.ts';
import { WrongMasterKeyError } from '../storage/keys/vault.ts';
import { SchemaError } from '../storage/schema/schema-error.ts';
import { ARCHIVE_USE, readArchiveArguments } from './archive-arguments.ts';
import { CHECK_PROVIDER_USE, readArguments } from './check-provider-arguments.ts';
import { CLOSE_USE, CLOSE_VERIFY_USE, CloseError } from './close-arguments.ts';
import { type Config, loadConfig } from './config.ts';
import { type Opening, openDatabaseServer } from './database-server.ts';
import { ConfigError } from './environment-reader.ts';
import { runKeysRotate, settleMasterKey } from './keys-rotate.ts';
import { ListenError } from './listen.ts';
import { newLog } from './log.ts';
import { OPERATOR_COMMANDS } from './operator/operator-commands.ts';
import { OperatorCommandError, runOperatorCommand } from './operator/run-operator-command.ts';
import { dropRootRights, RunAsError } from './run-as.ts';
import { nextMasterKey, resolveSecrets, SecretFileError } from './secrets.ts';
import { UsageError, usage } from './usage.ts';

type Command = Readonly<{
  does: string;
  /** The options it knows; 'own': it reads the options itself, and refuses unknown ones. */
  options?: readonly string[] | 'own';
  run(options: readonly string[]): Promise<number>;
}>;

const NO_WAIT = '--no-wait';
const WAIT = '--wait';
const RESTORED = '--restored';
const GRANT_APP_ROLE = '--grant-app-role';
const PAUSE_CONFIRMED = '--pause-confirmed';
const PLAN = '--plan';
const JSON_OUTPUT = '--json';

const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    does: 'starts the gateway (the default); it waits for the database of DATABASE_URL',
    options: [NO_WAIT, RESTORED],
    run: (options) => runStart({ waits: !options.includes(NO_WAIT), restored: options.includes(RESTORED) }),
  },
  migrate: {
    does: 'migrates the database to this release, then exits',
    options: [GRANT_APP_ROLE, PAUSE_CONFIRMED, PLAN, WAIT],
    run: (options) =>
      options.includes(PLAN)
        ? runMigratePlan()
        : runMigrate({
            grants: options.includes(GRANT_APP_ROLE),
            pauseConfirmed: options.includes(PAUSE_CONFIRMED),
            waits: options.includes(WAIT),
          }),
  },
  doctor: {
    does: 'checks everything that a start needs, and says how to correct each fault; changes nothing',
    options: [JSON_OUTPUT],
    run: (options) => runDoctorCommand({ asJson: options.includes(JSON_OUTPUT) }),
  },
  'ledger:verify': { does: 'proves that balances, transfers and transactions agree', run: runLedgerVerify },
  'audit:verify': {
    does: 'proves that no row of the audit log was changed or removed',
    run: runAuditVerify,
  },
  'restore:report': {
    does: 'reports what a restored copy of the database lacks, as far as it can be known; changes nothing',
    run: runRestoreReport,
  },
  'restore:accept': {
    does: 'accepts a restored copy of the database, so that the gateway works again',
    run: runRestoreAccept,
  },
  'provider:check': {
    does: `tries a test account: a payment, a refund, a notification; ${CHECK_PROVIDER_USE}`,
    options: 'own',
    run: runProviderCheck,
  },
  archive: {
    does: `shows, closes and archives months: ${ARCHIVE_USE}`,
    options: 'own',
    run: runArchiveCommand,
  },
  months: { does: 'the former name of archive', options: 'own', run: runArchiveByFormerName },
  close: {
    does: `closes a month of a brand and writes its archive: ${CLOSE_USE}`,
    options: 'own',
    run: runCloseCommand,
  },
  'close:verify': {
    does: `proves the archive of a month without a database: ${CLOSE_VERIFY_USE}`,
    options: 'own',
    run: async (options) =>
      (await import('./close.ts')).runVerifyClose(options, { print, withSql: withDatabase }),
  },
  'keys:rotate': {
    does: 'encrypts all sealed data again under a new key, or wraps the keys under NEW_MASTER_KEY, a new master key',
    run: () => runKeysRotate({ configure, withDatabase, print }),
  },
};

/** Faults that the user can correct: only their message is printed. */
const EXPECTED = [
  ConfigError,
  SecretFileError,
  RunAsError,
  EmbeddedPostgresError,
  DatabaseUnreachableError,
  SchemaError,
  ArchiveError,
  CloseError,
  WrongMasterKeyError,
  ListenError,
  PageNotBuiltError,
  ProviderPackageError,
  UsageError,
  OperatorCommandError,
];

/** Runs the command that the arguments name, and answers the exit code. */
export async function runProgram(given: readonly string[]): Promise<number> {
  if (given.some((one) => one === '--help' || one === '-h')) {
    print(usage(COMMANDS).trimEnd());
    return 0;
  }
  const [name = 'start', ...options] = [NO_WAIT, RESTORED].includes(given[0] ?? '')
    ? ['start', ...given]
    : given;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : operatorCommand(name);
  if (command === undefined) {
    process.stderr.write(`Tollgate has no command ${JSON.stringify(name)}.\n\n${usage(COMMANDS)}`);
    return 2;
  }
  const known = command.options ?? [];
  const strange = known === 'own' ? undefined : options.find((one) => !known.includes(one));
  if (strange !== undefined) {
    process.stderr.write(`Tollgate ${name} has no option ${JSON.stringify(strange)}.\n\n${usage(COMMANDS)}`);
    return 2;
  }
  try {
    return await command.run(options);
  } catch (error) {
    process.stderr.write(`Tollgate cannot ${name}: ${explain(error)}\n`);
    return 1;
  }
}

/** A command for a running gateway: it needs neither database nor keys. */
function operatorCommand(name: string): Command | undefined {
  if (!Object.hasOwn(OPERATOR_COMMANDS, name)) return undefined;
  const command = OPERATOR_COMMANDS[name]!;
  const run = (options: readonly string[]) =>
    runOperatorCommand(command, options, { env: process.env, print });
  return { does: command.does, options: 'own', run };
}

async function runStart({ waits, restored }: { waits: boolean; restored: boolean }): Promise<number> {
  const config = configure();
  // Node.js writes the compiled code at the end of a process. At the next start it checks that code against the
  // sources, and then needs half the processor time for its 2,000 modules (decision 22). This makes no DATA_DIR if
  // there is none.
  if (existsSync(config.dataDir)) enableCompileCache(join(config.dataDir, 'compile-cache'));
  const { start } = await import('./start.ts');
  // Only after an interrupted rotation: then it asks the database once more, before everything else.
  if ((await nextMasterKey(config)) !== null)
    await withDatabase(
      async (sql) => {
        await settleMasterKey(config, sql);
        return 0;
      },
      { waits },
    );
  await start(config, { waits, restored });
  // The gateway runs until a signal ends it.
  return await new Promise<never>(() => {});
}

let configured: Config | undefined;

/**
 * Runs first in every command: from here on the process has its final user. It runs only once, because the final user
 * may have no right to read the files of secrets, which root could read.
 */
function configure(): Config {
  if (configured === undefined) {
    configured = loadConfig(process.env);
    dropRootRights(configured);
  }
  return configured;
}

/** `grants`: gives the gateway's role its rights on the tables that the migrations made. */
async function runMigrate(options: {
  grants: boolean;
  pauseConfirmed: boolean;
  waits: boolean;
}): Promise<number> {
  const { grants, ...opening } = options;
  if (grants && configure().databaseUrl === null)
    throw new UsageError(
      `${GRANT_APP_ROLE} needs DATABASE_URL with the user who owns the tables; the embedded database grants these rights itself at each start`,
    );
  const work = async (sql: Sql) => {
    if (!grants) return 0;
    const { APP_ROLE, grantExistingAppRole } = await import('../storage/schema/app-role.ts');
    const fault = await grantExistingAppRole(sql);
    if (fault !== null) throw new UsageError(fault);
    print(`${APP_ROLE} may now read and write the tables, and only append to the audit log`);
    return 0;
  };
  return withDatabase(work, opening);
}

async function runMigratePlan(): Promise<number> {
  const config = configure();
  const { describePlan, NO_DATABASE_YET } = await import('./migrate-plan.ts');
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    print(NO_DATABASE_YET);
    return 0;
  }
  return withDatabase(
    async (sql) => {
      print(await describePlan(sql));
      return 0;
    },
    { migrates: false },
  );
}

async function runDoctorCommand(options: { asJson: boolean }): Promise<number> {
  const { runDoctor } = await import('./doctor/doctor.ts');
  const reach = (config: Config) => openDatabaseServer(config, newLog('warn', 2), { migrates: false });
  return await runDoctor({ configure, reach, print }, options);
}

async function runLedgerVerify(): Promise<number> {
  const { verifyLedgerOf } = await import('./verify.ts');
  return withDatabase((sql) => verifyLedgerOf(sql, { print, note }));
}

async function runAuditVerify(): Promise<number> {
  const { verifyAuditOf } = await import('./verify.ts');
  return withDatabase((sql) => verifyAuditOf(sql, { print }));
}

async function openVault(sql: Sql): Promise<Vault> {
  const { Vault } = await import('../storage/keys/vault.ts');
  return await Vault.open(sql, (await resolveSecrets(configure())).masterKey);
}

async function runArchiveCommand(options: readonly string[]): Promise<number> {
  const given = readArchiveArguments(options);
  if (!given) throw new UsageError(`give one of: ${ARCHIVE_USE}`);
  const { archiveDir } = configure();
  const { runArchive, runVerifyArchive } = await import('./archive.ts');
  if (given.act === 'verify')
    return await runVerifyArchive(given, { archiveDir, print, withSql: withDatabase });
  return withDatabase((sql) => runArchive(sql, given, { archiveDir, print }), { asOwner: true });
}

/** Release 0.2.0 called the command `months`, and an operator's scripts may still do so. */
async function runArchiveByFormerName(options: readonly string[]): Promise<number> {
  note('the command months is deprecated; use archive');
  return runArchiveCommand(options);
}

async function runCloseCommand(options: readonly string[]): Promise<number> {
  const { runClose } = await import('./close.ts');
  // The tables of a month name the options, also those of packages.
  const { loadProviders } = await import('../providers/load-packages.ts');
  const withSql: typeof withDatabase = async (work, opening) => {
    await loadProviders(configure().providerPackages);
    return await withDatabase(work, opening);
  };
  return await runClose(options, { print, withSql, openVault });
}

async function runRestoreReport(): Promise<number> {
  const config = configure();
  const { printGap } = await import('./restore-report.ts');
  return withDatabase(
    async (_sql, databaseUrl) => {
      const secrets = await resolveSecrets(config);
      return await printGap({ config, secrets, databaseUrl, log: newLog('warn', 2), print });
    },
    { migrates: false },
  );
}

async function runRestoreAccept(): Promise<number> {
  const { acceptCopy } = await import('../storage/schema/restored-copy.ts');
  return withDatabase(
    async (sql) => {
      const accepted = await acceptCopy(sql);
      const since = accepted?.heldSince?.toISOString();
      print(
        accepted === null
          ? 'nothing to accept: this database is not a restored copy'
          : since === undefined
            ? `accepted: ${accepted.reason}. The next start works`
            : `accepted: ${accepted.reason}; held since ${since}. Every process continues within some seconds`,
      );
      return 0;
    },
    { migrates: false },
  );
}

async function runProviderCheck(options: readonly string[]): Promise<number> {
  const given = readArguments(options);
  if (!given) throw new UsageError(`it needs ${CHECK_PROVIDER_USE}`);
  const config = configure();
  const { checkProvider } = await import('./check-provider.ts');
  return withDatabase(async (_sql, databaseUrl) => {
    const secrets = await resolveSecrets(config);
    return await checkProvider(given, { config, secrets, databaseUrl, log: newLog('warn', 2), print });
  });
}

async function withDatabase(
  work: (sql: Sql, databaseUrl: string) => Promise<number>,
  { asOwner = false, ...opening }: Opening & { asOwner?: boolean } = {},
): Promise<number> {
  const config = configure();
  const server = await openDatabaseServer(config, newLog('warn', 2), opening);
  const sql = openDatabase(asOwner ? server.ownerUrl : server.databaseUrl, {
    maxConnections: 4,
    patient: true,
  });
  try {
    await askForCitus(sql);
    return await work(sql, server.databaseUrl);
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Progress goes to stderr, because a script may read the output. */
function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

function explain(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
