// The version of this program. In a release it is the version of the package. In a clone at a commit that is no
// release, the commit follows the version, such as 0.2.0+f5a9cd9f0c1b, so that nobody takes the clone for the release.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GATEWAY = join(import.meta.dirname, '../..');

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

/**
 * `gateway`: the package's folder in a release or in a clone. A commit is a release if it has the release's tag, or if
 * releases.json names it.
 */
export function versionOf(gateway: string): string {
  const root = join(gateway, '..');
  const { version } = readJson(gateway, 'package.json') as { version: string };
  // In a release the version alone is enough.
  if (!existsSync(join(root, '.git'))) return version;
  const asked = ['-C', root, 'log', '-1', '--decorate-refs=refs/tags', '--format=%H %D'];
  const { stdout, status } = spawnSync('git', asked, { encoding: 'utf8' });
  const [commit = '', ...names] = (stdout ?? '').trim().split(/[\s,]+/);
  if (status !== 0 || commit === '') return `${version}+unknown`;
  const released = readJson(gateway, 'migrations/releases.json') as {
    release: string;
    commit: string;
  }[];
  const isRelease =
    names.includes(`v${version}`) || released.some((one) => one.release === version && one.commit === commit);
  return isRelease ? version : `${version}+${commit.slice(0, 12)}`;
}

let known: string | null = null;

/** The version of this program. */
export function version(): string {
  known ??= versionOf(GATEWAY);
  return known;
}
