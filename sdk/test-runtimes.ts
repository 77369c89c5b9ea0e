// Runs the package's test with Bun and Deno, and the test of its types with the lowest TypeScript: `npm run
// sdk:runtimes`. A program that is not on the PATH comes from npm into a folder that is deleted afterwards. None is a
// dependency of this project, because each is large (docs/decisions/0105).
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Their npm packages contain no program. It is in a package for the platform, which npm installs with them. */
const RUNTIMES = { bun: ['1.4.5', '@oven/*/bin/bun'], deno: ['2.9.6', '@deno/*/deno'] } as const;

/** As the README says. An older compiler than 5.0 does not read the declarations of the package. */
export const LOWEST_TYPESCRIPT = '5.0.4';

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function testAll(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-runtimes-'));
  try {
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const missing = (['bun', 'deno'] as const).filter((name) => !isThere(name));
    const packages = missing.map((name) => `${name}@${RUNTIMES[name][0]}`);
    packages.push(`typescript@${LOWEST_TYPESCRIPT}`);
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', '--prefix', folder, ...options, ...packages], { stdio: 'inherit' });
    for (const name of missing) {
      const [found] = globSync(join(folder, 'node_modules', RUNTIMES[name][1]));
      if (found === undefined) throw new Error(`${name}: npm has no program for this machine`);
      chmodSync(found, 0o755);
      symlinkSync(found, join(programs, name));
    }
    const tests = ['sdk/test/package.test.ts', 'sdk/test/types.test.ts'];
    execFileSync('npm', ['run', '--silent', 'test:one', '--', ...tests], {
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${programs}${delimiter}${process.env.PATH}`,
        TSC: join(folder, 'node_modules/typescript/bin/tsc'),
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) testAll();
