// The command line in this process: `new` makes a package whose contract is green, `test` names each broken rule.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { CHECKS } from '@tollgate/provider-kit/contract';
import { run } from '../src/cli/main.ts';

const RULES = Object.keys(CHECKS).length;

const home = mkdtempSync(join(tmpdir(), 'provider-kit-'));
after(() => rmSync(home, { recursive: true, force: true }));
let made: Promise<string> | undefined;

/** The folder of a package made by `new`, which plays the whole contract; so it is made once. */
function globex(): Promise<string> {
  made ??= (async () => {
    const root = join(home, 'globex');
    const said: string[] = [];
    assert.equal(await run(['new', 'globex', root], (line) => void said.push(line)), 0, said.join('\n'));
    return root;
  })();
  return made;
}

function inFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'provider-kit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const said: string[] = [];
  const command = async (...args: string[]) => {
    said.length = 0;
    return { code: await run(args, (line) => void said.push(line)), said: [...said] };
  };
  /** A copy of a package made by `new`, changed before anything loads it. Node.js keeps a loaded module. */
  async function changed(file: string, from: string, to: string): Promise<string> {
    const copy = mkdtempSync(join(folder, 'globex-'));
    cpSync(await globex(), copy, { recursive: true, verbatimSymlinks: true });
    const text = readFileSync(join(copy, file), 'utf8');
    assert.ok(text.includes(from), `${file} has no ${from}`);
    writeFileSync(join(copy, file), text.replace(from, to));
    return copy;
  }
  return { folder, command, changed };
}

test('new makes a package whose contract is green', async (t) => {
  const { folder, command } = inFolder(t);
  const root = join(folder, 'packages', 'globex-pay');
  const { code, said } = await command('new', 'globex-pay', root);
  assert.equal(code, 0, said.join('\n'));
  assert.equal(said.filter((line) => line.startsWith('  ✔ ')).length, RULES);
  assert.match(said.at(-2)!, new RegExp(`^${RULES} rules kept`));
  assert.ok(existsSync(join(root, 'src/globex-pay.ts')));
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (path.startsWith('node_modules') || !/\.(ts|json|md)$/.test(path)) continue;
    assert.doesNotMatch(path + readFileSync(join(root, path), 'utf8'), /acme/i, path);
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(manifest.name, 'tollgate-provider-globex-pay');
});

test('new writes into no folder that has something in it, and takes no strange name', async (t) => {
  const { folder, command } = inFolder(t);
  writeFileSync(join(folder, 'thesis.txt'), 'the only copy');
  const full = await command('new', 'globex', folder);
  assert.deepEqual([full.code, readdirSync(folder)], [2, ['thesis.txt']]);
  assert.match(full.said[0]!, /is not empty/);
  for (const file of ['thesis.txt', 'thesis.txt/globex']) {
    const { code, said } = await command('new', 'globex', join(folder, file));
    assert.equal(code, 2);
    assert.match(said[0]!, /thesis\.txt.* cannot be made: /);
  }
  for (const name of ['Globex', '../globex', 'globex--pay', '7up', ''])
    assert.equal((await command('new', name, join(folder, 'new'))).code, 2, name);
  assert.equal(existsSync(join(folder, 'new')), false);
});

test('a broken adapter is exit code 1, and the line of its rule says why', async (t) => {
  const { command, changed } = inFolder(t);
  const broken: [string, string, string, RegExp][] = [
    [
      'src/payments.ts',
      'new Date(String(payment.expiresAt))',
      'new Date(0)',
      /✖ its answers fit.*over before/,
    ],
    ['src/methods.ts', "['EUR', 'GBP'", "['EUR', 'GPB'", /✖ its capabilities.*GPB is no currency/],
    [
      'src/notifications.ts',
      'if (!isSigned)',
      'if (isSigned === null)',
      /✖ no input makes it throw.*refused/,
    ],
    ['src/refunds.ts', 'key: id,', 'key: crypto.randomUUID(),', /✖ it refunds once under a refund’s id/],
  ];
  for (const [file, from, to, expected] of broken) {
    const root = await changed(file, from, to);
    const { code, said } = await command('test', root);
    const line = said.find((one) => expected.test(one));
    assert.ok(line, said.join('\n'));
    assert.deepEqual([code, said.at(-1)], [1, `${said[0]}: the contract is broken.`]);
  }
});

test('a folder that is no package, or was made for another seam, is exit code 2 with one sentence', async (t) => {
  const { folder, command, changed } = inFolder(t);
  assert.deepEqual(await command('test', folder), {
    code: 2,
    said: [`${folder} is no package: it has no package.json.`],
  });
  const seam = await changed('src/globex.ts', 'seam: SEAM_VERSION', 'seam: 0 as 1');
  const wrong = await command('test', seam);
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.said[0]!,
    /the provider globex was made for version 0 of the seam, and this kit has version 1\.$/,
  );
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{"name": "empty", "type": "module", "exports": "./no.js"}');
  assert.match((await command('test', empty)).said[0]!, /^empty has no entry/);
  writeFileSync(join(empty, 'no.js'), 'export default 7;');
  assert.match((await command('test', empty)).said[0]!, /neither a ProviderDeclaration nor a list of them/);
});

test('a stage that cannot be opened is exit code 2, because it says nothing about the adapter', async (t) => {
  const { command, changed } = inFolder(t);
  const root = await changed('test/stage.ts', 'let time =', "throw new Error('no port'); let time =");
  const { code, said } = await command('test', root);
  assert.deepEqual([code, said], [2, ['Globex', 'Globex: its stage cannot be opened: it threw "no port"']]);
});

test('a declaration with faults is exit code 2, and its fault is named', async (t) => {
  const { command, changed } = inFolder(t);
  const root = await changed('src/globex.ts', "name: 'notificationSecrets'", "name: 'apiKey'");
  const { code, said } = await command('test', root);
  assert.equal(code, 2);
  assert.match(said[0]!, /two of its credentials have one name/);
});

test('a package with several declarations is played one by one, those not tried are left out', async (t) => {
  const { command, changed } = inFolder(t);
  const several = `export default [GLOBEX, { ...GLOBEX, name: 'Second' }, { ...GLOBEX, name: 'Third', played: 'not-tried' }];`;
  const root = await changed('src/globex.ts', 'export default GLOBEX;', several);
  const stage = join(root, 'test/stage.ts');
  const text = readFileSync(stage, 'utf8');
  writeFileSync(stage, `${text.replace('import GLOBEX from', 'import ALL from')}\nconst GLOBEX = ALL[0]!;\n`);
  const { code, said } = await command('test', root);
  assert.equal(code, 0, said.join('\n'));
  assert.deepEqual(
    said.filter((line) => !line.startsWith('  ')),
    ['Globex', 'Second', 'not tried: Third', `${2 * RULES} rules kept.`],
  );
});

test('the command line says how it is used', async (t) => {
  const { command } = inFolder(t);
  assert.deepEqual(
    await command('--help').then(({ code, said }) => [code, /tollgate-provider new/.test(said[0]!)]),
    [0, true],
  );
  assert.equal((await command()).code, 2);
  assert.match((await command('deploy')).said[0]!, /"deploy" is no command/);
  assert.equal((await command('test', '--fast')).code, 2);
});
