// Reads a small file at a path from a setting. It never opens anything but a regular file: a pipe without a writer
// would block the start for ever, and opening a device may have effects. It checks the path before it opens the file,
// and then checks the open file. Neither check waits.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The longest database address with several hosts and parameters has a tenth of this. */
export const LARGEST_SECRET_BYTES = 16 * 1024;

/** `isMounted`: the file itself is a mount, as container engines mount secrets. */
export type SmallFile = Readonly<
  | { kind: 'text'; text: string; mode: number; isMounted: boolean }
  | { kind: 'no file' }
  | { kind: 'too large'; bytes: number }
>;

/** Throws the error of the file system. */
export function readSmallFile(path: string, largestBytes = LARGEST_SECRET_BYTES): SmallFile {
  if (!statSync(path).isFile()) return { kind: 'no file' };
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return { kind: 'no file' };
    // One byte more than the limit. The size does not help: a file in /proc reports zero.
    const bytes = Buffer.alloc(largestBytes + 1);
    let length = 0;
    for (let some = 1; some > 0 && length < bytes.length; length += some)
      some = readSync(file, bytes, length, bytes.length - length, null);
    if (length > largestBytes) return { kind: 'too large', bytes: Math.max(length, found.size) };
    const isMounted = isMountPoint(path, found.dev);
    return { kind: 'text', text: bytes.toString('utf8', 0, length), mode: found.mode & 0o777, isMounted };
  } finally {
    closeSync(file);
  }
}

/** Also false if this process may read the file but not its folder. */
function isMountPoint(path: string, device: number): boolean {
  try {
    return statSync(dirname(realpathSync(path))).dev !== device;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ACCESS_DENIED') return false;
    throw error;
  }
}
