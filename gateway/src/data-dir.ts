// Makes DATA_DIR. Called by secrets.ts, run-as.ts and database-server.ts before anything is put there. Root's folder lets
// others pass through (not list), because the embedded database then runs as a user of its own; what stands in it is
// protected file by file. It must never change a folder that is there already.

import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** `owner`: whom root makes it for. */
export function makeDataDir(dataDir: string, owner?: Readonly<{ uid: number; gid: number }>): void {
  const firstMade = mkdirSync(dataDir, { recursive: true });
  if (firstMade === undefined) return;
  const mode = process.getuid?.() === 0 && owner === undefined ? 0o711 : 0o700;
  for (let path = dataDir; ; path = dirname(path)) {
    // Explicitly, because the umask had its say in mkdir.
    chmodSync(path, mode);
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
    if (path === firstMade) return;
  }
}
