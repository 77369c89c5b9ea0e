// Shared by the tests of deploy/: its path, and whether a program that checks a format is installed. A check without
// its program is skipped and names the program.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
export const DEPLOY = join(ROOT, 'deploy');
export const readDeploy = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

/** Debian has nginx where only root looks. */
export const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

const has = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).status === 0;

/** For the options of a test. */
export function needs(...programs: string[]): { skip: string | false } {
  const missing = programs.filter((one) => !has(one));
  return { skip: missing.length > 0 && `not on this machine: ${missing.join(', ')}` };
}

/** Whether it ends with 0. */
export const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { env: { PATH } }).status === 0;

/** Runs it and returns its output; throws with the output if it fails. */
export function runs(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH, ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? `${stdout}${stderr}`}`);
  return `${stdout}${stderr}`;
}
