// Secrets that come as files: beside each secret setting stands one with _FILE behind its name, which holds a path
// (contract 1). So a secret is in no environment, which /proc shows and child processes inherit. The files are read before
// root is given up, once. A fault names the path and never what the file holds.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The longest address with several hosts and parameters has a tenth of it. */
const LARGEST_BYTES = 16 * 1024;
const ACCEPTED = 'the path of a file with the secret and nothing else';

type Fault = Readonly<{ variable: string; holds: string; accepted: string }>;
type Read = Readonly<{ text: string } | { fault: string }>;

/**
 * The environment with what the files of these secrets hold, from which file each came, and what is wrong. A secret whose file is at fault
 * is not set.
 */
export function readSecretFiles(
  env: Environment,
  secrets: readonly string[],
): Readonly<{ env: Environment; origins: ReadonlyMap<string, string>; faults: readonly Fault[] }> {
  const filled: Record<string, string | undefined> = { ...env };
  const origins = new Map<string, string>();
  const faults: Fault[] = [];
  for (const secret of secrets) {
    const variable = `${secret}_FILE`;
    const path = env[variable]?.trim();
    if (!path) continue;
    const fault = (holds: string, accepted = ACCEPTED) => {
      faults.push({ variable, holds, accepted });
      delete filled[secret];
    };
    if (env[secret]?.trim()) {
      fault(`and ${secret} are both set`, 'one of the two');
      continue;
    }
    const read = readSecret(path);
    if ('fault' in read) fault(`names ${JSON.stringify(path)}, ${read.fault}`);
    else {
      filled[secret] = read.text;
      origins.set(secret, path);
    }
  }
  return { env: filled, origins, faults };
}

function readSecret(path: string): Read {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const found = fstatSync(file);
    if (!found.isFile()) return { fault: 'which is not a file' };
    if (found.size > LARGEST_BYTES)
      return { fault: `which has ${found.size} bytes; a secret has ${LARGEST_BYTES} at most` };
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? { fault: 'which is empty' } : { text };
  } catch (error) {
    return { fault: reasonOf(error as NodeJS.ErrnoException) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'which does not exist';
  if (code === 'EACCES' || code === 'EPERM')
    return `which the user of this process (uid ${process.getuid?.()}) may not read`;
  return `which cannot be read (${code ?? message})`;
}
