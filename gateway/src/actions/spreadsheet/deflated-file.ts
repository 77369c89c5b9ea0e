// One file of a ZIP archive. zlib's own threads compress it, not the event loop: payments go on while somebody exports
// a million rows.
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate';

/**
 * The lowest level compresses a sheet to an eighth of its size. The highest level compresses it to a tenth, but takes
 * three times as long.
 */
const LEVEL = 1;

/**
 * The time of every file, so that the same content always makes the same archive. ZIP knows no earlier time, and no
 * time zone.
 */
export const ZIP_EPOCH = new Date(1980, 0, 1);

export class DeflatedFile implements ZipInputFile {
  readonly filename: string;
  /** ZIP's number for "deflate". */
  readonly compression = 8;
  readonly mtime = ZIP_EPOCH;
  crc = 0;
  size = 0;
  /** The archive sets it. */
  ondata!: AsyncFlateStreamHandler;
  readonly #deflate = createDeflateRaw({ level: LEVEL });

  constructor(filename: string) {
    this.filename = filename;
    this.#deflate.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata(null, chunk, false));
  }

  /** Resolves when the bytes are compressed. */
  async write(bytes: Uint8Array): Promise<void> {
    this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    await new Promise<void>((then, fail) => {
      this.#deflate.write(bytes, (error) => (error ? fail(error) : then()));
    });
  }

  async end(): Promise<void> {
    const ended = once(this.#deflate, 'end');
    this.#deflate.end();
    await ended;
    this.ondata(null, new Uint8Array(0), true);
  }

  /** Frees the stream, complete or not. */
  leave(): void {
    this.#deflate.destroy();
  }
}
