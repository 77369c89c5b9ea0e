// The commands `close`, which closes a month of a brand and writes its archive into a file, and `close:verify`, which proves an archive and
// needs no database unless it is asked for one (decision 108).
import { createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeMonthEnd } from '../actions/month-end/make-month-end.ts';
import { monthEndFile, monthEndName } from '../actions/month-end/month-end-file.ts';
import { withArchive } from '../actions/month-end/read-archive.ts';
import {
  auditFaults,
  formerFaults,
  type VerifiedMonthEnd,
  verifyMonthEnd,
} from '../actions/month-end/verify-month-end.ts';
import type { AuditActor, AuditRow } from '../domain/audit/audit.ts';
import { Refusal } from '../domain/errors/refusal.ts';
import { CAUSES, type Cause } from '../domain/month-end/cause.ts';
import type { Manifest } from '../domain/month-end/manifest.ts';
import { isUuid } from '../domain/text.ts';
import { auditRowsOf } from '../storage/audit/audit-log.ts';
import type { Sql } from '../storage/database/database.ts';
import { DatabaseClock } from '../storage/database/database-clock.ts';
import { findBrand } from '../storage/merchants/brand-store.ts';
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
}

export async function runClose(
  options: readonly string[],
  { print, withSql }: Surroundings,
): Promise<number> {
  const given = readCloseArguments(options);
  if (!given) throw new CloseError(`it needs ${CLOSE_USE}`);
  return await withSql((sql) => close(sql, given, print));
}

async function close(sql: Sql, given: CloseArguments, print: Surroundings['print']): Promise<number> {
  const { brandId, month } = given;
  const held = (await readHold(sql))?.reason ?? (await readDifference(sql));
  if (held)
    throw new CloseError(`this database is a restored copy: ${held}. Nothing is closed until restore:accept`);
  const brand = isUuid(brandId) ? await findBrand(sql, brandId) : null;
  if (!brand) throw new CloseError(`there is no brand ${brandId}`);
  const clock = await DatabaseClock.open(sql, newLog('warn', 2));
  const { monthEnd, isNew } = await refusalsInWords(() =>
    makeMonthEnd({ sql, now: () => clock.now() }, operator(), brand, month),
  );
  const out = given.out ?? monthEndName(monthEnd, brand.name);
  await writeWhole(out, await monthEndFile(sql, monthEnd));
  const { counts } = JSON.parse(monthEnd.manifest) as Manifest;
  print(
    isNew
      ? `${month} is closed: ${counts.movements} movements and ${counts.bankEntries} bank entries compared`
      : `${month} was closed before, at ${monthEnd.madeAt.toISOString()} by ${monthEnd.madeBy}`,
  );
  for (const [cause, count] of Object.entries(counts.differences))
    print(`  ${count} ${cause}: ${CAUSES[cause as Cause]}`);
  print(`  ${monthEnd.changes} changes to earlier months`);
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

/** The file has its name only when it is whole. */
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

/** Whoever may run commands on this machine. */
const operator = (): AuditActor => ({
  ...{ kind: 'operator', id: 'command', requestId: null, ip: null },
  name: `${userName()} (npm run close)`,
});

/** The database is opened only where it is asked. */
export async function runVerifyClose(
  options: readonly string[],
  { print, withSql }: Surroundings,
): Promise<number> {
  const given = readVerifyArguments(options);
  if (!given) throw new CloseError(`it needs ${CLOSE_VERIFY_USE}`);
  const verified = await verifyFile(given.file);
  const { manifest, seal } = verified;
  const faults = [...verified.faults];
  if (manifest && given.former !== null)
    faults.push(...formerFaults(manifest, await verifyFile(given.former)));
  if (seal && given.audit !== null) faults.push(...auditFaults(seal, rowsOf(given.audit)));
  if (!seal || !manifest || !given.database) return verdict(verified, faults, { given, print });
  return await withSql(async (sql) => {
    const of = { action: 'month-end.made', target: manifest.brand.id } as const;
    const rows = await auditRowsOf(sql, manifest.merchantId, of);
    // Other rows stand between them, so only this one is compared; audit:verify proves the chain.
    faults.push(
      ...auditFaults(
        seal,
        rows.filter(({ id }) => id === seal.auditRow.id),
      ),
    );
    return verdict(verified, faults, { given, print });
  });
}

function verdict(
  { manifest, manifestSha256, seal }: VerifiedMonthEnd,
  faults: readonly string[],
  { given, print }: { given: VerifyArguments; print: Surroundings['print'] },
): number {
  for (const fault of faults) print(fault);
  if (faults.length > 0 || !manifest || !seal) {
    print(`${given.file} IS WRONG`);
    return 1;
  }
  const { brand, month, counts, former } = manifest;
  print(`${given.file} is right: ${brand.name}, ${month}, closed ${manifest.madeAt} by ${manifest.madeBy}`);
  print(`  ${counts.movements} movements and ${counts.bankEntries} bank entries add up to its accounts`);
  print(`  its manifest has the hash ${manifestSha256}`);
  print(`  the row of the audit log ${seal.auditRow.id} has it, with the hash ${seal.auditRow.hash}`);
  if (given.audit !== null || given.database) print('  the audit log has that row');
  else print('  not asked: whether the audit log has that row (--audit ROWS.json or --database)');
  if (given.former !== null) print(`  it follows the archive of ${former!.month}`);
  else if (former !== null)
    print(`  not asked: whether it follows the archive of ${former.month} (--former FILE)`);
  return 0;
}

async function verifyFile(path: string): Promise<VerifiedMonthEnd> {
  try {
    return await withArchive(path, verifyMonthEnd);
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

function rowsOf(path: string): AuditRow[] {
  const text = textOf(path);
  try {
    const rows = JSON.parse(text) as unknown;
    if (Array.isArray(rows)) return rows as AuditRow[];
  } catch {
    // Told below.
  }
  throw new CloseError(`${path} is no JSON array of rows of the audit log`);
}
