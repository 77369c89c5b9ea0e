// `npm run drill`: a restore as an operator would have to do it. A gateway takes card payments on a PostgreSQL server
// that archives its log. Meanwhile the drill makes a base backup. Then it kills the server and deletes its files. It
// restores the backup to the last point in time that the archive has, and starts a gateway on it. `-- --synchronous`: a
// standby gets every commit before it is acknowledged, and takes over instead of the backup. Prints what was lost (RPO)
// and how long nothing was paid (RTO). Everything it makes is in a temporary folder.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { makeBrand, Payments } from './payments.ts';
import { endAll, Program, statusOf, until } from './program.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-drill';
const MASTER_KEY = Buffer.alloc(32, 5).toString('base64');
const PER_SECOND = 25;
const ARCHIVE_SECONDS = 5;
/**
 * From the end of the backup to the kill: half a second before a part of the log would be archived, the worst moment.
 */
const LOAD_MS = 34_500;
const log = { info() {}, warn() {} };
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Servers of this drill, and their folders. */
class Site {
  readonly home: string;
  readonly archive: string;
  #owner: { uid: number; gid: number } | null = null;
  readonly #servers: EmbeddedPostgres[] = [];

  constructor() {
    this.home = mkdtempSync(join(tmpdir(), 'tollgate-drill-'));
    chmodSync(this.home, 0o711);
    this.archive = join(this.home, 'archive');
    mkdirSync(this.archive);
  }

  /** The data folder of a server, with everything that a copy brings. */
  async start(name: string, settings: Record<string, string | number> = {}): Promise<EmbeddedPostgres> {
    const dataDir = join(this.home, name);
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    const server = await startEmbeddedPostgres({
      dataDir,
      log,
      connect: connectPostgres,
      revive: false,
      holdProcess: false,
      startTimeoutMs: 120_000,
      settings: { shared_buffers: '64MB', ...settings },
    });
    this.#servers.push(server);
    this.#owner ??= statSync(join(dataDir, 'postgres'));
    this.give(this.archive);
    return server;
  }

