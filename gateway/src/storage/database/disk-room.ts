// Whether the disk of the database has room for what a payment writes. A row of `process_marks` changes in a page that is there already, so
// it is also taken on a full disk; a payment makes tables longer. So a sort is made to write a temporary file of a megabyte beside the
// tables, which PostgreSQL takes away at once. Not on a cluster, whose coordinator has no rows.
import { isOnCitus, type Sql } from './database.ts';

/** A disk fills slowly, and the file costs the server some milliseconds. */
const HOLDS_MS = 5_000;
const LIMIT_OF_TEMPORARY_FILES = '53400';
const ROWS = 1_000;
const BYTES_OF_A_ROW = 1_000;

export class DiskRoom {
  readonly #sql: Sql;
  #asked: Promise<boolean> | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Shared by those who ask meanwhile; "no" is asked again each time. */
  isThere(): Promise<boolean> {
    if (isOnCitus(this.#sql)) return Promise.resolve(true);
    if (this.#asked === null || performance.now() - this.#askedMs > HOLDS_MS) {
      this.#askedMs = Number.POSITIVE_INFINITY;
      this.#asked = this.#try().then((hasRoom) => {
        this.#askedMs = hasRoom ? performance.now() : Number.NEGATIVE_INFINITY;
        return hasRoom;
      });
    }
    return this.#asked;
  }

  async #try(): Promise<boolean> {
    try {
      await this.#sql.begin(async (tx) => {
        await tx`select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`;
        // The text is sorted by, so that no planner leaves it out.
        await tx`select count(text) from (
          select text from generate_series(1, ${ROWS}::integer) as n, concat(repeat('x', ${BYTES_OF_A_ROW}), n) as text
          order by text collate "C" offset 0) as sorted`;
      });
      return true;
    } catch (error) {
      // temp_file_limit: of this user, and no word about the disk.
      return (error as { code?: string }).code === LIMIT_OF_TEMPORARY_FILES;
    }
  }
}
