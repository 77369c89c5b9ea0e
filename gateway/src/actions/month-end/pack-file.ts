// A file of a month-end, packed once and kept in pieces, and the archive that is assembled from such files. The archive
// has the same bytes each time: for a download, and to check an archive that somebody holds.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate';
import type { FileName, PackedFile } from '../../domain/month-end/manifest.ts';
import { DeflatedFile, ZIP_EPOCH } from '../spreadsheet/deflated-file.ts';

const PIECE_BYTES = 1_000_000;

/** `store` gets the pieces in order. */
export async function packFile(
  name: FileName,
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  store: (part: number, bytes: Uint8Array) => Promise<void>,
): Promise<PackedFile> {
  const file = new DeflatedFile(name);
  const plain = createHash('sha256');
  const packed = createHash('sha256');
  let [packedBytes, part, waiting]: [number, number, Uint8Array[]] = [0, 0, []];
  let waitingBytes = 0;
  file.ondata = (_error, chunk) => {
    packed.update(chunk);
    packedBytes += chunk.length;
    waitingBytes += chunk.length;
    waiting.push(chunk);
  };
  const keep = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await store(part++, bytes);
  };
  try {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk as string);
      plain.update(bytes);
      await file.write(bytes);
      if (waitingBytes >= PIECE_BYTES) await keep();
    }
    await file.end();
    await keep();
  } finally {
    file.leave();
  }
  return {
    name,
    bytes: file.size,
    sha256: plain.digest('hex'),
    crc32: file.crc,
    packedBytes,
    packedSha256: packed.digest('hex'),
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface ZippedFile {
  name: string;
  bytes: number;
  crc32: number;
  /** Deflated. */
  packed: AsyncIterable<Bytes> | Iterable<Bytes>;
}

/**
 * The manifest and the seal use deflate's blocks without compression, so that every version of zlib makes the same
 * bytes.
 */
export function plainFile(name: string, text: string): ZippedFile {
  const bytes = Buffer.from(text);
  return { name, bytes: bytes.length, crc32: crc32(bytes), packed: storedBlocks(bytes) };
}

const MOST_IN_BLOCK = 65_535;

function storedBlocks(bytes: Buffer<ArrayBuffer>): Bytes[] {
  const blocks: Bytes[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += MOST_IN_BLOCK) {
    const piece = bytes.subarray(at, at + MOST_IN_BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + MOST_IN_BLOCK >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(piece.length, 1);
    head.writeUInt16LE(0xffff - piece.length, 3);
    blocks.push(head, piece);
  }
  return blocks;
}

export async function* zipOf(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const taken = () => {
    const chunks = made;
    made = [];
    return chunks;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for (const { name, bytes, crc32: crc, packed } of files) {
    const file: ZipInputFile & { ondata: AsyncFlateStreamHandler } = {
      filename: name,
      size: bytes,
      crc,
      compression: 8,
      mtime: ZIP_EPOCH,
      ondata: () => {},
    };
    zip.add(file);
    for await (const chunk of packed) {
      if (chunk.length > 0) file.ondata(null, chunk, false);
      yield* taken();
    }
    file.ondata(null, new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
