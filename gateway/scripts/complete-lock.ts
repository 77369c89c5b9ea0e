// Adds to package-lock.json the optional packages of other platforms that `npm install` left out, as it does when it
// cannot reach or does not need them. Without them `npm ci` refuses the whole lock, and other platforms go without
// their binaries. The registry is asked for their integrity; where it does not have them, the entry stays without and a
// later run asks again. It also takes away what would make npm judge by the machine's own Node.js, or lose ours (decision 41).
// Run after every `npm install` (`npm run lock:complete`); test/papers/package-lock.test.ts asks for it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type LockEntry = {
  version?: string;
  dev?: boolean;
  integrity?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
};
export type Lock = { packages: Record<string, LockEntry> };

const OPERATING_SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x'];

/** Optional dependencies that no entry stands for, with the exact version that is wanted. */
export function missingOptionals(lock: Lock): { name: string; version: string; dev: boolean }[] {
  const present = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.values(lock.packages).flatMap((entry) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !present.has(name))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  );
}

/** The entry as npm would write it, but for the integrity, which only the registry can tell. */
export function entryFor(name: string, version: string, dev: boolean): LockEntry {
  const words = name.split('/').at(-1)!.split('-');
  const os = OPERATING_SYSTEMS.find((one) => words.includes(one));
  const cpu = PROCESSORS.find((one) => words.includes(one));
  if (!/^\d+\.\d+\.\d+/.test(version) || os === undefined || cpu === undefined) {
    throw new Error(`${name}@${version}: its platform or version is not plain from its name; add it by hand`);
  }
  // 32-bit ARM builds are published without it.
  const libc = os !== 'linux' || cpu === 'arm' ? undefined : words.includes('musl') ? 'musl' : 'glibc';
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

/** Optional packages of the lock that could be anything, because nothing says what their bytes must be. */
export function withoutIntegrity(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { integrity, optional, version }]) => optional && version && integrity === undefined)
    .map(([place]) => place);
}

/** Fills in what `ask` knows; answers the places that stay without. */
export function fillIntegrity(lock: Lock, ask: (spec: string) => string | null): string[] {
  for (const place of withoutIntegrity(lock)) {
    const { version, ...rest } = lock.packages[place]!;
    const integrity = ask(`${place.split('node_modules/').at(-1)}@${version}`);
    if (integrity !== null) lock.packages[place] = { version: version!, integrity, ...rest };
  }
  return withoutIntegrity(lock);
}

/** The platform packages of Node.js, of which npm installs the machine's own. */
export const isNodePackage = (place: string): boolean =>
  /^node_modules\/node-(bin-)?(linux|darwin)-\w+$/.test(place);

/**
 * `engines`: npm compares them with the Node.js it runs on itself, which is not the one the program runs on.
 * `bin` of Node.js' packages: up to npm 10 a package for another platform takes the shared link `node` with it when it is
 * left out. The link is that of gateway/scripts/node.sh.
 */
export function dropMisleading(lock: Lock): void {
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place.includes('node_modules/')) delete entry.engines;
    if (isNodePackage(place)) delete entry.bin;
  }
}

function askRegistry(spec: string): string | null {
  try {
    const told = execFileSync('npm', ['view', spec, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    }).trim();
    return /^sha512-[A-Za-z0-9+/]+=*$/.test(told) ? told : null;
  } catch {
    // Not there, or not reachable: the caller says which packages stay without.
    return null;
  }
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../../package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
  const missing = missingOptionals(lock);
  for (const { name, version, dev } of missing)
    lock.packages[`node_modules/${name}`] = entryFor(name, version, dev);
  const unsure = fillIntegrity(lock, askRegistry);
  dropMisleading(lock);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} optional packages added to package-lock.json\n`);
  for (const place of unsure) process.stdout.write(`the registry does not tell the integrity of ${place}\n`);
}
