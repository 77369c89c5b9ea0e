// What a migration may do while an older release runs (decision 60). It knows few ways to add something, and treats
// every other statement as a removal. Then mark the migration as a contract, or show here that older releases do not
// notice.
import type { Migration } from '../../src/storage/schema/migrate.ts';
import { readWorksFrom } from '../../src/storage/schema/migrate.ts';
import { splitStatements } from '../../src/storage/schema/split-statements.ts';

/** A published release, and the number of its last migration. */
export interface Release {
  release: string;
  schema: number;
  /** The release's commit. A commit cannot name itself, so a later one adds it. */
  commit?: string;
}

/** The first migration has no mark: no release ran before it. */
export const LAST_UNMARKED = 1;

export function faultsOf({ name, version, text }: Migration, released: readonly Release[]): string[] {
  // Releases before this migration have to stop, so none of them may be in use.
  if (/^-- pause: \S/m.test(text)) {
    if (released.every(({ schema }) => schema >= version)) return [];
    return [`${name}: a release is out that it would stop; expand, and contract a release later`];
  }
  const worksFrom = readWorksFrom(text);
  if (worksFrom === null)
    return [`${name}: has no mark; write "-- expand" or "-- contract: releases from NNNN on"`];
  if (worksFrom >= version) return [`${name}: a contract names releases that are older than itself`];
  if (worksFrom > 0) {
    if (released.some(({ schema }) => schema >= worksFrom)) return [];
    return [`${name}: no release has gone out that works after it; contract a release later (releases.json)`];
  }
  const made = new Set<string>();
  return splitStatements(text)
    .map(plain)
    .filter((statement) => !addsOnly(statement, made, text))
    .map((statement) => `${name}: "${statement.slice(0, 80)}" does not only add`);
}

/** Without comments and contents of strings, in lower case, one space between words. */
export const plain = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

function addsOnly(statement: string, made: Set<string>, text: string): boolean {
  const table = /^create table (\w+)/.exec(statement)?.[1];
  if (table !== undefined) {
    made.add(table);
    return true;
  }
  if (/^(create function|comment on) /.test(statement)) return true;
  // PostgreSQL lets such a statement append columns, and refuses it if a column is missing or changed.
  if (/^create or replace view /.test(statement)) return true;
  const index = /^create (?:unique )?index \w+ on (\w+)/.exec(statement);
  // Writers wait while an index is built. A unique index is a rule that the older release does not know.
  if (index)
    return made.has(index[1]!) || (!/ unique /.test(statement) && /^-- writers wait: \S/m.test(text));
  const [, changed] = /^(?:insert into|update|alter table) (\w+)/.exec(statement) ?? [];
  if (changed !== undefined && made.has(changed)) return true;
  const [, actions] = /^alter table \w+ (.*)$/.exec(statement) ?? [];
  return actions !== undefined && splitActions(actions).every(addsColumn);
}

/** Splits at commas outside parentheses. */
export function splitActions(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of actions) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(parts.pop()! + letter);
  }
  return parts.map((action) => action.trim());
}

/**
 * The older release writes rows without this column, so the column must need no value. Adding it must not rewrite any
 * row.
 */
function addsColumn(action: string): boolean {
  if (!/^add column /.test(action)) return false;
  if (/ (unique|primary key|check|references|generated) /.test(`${action} `.replaceAll('(', ' (')))
    return false;
  if (/ default \w*(random|uuid|clock_timestamp|timeofday|nextval)\w*/.test(action)) return false;
  return !/ not null/.test(action) || / default /.test(action);
}
