// The rules of tidy.test.ts: imports (import-table.ts), sizes, names, headers. Each is a function from files to
// complaints. It reads sources as text, so it needs no build and takes milliseconds. Biome finds import cycles
// (decision 78).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { isErrorCode } from '../../src/domain/errors/error-codes.ts';
import {
  CALLERS,
  DOMAIN_FROM_OUTSIDE,
  KNOW_ALL_CALLERS,
  MAY_IMPORT,
  PROVIDER_KEEPERS,
  PROVIDER_KIT,
} from './import-table.ts';

export const GATEWAY = join(import.meta.dirname, '../..');
export const REPOSITORY = join(GATEWAY, '..');

/** Path within src, with forward slashes → text. */
export type Files = ReadonlyMap<string, string>;

export const MOST_LINES = 400;
const MEDIAN_LINES = [40, 120] as const;
const EMPTY_NAMES = ['util', 'utils', 'helper', 'helpers', 'manager', 'common', 'data', 'info', 'misc'];
/** The specification's own word (2.8). */
const NAMES_OF_THE_SPEC = ['payment-data'];
/** The file of the last entry writes programs for merchants. Those programs print. */
const MAY_PRINT = [
  'main.ts',
  'process/start-block.ts',
  'http/docs/samples/node.ts',
  'http/docs/samples/sdk.ts',
];

interface Import {
  /** Path within src, or the package's name. */
  to: string;
  ours: boolean;
  typeOnly: boolean;
}

export function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const statements = /^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,]+?\sfrom\s+)?'([^']+)'/gm;
  for (const [, type, target] of text.matchAll(statements)) found.push(importOf(path, target!, !!type));
  for (const [, target] of text.matchAll(/\bimport\('([^']+)'\)/g))
    found.push(importOf(path, target!, false));
  return found;
}

function importOf(path: string, target: string, typeOnly: boolean): Import {
  const ours = target.startsWith('.');
  return { to: ours ? posix.join(posix.dirname(path), target) : target, ours, typeOnly };
}