  /** Makes the user of the servers its owner. */
  give(path: string): void {
    if (process.getuid?.() === 0 && this.#owner) chownSync(path, this.#owner.uid, this.#owner.gid);
  }

  /** Makes a base backup of the running primary: the files of a server with this name. */
  async backUp(primary: EmbeddedPostgres, name: string): Promise<void> {
    const sql = connectPostgres(primary.databaseUrl, { max: 1, onnotice: () => {} });
    const to = join(this.home, name, 'postgres');
    mkdirSync(join(this.home, name), { mode: 0o711 });
    await sql`select pg_backup_start('drill', fast => true)`;
    // Files may vanish while they are copied: the log has their changes.
    try {
      execFileSync('cp', ['-a', join(this.home, 'primary', 'postgres'), to], { stdio: 'ignore' });
    } catch {
      if (!existsSync(join(to, 'global', 'pg_control'))) throw new Error('the base backup was not made');
    }
    const [label] = await sql<
      { labelfile: string }[]
    >`select labelfile from pg_backup_stop(wait_for_archive => false)`;
    await sql.end();
    execFileSync('sh', [
      '-c',
      `rm -rf "${to}"/pg_wal/* "${to}"/postmaster.pid "${to}"/.s.PGSQL* && mkdir "${to}/pg_wal/archive_status"`,
    ]);
    this.give(join(to, 'pg_wal', 'archive_status'));
    writeFileSync(join(to, 'backup_label'), label!.labelfile);
    this.give(join(to, 'backup_label'));
  }

  /** An empty file that tells a server its kind. */
  mark(name: string, signal: 'recovery.signal' | 'standby.signal'): void {
    const path = join(this.home, name, 'postgres', signal);
    writeFileSync(path, '');
    this.give(path);
  }

  async remove(): Promise<void> {
    for (const server of this.#servers) await server.stop().catch(() => {});
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function kill(server: EmbeddedPostgres): Promise<void> {
  const pid = server.pid();
  if (pid !== null) process.kill(pid, 'SIGKILL');
  while (server.pid() !== null) await sleep(10);
}

const envOf = (site: Site, server: EmbeddedPostgres) => ({
  DATABASE_URL: server.databaseUrl,
  DATA_DIR: join(site.home, 'gateway'),
  PORT: '0',
  MASTER_KEY,
  OPERATOR_TOKEN,
  LOG_LEVEL: 'info',
});

async function startGateway(
  site: Site,
  server: EmbeddedPostgres,
): Promise<{ program: Program; url: string }> {
  const program = Program.gateway(['start'], envOf(site, server));
  await program.says(/"msg":"ready"/);
  return { program, url: /"url":"(http:[^"]+)"/.exec(program.output)![1]! };
}

/** Runs a command beside the gateway and prints its output. */
async function command(site: Site, server: EmbeddedPostgres, name: string): Promise<void> {
  const program = Program.gateway([name], envOf(site, server));
  const code = await program.ended();
  console.log(program.output.trimEnd().replaceAll(/^/gm, `  ${name}: `));
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

async function primaryOf(site: Site): Promise<EmbeddedPostgres> {
  const copy = `cp %p "${site.archive}/%f.part" && mv "${site.archive}/%f.part" "${site.archive}/%f"`;
  return await site.start('primary', {
    archive_mode: 'on',
    archive_command: copy,
    archive_timeout: ARCHIVE_SECONDS,
    wal_level: 'replica',
    max_wal_senders: 4,
  });
}

async function standbyOf(site: Site, primary: EmbeddedPostgres): Promise<EmbeddedPostgres> {
  const address = new URL(primary.databaseUrl);
  const socket = decodeURIComponent(address.hostname);
  const rules = 'local all all peer map=tollgate\nlocal replication all peer map=tollgate\n';
  writeFileSync(join(site.home, 'primary/postgres/pg_hba.conf'), rules);
  const sql = connectPostgres(primary.databaseUrl, { max: 1 });
  await sql`select pg_reload_conf()`;
  site.mark('copy', 'standby.signal');
  const restore = `cp "${site.archive}/%f" "%p"`;
  const standby = await site.start('copy', {
    primary_conninfo: `host=${socket} user=${address.username} application_name=copy`,
    restore_command: restore,
    hot_standby: 'on',
  });
  await until(
    'the standby streams',
    async () => (await sql`select from pg_stat_replication where state = 'streaming'`).length > 0,
  );
  await sql`alter system set synchronous_standby_names = 'copy'`;
  await sql`select pg_reload_conf()`;
  await until(
    'it is synchronous',
    async () => (await sql`select from pg_stat_replication where sync_state = 'sync'`).length > 0,
  );
  await sql.end();
  return standby;
}

async function restored(site: Site): Promise<EmbeddedPostgres> {
  site.mark('copy', 'recovery.signal');
  const restore = `cp "${site.archive}/%f" "%p"`;
  return await site.start('copy', {
    restore_command: restore,
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    archive_mode: 'off',
  });
}

async function isOutOfRecovery(server: EmbeddedPostgres): Promise<void> {
  await until('recovery is over', async () => {
    const sql = connectPostgres(server.databaseUrl, { max: 1 });
    try {
      const [row] = await sql`select pg_is_in_recovery() as recovers`;
      return !row!.recovers;
    } catch {
      return false;
    } finally {
      await sql.end({ timeout: 1 });
    }
  });
}

/** The payments that were acknowledged and are missing. */
async function lossOf(server: EmbeddedPostgres, payments: Payments, killedAt: number): Promise<string> {
  const paid = payments.sent.filter(({ status }) => status === 201);
  const sql = connectPostgres(server.databaseUrl, { max: 1 });
  const rows = await sql<{ reference: string }[]>`select merchant_reference as reference from openings`;
  await sql.end();
  const there = new Set(rows.map(({ reference }) => reference));
  const lost = paid.filter(({ reference }) => !there.has(reference));
  const first = Math.min(...lost.map(({ answeredAt }) => answeredAt));
  const rpo = lost.length === 0 ? 0 : killedAt - first;
  return `${paid.length} payments were acknowledged, and ${lost.length} of them were lost: RPO ${seconds(rpo)}`;
}

async function drill(site: Site, synchronous: boolean): Promise<void> {
  const primary = await primaryOf(site);
  const before = await startGateway(site, primary);
  const { apiKey } = await makeBrand(before.url, OPERATOR_TOKEN);
  const optionId = optionsOf('PAYIN').find((option) => option.type === 'CARD')!.id;
  let url = before.url;
  const payments = new Payments(() => url, { apiKey, optionId }, PER_SECOND);
  await sleep(LOAD_MS / 3);
  await site.backUp(primary, 'copy');
  console.log('a base backup was made under load');
  const standby = synchronous ? await standbyOf(site, primary) : null;
  await sleep(LOAD_MS);

  await kill(primary);
  const killedAt = Date.now();
  before.program.child.kill('SIGKILL');
  rmSync(join(site.home, 'primary/postgres'), { recursive: true, force: true, maxRetries: 10 });
  console.log(`the server was killed and its files are gone; ${payments.sent.length} payments were sent`);
  const server = standby ?? (await restored(site));
  if (standby) {
    const sql = connectPostgres(server.databaseUrl, { max: 1 });
    await sql`select pg_promote(wait => true)`;
    await sql.end();
  }
  await isOutOfRecovery(server);
  console.log(`the database takes writes after ${seconds(Date.now() - killedAt)}`);

  const after = await startGateway(site, server);
  url = after.url;
  const ready = `${url}/health/ready`;
  if ((await statusOf(ready)) !== 503) throw new Error('the gateway did not notice the restored copy');
  const heldAt = Date.now();
  await Promise.all(['ledger:verify', 'audit:verify'].map((name) => command(site, server, name)));
  await command(site, server, 'restore:report');
  await command(site, server, 'restore:accept');
  await until('it is ready', async () => (await statusOf(ready)) === 200);
  const paidAgain = () =>
    payments.sent.find(({ status, answeredAt }) => status === 201 && answeredAt > heldAt);
  await until('a payment is taken', async () => paidAgain() !== undefined);
  await payments.stop();
  const rto = paidAgain()!.answeredAt - killedAt;
  console.log(
    `${synchronous ? 'with a synchronous standby' : `with a base backup and a log that is archived every ${ARCHIVE_SECONDS} s`}, ${PER_SECOND} payments a second: ` +
      `${await lossOf(server, payments, killedAt)}, RTO ${seconds(rto)}: ${seconds(heldAt - killedAt)} until the gateway answered, then ${seconds(killedAt + rto - heldAt)} for proofs, report and acceptance`,
  );
}

const site = new Site();
try {
  await drill(site, process.argv.includes('--synchronous'));
} finally {
  await endAll();
  await site.remove();
}
process.exit(0);
