// Checks that the database accepts a write and keeps it. Each process writes its row at most once a second. Probes that
// arrive while the write hangs share it, and none waits longer than its deadline. The check fails if the database is
// read-only or away; disk-space.ts checks whether the disk is full.
import { randomUUID } from 'node:crypto';
import { isOnCitus, type Sql } from './database.ts';

const HOLDS_MS = 1_000;
const DEADLINE_MS = 2_000;
/** Rows of ended processes are kept this long. */
const FORGOTTEN_AFTER = '1 day';

export class WriteProof {
  readonly #sql: Sql;
  readonly #id: string;
  #asked: Promise<boolean> | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  #hasForgotten = false;

  /** `id`: the id of the row, which decides the node of the cluster. */
  constructor(sql: Sql, id: string = randomUUID()) {
    this.#sql = sql;
    this.#id = id;
  }

  isProven(): Promise<boolean> {
    return withDeadline(this.#ask());
  }

  #ask(): Promise<boolean> {
    if (this.#asked === null || performance.now() - this.#askedMs > HOLDS_MS) {
      const own = this.#write().finally(() => {
        this.#askedMs = performance.now();
      });
      this.#askedMs = Number.POSITIVE_INFINITY;
      this.#asked = own;
    }
    return this.#asked;
  }

  async #write(): Promise<boolean> {
    try {
      await this.#sql`insert into process_marks (id, written_at) values (${this.#id}, now())
        on conflict (id) do update set written_at = excluded.written_at`;
      if (!this.#hasForgotten) await this.#forget();
      return true;
    } catch {
      // This place does not report the reason: whoever uses the database for work logs it.
      return false;
    }
  }

  /** On a cluster it needs every node, and one may be away. Then a later write tries again. */
  async #forget(): Promise<void> {
    const before = this.#sql`now() - ${FORGOTTEN_AFTER}::interval`;
    try {
      await this.#sql`delete from process_marks where written_at < ${before}`;
      this.#hasForgotten = true;
    } catch (error) {
      if (!isOnCitus(this.#sql)) throw error;
    }
  }
}

export async function withDeadline(work: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, false);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