export function forbiddenImports(files: Files): string[] {
  const complaints: string[] = [];
  for (const [path, text] of files) {
    const key = Object.keys(MAY_IMPORT)
      .filter((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
      .sort((a, b) => b.length - a.length)[0];
    if (key === undefined) {
      complaints.push(`${path} has no place in the import table`);
      continue;
    }
    for (const { to, ours, typeOnly } of importsOf(path, text)) {
      if (!ours && !to.startsWith('@tollgate/')) {
        if (key === 'domain/' && !DOMAIN_FROM_OUTSIDE.includes(to)) complaints.push(`${path} imports ${to}`);
        continue;
      }
      if (to === PROVIDER_KIT || to.startsWith(`${PROVIDER_KIT}/`)) continue;
      // An adapter uses the kit and its own folder, like an adapter of a stranger's package.
      const adapter = adapterOf(path);
      const rules = adapter === undefined ? MAY_IMPORT[key]! : [`providers/${adapter}/`];
      const allowed = rules.some((rule) =>
        rule.startsWith('type ') ? typeOnly && covers(rule.slice(5), to) : covers(rule, to),
      );
      if (!allowed || crossesCallers(path, to)) complaints.push(`${path} imports ${to}`);
    }
  }
  return complaints;
}

// Scripts import the gateway, never the other way round; not even the wiring may, which imports everything else.
const covers = (rule: string, path: string) =>
  rule === '' ? !path.startsWith('../scripts/') : rule.endsWith('/') ? path.startsWith(rule) : path === rule;

function crossesCallers(from: string, to: string): boolean {
  const caller = (path: string) => CALLERS.find((one) => path.startsWith(`http/${one}/`));
  if (caller(to) && caller(to) !== caller(from) && !KNOW_ALL_CALLERS.some((one) => from.startsWith(one)))
    return true;
  const adapter = adapterOf(to);
  return adapter !== undefined && adapter !== adapterOf(from) && !PROVIDER_KEEPERS.includes(from);
}

const adapterOf = (path: string) => /^providers\/([^/]+)\//.exec(path)?.[1];

/** A folder's imports that are neither in it, nor Node's own, nor one of its allowed packages. */
export function strangers(files: Files, packages: readonly string[] = []): string[] {
  return [...files].flatMap(([path, text]) =>
    importsOf(path, text)
      .filter(({ to, ours }) =>
        ours ? to.startsWith('..') : !to.startsWith('node:') && !packages.includes(to),
      )
      .map(({ to }) => `${path} imports ${to}`),
  );
}

/** Files that reach into a package by a path instead of importing its name. Paths are within the repository. */
export function reachesInto(folder: string, files: Files): string[] {
  return [...files]
    .filter(([path]) => /\.tsx?$/.test(path) && !path.startsWith(folder))
    .flatMap(([path, text]) =>
      importsOf(path, text)
        .filter(({ to, ours }) => ours && to.startsWith(folder))
        .map(({ to }) => `${path} imports ${to}`),
    );
}

export const lineCount = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

export function wrongSizes(files: Files): string[] {
  const sizes = [...files].map(([path, text]) => ({ path, lines: lineCount(text) }));
  const long = sizes
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
  const median = sizes.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  const [least, most] = MEDIAN_LINES;
  return median < least || median > most ? [...long, `the median file has ${median} lines`] : long;
}

export function barrels(files: Files): string[] {
  return [...files]
    .filter(([path, text]) => {
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
      const rest = code.replace(/^export\s+(type\s+)?[\w*{}\s,]+?\sfrom\s+'[^']+';?/gm, '').trim();
      return basename(path) === 'index.ts' || (rest === '' && code.trim() !== '');
    })
    .map(([path]) => `${path} only passes on what others export`);
}

export function badNames(files: Files): string[] {
  const parts = new Set([...files.keys()].flatMap((path) => path.split('/')));
  const complaints: string[] = [];
  for (const part of parts) {
    const name = part.replace(/((\.proof)?\.test|\.d)?\.tsx?$/, '');
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) complaints.push(`${part} is not kebab-case`);
    if (EMPTY_NAMES.includes(name.split('-').at(-1)!) && !NAMES_OF_THE_SPEC.includes(name))
      complaints.push(`${part} says nothing about what is in it`);
  }
  return complaints;
}

/** Files must begin with a comment long enough for a sentence; a hash-bang may stand above. */
export function missingHeaders(files: Files): string[] {
  return [...files]
    .filter(([, text]) => !/^(#!.*\n)?\/\/ \S.{30,}\n/.test(text))
    .map(([path]) => `${path} does not open by saying what it is`);
}

export function leftovers(files: Files): string[] {
  const complaints: string[] = [];
  for (const [path, text] of files) {
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(text)) complaints.push(`${path} has something left to do`);
    if (/\bconsole\.\w+\(/.test(text) && !MAY_PRINT.includes(path))
      complaints.push(`${path} prints to the console`);
  }
  return complaints;
}

const WRITING =
  /^(insert|update|delete|remove|add|save|store|write|append|lock|claim|move|renew|end|take|give|confirm|rotate|forget|apply|approve|open(?!Snapshot))[A-Z]/;

/** http uses storage only through its named reads: it writes nothing and has no SQL. */
export function notReads(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.startsWith('http/')) return [];
    const imported = [...text.matchAll(/import \{([^}]*)\} from '[./]+\/storage\/[^']+'/g)].flatMap(
      ([, names]) => names!.split(',').map((name) => name.trim()),
    );
    const writes = imported.filter((name) => WRITING.test(name)).map((name) => `${path} imports ${name}`);
    const statements = text.match(/\bsql(<[^>]*>)?`|\.unsafe\(/g) ?? [];
    return [...writes, ...statements.map((one) => `${path} has SQL: ${one}`)];
  });
}

/** Error codes as numbers. SQL may have them because rows do; examples may because answers do. */
export function numberedCodes(files: Files): string[] {
  const mayName = /^(storage\/|http\/examples\/|domain\/errors\/error-codes\.ts$)|-examples\.ts$/;
  return [...files].flatMap(([path, text]) =>
    mayName.test(path)
      ? []
      : (text.match(/'[1-9]\d{3}'/g) ?? [])
          .filter((quoted) => isErrorCode(quoted.slice(1, -1)))
          .map((quoted) => `${path} writes ${quoted}: use CODE`),
  );
}

/** Addresses that only one developer's machine knows, and addresses that packages happened to come from. */
const OF_A_MACHINE = [
  /(?<![\w.])\/(?:root|work|Users|home)\/[\w.]/,
  /\bregistry\.[a-z0-9-]+\.(?:org|com|io)\b/,
  /"resolved":\s"http/,
];

export function machinePaths(files: Files): string[] {
  const complaints: string[] = [];
  for (const [path, text] of files) {
    for (const pattern of OF_A_MACHINE) {
      const hit = pattern.exec(text);
      if (hit) complaints.push(`${path} names ${hit[0]}`);
    }
  }
  return complaints;
}

export function readFolder(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  return new Map(
    paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}

/** Every text file that git tracks. */
export function trackedFiles(): Files {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached'], { cwd: REPOSITORY, encoding: 'utf8' });
  const files = new Map<string, string>();
  for (const path of listed.split('\0').filter((one) => one !== '')) {
    try {
      const bytes = readFileSync(join(REPOSITORY, path));
      if (!bytes.subarray(0, 8_000).includes(0)) files.set(path, bytes.toString('utf8'));
    } catch (error) {
      // The file is deleted here, and the deletion is not committed yet.
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  }
  return files;
}

export function isUnderGit(): boolean {
  try {
    execFileSync('git', ['rev-parse', '--is-inside-work-tree'], { cwd: REPOSITORY, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Generated from the portal's OpenAPI document. */
export const API_TYPES = 'api/schema.d.ts';

/** For the preview of the cashier: it shares how a colour is used and what the preview receives. */
const OF_THE_CASHIER = /^\.\.\/\.\.\/gateway\/src\/domain\/merchants\/(accent-colour|previewed-look)\.ts$/;

/** An amount that a person types means the same on the page and in an uploaded file. Pure, without imports. */
const OF_MONEY = /^(\.\.\/)+gateway\/src\/domain\/money\/written-amount\.ts$/;

/** The page and the gateway write text into a CSV file the same way. Pure, without imports. */
const OF_SPREADSHEETS = /^(\.\.\/)+gateway\/src\/actions\/spreadsheet\/spreadsheet-text\.ts$/;

/** The portal page's imports from outside its folder and packages, and imports of one area by another. */
export function strangersOfPortal(files: Files): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(REPOSITORY, 'portal/package.json'), 'utf8'));
  const packages = Object.keys(dependencies);
  const area = (path: string) => /^screens\/([^/]+)\//.exec(path)?.[1];
  return [...files].flatMap(([path, text]) =>
    importsOf(path, text)
      .filter(({ to, ours }) => {
        if (!ours) return !packages.some((one) => to === one || to.startsWith(`${one}/`));
        if (path.startsWith('screens/settings/') && OF_THE_CASHIER.test(to)) return false;
        if (path === 'parts/amount.ts' && OF_MONEY.test(to)) return false;
        if (path === 'parts/csv-cell.ts' && OF_SPREADSHEETS.test(to)) return false;
        return to.startsWith('..') || (path.startsWith('screens/') && area(to) !== area(path) && !!area(to));
      })
      .map(({ to }) => `${path} imports ${to}`),
  );
}
