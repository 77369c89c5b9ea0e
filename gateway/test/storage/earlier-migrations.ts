// The migrations before a given one, for tests of its effect on the rows of the release before.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { MIGRATIONS_DIR, readMigrations } from '../../src/storage/schema/migrate.ts';

/** `name`: of the file, without its number. */
export function migrationsBefore(t: Pick<TestContext, 'after'>, name: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const all = readMigrations(MIGRATIONS_DIR);
  const end = all.findIndex((one) => one.name.endsWith(`-${name}`));
  if (end === -1) throw new Error(`there is no migration ${name}`);
  for (const one of all.slice(0, end)) cpSync(join(MIGRATIONS_DIR, one.name), join(dir, one.name));
  return dir;
}
