// Secrets that come as files: each secret setting has a second setting, whose name ends in _FILE and whose value is a
// path (contract 1). So no environment holds a secret; /proc shows an environment, and child processes inherit it. The
// files are read once, before the process gives up root. A fault names the path and never the file's content.

import { LARGEST_SECRET_BYTES, readSmallFile, type SmallFile } from '../storage/wire/regular-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const ACCEPTED = 'the path of a file with the secret and nothing else';

type Fault = Readonly<{ variable: string; holds: string; accepted: string }>;
type Read = Readonly<{ text: string; isOpen: boolean; mode: number } | { fault: string }>;

/** A file that every user of the machine may read or write. */
const OTHERS_MAY = 0o006;

/**
 * The environment with the content of the secrets' files, the file of each secret, and the faults. A secret is not set
 * if its file is at fault. `open`: files that anybody on this machine can read; the caller decides whether they stop a
 * start.
 */
export function readSecretFiles(
  env: Environment,
  secrets: readonly string[],
): Readonly<{
  env: Environment;
  origins: ReadonlyMap<string, string>;
  faults: readonly Fault[];
  open: readonly Fault[];
}> {
  const filled: Record<string, string | undefined> = { ...env };
  const origins = new Map<string, string>();
  const faults: Fault[] = [];
  const open: Fault[] = [];
  for (const secret of secrets) {
    const variable = `${secret}_FILE`;
    const path = env[variable]?.trim();
    if (!path) continue;
    const fault = (holds: string, accepted = ACCEPTED) => {
      faults.push({ variable, holds, accepted });
      delete filled[secret];
    };
    if (env[secret]?.trim()) {
      fault(`and ${secret} are both set`, 'only one of the two');
      continue;
    }
    const read = readSecret(path);
    if ('fault' in read) fault(`names ${JSON.stringify(path)}, ${read.fault}`);
    else {
      filled[secret] = read.text;
      origins.set(secret, path);
      if (read.isOpen) {
        const holds = `names ${JSON.stringify(path)}, which every user of this machine may read or write (mode ${read.mode.toString(8)})`;
        open.push({ variable, holds, accepted: 'a file of mode 400, 440, 600 or 640 (chmod o= …)' });
      }
    }
  }
  return { env: filled, origins, faults, open };
}

function readSecret(path: string): Read {
  let found: SmallFile;
  try {
    found = readSmallFile(path);
  } catch (error) {
    return { fault: reasonOf(error as NodeJS.ErrnoException) };
  }
  if (found.kind === 'no file') return { fault: 'which is not a file' };
  if (found.kind === 'too large')
    return { fault: `which has ${found.bytes} bytes; a secret has ${LARGEST_SECRET_BYTES} at most` };
  const text = found.text.trim();
  if (text === '') return { fault: 'which is empty' };
  // A container engine mounts a secret with the mode that it has outside. The folder outside keeps others out.
  return { text, isOpen: (found.mode & OTHERS_MAY) !== 0 && !found.isMounted, mode: found.mode };
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'which does not exist';
  if (code === 'EACCES' || code === 'EPERM')
    return `which the user of this process (uid ${process.getuid?.()}) may not read`;
  return `which cannot be read (${code ?? message})`;
}
