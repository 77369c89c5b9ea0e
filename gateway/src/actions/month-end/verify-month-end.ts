// Proves an archive of a month-end as far as possible without a database (decision 108): no byte is damaged; sums,
// workbook and page match its tables; the seal names the manifest; and the manifest follows the previous one. It cannot
// prove who made the archive. If somebody rewrites a whole archive with its seal, only the signature under a key from
// elsewhere, or the audit log, shows it.
import { createHash } from 'node:crypto';
import { type AuditRow, canonicalJson, hashOfRow } from '../../domain/audit/audit.ts';
import { LedgerSums } from '../../domain/month-end/account-sums.ts';
import {
  auditFacts,
  FIRST_FORMAT,
  type FileName,
  FORMAT,
  filesOf,
  MANIFEST,
  type Manifest,
  SEAL,
  SETTLED_FORMAT,
  type Seal,
  sha256Of,
  textOf,
} from '../../domain/month-end/manifest.ts';
import { monthAfter } from '../../domain/month-end/period.ts';
import { fingerprintOf, isSealSignature } from '../../domain/month-end/seal-key.ts';
import { checkTables } from './check-tables.ts';
import { checkWorkbook, holdsExactly } from './check-workbook.ts';
import { plainFile } from './pack-file.ts';
import { readMePage } from './read-me-page.ts';
import {
  chunksOf,
  LOCAL_HEADER,
  type Place,
  placesOf,
  unpack,
  type ZipFile,
  zipInMemory,
} from './read-zip.ts';

/** For the manifest and for the seal. */
const MOST_TEXT = 16_000_000;

export interface VerifiedMonthEnd {
  /** One sentence each; empty: the archive is consistent. */
  faults: string[];
  /** null: the manifest cannot be read at all. */
  manifest: Manifest | null;
  manifestSha256: string | null;
  seal: Seal | null;
  /** Were workbook and page compared with the tables? For the first format they are not. */
  isCompared: boolean;
}

/** Reads the archive in pieces, more than once: for the hashes of its files, its bytes, its tables, its workbook. */
export async function verifyMonthEnd(given: ZipFile | Uint8Array<ArrayBuffer>): Promise<VerifiedMonthEnd> {
  const archive = given instanceof Uint8Array ? zipInMemory(given) : given;
  const places = placesOf(archive);
  const manifestText = await textIn(archive, places?.get(MANIFEST));
  const manifest = read<Manifest>(manifestText, isManifest);
  const seal = read<Seal>(
    await textIn(archive, places?.get(SEAL)),
    ({ auditRow }) => typeof auditRow?.hash === 'string',
  );
  if (!places || !manifest || !seal) {
    const fault = places
      ? `it has no readable ${manifest ? SEAL : MANIFEST}`
      : 'it is not a readable ZIP file';
    return { faults: [fault], manifest: null, manifestSha256: null, seal: null, isCompared: false };
  }
  const manifestSha256 = sha256Of(manifestText!);
  const faults = [
    ...(await contentFaults(archive, places, manifest)),
    ...sealFaults(seal, manifest, manifestSha256),
  ];
  // If something was altered, further checks would tell nothing more.
  if (faults.length === 0 && !(await isAsWritten(archive, manifest, seal)))
    faults.push('the ZIP file was changed: its bytes differ from those that were written');
  if (faults.length === 0) faults.push(...(await tableFaults(archive, places, manifest)));
  return { faults, manifest, manifestSha256, seal, isCompared: manifest.format !== FIRST_FORMAT };
}

type Places = ReadonlyMap<string, Place>;

/** Somebody who rewrites manifest and seal can write any numbers into them, so we compare them with the tables. */
async function tableFaults(archive: ZipFile, places: Places, manifest: Manifest): Promise<string[]> {
  const bytes = new Map(manifest.files.map((file) => [file.name, file.bytes]));
  const content = (name: FileName) => unpack(archive, places.get(name)!, bytes.get(name)!);
  try {
    const faults = await checkTables(content, manifest);
    if (faults.length > 0 || manifest.format === FIRST_FORMAT) return faults;
    return [
      ...(await checkWorkbook(content, manifest)),
      ...((await isPageOf(content('read-me.html'), manifest))
        ? []
        : ['read-me.html differs from the tables']),
    ];
  } catch (error) {
    return [`its tables cannot be read: ${(error as Error).message}`];
  }
}

