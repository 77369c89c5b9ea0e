// Loads the providers that live outside the gateway (contract 18), at the start and before anything else: the packages
// that come with the gateway, and those of PROVIDER_PACKAGES. A package that cannot be used stops the start with a
// sentence that names it. It must never skip one of PROVIDER_PACKAGES, and never connect a provider.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import { declarationFault } from '@tollgate/provider-kit/seam/declaration-fault';
import { addOwnOptions } from '../domain/options/own-options.ts';
import { entryOf } from './package-entry.ts';
import { ProviderPackageError } from './provider-package-error.ts';
import { BUILT_IN } from './registry.ts';
import { shareKit } from './share-kit.ts';

/** The packages that come with the gateway: a folder each. */
const BUNDLED = join(import.meta.dirname, '../../../providers');
/** The provider of the test environment is no declaration, and no package may have its id. */
const SANDBOX = 'sandbox';

/** The providers of one package, and the folder that it was loaded from. */
export interface LoadedPackage {
  folder: string;
  kinds: readonly ProviderDeclaration[];
}

/**
 * Every provider that a brand can connect: the gateway's own, then those of the packages. `packages`:
 * PROVIDER_PACKAGES, names or folders.
 */
export async function loadProviders(
  packages: readonly string[],
  bundled = BUNDLED,
): Promise<readonly ProviderDeclaration[]> {
  return [...BUILT_IN, ...(await loadPackages(packages, bundled)).flatMap(({ kinds }) => kinds)];
}

/** The packages that come with the gateway, in alphabetical order, then `packages` as given. */
export async function loadPackages(packages: readonly string[], bundled = BUNDLED): Promise<LoadedPackage[]> {
  const named = new Map(bundledIn(bundled).map((folder) => [folder, folder]));
  if (packages.length > 0) shareKit();
  // The first name stays: a package that came with the gateway, or is named twice, is loaded once.
  for (const one of packages) {
    const folder = folderOf(one);
    if (!named.has(folder)) named.set(folder, one);
  }
  const taken = new Set([SANDBOX, ...BUILT_IN.map(({ id }) => id)]);
  const loaded: LoadedPackage[] = [];
  for (const [folder, name] of named) loaded.push({ folder, kinds: await loadPackage(name, folder, taken) });
  return loaded;
}

/** Folders without an entry are left out: a package that somebody still writes stops no start. */
function bundledIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => realpathSync(join(folder, name)))
    .filter((one) => existsSync(join(one, 'package.json')) && existsSync(entryOf(one) ?? ''));
}

/** The real one, because a package may be a link in node_modules. */
function folderOf(named: string): string {
  const asFolder = isAbsolute(named) ? named : resolve(named);
  if (existsSync(join(asFolder, 'package.json'))) return realpathSync(asFolder);
  if (isAbsolute(named) || named.startsWith('.'))
    throw new ProviderPackageError(
      named,
      existsSync(asFolder) && statSync(asFolder).isDirectory()
        ? 'the folder has no package.json'
        : 'there is no such folder',
    );
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    const found = packageFolder(named, from);
    if (found !== null) return found;
  }
  throw new ProviderPackageError(named, 'it is not installed, and there is no such folder');
}

function packageFolder(name: string, from: string): string | null {
  try {
    const found = findPackageJSON(name, pathToFileURL(from));
    return found === undefined ? null : realpathSync(resolve(found, '..'));
  } catch {
    // Node.js throws if no folder above has it.
    return null;
  }
}

/** Adds its ids to `taken`. */
async function loadPackage(
  named: string,
  folder: string,
  taken: Set<string>,
): Promise<readonly ProviderDeclaration[]> {
  const kinds = await declarationsOf(named, folder);
  for (const kind of kinds) {
    const fault = declarationFault(kind);
    if (fault !== null) throw new ProviderPackageError(named, fault);
    if (taken.has(kind.id))
      throw new ProviderPackageError(named, `the id ${kind.id} is taken by another provider`);
    taken.add(kind.id);
  }
  const fault = addOwnOptions(kinds.flatMap((one) => one.options ?? []));
  if (fault !== null) throw new ProviderPackageError(named, fault);
  return kinds;
}

async function declarationsOf(named: string, folder: string): Promise<ProviderDeclaration[]> {
  const entry = entryOf(folder);
  if (entry === null)
    throw new ProviderPackageError(
      named,
      'its package.json is no JSON, or names no file of the package in "exports"',
    );
  if (!existsSync(entry)) throw new ProviderPackageError(named, `its entry ${entry} is missing`);
  let loaded: { default?: unknown };
  try {
    loaded = (await import(pathToFileURL(entry).href)) as typeof loaded;
  } catch (error) {
    throw new ProviderPackageError(named, `it throws while it is loaded: ${messageOf(error)}`, error);
  }
  const { default: exported } = loaded;
  const declarations = Array.isArray(exported) ? exported : [exported];
  if (declarations.length === 0) throw new ProviderPackageError(named, 'its default export is an empty list');
  return declarations as ProviderDeclaration[];
}

/** One line: Node.js adds the stack of `require` to some messages. */
const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.split('\n', 1)[0]! : 'something that is no error';
