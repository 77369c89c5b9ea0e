// Builds the cashier's page into dist when it is missing or older than its sources, and says nothing when there is
// nothing to do. `node cashier/build.ts [--force]`; the gateway's tests and gallery.ts call it too. What the page was
// built of is told by a hash kept beside it, never by the times of files, which a checkout sets anew.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const STAMP = join(HERE, 'dist', 'inputs.sha256');

/** Side by side only the first builds, the others wait for it. */
let building: Promise<void> | null = null;

export function buildCashier({ force = false } = {}): Promise<void> {
  building ??= build(force).finally(() => {
    building = null;
  });
  return building;
}

async function build(force: boolean): Promise<void> {
  const inputs = hashOfInputs();
  if (!force && inputs === builtFrom()) return;
  // Loaded here: vite alone takes longer than everything else when there is nothing to do.
  const [{ build: bundle }, { default: config }] = await Promise.all([
    import('vite'),
    import('./vite.config.ts'),
  ]);
  await bundle({ ...config, configFile: false });
  await writeFile(STAMP, inputs);
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

function builtFrom(): string | null {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

if (import.meta.main) await buildCashier({ force: process.argv.includes('--force') });
