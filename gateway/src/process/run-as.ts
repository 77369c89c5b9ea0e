// Gives up root (RUN_AS): a process that root started becomes another user before it makes, opens or reads anything
// that lasts, and cannot go back. Without RUN_AS the user stays, and start.ts warns in production. It must never change
// the owner of a file: the operator hands DATA_DIR over.

import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { userNamed } from '@tollgate/embedded-postgres';
import type { Config } from './config.ts';
import { createDataDir } from './data-dir.ts';

export class RunAsError extends Error {
  override name = 'RunAsError';
}

type User = Readonly<{ uid: number; gid: number }>;

export function dropRootRights(config: Config): void {
  const { runAs, dataDir } = config;
  if (runAs === null) return;
  const user = findUser(runAs);
  const self = process.getuid?.();
  if (self === user.uid) return;
  if (self !== 0) {
    throw new RunAsError(
      `RUN_AS is ${runAs}, but only root can switch to another user: start as root or as ${runAs}, or unset RUN_AS`,
    );
  }
  const needsDataDir =
    config.databaseUrl === null || config.masterKey === null || config.operatorToken === null;
  if (needsDataDir) createDataDir(dataDir, user);
  // The groups come first: afterwards the process has no right to change them.
  process.setgroups!([user.gid]);
  process.setgid!(user.gid);
  process.setuid!(user.uid);

  const { R_OK, W_OK, X_OK } = constants;
  requireAccess(join(import.meta.dirname, 'start.ts'), R_OK, runAs, 'move the program to where it can');
  if (needsDataDir) requireAccess(dataDir, R_OK | W_OK | X_OK, runAs, `run: chown -R ${runAs} ${dataDir}`);
}

function findUser(runAs: string): User {
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(runAs) ?? [];
  if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  const user = userNamed(runAs);
  if (user === null) throw new RunAsError(`RUN_AS is ${runAs}, but this machine has no such user`);
  if (user.uid === 0) throw new RunAsError(`RUN_AS is ${runAs}, which is another name of root`);
  return user;
}

function requireAccess(path: string, mode: number, runAs: string, remedy: string): void {
  try {
    accessSync(path, mode);
  } catch {
    throw new RunAsError(
      `RUN_AS is ${runAs}, who cannot use ${path}; ${remedy}, or set RUN_AS to another user`,
    );
  }
}
