// Builds a page into the dist of its folder if it is missing or older than its sources, and prints nothing otherwise.
// Several processes may build at once. A hash of the sources shows whether it is older, never file times, which a
// checkout changes. A reader of dist must always find a complete page: the manifest is written last, and files that it
// no longer names are removed after that. Beside each script and stylesheet it puts the compressed one (`main.js.br`):
// the best compression takes seconds, which each start of a gateway would spend again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { InlineConfig } from 'vite';

const STAMP = 'inputs.sha256';
/** A draft's name ends with the number of the process that writes it. */
const DRAFT = /\.\d+$/;
/** Beside the folders of sources. */
const SETTINGS = [
  'vite.config.ts',
  'package.json',
  '../package-lock.json',
  '../gateway/scripts/build-page.ts',
];

export type BuildPage = (options?: { force?: boolean }) => Promise<void>;

class NoBuilderError extends Error {}

/** The body of `node cashier/build.ts` and `node portal/build.ts`. */
export async function runBuild(build: BuildPage): Promise<void> {
  try {
    await build({ force: process.argv.includes('--force') });
  } catch (error) {
    if (!(error instanceof NoBuilderError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * `here`: the folder of the page, with its vite.config.ts. `sources`: the folders in it that contain the page's
 * sources.
 */
export function pageBuilder(here: string, sources: readonly string[]): BuildPage {
  /** The second caller waits for the build of the first. */
  let building: Promise<void> | null = null;
  return ({ force = false } = {}) => {
    building ??= build(here, sources, force).finally(() => {
      building = null;
    });
    return building;
  };
}

async function build(here: string, sources: readonly string[], force: boolean): Promise<void> {
  const dist = join(here, 'dist');
  const inputs = hashOfInputs(here, sources);
  const stamp = join(dist, STAMP);
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  // Loaded here, because loading vite takes longer than everything else when nothing is to be built.
  const [{ build: bundle }, { default: config }] = await Promise.all([
    import('vite'),
    import(pathToFileURL(join(here, 'vite.config.ts')).href) as Promise<{ default: InlineConfig }>,
  ]).catch(explainMissing);
  const built = await bundle({ ...config, configFile: false });
  if (!('output' in built)) throw new Error('vite did not build exactly one page');
  mkdirSync(dist, { recursive: true });
  const files = new Map<string, string | Uint8Array>(
    built.output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source] as const),
  );
  await Promise.all(
    [...files]
      .filter(([name]) => /\.(?:js|css)$/.test(name))
      // At its default, which is the best quality.
      .map(async ([name, source]) => files.set(`${name}.br`, await promisify(brotliCompress)(source))),
  );
  // Everything else is written first, then the manifest, then the stamp.
  const late = ['manifest.json', STAMP];
  files.set(STAMP, inputs);
  for (const name of [...files.keys()].sort((a, b) => late.indexOf(a) - late.indexOf(b))) {
    const draft = join(dist, `${name}.${process.pid}`);
    writeFileSync(draft, files.get(name)!);
    renameSync(draft, join(dist, name));
  }
  for (const name of readdirSync(dist)) {
    // Another process may build at the same time: its temporary files stay.
    if (!files.has(name) && !DRAFT.test(name)) rmSync(join(dist, name), { force: true });
  }
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new NoBuilderError(
    'Tollgate cannot build its pages, because vite is not installed: run npm ci without --omit=dev, or start a release, ' +
      'which contains the built pages (npm run release creates one)',
  );
}

function hashOfInputs(here: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of sources) {
    const files = readdirSync(join(here, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file.slice(here.length)).update(readFileSync(file));
  }
  for (const file of SETTINGS) hash.update(file).update(readFileSync(join(here, file)));
  return hash.digest('hex');
}
