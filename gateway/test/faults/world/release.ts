// A former release for the fault suite: its own tree as git has it, in a folder of its own, with its pages built. Packages are
// those of this tree if both lock files are the same; else npm installs them. Its workspaces are its own in both cases.
import { execFileSync } from 'node:child_process';
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

const ROOT = join(import.meta.dirname, '../../../..');

export interface Release {
  /** Its main.ts. */
  main: string;
  /** How many migrations it knows. */
  migrations: number;
  /** Whether it asks which newer schemas it can work on. */
  acceptsNewer: boolean;
  remove(): void;
}

/** Whether git has it here: a tag, a branch, a commit. */
export function isKnown(ref: string): boolean {
  try {
    git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

export function checkOut(ref: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-release-'));
  const tree = join(folder, 'tree');
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', tree, ref);
    install(tree);
    for (const page of ['cashier', 'portal'])
      if (existsSync(join(tree, page, 'build.ts'))) run(tree, process.execPath, join(page, 'build.ts'));
    const migrations = readdirSync(join(tree, 'gateway/migrations')).filter((name) => /^\d{4}-/.test(name));
    return {
      main: join(tree, 'gateway/src/main.ts'),
      migrations: migrations.length,
      acceptsNewer: acceptsNewer(ref),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Wherever the release keeps that code. */
function acceptsNewer(ref: string): boolean {
  try {
    return git('grep', '--files-with-matches', 'works_from', ref, '--', 'gateway/src') !== '';
  } catch {
    return false;
  }
}

function install(tree: string): void {
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(tree) !== lockOf(ROOT)) return void run(tree, 'npm', 'ci', '--no-audit', '--no-fund');
  for (const packages of ['node_modules', 'portal/node_modules'])
    if (existsSync(join(ROOT, packages)) && existsSync(dirname(join(tree, packages))))
      linkPackages(join(ROOT, packages), join(tree, packages));
}

/** One by one: the links of workspaces are relative, and as copies they lead to the release's own folders. */
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

function run(cwd: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}
