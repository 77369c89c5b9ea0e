// Makes DATA_DIR. A folder made by root lets others pass through (not list), because the embedded database then runs as
// another user; its files are protected one by one. It must never change an existing folder.

import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** `owner`: the user for whom root makes it. */
export function createDataDir(dataDir: string, owner?: Readonly<{ uid: number; gid: number }>): void {
  const firstMade = mkdirSync(dataDir, { recursive: true });
  if (firstMade === undefined) return;
  const mode = process.getuid?.() === 0 && owner === undefined ? 0o711 : 0o700;
  for (let path = dataDir; ; path = dirname(path)) {
    // Set explicitly, because mkdir applies the umask.
    chmodSync(path, mode);
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
    if (path === firstMade) return;
  }
}
