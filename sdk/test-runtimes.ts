// Runs the test of the package with Bun and Deno: `npm run sdk:runtimes`. Those that are not on the PATH come from npm into a folder that is
// deleted afterwards. They are no dependencies of this project, because they are larger than it (docs/decisions/0105).
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Their npm packages hold no program; it is in a package of the platform, which npm installs with them. */
const RUNTIMES = { bun: ['1.4.5', '@oven/*/bin/bun'], deno: ['2.9.6', '@deno/*/deno'] } as const;

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tollgate-runtimes-'));
try {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const missing = (['bun', 'deno'] as const).filter((name) => !isThere(name));
  if (missing.length > 0) {
    const packages = missing.map((name) => `${name}@${RUNTIMES[name][0]}`);
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', '--prefix', folder, ...options, ...packages], { stdio: 'inherit' });
  }
  for (const name of missing) {
    const [found] = globSync(join(folder, 'node_modules', RUNTIMES[name][1]));
    if (found === undefined) throw new Error(`${name}: npm has no program for this machine`);
    chmodSync(found, 0o755);
    symlinkSync(found, join(programs, name));
  }
  execFileSync('npm', ['run', '--silent', 'test:one', '--', 'sdk/test/package.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
