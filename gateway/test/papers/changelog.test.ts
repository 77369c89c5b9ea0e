// Checks CHANGELOG.md against the releases: its newest release, the versions of the packages and releases.json agree,
// and "Unreleased" names each migration since that release.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LAST_UNMARKED, type Release } from '../storage/migration-rules.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

/** The versions of the program and of its packages. */
function versions(): string[] {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  return ['.', ...workspaces].map((folder) => JSON.parse(read(`${folder}/package.json`)).version);
}

interface Given {
  changelog: string;
  released: readonly Release[];
  versions: readonly string[];
  /** File names. */
  migrations: readonly string[];
}

const PARTS = /^## (?<title>.+)\n(?<text>(?:(?!^## ).*\n?)*)/gm;

function faultsOf({ changelog, released, versions, migrations }: Given): string[] {
  const faults: string[] = [];
  const parts = [...changelog.matchAll(PARTS)].map(({ groups }) => groups!);
  const [unreleased, ...out] = parts;
  if (unreleased?.title !== 'Unreleased') return ['the first part is not "Unreleased"'];
  for (const { title } of out)
    if (!/^\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d$/.test(title!))
      faults.push(`"${title}" is not "version – yyyy-mm-dd"`);
  const told = out.map(({ title }) => title!.split(' ')[0]!);
  const listed = released.map(({ release }) => release);
  if (told.toReversed().join() !== listed.join())
    faults.push(`releases.json has ${listed.join() || 'none'}, the changelog ${told.join() || 'none'}`);
  if (new Set(versions).size !== 1) faults.push(`the packages have versions ${versions.join(', ')}`);
  if (told[0] !== undefined && told[0] !== versions[0])
    faults.push(`the packages are ${versions[0]}, the newest release is ${told[0]}`);
  const since = released.at(-1)?.schema ?? LAST_UNMARKED;
  for (const name of migrations) {
    const number = name.slice(0, 4);
    if (Number(number) > since && !unreleased.text!.includes(`migration ${number}`))
      faults.push(`migration ${number} is not in "Unreleased"`);
  }
  return faults;
}

test('the changelog, the packages and the list of releases agree, and no migration is left out', () => {
  const migrations = readdirSync(join(REPOSITORY, 'gateway/migrations')).filter((name) =>
    /^\d{4}-/.test(name),
  );
  const given: Given = {
    changelog: read('CHANGELOG.md'),
    released: JSON.parse(read('gateway/migrations/releases.json')),
    versions: versions(),
    migrations,
  };
  assert.deepEqual(faultsOf(given), []);
});

test('the commit of a release has its version, and its migrations have not changed since', (t) => {
  const released = JSON.parse(read('gateway/migrations/releases.json')) as Release[];
  const git = (...args: string[]) => spawnSync('git', ['-C', REPOSITORY, ...args], { encoding: 'utf8' });
  for (const { release, schema, commit } of released) {
    if (commit === undefined) continue;
    if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) {
      t.diagnostic(`git knows no ${commit} here`);
      continue;
    }
    assert.equal(JSON.parse(git('show', `${commit}:package.json`).stdout).version, release);
    const files = readdirSync(join(REPOSITORY, 'gateway/migrations'))
      .filter((name) => /^\d{4}-/.test(name) && Number(name.slice(0, 4)) <= schema)
      .map((name) => `gateway/migrations/${name}`);
    assert.equal(new Set(files.map((path) => path.slice(0, 'gateway/migrations/0000'.length))).size, schema);
    for (const path of files) assert.equal(git('show', `${commit}:${path}`).stdout, read(path), path);
  }
});

test('every release except the newest names its commit', () => {
  const released = JSON.parse(read('gateway/migrations/releases.json')) as Release[];
  assert.deepEqual(
    released.slice(0, -1).filter(({ commit }) => commit === undefined),
    [],
  );
});
