// npm run bench:idle: what the product costs while nobody uses it. It runs the program as `npm start` does, in a
// separate folder with the embedded database and the demo brand, and leaves it alone. Then it counts the program's
// transactions and its processor time. Prints what it finds.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lockFilePid } from '@tollgate/embedded-postgres';
import { connectPostgres } from '../gateway/src/storage/database/connect.ts';
import { temporaryDataDir } from '../gateway/test/stage/shared-server.ts';
import { cpuSeconds, postgresCpuSeconds } from './probes/machine.ts';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    folder: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
/** Skips the start: the program looks things up then, and PostgreSQL still writes after that. */
const SETTLES_MS = 30_000;

const dataDir = temporaryDataDir();
const { scripts } = JSON.parse(readFileSync(join(given.folder, 'package.json'), 'utf8'));
const flags = (scripts.start as string).split(' ').filter((word) => word.startsWith('--'));
const child = spawn(process.execPath, [...flags, join(given.folder, 'gateway/src/main.ts'), 'start'], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('"ready"') && resolve());
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  await sleep(SETTLES_MS);
  const cluster = join(dataDir, 'postgres');
  const postmaster = lockFilePid(cluster)!;
  const sql = connectPostgres(`postgres://tollgate@${encodeURIComponent(cluster)}:5432/tollgate`, { max: 1 });
  const look = async () => {
    const [row] =
      await sql`select (xact_commit + xact_rollback)::int as done from pg_stat_database where datname = current_database()`;
    return {
      ms: performance.now(),
      done: Number(row!.done),
      gateway: cpuSeconds(child.pid!),
      postgres: postgresCpuSeconds(postmaster),
    };
  };
  await look();
  await sleep(2_000);
  const from = await look();
  await sleep(Number(given.seconds) * 1_000);
  const to = await look();
  await sql.end();
  const seconds = (to.ms - from.ms) / 1_000;
  const percent = (a: number, b: number) => `${((100 * (b - a)) / seconds).toFixed(2)} % of a processor`;
  // The count includes this bench's first query.
  console.log(`${((to.done - from.done - 1) / seconds).toFixed(1)} transactions a second`);
  console.log(
    `gateway ${percent(from.gateway, to.gateway)}, PostgreSQL ${percent(from.postgres, to.postgres)}`,
  );
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)));
  rmSync(dataDir, { recursive: true, force: true });
}
