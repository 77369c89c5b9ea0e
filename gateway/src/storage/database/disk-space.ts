// Whether the disk of the database has room for what a payment writes. A row of `process_marks` changes inside an
// existing page, so writing it works even on a full disk, but a payment makes tables longer. So this check runs a sort
// that writes a temporary file of a megabyte beside the tables; PostgreSQL deletes it at once. Never on a cluster,
// whose coordinator has no rows.
import { isOnCitus, type Sql } from './database.ts';

/** A disk fills slowly, and the file costs the server some milliseconds. */
const HOLDS_MS = 5_000;
const LIMIT_OF_TEMPORARY_FILES = '53400';
const ROWS = 1_000;
const BYTES_OF_A_ROW = 1_000;

export class DiskSpace {
  readonly #sql: Sql;
  #asked: Promise<boolean> | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Callers share an answer for a while; after a "no" each caller asks again. */
  isThere(): Promise<boolean> {
    if (isOnCitus(this.#sql)) return Promise.resolve(true);
    if (this.#asked === null || performance.now() - this.#askedMs > HOLDS_MS) {
      this.#askedMs = Number.POSITIVE_INFINITY;
      this.#asked = this.#try().then((isEnough) => {
        this.#askedMs = isEnough ? performance.now() : Number.NEGATIVE_INFINITY;
        return isEnough;
      });
    }
    return this.#asked;
  }

  async #try(): Promise<boolean> {
    try {
      await this.#sql.begin(async (tx) => {
        await tx`select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`;
        // The sort uses the text, so that no planner can leave the text out.
        await tx`select count(text) from (
          select text from generate_series(1, ${ROWS}::integer) as n, concat(repeat('x', ${BYTES_OF_A_ROW}), n) as text
          order by text collate "C" offset 0) as sorted`;
      });
      return true;
    } catch (error) {
      // temp_file_limit of this user says nothing about the disk.
      return (error as { code?: string }).code === LIMIT_OF_TEMPORARY_FILES;
    }
  }
}
