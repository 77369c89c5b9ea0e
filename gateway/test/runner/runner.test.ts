// Runs the test runner on small files of its own: what must fail a run fails it, and the report names it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';

const RUN = join(import.meta.dirname, '../run.ts');

const FILES: Record<string, string> = {
  right: `
    test('passes', () => {});
    test('waits for its parts', async (t) => {
      const order = [];
      t.after(() => order.push('after'));
      void t.test('a part', async () => order.push('part'));
      t.diagnostic('said');
    });
    test('is left out', { skip: 'no reason' }, () => assert.fail());
    test('leaves itself out', (t) => t.skip('later'));
    describe('a suite', { concurrency: 2 }, () => {
      const met = Promise.withResolvers();
      test('meets the other', async () => met.promise);
      test('meets the one', async () => met.resolve());
    });`,
  wrong: `
    test('throws', () => assert.equal(1, 2));
    test('has a part that throws', async (t) => {
      await t.test('the part', () => assert.fail('in a part'));
    });
    test('throws in its end', (t) => t.after(() => assert.fail('in an end')));
    test('throws where nobody catches', async () => {
      setTimeout(() => assert.fail('in a timer'));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    });
    test('takes too long', { timeout: 20 }, () => new Promise(() => {}));
    test('still passes', () => {});`,
  'hook-before': "before(() => assert.fail('in a hook')); test('is not reached', () => {});",
  'hook-after': "after(() => assert.fail('in a late hook')); test('passes before it', () => {});",
  unloadable: "import 'node:nothing';",
  'late-declaration': "test('declares one within', () => test('within', () => {}));",
  empty: 'export {};',
  ending: "test('ends its process', () => process.exit(0)); test('is lost', () => {});",
};

const FAILED = [
  'wrong.test.mjs › throws (',
  'wrong.test.mjs › has a part that throws › the part (',
  'wrong.test.mjs › has a part that throws (',
  'wrong.test.mjs › throws in its end (',
  'wrong.test.mjs › throws where nobody catches (',
  'wrong.test.mjs › takes too long (',
  'hook-before.test.mjs › (hook) (',
  'hook-after.test.mjs › (hook after the tests) (',
  'unloadable.test.mjs › (loading) (',
  'empty.test.mjs › (loading) (',
  'late-declaration.test.mjs › declares one within (',
  'ending.test.mjs › its process ended (exit code 0)',
];

function play(...given: string[]): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(process.execPath, [RUN, ...given], { encoding: 'utf8' });
  return { code: status, out: stdout };
}

const HEAD =
  "import assert from 'node:assert/strict'; import test, { after, before, describe } from 'node:test';\n";

function write(t: TestContext, files: Record<string, string>): { folder: string; paths: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, `${name}.test.mjs`);
    writeFileSync(path, HEAD + text);
    return path;
  });
  return { folder, paths };
}

test('a run reports each fault at once and again at its end, counts all tests, and ends with 1', (t) => {
  const { folder, paths } = write(t, FILES);
  const all = play(...paths);
  assert.equal(all.code, 1);
  for (const one of FAILED)
    assert.equal(all.out.split(`✖ ${folder}/${one}`).length - 1, 2, `${one}\n${all.out}`);
  assert.match(all.out, /\n7 passed, 12 failed, 2 skipped\n$/);
  assert.match(all.out, /waits for its parts: said/);
  assert.match(all.out, /skipped: .*is left out: no reason/);

  const some = play('--name', 'meets', paths[0]!);
  assert.deepEqual([some.code, /\n2 passed, 0 failed, 0 skipped\n$/.test(some.out)], [0, true], some.out);
});

test('a run that takes longer than its limit ends and fails', (t) => {
  const endless = "test('never ends', () => new Promise(() => setInterval(() => {}, 1_000)));";
  const { paths } = write(t, { endless, another: "test('passes', () => {});" });
  const { code, out } = play('--limit', '0.05', ...paths);
  assert.equal(code, 1, out);
  assert.match(out, /^✖ the run › took longer than 0\.05 minutes$/m);
  assert.match(out, /endless\.test\.mjs › its process ended \(SIGKILL\)/);
});

test('a process ends with its last test, also after a test that replaced the timers', (t) => {
  const mocked =
    "test('replaces them', (t) => t.mock.timers.enable({ apis: ['setTimeout'] })); test('is next', () => {});";
  const { paths } = write(t, { mocked });
  const env = { ...process.env, TEST_LINGER_MS: '20000' };
  const { status, stderr } = spawnSync(process.execPath, [RUN, ...paths], { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /is still busy/);
});
