// Which release this is: the version in the package's package.json, which a release carries with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../package.json');

export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
