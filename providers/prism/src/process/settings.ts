// The settings of this package, from the environment of the gateway, and whether the library can run here. Without it
// everything but an account of Prism works. Nothing here loads the library.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** The library was built with it. */
const LEAST_GLIBC = [2, 38] as const;
const LIBRARY = 'hyperswitch-prism';

export interface PrismSettings {
  /** The program that runs the library, with its first arguments: Node.js, perhaps behind another loader. */
  program: readonly string[];
  /** The folder with the node_modules of the library; null: it is not installed. */
  library: string | null;
}

/** PRISM_PROGRAM: a program and its arguments, separated by blanks. PRISM_LIBRARY: a folder. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): PrismSettings {
  const program = (env.PRISM_PROGRAM ?? '').split(/\s+/).filter((word) => word !== '');
  const named = env.PRISM_LIBRARY ?? '';
  return {
    program: program.length > 0 ? program : [process.execPath],
    library: named === '' ? ownLibrary() : resolve(named),
  };
}

/**
 * The permission model of Node.js leaves the process files to read, a native library to load and a thread that watches
 * the gateway, and no network.
 */
export const PERMISSIONS = ['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'];

/** The whole command of the process. */
export function commandOf({ program, library }: PrismSettings): string[] {
  return [...program, ...PERMISSIONS, join(import.meta.dirname, 'library-program.ts'), library ?? ''];
}

/** One sentence why it cannot be used; null: it can. */
export function whyUnavailable(
  { program, library }: PrismSettings = readSettings(),
  version: string | null = process.platform === 'linux' ? glibcVersion() : null,
): string | null {
  if (library === null || !existsSync(join(library, 'node_modules', LIBRARY, 'package.json')))
    return `The library ${LIBRARY} is not installed here: install it with npm, and name its folder in PRISM_LIBRARY.`;
  const [file] = program;
  if (isAbsolute(file!) && !existsSync(file!)) return 'The program that PRISM_PROGRAM names does not exist.';
  if (file !== process.execPath || process.platform !== 'linux') return null;
  if (version === null) return `The library ${LIBRARY} needs glibc, and this system has another C library.`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > LEAST_GLIBC[0] || (major === LEAST_GLIBC[0] && minor >= LEAST_GLIBC[1]);
  if (isEnough) return null;
  return `The library ${LIBRARY} needs glibc ${LEAST_GLIBC.join('.')}, and this system has ${version}: name in PRISM_PROGRAM a Node.js that runs with a newer one.`;
}

/** Where npm has put it beside this package; null: nowhere. */
function ownLibrary(): string | null {
  try {
    const found = createRequire(import.meta.url).resolve(`${LIBRARY}/package.json`);
    return dirname(dirname(dirname(found)));
  } catch {
    return null;
  }
}

let glibc: string | null | undefined;

/** Read once: a report takes some milliseconds. */
function glibcVersion(): string | null {
  if (glibc !== undefined) return glibc;
  const report = process.report.getReport() as unknown as { header?: { glibcVersionRuntime?: string } };
  glibc = report.header?.glibcVersionRuntime ?? null;
  return glibc;
}
