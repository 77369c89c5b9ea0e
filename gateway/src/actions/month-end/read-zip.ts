// Reads only the needed parts of a month-end's archive: the list of its files from its end, and each file in pieces. So
// an archive of any size needs little memory. It must trust nothing that it reads.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

export interface ZipFile {
  size: number;
  read(begins: number, ends: number): Bytes;
}

export const zipInMemory = (bytes: Bytes): ZipFile => ({
  size: bytes.length,
  read: (begins, ends) => bytes.subarray(begins, ends),
});

/** The file stays open until `work` has ended. Throws the errors of the file system. */
export async function withZip<T>(path: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const file = openSync(path, 'r');
  try {
    return await work({
      size: fstatSync(file).size,
      read(begins, ends) {
        const bytes = new Uint8Array(Math.max(ends - begins, 0));
        let read = 0;
        for (let some = 1; some > 0 && read < bytes.length; read += some)
          some = readSync(file, bytes, read, bytes.length - read, begins + read);
        return bytes.subarray(0, read);
      },
    });
  } finally {
    closeSync(file);
  }
}

/** Where the packed bytes of a file are. */
export interface Place {
  begins: number;
  ends: number;
}

/** ZIP structures: the record at the end, one line of the list, the header of a file. */
const END = { bytes: 22, signature: 0x06054b50 };
const LINE = { bytes: 46, signature: 0x02014b50 };
export const LOCAL_HEADER = 30;
/** A month-end has ten files. */
const LONGEST_LIST = 65_536;

/** The files by name. null: it is no ZIP file that we can read. */
export function placesOf(zip: ZipFile): Map<string, Place> | null {
  const end = Buffer.from(zip.read(Math.max(zip.size - END.bytes, 0), zip.size));
  if (end.length < END.bytes || end.readUInt32LE(0) !== END.signature) return null;
  const [length, begins] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (length > LONGEST_LIST || begins + length > zip.size) return null;
  const list = Buffer.from(zip.read(begins, begins + length));
  const places = new Map<string, Place>();
  for (let at = 0; at < list.length; ) {
    if (at + LINE.bytes > list.length || list.readUInt32LE(at) !== LINE.signature) return null;
    const nameBytes = list.readUInt16LE(at + 28);
    const name = list.toString('utf8', at + LINE.bytes, at + LINE.bytes + nameBytes);
    const from = list.readUInt32LE(at + 42) + LOCAL_HEADER + nameBytes;
    const place = { begins: from, ends: from + list.readUInt32LE(at + 20) };
    if (place.ends > begins || places.has(name)) return null;
    places.set(name, place);
    at += LINE.bytes + nameBytes + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return places;
}

const PIECE = 1_000_000;

export function* chunksOf(zip: ZipFile, { begins, ends }: Place): Generator<Bytes> {
  for (let at = begins; at < ends; at += PIECE) yield zip.read(at, Math.min(at + PIECE, ends));
}

/** Throws if the content is not deflated, or is larger than `most` bytes. */
export async function* unpack(zip: ZipFile, place: Place, most: number): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  pipeline(Readable.from(chunksOf(zip, place)), inflate, () => {});
  let bytes = 0;
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new Error('it is larger than it should be');
    yield chunk;
  }
}
