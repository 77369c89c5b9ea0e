// A shard of a Citus cluster as its worker knows it: on that node each table of the merchants has an ordinary table with the shard's
// number in its name. A lane that is connected to the worker may use them without Citus (group-commit/shard-lanes.ts); this renames the
// tables of a statement that is written for PostgreSQL. It reads nothing and sends nothing.

/** Words that follow a table without being its alias. */
const NO_ALIAS =
  /^(?:where|set|using|on|join|left|right|inner|cross|full|natural|order|group|limit|for|values|select|union|except|returning|when|having|offset|window)$/i;

export class ShardTables {
  readonly #names: ReadonlyMap<string, string>;
  readonly #views: ReadonlyMap<string, string>;
  readonly #pattern: RegExp;
  readonly #renamed = new Map<string, string>();

  /** `names`: of the shard's tables by those of the cluster. `views`: their definitions, on the tables of the cluster. */
  constructor(names: ReadonlyMap<string, string>, views: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
    this.#views = views;
    const known = [...names.keys(), ...views.keys()].join('|');
    // A column of a table that follows `distinct from` has a point.
    this.#pattern = new RegExp(
      `(?<=\\b(?:from|join|into|update|using)\\s+\\(*)\\b(?:${known})\\b(?!\\.)(?=(?:\\s+(\\w+))?)`,
      'gi',
    );
  }

  /** The statement on the tables of this shard. What it calls a table by is the same as before. */
  rename(statement: string): string {
    const known = this.#renamed.get(statement);
    if (known !== undefined) return known;
    const renamed = statement.replace(this.#pattern, (table: string, next: string | undefined) => {
      const isNamed = next !== undefined && !NO_ALIAS.test(next);
      return isNamed ? this.#own(table) : `${this.#own(table)} as ${table}`;
    });
    this.#renamed.set(statement, renamed);
    return renamed;
  }

  #own(table: string): string {
    const view = this.#views.get(table);
    return view === undefined ? this.#names.get(table)! : `(${this.rename(view.replace(/;\s*$/, ''))})`;
  }
}
