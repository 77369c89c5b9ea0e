// The system user of the embedded server. PostgreSQL refuses to run as root, so a gateway started by root gives it
// another user, and reports a folder that this user cannot enter more clearly than PostgreSQL would. It must never
// loosen the rights of a folder that somebody else created.

import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './fault.ts';

/** null: the user that runs the gateway. */
export type ServerUser = Readonly<{ name: string; uid: number; gid: number }> | null;

/** A cluster keeps its owner; a new one gets `postgres`, else a user created for it, else `nobody`. */
export function serverUser(clusterDir: string): ServerUser {
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  const self = process.getuid?.() ?? 0;
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new EmbeddedPostgresError(
        `${clusterDir} belongs to user ${nameOf(owner.uid)}, probably because root started the gateway the first time; ` +
          'start as root again, or set DATA_DIR to another folder',
      );
    }
    return null;
  }
  if (owner !== undefined && owner.uid !== 0)
    return { name: nameOf(owner.uid), uid: owner.uid, gid: owner.gid };
  const known = userNamed('postgres') ?? userNamed('_postgres') ?? userNamed('tollgate');
  return known ?? madeUser() ?? userNamed('nobody') ?? noUser();
}

/** Throws if the user cannot reach `path`, naming the folders that prevent it. */
export function requireReachable(path: string, user: ServerUser, what: string, remedy: string): void {
  if (user === null) return;
  const closed = ancestors(realpathSync(path)).filter((folder) => {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    return (mode & bit) === 0;
  });
  if (closed.length === 0) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, so it runs as user ${user.name}, who cannot enter ${closed.join(' and ')}, where ${what}.\n` +
      `Do one of these:\n  chmod o+x ${closed.join(' ')}\n  ${remedy}\n  set DATABASE_URL to a database of your own`,
  );
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestors(parent), path];
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

export function userNamed(name: string): ServerUser {
  const entry = passwd().find((fields) => fields[0] === name);
  return entry === undefined ? null : { name, uid: Number(entry[2]), gid: Number(entry[3]) };
}

function nameOf(uid: number): string {
  return passwd().find((fields) => fields[2] === String(uid))?.[0] ?? String(uid);
}

function madeUser(): ServerUser {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  spawnSync('useradd', [...options, 'tollgate'], { stdio: 'ignore' });
  return userNamed('tollgate');
}

function noUser(): never {
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root: start as another user, or set DATABASE_URL',
  );
}
