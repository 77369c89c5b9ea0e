// A shard of a Citus cluster as its worker knows it: on that node each table of the merchants is an ordinary table with
// the shard's number in its name. A pipeline that is connected to the worker may use these tables without Citus
// (group-commit/shard-pipelines.ts). This file renames the tables of a statement that is written for PostgreSQL. It
// never reads or sends anything.

/** Words that follow a table without being its alias. */
const NO_ALIAS =
  /^(?:where|set|using|on|join|left|right|inner|cross|full|natural|order|group|limit|for|values|select|union|except|returning|when|having|offset|window)$/i;

export class ShardTables {
  readonly #names: ReadonlyMap<string, string>;
  readonly #views: ReadonlyMap<string, string>;
  readonly #pattern: RegExp;
  readonly #renamed = new Map<string, string>();

  /** `names`: the shard's tables by the cluster's names. `views`: their definitions, on the tables of the cluster. */
  constructor(names: ReadonlyMap<string, string>, views: ReadonlyMap<string, string> = new Map()) {
    this.#names = names;
    this.#views = views;
    const known = [...names.keys(), ...views.keys()].join('|');
    // A column follows `distinct from`, such as `t.column`. The point after the name shows that it is not a table.
    this.#pattern = new RegExp(
      `(?<=\\b(?:from|join|into|update|using)\\s+\\(*)\\b(?:${known})\\b(?!\\.)(?=(?:\\s+(\\w+))?)`,
      'gi',
    );
  }

  /** The statement on the tables of this shard. Its aliases stay the same. */
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
