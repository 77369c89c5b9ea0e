// What Citus refuses in a migration (decision 60, tried on 13.2): in an update, a delete or `on conflict … do update`,
// functions that are not immutable; and a column that is added together with a constraint. It reads words and no types,
// so it refuses a little more than Citus (a `now()` beside no column) and cannot see an implicit cast (`text || at`).
import type { Migration } from '../../src/storage/schema/migrate.ts';
import { splitStatements } from '../../src/storage/schema/split-statements.ts';
import { plain, splitActions } from './migration-rules.ts';

/** Stable or volatile functions, written with parentheses. */
const FUNCTIONS = [
  'now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age|date_trunc|date_part|extract',
  'random|random_normal|gen_random_uuid|nextval|setval|current_setting|current_time|current_timestamp|localtime|localtimestamp',
  'to_char|to_date|to_timestamp|make_timestamptz|concat|concat_ws|format|array_to_string|quote_literal|quote_nullable',
  'to_json|to_jsonb|row_to_json|array_to_json|jsonb?_build_object|jsonb?_build_array',
].join('|');
/** Stable or volatile names without parentheses. */
const WORDS =
  'current_date|current_time|current_timestamp|localtime|localtimestamp|current_user|session_user|current_role';
const TIMES = '(?:date|timetz|time|timestamptz|timestamp|interval)';

const UNSTEADY = new RegExp(
  [
    `\\b(?:${FUNCTIONS}) ?\\(`,
    `\\b(?:${WORDS})\\b`,
    `:: ?${TIMES}\\b`,
    `\\bcast ?\\([^()]* as ${TIMES}\\b`,
    // A time with a zone plus an interval: days have different lengths.
    `[+-] interval\\b`,
  ].join('|'),
);

export function citusFaultsOf({ name, text, onCitus }: Migration): string[] {
  const files = [
    [name, text],
    [name.replace(/sql$/, 'citus.sql'), onCitus ?? ''],
  ] as const;
  return files.flatMap(([file, content]) =>
    splitStatements(content)
      .map(plain)
      // A definition does not call the function.
      .filter((statement) => !/^create (or replace )?(function|procedure) /.test(statement))
      .filter(
        (statement) => changesUnsteadily(statement) || isMerge(statement) || addsWithConstraint(statement),
      )
      .map((statement) => `${file}: Citus refuses "${statement.slice(0, 80)}"`),
  );
}

/** Whether Citus accepts it depends on what is merged; write an update and an insert instead. */
const isMerge = (statement: string) => /\bmerge into\b/.test(statement);

const CHANGES = /\bupdate (?:only )?[\w."]+ (?:(?:as )?[\w"]+ )?set\b|\bdelete from\b|\bdo update set\b/g;

/** Also inside a `with` or a `do`. */
const changesUnsteadily = (statement: string) =>
  [...statement.matchAll(CHANGES)].some(({ index }) => {
    const change = untilItsEnd(statement.slice(index))
      // Both are immutable: a literal, and a time with a stated zone.
      .replaceAll(/'' ?:: ?\w+/g, "''")
      .replaceAll(/at time zone ''\) ?:: ?(date|time|timestamp)\b/g, "at time zone '')");
    return UNSTEADY.test(change);
  });

/** Up to the closing parenthesis around it, or to its semicolon. */
function untilItsEnd(text: string): string {
  let depth = 0;
  for (const [at, letter] of [...text].entries()) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (depth < 0 || letter === ';') return text.slice(0, at);
  }
  return text;
}

function addsWithConstraint(statement: string): boolean {
  const [, all] = /^alter table (?:if exists )?(?:only )?[\w."]+ (.*)$/.exec(statement) ?? [];
  const actions = splitActions(all ?? '');
  const isConstraint = (action: string) =>
    /^add (constraint|check|unique|primary key|foreign key|exclude)\b/.test(action);
  if (actions.some(isConstraint)) return actions.length > 1;
  return actions.some((action) => /^add .*\b(check|unique|primary key|references)\b/.test(action));
}
