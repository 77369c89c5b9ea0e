// Makes DATA_DIR. Called by secrets.ts, main.ts and the embedded database's users before they put anything there.
// Root's folder lets others pass through (not list), because the embedded database then runs as a user of its own;
// what stands in it is protected file by file.

import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export function makeDataDir(dataDir: string): void {
  const firstMade = mkdirSync(dataDir, { recursive: true });
  if (firstMade === undefined) return;
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  // Explicitly, because the umask had its say in mkdir.
  for (let path = dataDir; ; path = dirname(path)) {
    chmodSync(path, mode);
    if (path === firstMade) return;
  }
}
