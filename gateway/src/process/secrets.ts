// The two secrets every process needs. In test missing ones are made once and kept in the data folder, readable only by
// their owner; in production they are always given (config.ts), so nothing is written. Must never log or print a
// secret.

import { randomBytes } from 'node:crypto';
import { link, open, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSmallFile } from '../storage/wire/regular-file.ts';
import { type Config, decodeMasterKey, isBearerToken } from './config.ts';
import { createDataDir } from './data-dir.ts';

export type Secrets = Readonly<{ masterKey: Buffer; operatorToken: string }>;

export class SecretFileError extends Error {
  override name = 'SecretFileError';
}

export async function resolveSecrets(config: Config): Promise<Secrets> {
  const { masterKey, operatorToken, dataDir } = config;
  if (masterKey !== null && operatorToken !== null) return { masterKey, operatorToken };
  createDataDir(dataDir);
  return {
    masterKey: masterKey ?? (await keptMasterKey(masterKeyPath(config))),
    operatorToken: operatorToken ?? (await keptOperatorToken(join(dataDir, 'operator.token'))),
  };
}

/**
 * The new key of a rotation that is running or was interrupted. Until adoptNextMasterKey, either key may open the
 * vault. null: there is no such rotation, or MASTER_KEY is given.
 */
export async function nextMasterKey(config: Config): Promise<Buffer | null> {
  if (config.masterKey !== null) return null;
  const path = nextKeyPath(config);
  try {
    return decodedMasterKey(path, readPrivately(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(path, error);
  }
}

/** Called before a rotation commits: after the commit only the new key opens the data, so it must be on the disk. */
export async function storeNextMasterKey(config: Config, masterKey: Buffer): Promise<void> {
  const path = nextKeyPath(config);
  const stored = decodedMasterKey(path, await keep(path, masterKey.toString('base64')));
  if (stored.equals(masterKey)) return;
  throw new SecretFileError(
    `${path} holds another key: another rotation is running or was interrupted. If none is running, ` +
      'run this again with that key, or delete the file and run this again',
  );
}

/** Called after the commit: the stored key is now the new one. Another process may have done this already. */
export async function adoptNextMasterKey(config: Config): Promise<void> {
  await rename(nextKeyPath(config), masterKeyPath(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await syncFolder(config.dataDir);
}

export const masterKeyPath = (config: Config) => join(config.dataDir, 'master.key');
const nextKeyPath = (config: Config) => `${masterKeyPath(config)}.next`;

async function keptMasterKey(path: string): Promise<Buffer> {
  return decodedMasterKey(path, await keep(path, randomBytes(32).toString('base64')));
}

function decodedMasterKey(path: string, text: string): Buffer {
  const key = decodeMasterKey(text);
  if (key === null) {
    throw new SecretFileError(
      `${path} does not hold 32 bytes in Base64: put the right key back, or set MASTER_KEY to it`,
    );
  }
  return key;
}

async function keptOperatorToken(path: string): Promise<string> {
  const token = (await keep(path, `tgo_${randomBytes(24).toString('base64url')}`)).trim();
  if (!isBearerToken(token, 1)) {
    throw new SecretFileError(
      `${path} does not hold a bearer token: delete it and the next start makes a new one, or set OPERATOR_TOKEN`,
    );
  }
  return token;
}

/** The content of the file; without a file, `made` becomes its content. Processes that start together agree on one. */
async function keep(path: string, made: string): Promise<string> {
  try {
    return readPrivately(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(path, error);
  }
  // Written to another file and linked: the file appears complete or not at all, and the second of two processes finds
  // the first's.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(draft);
    await syncFolder(dirname(path));
    return readPrivately(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** After a power failure a file is lost if its directory entry is not on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function readPrivately(path: string): string {
  const found = readSmallFile(path);
  if (found.kind !== 'text') throw new SecretFileError(`${path} is not a file with a secret: move it away`);
  if ((found.mode & 0o077) !== 0) {
    throw new SecretFileError(`${path} can be read by other users of this machine; run: chmod 600 ${path}`);
  }
  return found.text;
}

function unreadable(path: string, error: unknown): Error {
  if (error instanceof SecretFileError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const cause =
    code === 'EACCES' || code === 'EPERM'
      ? 'belongs to another user of this machine'
      : `cannot be used (${code ?? message})`;
  return new SecretFileError(
    `${path} ${cause}; start as the user who made it, or set DATA_DIR to another folder`,
  );
}
