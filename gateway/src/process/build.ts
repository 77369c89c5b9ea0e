// Which release this is: the version of the package, which a release carries with it. What is built or run from a clone whose commit is no
// release is that version and its commit, such as 0.2.0+f5a9cd9f0c1b: nobody takes it for the release.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GATEWAY = join(import.meta.dirname, '../..');

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** `gateway`: the package's folder in a release or in a clone. A commit is a release by its tag, or where releases.json names it. */
export function versionOf(gateway: string): string {
  const root = join(gateway, '..');
  const { version } = readJson(gateway, 'package.json') as { version: string };
  // In a release the version says it already.
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

/** Of this program. */
export function version(): string {
  known ??= versionOf(GATEWAY);
  return known;
}
