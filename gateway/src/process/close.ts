// The commands `close` and `close:verify` (decision 108). `close` closes a month of a brand and writes its archive into
// a file. `close:verify` says what an archive proves by itself. With a key, the audit log or the database, it also says
// whether the gateway made the archive. It must never confirm an archive that somebody else could have written.
import { createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeMonthEnd } from '../actions/month-end/make-month-end.ts';
import { monthEndFile, monthEndName } from '../actions/month-end/month-end-file.ts';
import { withZip } from '../actions/month-end/read-zip.ts';
import {
  auditFaults,
  formerFaults,
  keyFaults,
  type VerifiedMonthEnd,
  verifyMonthEnd,
} from '../actions/month-end/verify-month-end.ts';
import type { AuditActor, AuditRow } from '../domain/audit/audit.ts';
import { Refusal } from '../domain/errors/refusal.ts';
import { CAUSES, type Cause, SETTLED_CAUSES } from '../domain/month-end/cause.ts';
import type { Manifest, Seal } from '../domain/month-end/manifest.ts';
import { fingerprintOf, keysInPem } from '../domain/month-end/seal-key.ts';
import { isUuid } from '../domain/text.ts';
import { auditRowsOf } from '../storage/audit/audit-log.ts';
import type { Sql } from '../storage/database/database.ts';
import { DatabaseClock } from '../storage/database/database-clock.ts';
import type { Vault } from '../storage/keys/vault.ts';
import { findBrand } from '../storage/merchants/brand-store.ts';
import { findMonthEnd } from '../storage/month-end/month-end-store.ts';
import { readDifference, readHold } from '../storage/schema/restored-copy.ts';
import {
  CLOSE_USE,
  CLOSE_VERIFY_USE,
  type CloseArguments,
  CloseError,
  readCloseArguments,
  readVerifyArguments,
  type VerifyArguments,
} from './close-arguments.ts';
import { newLog } from './log.ts';
import { userName } from './user-name.ts';

interface Surroundings {
  print(line: string): void;
  withSql(work: (sql: Sql) => Promise<number>): Promise<number>;
  /** The vault has the key that signs. */
  openVault(sql: Sql): Promise<Vault>;
}

export async function runClose(
  options: readonly string[],
  { print, withSql, openVault }: Surroundings,
): Promise<number> {
  const given = readCloseArguments(options);
  if (!given) throw new CloseError(`it needs ${CLOSE_USE}`);
  return await withSql((sql) => close(sql, given, { print, openVault }));
}

async function close(
  sql: Sql,
  given: CloseArguments,
  { print, openVault }: Pick<Surroundings, 'print' | 'openVault'>,
): Promise<number> {
  const { brandId, month } = given;
  const held = (await readHold(sql))?.reason ?? (await readDifference(sql));
  if (held)
    throw new CloseError(
      `this database is a restored copy: ${held}. Run restore:accept first; until then no month can be closed`,
    );
  const brand = isUuid(brandId) ? await findBrand(sql, brandId) : null;
  if (!brand) throw new CloseError(`there is no brand ${brandId}`);
  const clock = await DatabaseClock.open(sql, newLog('warn', 2));
  const vault = await openVault(sql);
  const { monthEnd, isNew } = await refusalsInWords(() =>
    makeMonthEnd({ sql, vault, now: () => clock.now() }, operator(), brand, month),
  );
  const out = given.out ?? monthEndName(monthEnd, brand.name);
  await writeWhole(out, await monthEndFile(sql, monthEnd));
  const { counts, settled } = JSON.parse(monthEnd.manifest) as Manifest;
  const causes = settled ? SETTLED_CAUSES : CAUSES;
  print(
    isNew
      ? `${month} is closed: ${counted(counts)} compared`
      : `${month} was closed before, at ${monthEnd.madeAt.toISOString()} by ${monthEnd.madeBy}`,
  );
  for (const [cause, count] of Object.entries(counts.differences))
    print(`  ${count} ${cause}: ${causes[cause as Cause]}`);
  print(`  ${monthEnd.changes} ${monthEnd.changes === 1 ? 'change' : 'changes'} to earlier months`);
  print(`its archive is ${out}, its manifest has the hash ${monthEnd.manifestSha256}`);
  return 0;
}

async function refusalsInWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new CloseError(error.message) : error;
  }
}

