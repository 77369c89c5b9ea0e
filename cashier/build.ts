// Builds the cashier's page into dist when it is missing or older than its sources, and says nothing when there is
// nothing to do. `node cashier/build.ts [--force]`; the gateway's tests and gallery.ts call it too, and several processes may at once. What the page was
// built of is told by a hash kept beside it, never by the times of files, which a checkout sets anew. Whoever reads dist
// meanwhile finds a whole page: the manifest is put in place last, what it no longer names goes after that.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const STAMP = 'inputs.sha256';
/** With the number of the process that writes it. */
const DRAFT = /\.\d+$/;

/** The second caller waits for the build of the first. */
let building: Promise<void> | null = null;

export function buildCashier({ force = false } = {}): Promise<void> {
  building ??= build(force).finally(() => {
    building = null;
  });
  return building;
}

async function build(force: boolean): Promise<void> {
  const inputs = hashOfInputs();
  const stamp = join(DIST, STAMP);
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  // Loaded here: vite alone takes longer than everything else when there is nothing to do.
  const [{ build: bundle }, { default: config }] = await Promise.all([
    import('vite'),
    import('./vite.config.ts'),
  ]);
  const built = await bundle({ ...config, configFile: false });
  if (!('output' in built)) throw new Error('vite made something else than one page');
  mkdirSync(DIST, { recursive: true });
  const files = new Map(
    built.output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source] as const),
  );
  // Last the manifest, then the stamp.
  const late = ['manifest.json', STAMP];
  files.set(STAMP, inputs);
  for (const name of [...files.keys()].sort((a, b) => late.indexOf(a) - late.indexOf(b))) {
    const draft = join(DIST, `${name}.${process.pid}`);
    writeFileSync(draft, files.get(name)!);
    renameSync(draft, join(DIST, name));
  }
  for (const name of readdirSync(DIST)) {
    // Another process may build at the same time: its drafts are its own.
    if (!files.has(name) && !DRAFT.test(name)) rmSync(join(DIST, name), { force: true });
  }
}

function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const folder of ['src', 'styles']) {
    const files = readdirSync(join(HERE, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file.slice(HERE.length)).update(readFileSync(file));
  }
  for (const file of ['vite.config.ts', 'package.json', '../package-lock.json']) {
    hash.update(file).update(readFileSync(join(HERE, file)));
  }
  return hash.digest('hex');
}

if (import.meta.main) await buildCashier({ force: process.argv.includes('--force') });
