// Writes dist/, the JavaScript and the types of the package: `npm run sdk:build`. dist/ is under version control,
// because `npm pack` runs no script here (docs/decisions/0105). A test compares dist/ with the sources.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build as bundle, minifySync } from 'vite';

const HERE = import.meta.dirname;
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

export async function build(outDir: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  const tsc = (...options: string[]) =>
    execFileSync(process.execPath, [TSC, '-p', HERE, '--outDir', outDir, ...options], { stdio: 'inherit' });
  // An editor shows the comments of the types. The code needs none; without them the package is 5 KB smaller.
  tsc('--emitDeclarationOnly');
  tsc('--declaration', 'false', '--removeComments');
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' }))
    if (/\.(js|d\.ts)$/.test(name)) indentByTabs(join(outDir, name));
  shortenComments(join(outDir, 'api-types.d.ts'));
  dropUnusedTypes(outDir, ['tollgate.d.ts', 'webhooks/webhooks.d.ts']);
  await bundleCommands(join(outDir, 'cli'));
  chmodSync(join(outDir, 'cli/main.js'), 0o755);
}

/**
 * Merchants have no use for types that the entries do not lead to. Nothing leads to an `@internal` type. The package is
 * 2 KB smaller without them.
 */
function dropUnusedTypes(outDir: string, entries: readonly string[]): void {
  const used = new Set(entries.map((name) => join(outDir, name)));
  for (const file of used)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.ts'/g))
      used.add(`${join(dirname(file), path!)}.d.ts`);
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts') && !used.has(join(outDir, name))) rmSync(join(outDir, name));
}

/** Tabs make the package 2 KB smaller than spaces. */
function indentByTabs(file: string): void {
  const text = readFileSync(file, 'utf8');
  // Spaces inside a template text are not indentation.
  if (text.split('\n').some((line) => line.split('`').length % 2 === 0)) return;
  writeFileSync(
    file,
    text.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4)),
  );
}

/**
 * Nobody imports the command line, so it is one file with short names. The package is 7 KB smaller. The client stays
 * readable.
 */
async function bundleCommands(folder: string): Promise<void> {
  const entry = join(folder, 'main.js');
  await bundle({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry, formats: ['es'], fileName: () => 'bundle.js' },
      rolldownOptions: {
        external: (id) => /^node:|\/tollgate\.js$|^zod$|^@modelcontextprotocol\//.test(id),
        output: { codeSplitting: false },
      },
    },
  });
  const text = readFileSync(join(folder, 'bundle.js'), 'utf8');
  const { code, errors } = minifySync('main.js', text, { module: true });
  if (errors.length > 0) throw new Error(`main.js: ${errors[0]!.message}`);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(entry, `${code}\n`);
}

/**
 * Removes the format, the tags and the example, because the type and its description say the same. A comment with one
 * line left is written on one line. The package is 2 KB smaller.
 */
function shortenComments(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^\s*\* (Format: .*|@enum .*|@example .*)\n/gm, '')
    .replaceAll('* @description ', '* ');
  writeFileSync(file, text.replaceAll(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */'));
}

if (import.meta.main) await build(join(HERE, 'dist'));
