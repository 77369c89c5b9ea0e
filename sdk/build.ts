// Writes dist/, the JavaScript and the types that the package has: `npm run sdk:build`. dist/ is under version control, because
// `npm pack` runs no script here (docs/decisions/0105); a test compares it with the sources.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const HERE = import.meta.dirname;
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

export function build(outDir: string): void {
  rmSync(outDir, { recursive: true, force: true });
  execFileSync(process.execPath, [TSC, '-p', HERE, '--outDir', outDir], { stdio: 'inherit' });
  chmodSync(join(outDir, 'cli/main.js'), 0o755);
}

if (import.meta.main) build(join(HERE, 'dist'));
