// The kit as strangers get it: packed, unpacked under node_modules outside this repository, and used there. Node.js
// runs no TypeScript there, so this finds everything that works only in this repository.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { CHECKS } from '@tollgate/provider-kit/contract';
import { build } from '../build.ts';

const HERE = createRequire(import.meta.url);
const packageFolder = (name: string) => join(HERE.resolve(`${name}/package.json`), '..');
const RULES = Object.keys(CHECKS).length;

/** A project with the packed kit, and with what `npm install` would add from a registry. */
async function openProject(t: TestContext): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), 'stranger-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  const built = join(project, 'built');
  await build(built);
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: project, encoding: 'utf8' });
  const [packed] = JSON.parse(npm('pack', built, '--json')) as [{ filename: string }];
  rmSync(built, { recursive: true });
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '@tollgate'), { recursive: true });
  execFileSync('tar', ['-xzf', packed.filename, '-C', join(modules, '@tollgate')], { cwd: project });
  execFileSync('mv', [join(modules, '@tollgate/package'), join(modules, '@tollgate/provider-kit')]);
  mkdirSync(join(modules, '@types'));
  symlinkSync(packageFolder('undici'), join(modules, 'undici'));
  symlinkSync(packageFolder('@types/node'), join(modules, '@types/node'));
  symlinkSync(packageFolder('undici-types'), join(modules, 'undici-types'));
  return project;
}

test('a stranger makes a package with the packed kit, runs its contract and its tests, and checks its types', async (t) => {
  const project = await openProject(t);
  const kit = join(project, 'node_modules/@tollgate/provider-kit');
  const sources = readdirSync(kit, { recursive: true, encoding: 'utf8' });
  const typescript = sources.filter((path) => path.endsWith('.ts') && !/\.d\.ts$|^template\//.test(path));
  assert.deepEqual(typescript, [], 'TypeScript under node_modules');
  for (const path of sources.filter((path) => path.endsWith('.js')))
    assert.doesNotMatch(readFileSync(join(kit, path), 'utf8'), /from ["'](?!\.|node:|undici["'])/, path);

  const command = (...args: string[]) => {
    const program = [join(kit, 'cli/main.js'), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, {
      cwd: project,
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const made = command('new', 'acme');
  assert.equal(made.status, 0, made.said);
  assert.match(made.said, new RegExp(`${RULES} rules kept`));
  const root = join(project, 'acme');
  const tested = command('test', 'acme');
  assert.equal(tested.status, 0, tested.said);

  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const own = spawnSync(process.execPath, ['--test', '--test-reporter=tap', 'test/*.test.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: environment,
  });
  assert.equal(own.status, 0, own.stdout);
  assert.match(own.stdout, new RegExp(`# pass ${RULES + 5}\\b`));

  const tsc = (options: string[]) =>
    spawnSync(process.execPath, [join(packageFolder('typescript'), 'bin/tsc'), '-p', root, ...options], {
      encoding: 'utf8',
    });
  symlinkSync(join(project, 'node_modules/@types'), join(root, 'node_modules/@types'));
  const checked = tsc(['--skipLibCheck', 'false']);
  assert.equal(checked.status, 0, checked.stdout);
  const adapter = join(root, 'src/acme.ts');
  writeFileSync(adapter, readFileSync(adapter, 'utf8').replace('deadlineMs: 15_000', "deadlineMs: 'soon'"));
  assert.match(tsc([]).stdout, /deadlineMs|not assignable/);
  const broken = command('test', 'acme');
  assert.equal(broken.status, 1, broken.said);
  assert.match(broken.said, /✖ its capabilities name existing methods and currencies: its deadline/);
});
