// Rows that are found while others are written, and are needed afterwards: kept compressed, some forty bytes a row, so
// that a month in which everything differs needs some megabytes. Rows are JSON: amounts are text.
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

  /** In their order; may be read again. */
  *batches(): Generator<Row[]> {
    for (const pack of this.#packs) yield JSON.parse(inflateRawSync(pack).toString()) as Row[];
    if (this.#open.length > 0) yield this.#open;
  }
}