async function isPageOf(content: AsyncIterable<Buffer>, manifest: Manifest): Promise<boolean> {
  const page = await Array.fromAsync(content);
  return Buffer.concat(page).equals(Buffer.from(readMePage(manifest)));
}

/** null: the file is missing, or cannot be unpacked. */
async function textIn(archive: ZipFile, place: Place | undefined): Promise<Buffer | null> {
  if (!place) return null;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of unpack(archive, place, MOST_TEXT)) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

const isManifest = ({ format, brand, files, counts, accounts, settled }: Manifest): boolean =>
  (format === SETTLED_FORMAT
    ? isSettledMonth(settled)
    : !settled && [FORMAT, FIRST_FORMAT].includes(format)) &&
  typeof brand?.id === 'string' &&
  [files, accounts].every((all) => Array.isArray(all) && all.every(Boolean)) &&
  !!counts?.differences &&
  !!counts.changes;

const isSettledMonth = (settled: Manifest['settled']): boolean =>
  [settled?.accounts, settled?.settlements, settled?.notPaidOut].every(
    (all) => Array.isArray(all) && all.every(Boolean),
  );

/** null: the file has the wrong content, or is written in another form. */
function read<T extends Manifest | Seal>(bytes: Buffer | null, fits: (value: T) => boolean): T | null {
  if (!bytes) return null;
  const text = bytes.toString();
  try {
    const value = JSON.parse(text) as T;
    return fits(value) && textOf(value) === text ? value : null;
  } catch {
    return null;
  }
}

async function contentFaults(archive: ZipFile, places: Places, manifest: Manifest): Promise<string[]> {
  const named = filesOf(manifest.format);
  const expected = [...named, MANIFEST, SEAL].sort().join(', ');
  const has = [...places.keys()].sort().join(', ');
  if (has !== expected) return [`it contains the files ${has}; it should contain ${expected}`];
  if (manifest.files.map(({ name }) => name).join() !== named.join())
    return ['the manifest does not name the files of a month-end'];
  const faults: string[] = [];
  for (const file of manifest.files) {
    if (!(await hasHash(unpack(archive, places.get(file.name)!, file.bytes), file)))
      faults.push(`${file.name} was changed: its hash differs from the manifest`);
  }
  return faults;
}

async function hasHash(
  content: AsyncIterable<Buffer>,
  { bytes, sha256 }: Pick<Manifest['files'][number], 'bytes' | 'sha256'>,
): Promise<boolean> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of content) {
      found += chunk.length;
      hash.update(chunk);
    }
  } catch {
    return false;
  }
  return found === bytes && hash.digest('hex') === sha256;
}

function sealFaults(seal: Seal, manifest: Manifest, sha256: string): string[] {
  const { manifestSha256, auditRow } = seal;
  if (manifestSha256 !== sha256) return ['the manifest was changed: the seal names another hash'];
  if (hashOfRow(auditRow) !== auditRow.hash)
    return ['the row of the audit log in the seal was changed: its hash does not match its content'];
  const sealedWith = sealerIn(auditRow.after);
  const said = canonicalJson([auditRow.action, auditRow.target, auditRow.after]);
  const facts = auditFacts(manifest, sha256, sealedWith);
  const right = ['month-end.made', { kind: 'brand', id: manifest.brand.id }, facts];
  if (said !== canonicalJson(right)) return ['the row of the audit log is not about this manifest'];
  return manifest.format === FIRST_FORMAT && !seal.signature ? [] : signatureFaults(seal, sealedWith);
}

/** The fingerprint that a row of the audit log names. */
function sealerIn(after: unknown): string | null {
  const { sealedWith } = (after ?? {}) as { sealedWith?: unknown };
  return typeof sealedWith === 'string' ? sealedWith : null;
}

/** Checks the signature with the key that the archive itself names. This alone does not say who owns the key. */
function signatureFaults({ signature, ...sealed }: Seal, sealedWith: string | null): string[] {
  if (typeof signature?.publicKey !== 'string' || typeof signature.value !== 'string')
    return ['the seal is not signed'];
  const publicKey = Buffer.from(signature.publicKey, 'base64');
  if (fingerprintOf(publicKey) !== sealedWith)
    return ['the seal is signed with a different key than its row of the audit log names'];
  const isSigned = isSealSignature(publicKey, {
    text: textOf(sealed),
    signature: Buffer.from(signature.value, 'base64'),
  });
  return isSigned ? [] : ['the signature of the seal is wrong'];
}

