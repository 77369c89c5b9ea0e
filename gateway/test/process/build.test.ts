// Which version a build reports. A build is the release only if its commit has the release's tag or is named in
// releases.json.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { versionOf } from '../../src/process/build.ts';

test('the version of a build has its commit, and the version of a release has none', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-version-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main'];
    const { status, stdout, stderr } = spawnSync('git', ['-C', root, ...who, ...args], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout.trim();
  };
  const gateway = join(root, 'gateway');
  mkdirSync(join(root, 'gateway/migrations'), { recursive: true });
  const releases = (list: object[]) =>
    writeFileSync(join(root, 'gateway/migrations/releases.json'), JSON.stringify(list));
  writeFileSync(join(root, 'gateway/package.json'), '{"version": "1.2.3"}');
  releases([]);
  assert.equal(versionOf(gateway), '1.2.3', 'an unpacked release is no clone');

  git('init', '--quiet');
  assert.equal(versionOf(gateway), '1.2.3+unknown', 'no commit yet');
  git('add', '.');
  git('commit', '--quiet', '--message=one');
  const commit = git('rev-parse', 'HEAD');
  assert.equal(versionOf(gateway), `1.2.3+${commit.slice(0, 12)}`);
  git('tag', 'v1.2.2');
  assert.equal(versionOf(gateway), `1.2.3+${commit.slice(0, 12)}`, 'the tag of another release');
  git('tag', 'v1.2.3');
  assert.equal(versionOf(gateway), '1.2.3');
  git('tag', '--delete', 'v1.2.3');
  releases([{ release: '1.2.3', commit }]);
  assert.equal(versionOf(gateway), '1.2.3');
});
