// The two tiers of tests (decision 118) and the shards of a run. `npm test` plays each rule, call, screen and guard
// once. `npm run test:proof` (TEST_PROOF=1) plays whole what `npm test` leaves out: files of their own
// (`*.proof.test.ts`), and files that ask stage/how-much.ts, themselves or in a helper that they import.
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

export const EVERY_TEST =
  '{gateway,cashier,portal,shop,sdk,examples,embedded-postgres,bench,provider-kit,providers/*}/test/**/*.test.ts';

const ONLY_IN_PROOF = '**/*.proof.test.ts';
/** Their properties try new values in the proof. */
const TRY_NEW_VALUES = 'gateway/test/domain/**/*.test.ts';
const HOW_MUCH = 'gateway/test/stage/how-much.ts';

/** The files of a run that names none. */
export function filesOfTier(files: readonly string[], isProof: boolean, root: string): string[] {
  const isOnlyInProof = (file: string) => matchesGlob(file, ONLY_IN_PROOF);
  if (!isProof) return files.filter((file) => !isOnlyInProof(file));
  const imports = (file: string) => importsOf(file, root);
  return files.filter(
    (file) => isOnlyInProof(file) || matchesGlob(file, TRY_NEW_VALUES) || reaches(HOW_MUCH, file, imports),
  );
}

/** Whether a file imports another one, itself or through its helpers. */
function reaches(wanted: string, from: string, importsOf: (file: string) => string[]): boolean {
  const seen = new Set([from]);
  for (const file of seen) for (const imported of importsOf(file)) seen.add(imported);
  return seen.has(wanted);
}

/** The tests and helpers that a file imports. */
function importsOf(file: string, root: string): string[] {
  const path = join(root, file);
  // The tests of imports quote some of files that do not exist.
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const found = [...text.matchAll(/ from '(\.[^']+\.ts)'/g)].map(([, path]) => join(file, '..', path!));
  return found.filter((path) => path.includes('/test/'));
}

/**
 * The files of a shard, as in `2/3`. Together the shards have each file once. `files` begin with the longest, and are
 * dealt in turns, so each shard gets its share of the long ones.
 */
export function shardOf(files: readonly string[], shard: string): string[] {
  const [, number, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (count === undefined || Number(number) > Number(count))
    throw new Error(`--shard must be like 1/3, not ${shard}`);
  return files.filter((_, i) => i % Number(count) === Number(number) - 1);
}
