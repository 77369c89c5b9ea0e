// The former release of --against: a folder that is already a checkout, or a name that git knows. The bench checks that
// name out for as long as it runs. It needs the release's bench/gateway-process.ts, with everything that file imports,
// and the migrations.
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { checkOut, commitOf } from '../../gateway/scripts/former-release.ts';

/** The name of the release in the results, and its origin. */
export type Former = { name: string } & ({ folder: string } | { commit: string });

export interface FormerTree {
  folder: string;
  remove(): void;
}

/** The characters of a commit's name. */
const SHORT = 7;
const NEEDED = ['bench/gateway-process.ts', 'gateway/migrations'];

/** A folder takes precedence. */
export function findFormer(given: string): Former {
  const folder = resolve(given);
  if (given !== '' && existsSync(folder) && statSync(folder).isDirectory())
    return { name: `in the folder "${basename(folder)}"`, folder };
  const commit = commitOf(given);
  if (commit === null)
    throw new Error(
      `--against ${given}: no such folder exists, and this git repository has no such tag, branch or commit`,
    );
  const short = commit.slice(0, SHORT);
  return { name: commit.startsWith(given) ? short : `${given} (${short})`, commit };
}

export async function openFormer(
  former: Former,
  { say, signal }: { say: (step: string) => void; signal: AbortSignal },
): Promise<FormerTree> {
  const tree =
    'folder' in former
      ? { folder: former.folder, remove() {} }
      : await checkOut(former.commit, { say: (step) => say(`(x) ${step}`), signal }).then((release) => ({
          folder: release.tree,
          remove: release.remove,
        }));
  const missing = NEEDED.find((path) => !existsSync(join(tree.folder, path)));
  if (missing === undefined) return tree;
  tree.remove();
  throw new Error(`the former release ${former.name} has no ${missing}: it cannot be measured`);
}
