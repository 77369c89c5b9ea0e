// Keeps rows that are found while other rows are written, and that are needed later. They are compressed to some forty
// bytes a row, so a month in which everything differs needs some megabytes. Rows are JSON, so amounts must be text.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const ROWS_A_PACK = 1_000;

export class Spool<Row> {
  readonly #packs: Buffer[] = [];
  #open: Row[] = [];

  add(row: Row): void {
    this.#open.push(row);
    if (this.#open.length === ROWS_A_PACK) {
      this.#packs.push(deflateRawSync(JSON.stringify(this.#open)));
      this.#open = [];
    }
  }

  /** In order; may be read more than once. */
  *batches(): Generator<Row[]> {
    for (const pack of this.#packs) yield JSON.parse(inflateRawSync(pack).toString()) as Row[];
    if (this.#open.length > 0) yield this.#open;
  }
}