/** The file gets its name only when it is complete. */
async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(part));
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new CloseError(`${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Anybody who may run commands on this machine. */
const operator = (): AuditActor => ({
  kind: 'operator',
  id: 'command',
  requestId: null,
  ip: null,
  name: `${userName()} (npm run close)`,
});

/** It opens the database only if it is asked to. */
export async function runVerifyClose(
  options: readonly string[],
  { print, withSql }: Pick<Surroundings, 'print' | 'withSql'>,
): Promise<number> {
  const given = readVerifyArguments(options);
  if (!given) throw new CloseError(`it needs ${CLOSE_VERIFY_USE}`);
  const verified = await verifyFile(given.file);
  const { manifest, seal } = verified;
  const faults = [...verified.faults];
  if (manifest && given.former !== null)
    faults.push(...formerFaults(manifest, await verifyFile(given.former)));
  if (seal && given.key !== null) faults.push(...keyFaults(seal, keysOf(given.key)));
  if (seal && given.audit !== null) faults.push(...auditFaults(seal, rowsOf(given.audit)));
  if (!seal || !manifest || !given.database) return verdict(verified, faults, { given, print });
  return await withSql(async (sql) => {
    faults.push(...(await databaseFaults(sql, manifest, seal)));
    return verdict(verified, faults, { given, print });
  });
}

/**
 * Other rows of the audit log are between those of month-ends, so this compares only the row of this seal; audit:verify
 * proves the chain.
 */
async function databaseFaults(sql: Sql, manifest: Manifest, seal: Seal): Promise<string[]> {
  const { merchantId, brand, month } = manifest;
  const rows = await auditRowsOf(sql, merchantId, { action: 'month-end.made', target: brand.id });
  const faults = auditFaults(
    seal,
    rows.filter(({ id }) => id === seal.auditRow.id),
  );
  const kept = await findMonthEnd(sql, { merchantId, brandId: brand.id }, month);
  if (kept?.manifestSha256 !== seal.manifestSha256)
    faults.push('the database has a different month-end for this month');
  const signature = kept?.signed?.signature.toString('base64');
  if (kept && signature !== seal.signature?.value)
    faults.push('the database has a different signature for this month-end');
  return faults;
}

function verdict(
  verified: VerifiedMonthEnd,
  faults: readonly string[],
  { given, print }: { given: VerifyArguments; print: Surroundings['print'] },
): number {
  const { manifest, seal } = verified;
  for (const fault of faults) print(fault);
  if (faults.length > 0 || !manifest || !seal) {
    print(`${given.file} IS WRONG`);
    return 1;
  }
  const proofs = proofsOf(given, seal);
  const { brand, month, madeAt, madeBy } = manifest;
  const what = `${brand.name}, ${month}, closed ${madeAt} by ${madeBy}`;
  if (proofs.length > 0) print(`${given.file} is right: ${what}`);
  else print(`${given.file} is consistent, but nothing was given that shows who made it. It says: ${what}`);
  for (const line of [...shownBy(verified, given), ...proofs]) print(`  ${line}`);
  if (proofs.length > 0) return 0;
  print('  NOT SHOWN: that the gateway made it. Somebody may have rewritten tables, manifest and seal.');
  print('  To show that nobody did, give --key KEYS.pem (if it is signed), --audit ROWS.json or --database');
  return NOT_SHOWN;
}

/** The checks found no fault, but they do not show who made the archive. */
export const NOT_SHOWN = 3;

/** The proofs that the gateway made the archive, and that nobody has rewritten it. */
function proofsOf({ key, audit, database }: VerifyArguments, { signature }: Seal): string[] {
  return [
    ...(key !== null && signature ? [`its seal is signed with a key of ${key}`] : []),
    ...(audit !== null ? [`the audit log in ${audit} contains that row`] : []),
    ...(database ? ['the audit log and the month-ends of the database contain it'] : []),
  ];
}

const counted = ({ movements, bankEntries }: Manifest['counts']): string =>
  `${movements} ${movements === 1 ? 'movement' : 'movements'} and ${bankEntries} bank ${bankEntries === 1 ? 'entry' : 'entries'}`;

const settledIn = ({ settlements, lines }: NonNullable<Manifest['settled']>): string =>
  `${lines} ${lines === 1 ? 'line' : 'lines'} of ${settlements.length} ${settlements.length === 1 ? 'settlement' : 'settlements'} add up, with the fees, the bank entries and what is not paid out yet`;

/** What the archive shows by itself. */
function shownBy(
  { manifest, manifestSha256, seal, isCompared }: VerifiedMonthEnd,
  { former, key }: VerifyArguments,
): string[] {
  const { counts, former: before, settled } = manifest!;
  const { auditRow, signature } = seal!;
  const fingerprint = signature && fingerprintOf(Buffer.from(signature.publicKey, 'base64'));
  return [
    `${counted(counts)} add up to its accounts`,
    ...(settled ? [settledIn(settled)] : []),
    isCompared
      ? 'its workbook and its page agree with its tables'
      : 'not compared: its workbook and its page, because a former release made them',
    `its manifest has the hash ${manifestSha256}`,
    `its seal names the row of the audit log ${auditRow.id}, with the hash ${auditRow.hash}`,
    fingerprint
      ? `its seal is signed with the key whose fingerprint is ${fingerprint}`
      : `its seal is not signed: a former release made it${key === null ? '' : ', so --key cannot show who made it'}`,
    ...(former !== null ? [`it follows the archive of ${before!.month} in ${former}`] : []),
    ...(former === null && before !== null
      ? [`not checked: whether it follows the archive of ${before.month} (give --former FILE)`]
      : []),
  ];
}

async function verifyFile(path: string): Promise<VerifiedMonthEnd> {
  try {
    return await withZip(path, verifyMonthEnd);
  } catch (error) {
    throw new CloseError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CloseError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function keysOf(path: string): Buffer[] {
  const keys = keysInPem(textOf(path));
  if (keys.length === 0) throw new CloseError(`${path} contains no public key (PEM)`);
  return keys;
}

function rowsOf(path: string): AuditRow[] {
  const text = textOf(path);
  try {
    const rows = JSON.parse(text) as unknown;
    if (Array.isArray(rows)) return rows as AuditRow[];
  } catch {
    // The error is thrown below.
  }
  throw new CloseError(`${path} is not a JSON array of rows of the audit log`);
}
