// The files of the archive (docs/decisions/0091): for each merchant and table of a month a file with compressed lines
// of JSON, and the manifest. A file gets its name only when it is complete and on disk. It never touches the database.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type ArchivedFile,
  type ArchivedTable,
  presentFiles,
} from '../../domain/archive/archive-manifest.ts';
import { coreOf, isSealed } from '../../domain/archive/archived-row.ts';
import { ArchiveError } from '../../domain/archive/month.ts';

const MANIFEST = 'manifest.ndjson';
const UNFINISHED = '.partial';
/** Approximate number of rows in a portion. */
const MOST_AT_ONCE = 500;

/** Writes a new file; answers its entry for the manifest. null: there are no rows, so there is no file. */
export async function writeArchiveFile(
  folder: string,
  {
    month,
    merchantId,
    table,
    number,
  }: { month: string; merchantId: string; table: ArchivedTable; number: number },
  portions: AsyncIterable<readonly string[]>,
): Promise<ArchivedFile | null> {
  const file = `${month}/${merchantId}.${table}.${number}.ndjson.gz`;
  await mkdir(join(folder, month), { recursive: true, mode: 0o700 });
  const [digest, core] = [createHash('sha256'), createHash('sha256')];
  let [rows, bytes] = [0, 0];
  const lines = async function* () {
    for await (const portion of portions) {
      rows += portion.length;
      if (isSealed(table)) for (const line of portion) core.update(`${coreOf(table, JSON.parse(line))}\n`);
      if (portion.length > 0) yield `${portion.join('\n')}\n`;
    }
  };
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      digest.update(chunk);
      yield chunk;
    }
  };
  const partial = join(folder, `${file}${UNFINISHED}`);
  const handle = await open(partial, 'w', 0o600);
  await pipeline(Readable.from(lines()), createGzip(), measured, handle.createWriteStream({ flush: true }));
  if (rows === 0) {
    await rm(partial);
    return null;
  }
  await rename(partial, join(folder, file));
  await syncFolder(join(folder, month));
  const sha256 = digest.digest('hex');
  return { file, merchantId, table, rows, bytes, sha256, core: isSealed(table) ? core.digest('hex') : null };
}

/** Yields the lines in portions. */
export async function* readArchiveFile(folder: string, file: string): AsyncGenerator<string[]> {
  const source = createReadStream(join(folder, file));
  const plain = createGunzip().setEncoding('utf8');
  source.on('error', (error) => plain.destroy(error));
  let portion: string[] = [];
  let rest = '';
  for await (const chunk of source.pipe(plain) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    portion.push(...lines);
    if (portion.length < MOST_AT_ONCE) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

const PUT_BACK = 'put the file back, from a backup of the folder if need be';

/** What is wrong with a file; null: the file matches the manifest. */
export async function fileFault(folder: string, expected: ArchivedFile): Promise<string | null> {
  const { file, table } = expected;
  const [digest, core] = [createHash('sha256'), createHash('sha256')];
  let rows = 0;
  try {
    for await (const chunk of createReadStream(join(folder, file))) digest.update(chunk);
    if (digest.digest('hex') !== expected.sha256)
      return `${file} was changed: its SHA-256 differs from the manifest; ${PUT_BACK}`;
    for await (const lines of readArchiveFile(folder, file)) {
      rows += lines.length;
      if (isSealed(table)) for (const line of lines) core.update(`${coreOf(table, JSON.parse(line))}\n`);
    }
  } catch (error) {
    const isGone = (error as { code?: string }).code === 'ENOENT';
    return isGone
      ? `${file} is missing in ${folder}; ${PUT_BACK}`
      : `${file} cannot be read: ${(error as Error).message}; ${PUT_BACK}`;
  }
  if (rows !== expected.rows)
    return `${file} has ${rows} rows, but the manifest says ${expected.rows}; compare both with a backup of the folder`;
  if (expected.core !== null && core.digest('hex') !== expected.core)
    return `the rows of ${file} differ from those of the closed month; compare the file with a backup of the folder`;
  return null;
}

/** The lines of the manifest; empty: there is no archive yet. */
export async function readManifest(folder: string): Promise<string[]> {
  try {
    return (await readFile(join(folder, MANIFEST), 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Makes the folder match the manifest of the database: writes the manifest, and removes files that it does not name.
 */
export async function matchFolderToManifest(folder: string, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await readManifest(folder);
  if (known.some((line, index) => line !== lines[index]))
    throw new ArchiveError(
      `${join(folder, MANIFEST)} has entries that the database does not have: the folder belongs to another database, or is newer than this database`,
    );
  if (known.length < lines.length) {
    const partial = join(folder, `${MANIFEST}${UNFINISHED}`);
    const handle = await open(partial, 'w', 0o600);
    await handle.writeFile(lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
    await handle.close();
    await rename(partial, join(folder, MANIFEST));
    await syncFolder(folder);
  }
  for (const file of await unlistedFiles(folder, lines)) await rm(join(folder, file));
}

/** Files of months that the manifest does not name. */
export async function unlistedFiles(folder: string, lines: readonly string[]): Promise<string[]> {
  const present = presentFiles(lines);
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /^\d{4}-\d{2}\/.+\.gz(\.partial)?$/.test(name) && !present.has(name)).sort();
}

/** A new name is durable only after a sync of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
