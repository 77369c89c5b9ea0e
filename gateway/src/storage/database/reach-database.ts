// Looks whether the database of DATABASE_URL answers and is new enough, before anything else is done with it. Its messages
// name the host, port, user and database, never the password.

import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres, describeDatabase } from './connect.ts';

export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

const OLDEST_MAJOR = 15;
/** A database that starts together with us (compose, a reboot) gets this many looks, a second apart. */
const LOOKS = 4;

export async function reachDatabase(databaseUrl: string): Promise<void> {
  for (let look = 1; ; look++) {
    const fault = await lookAt(databaseUrl);
    if (fault === null) return;
    if (!fault.passing || look === LOOKS) {
      throw new DatabaseUnreachableError(`DATABASE_URL (${describeDatabase(databaseUrl)}): ${fault.words}`);
    }
    await sleep(1_000);
  }
}

async function lookAt(databaseUrl: string): Promise<{ words: string; passing: boolean } | null> {
  let sql: ReturnType<typeof connectPostgres> | undefined;
  try {
    sql = connectPostgres(databaseUrl, {
      max: 1,
      connect_timeout: 5,
      silenceMs: 5_000,
      onnotice: () => {},
    });
    const [row] = await sql<{ version: number; name: string }[]>`
      select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name`;
    if (row!.version >= OLDEST_MAJOR) return null;
    return { words: `this is PostgreSQL ${row!.name}; ${OLDEST_MAJOR} or newer is needed`, passing: false };
  } catch (error) {
    return explain(error as NodeJS.ErrnoException, databaseUrl);
  } finally {
    await sql?.end({ timeout: 1 });
  }
}

function explain(error: NodeJS.ErrnoException, databaseUrl: string): { words: string; passing: boolean } {
  const url = new URL(databaseUrl);
  const user = decodeURIComponent(url.username);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return {
        words: 'nothing listens there; is the database running, and are host and port right?',
        passing: true,
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { words: `there is no host named ${url.hostname}`, passing: false };
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'CONNECT_TIMEOUT':
      return {
        words: 'no answer; is the address right, and does the network let us through?',
        passing: false,
      };
    case '28P01':
      return { words: `it refuses the password of user ${user}`, passing: false };
    case '28000':
      return { words: `it refuses user ${user}: ${error.message}`, passing: false };
    case '3D000':
      return { words: 'there is no such database; create it first', passing: false };
    case '57P03':
    case '57P01':
    case '53300':
      return { words: `it is not ready: ${error.message}`, passing: true };
    default:
      return { words: `${error.message} (${error.code ?? error.name})`, passing: false };
  }
}
