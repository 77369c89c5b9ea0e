// The example of a package: its own tests, and `new`, which makes the same files.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { run } from '../src/cli/main.ts';
import '../../examples/provider-package/test/acme.test.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/provider-package');

const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('node_modules') && statSync(join(root, path)).isFile())
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);

test('new acme makes the example', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-kit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'acme');
  assert.equal(await run(['new', 'acme', root], () => {}), 0);
  assert.deepEqual(filesOf(root), filesOf(EXAMPLE));
});

test('the code on PROVIDER-PACKAGE stands in the example, whose types are checked', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/PROVIDER-PACKAGE.md'), 'utf8');
  const codes = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => unindented(code!));
  const sources = filesOf(EXAMPLE).map(([, text]) => unindented(text!));
  assert.ok(codes.length > 0);
  for (const code of codes)
    assert.ok(
      sources.some((text) => text.includes(code)),
      code,
    );
});

const unindented = (text: string) => text.replace(/^ +/gm, '');
