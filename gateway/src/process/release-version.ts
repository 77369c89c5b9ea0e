// Which release this is: the version in the gateway's package.json, which is in every release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const RELEASE: string = readVersion();

/** A copy of the sources alone has none. */
function readVersion(): string {
  try {
    const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    return 'unknown';
  }
}
