// A former release for the fault suite and the bench: its own tree from git, in a temporary folder, with its pages
// built. If both lock files are the same, it uses this tree's packages; else npm installs its own. Its workspaces are
// always its own.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

export interface Release {
  /** The root of its tree. */
  tree: string;
  /** The release's main.ts. */
  main: string;
  /** How many migrations it knows. */
  migrations: number;
  /** Whether it asks which newer schemas it can work on. */
  acceptsNewer: boolean;
  remove(): void;
}

/** The commit of a tag, a branch or a commit, in full; null if git does not know it here. */
export function commitOf(ref: string): string | null {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).trim();
  } catch {
    return null;
  }
}

/** `say` gets each step. After `signal` the present step ends, and nothing is left behind. */
export async function checkOut(
  ref: string,
  { say = () => {}, signal }: { say?: (step: string) => void; signal?: AbortSignal } = {},
): Promise<Release> {
  const commit = commitOf(ref);
  if (commit === null) throw new Error(`this git repository has no ${ref}`);
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-release-'));
  const tree = join(folder, 'tree');
  const run = (cwd: string, command: string, ...args: string[]) => runIn(cwd, command, args, signal);
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    say(`checking out ${commit.slice(0, 10)}`);
    await run(ROOT, 'git', 'worktree', 'add', '--quiet', '--detach', tree, commit);
    if (lockOf(tree) === lockOf(ROOT)) {
      say('linking the packages of this tree: the lock files are the same');
      linkAllPackages(tree);
    } else {
      say('installing its packages: the lock files differ');
      await run(tree, 'npm', 'ci', '--no-audit', '--no-fund');
    }
    say('building its pages');
    for (const page of ['cashier', 'portal'])
      if (existsSync(join(tree, page, 'build.ts'))) await run(tree, process.execPath, join(page, 'build.ts'));
    signal?.throwIfAborted();
    const migrations = readdirSync(join(tree, 'gateway/migrations')).filter((name) => /^\d{4}-/.test(name));
    return {
      tree,
      main: join(tree, 'gateway/src/main.ts'),
      migrations: migrations.length,
      acceptsNewer: acceptsNewer(commit),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Searches all sources, because each release may keep this code in another file. */
function acceptsNewer(commit: string): boolean {
  try {
    return git('grep', '--files-with-matches', 'works_from', commit, '--', 'gateway/src') !== '';
  } catch {
    return false;
  }
}

const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');

function linkAllPackages(tree: string): void {
  for (const packages of ['node_modules', 'portal/node_modules'])
    if (existsSync(join(ROOT, packages)) && existsSync(dirname(join(tree, packages))))
      linkPackages(join(ROOT, packages), join(tree, packages));
}

/**
 * Links packages one by one: the links of workspaces are relative, so their copies lead to the release's own folders.
 */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name === '@tollgate')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
}

function git(...args: string[]): string {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

async function runIn(
  cwd: string,
  command: string,
  args: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const running = promisify(execFile)(command, args, { cwd, signal });
  const { child } = running;
  try {
    await running;
  } catch (error) {
    // The signal rejects at once, but npm goes on until it is done, and writes into the folder.
    if (child.kill('SIGKILL')) await once(child, 'exit');
    throw error;
  }
}