/**
 * `keys`: keys that the reader has from elsewhere; one of them must have signed the archive. An unsigned archive is not
 * wrong: we know nothing about it.
 */
export function keyFaults({ signature }: Seal, keys: readonly Buffer[]): string[] {
  if (!signature) return [];
  const publicKey = Buffer.from(signature.publicKey, 'base64');
  return keys.some((key) => key.equals(publicKey))
    ? []
    : [`the seal is signed with a key that is not among the given keys: ${fingerprintOf(publicKey)}`];
}

/** Assembled again from its own packed files, it must be the same archive. */
async function isAsWritten(archive: ZipFile, manifest: Manifest, seal: Seal): Promise<boolean> {
  let at = 0;
  const packed = manifest.files.map(({ name, bytes, crc32, packedBytes, packedSha256 }) => {
    const begins = at + LOCAL_HEADER + Buffer.byteLength(name);
    at = begins + packedBytes + DESCRIPTOR;
    const place = { begins, ends: begins + packedBytes };
    return { file: { name, bytes, crc32, packed: chunksOf(archive, place) }, place, packedSha256 };
  });
  for (const { place, packedSha256 } of packed) {
    // Never read beyond the archive, whatever the manifest says.
    if (!Number.isSafeInteger(place.ends) || place.ends < place.begins || place.ends > archive.size)
      return false;
    const hash = createHash('sha256');
    for (const piece of chunksOf(archive, place)) hash.update(piece);
    if (hash.digest('hex') !== packedSha256) return false;
  }
  return await holdsExactly(archive, [
    ...packed.map(({ file }) => file),
    plainFile(MANIFEST, textOf(manifest)),
    plainFile(SEAL, textOf(seal)),
  ]);
}

/** The data descriptor of ZIP, which follows the bytes of each file in our archives. */
const DESCRIPTOR = 16;

/** Compares it with the previous month's archive. */
export function formerFaults(
  manifest: Manifest,
  former: Pick<VerifiedMonthEnd, 'faults' | 'manifest' | 'manifestSha256'>,
): string[] {
  if (!former.manifest) return ['the archive of the previous month cannot be read'];
  const { brand, month } = former.manifest;
  if (brand.id !== manifest.brand.id) return ['the archive of the previous month belongs to another brand'];
  if (monthAfter(month) !== manifest.month)
    return [`the other archive is for ${month}, not for the previous month`];
  if (manifest.former?.sha256 !== former.manifestSha256)
    return [`it does not follow this archive of ${month}: it names a different manifest`];
  return [
    ...former.faults.map((fault) => `the archive of ${month} is wrong: ${fault}`),
    ...(manifest.begins === former.manifest.ends ? [] : [`it does not begin where ${month} ended`]),
    ...openingFaults(manifest, former.manifest),
  ];
}

/** The manifest must name, as differences, the balances that do not continue from the month before. */
function openingFaults(manifest: Manifest, former: Manifest): string[] {
  const changed = new LedgerSums();
  for (const { account, currency, opening } of manifest.accounts)
    changed.open(account, currency, BigInt(opening));
  for (const { account, currency, closing } of former.accounts)
    changed.open(account, currency, -BigInt(closing));
  const found = changed.all().filter(({ openingMinor }) => openingMinor !== 0n).length;
  const said = manifest.counts.differences['ledger-changed'] ?? 0;
  return found === said
    ? []
    : [`${found} balances do not continue from ${former.month}, but the manifest says ${said}`];
}

/**
 * `rows`: an export of the audit log, as `GET /operator/audit?merchantId=…` answers it, oldest first, without gaps from
 * the seal's row on.
 */
export function auditFaults(seal: Seal, rows: readonly AuditRow[]): string[] {
  const at = rows.findIndex(({ id }) => id === seal.auditRow.id);
  if (at === -1) return ['the audit log has no row for this month-end'];
  const following = rows.slice(at);
  if (following[0]!.hash !== seal.auditRow.hash)
    return ["the audit log has a different row in place of the seal's row"];
  const broken = following.find(
    (row, i) => hashOfRow(row) !== row.hash || (i > 0 && row.previousHash !== following[i - 1]!.hash),
  );
  return broken ? [`the audit log is broken at its row ${broken.id}`] : [];
}
