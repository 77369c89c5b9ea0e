// The file that a package's folder is loaded from. Node.js finds it by name only below node_modules, and a folder of
// PROVIDER_PACKAGES is anywhere.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The conditions of `exports` that hold here. */
const CONDITIONS = new Set(['node', 'import', 'module-sync', 'default']);

/** The absolute path of the entry in package.json, whether the file exists or not; null: package.json names none. */
export function entryOf(folder: string): string | null {
  const { exports, main } = readManifest(folder);
  const target = targetOf(exports) ?? (typeof main === 'string' ? main : null);
  if (target === null) return null;
  const entry = resolve(folder, target);
  return entry.startsWith(join(resolve(folder), '/')) ? entry : null;
}

function readManifest(folder: string): { exports?: unknown; main?: unknown } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {};
  } catch {
    // The package then names no entry, and the caller says so.
    return {};
  }
}

/** `exports` is a file, a list of tries, an object of conditions, or an object of paths. */
function targetOf(exports: unknown): string | null {
  if (typeof exports === 'string') return exports;
  if (Array.isArray(exports)) return exports.map(targetOf).find((one) => one !== null) ?? null;
  if (typeof exports !== 'object' || exports === null) return null;
  for (const [key, value] of Object.entries(exports)) {
    if (key !== '.' && !CONDITIONS.has(key)) continue;
    const found = targetOf(value);
    if (found !== null) return found;
  }
  return null;
}
