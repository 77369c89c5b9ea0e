// What the bench's `--against` accepts as a former release: a folder that exists, else a name that git knows. Checks
// nothing out.
import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import test from 'node:test';
import { commitOf } from '../../gateway/scripts/former-release.ts';
import { findFormer } from '../reference/former-release.ts';

const head = commitOf('HEAD');

test('the bench takes a folder that exists as the former release, before it asks git', () => {
  const folder = join(import.meta.dirname, '..');
  assert.deepEqual(findFormer(folder), { name: `in the folder "${basename(folder)}"`, folder });
});

test('the bench resolves a name that git knows to a commit, and the results show both', {
  skip: head === null,
}, () => {
  const short = head!.slice(0, 7);
  assert.deepEqual(findFormer('HEAD'), { name: `HEAD (${short})`, commit: head });
  assert.deepEqual(findFormer(head!), { name: short, commit: head });
  assert.deepEqual(findFormer(short), { name: short, commit: head });
});

test('the bench refuses a name that is neither a folder nor known to git', () => {
  for (const name of ['no-such-release', '--all', ''])
    assert.throws(
      () => findFormer(name),
      /no such folder exists, and this git repository has no such tag, branch or commit/,
      name,
    );
});
