// Adds to package-lock.json the optional packages of other platforms that `npm install` leaves out. Without them `npm
// ci` refuses the whole lock, and other platforms lack their binaries. It asks the registry for their integrity; if the
// registry has none, the entry stays without, and a later run asks again. It also removes entries with which npm would
// check the machine's own Node.js, or remove the `node` link (decision 41). Run it after every `npm install` (`npm run
// lock:complete`); test/papers/package-lock.test.ts fails until then.
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

/** Optional dependencies without an entry, with the exact version required. */
export function missingOptionals(lock: Lock): { name: string; version: string; dev: boolean }[] {
  const present = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)));
  return Object.values(lock.packages).flatMap((entry) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !present.has(name))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  );
}

/** The entry as npm would write it, but without the integrity, which only the registry knows. */
export function entryFor(name: string, version: string, dev: boolean): LockEntry {
  const words = name.split('/').at(-1)!.split('-');
  const os = OPERATING_SYSTEMS.find((one) => words.includes(one));
  const cpu = PROCESSORS.find((one) => words.includes(one));
  if (!/^\d+\.\d+\.\d+/.test(version) || os === undefined || cpu === undefined) {
    throw new Error(`${name}@${version}: its name does not show its platform or version; add it by hand`);
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

/** Optional packages of the lock without an integrity, which leaves their bytes unchecked. */
export function withoutIntegrity(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { integrity, optional, version }]) => optional && version && integrity === undefined)
    .map(([place]) => place);
}

/** Fills in what `ask` finds. Returns the places that still have none. */
export function fillIntegrity(lock: Lock, ask: (spec: string) => string | null): string[] {
  for (const place of withoutIntegrity(lock)) {
    const { version, ...rest } = lock.packages[place]!;
    const integrity = ask(`${place.split('node_modules/').at(-1)}@${version}`);
    if (integrity !== null) lock.packages[place] = { version: version!, integrity, ...rest };
  }
  return withoutIntegrity(lock);
}

/** The platform packages of Node.js; npm installs the one for the machine. */
export const isNodePackage = (place: string): boolean =>
  /^node_modules\/node-(bin-)?(linux|darwin)-\w+$/.test(place);

/**
 * `engines`: npm compares them with the Node.js that it runs on itself, not with the Node.js of the program. `bin` of
 * Node.js' packages: if npm up to 10 leaves out a package for another platform, it also removes the shared link `node`,
 * which is the link to gateway/scripts/node.sh.
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
    // It does not exist or cannot be reached: the caller reports the packages that still have none.
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
  for (const place of unsure) process.stdout.write(`the registry gives no integrity for ${place}\n`);
}
