// Closes a month of a brand (decision 108). It compares every movement of money with the bank's statements and the
// providers' notifications, writes the files, and commits the month-end with its row in the audit log. A month that is
// already closed answers the existing month-end. It reads everything in one snapshot and writes the row last: a process
// that dies leaves no month-end.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isMonth } from '../../domain/ledger/settlement-month.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import {
  type FileName,
  FORMAT,
  filesOf,
  type Manifest,
  type PackedFile,
  SETTLED_FORMAT,
  sha256Of,
  textOf,
  total,
} from '../../domain/month-end/manifest.ts';
import { isOver, type MonthPeriod, monthAfter, periodOf } from '../../domain/month-end/period.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { auditHeadOf } from '../../storage/audit/audit-log.ts';
import { type Sql, type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { openSnapshot } from '../../storage/database/snapshot.ts';
import { lockBrand } from '../../storage/merchants/brand-store.ts';
import {
  insertHadSettlements,
  insertSettlementItems,
} from '../../storage/month-end/month-end-settlement-store.ts';
import {
  findMonthEnd,
  forgetOldTries,
  forgetTry,
  insertItems,
  insertPart,
  listMonthEnds,
  type MonthEnd,
  unreadStatements,
} from '../../storage/month-end/month-end-store.ts';
import type { Context } from '../context.ts';
import { writeCsv } from '../spreadsheet/csv.ts';
import type { Sheet } from '../spreadsheet/sheet.ts';
import { writeXlsx } from '../spreadsheet/xlsx.ts';
import { commitMonthEnd, type MadeMonthEnd } from './commit-month-end.ts';
import {
  accountSheet,
  changeSheet,
  differenceSheet,
  entrySheet,
  movementSheet,
  providerSheet,
} from './month-sheets.ts';
import { firstMonthOf } from './months-to-close.ts';
import { packFile } from './pack-file.ts';
import { readMePage } from './read-me-page.ts';
import { MonthReader, type Reading } from './read-month.ts';
import { SettlementReader, type SettlementReading, settledAccounts } from './read-settlements.ts';
import { feeSheet, lineSheet, settlementSheet, unsettledSheet } from './settlement-sheets.ts';

export type OfBrand = Pick<Brand, 'merchantId' | 'brandId' | 'name' | 'timeZone'>;
type Using = Pick<Context, 'sql' | 'now' | 'vault'>;

/** The process of a try that is older than this has died. */
const TRY_MS = 24 * 3_600_000;

/** Summing a brand's whole ledger takes long. */
export const QUERY_TIMEOUT = '1h';

/**
 * Throws Refusal 400 for an invalid month. Throws 409 for a month that is not over, a month before money first moved,
 * or a month that does not follow the last closed month.
 */
export async function makeMonthEnd(
  context: Using,
  by: AuditActor,
  brand: OfBrand,
  month: string,
): Promise<MadeMonthEnd> {
  if (!isMonth(month)) throw new Refusal(400, ['month: must be a month, such as 2026-03']);
  const { sql } = context;
  const known = await findMonthEnd(sql, brand, month);
  if (known) return { monthEnd: known, isNew: false };
  const at = context.now();
  const { closed, former, period } = await requireMonthToClose(sql, brand, { month, at });

  const id = timeOrderedId(at);
  const making = { merchantId: brand.merchantId, monthEndId: id };
  await forgetOldTries(sql, brand.merchantId, new Date(at.getTime() - TRY_MS));
  // Whoever takes an assignment back holds this lock: the snapshot has all that began before `at`.
  await withRetries(() =>
    sql.begin(async (tx) => void (await lockBrand(tx, brand.merchantId, brand.brandId))),
  );
  const snapshot = await openSnapshot(sql, QUERY_TIMEOUT);
  let isCommitting = false;
  try {
    const reading = await readingOf(snapshot.sql, brand, {
      month: { closed, former, period },
      keep: (items) => insertItems(sql, making, items),
      keepSettlements: (items) => insertSettlementItems(sql, making, items),
    });
    const statementIds = await unreadStatements(snapshot.sql, brand);
    const manifest = await writeFiles(sql, reading, { brand, id, at, by });
    const monthEnd = toMonthEnd(manifest, reading, id);
    isCommitting = true;
    const made = await commitMonthEnd(context, by, { monthEnd, manifest, statementIds, former });
    if (!made.isNew) await forgetTry(sql, making).catch(() => {});
    return made;
  } catch (error) {
    // If the commit's answer was lost, we do not know its result. Its pieces stay until forgetOldTries sees whether it
    // has a row.
    if (!isCommitting || error instanceof Refusal) await forgetTry(sql, making).catch(() => {});
    throw error;
  } finally {
    snapshot.end();
  }
}

export interface MonthToClose {
  /** The closed months, newest first. */
  closed: readonly MonthEnd[];
  former: MonthEnd | null;
  period: MonthPeriod;
}

/** Throws Refusal 409 for a month that is not over, or that is not the next one. */
export async function requireMonthToClose(
  sql: Sql,
  brand: OfBrand,
  { month, at }: { month: string; at: Date },
): Promise<MonthToClose> {
  const closed = await listMonthEnds(sql, brand, MOST_MONTHS);
  const former = closed[0] ?? null;
  const period = periodOf(month, brand.timeZone, former?.ends ?? null);
  if (!isOver(period, at)) throw new Refusal(409, `month: ${month} is not over yet`);
  await refuseOutOfTurn(sql, brand, former, month);
  return { closed, former, period };
}

/** `sql`: a snapshot. */
export async function readingOf(
  sql: SqlTransaction,
  brand: OfBrand,
  {
    month: { closed, former, period },
    ...keeping
  }: { month: MonthToClose } & Pick<SettlementReading, 'keep' | 'keepSettlements'>,
): Promise<SettlementReading> {
  const accounts = await settledAccounts(sql, brand, period);
  const first = closed.at(-1);
  const since = first?.begins ?? period.begins;
  return { sql, brand, period, former, closedSince: first?.month ?? null, accounts, since, ...keeping };
}

async function refuseOutOfTurn(
  sql: Sql,
  brand: OfBrand,
  former: MonthEnd | null,
  month: string,
): Promise<void> {
  if (former) {
    const next = monthAfter(former.month);
    if (month !== next) throw new Refusal(409, `month: the next month to close is ${next}`);
    return;
  }
  const first = await firstMonthOf(sql, brand);
  if (first === null) throw new Refusal(409, 'month: no money has moved yet');
  if (month < first) throw new Refusal(409, `month: money first moved in ${first}`);
}

/** A hundred years. */
const MOST_MONTHS = 1_200;

interface Writing {
  brand: OfBrand;
  id: string;
  at: Date;
  by: AuditActor;
}

/**
 * Packs every file into pieces. Movements, entries and lines come first: their first reading calculates the sums and
 * finds the differences.
 */
async function writeFiles(
  sql: Sql,
  reading: SettlementReading,
  { brand, id, at, by }: Writing,
): Promise<Manifest> {
  const { period, former } = reading;
  const { timeZone } = period;
  const packed = new Map<FileName, PackedFile>();
  const pack = async (name: FileName, content: Parameters<typeof packFile>[1]) => {
    const part = { merchantId: brand.merchantId, monthEndId: id, file: name };
    packed.set(
      name,
      await packFile(name, content, (number, bytes) => insertPart(sql, { ...part, part: number }, bytes)),
    );
  };
  const reader = new MonthReader(reading);
  const settled = reading.accounts.length > 0 ? new SettlementReader(reading, reader) : null;
  const isSettled = settled !== null;
  const movements = (counts: boolean) => movementSheet(timeZone, reader.movements({ counts }), isSettled);
  const entries = (counts: boolean) => entrySheet(timeZone, reader.entries({ counts }), isSettled);
  await reader.open();
  await pack('movements.csv', writeCsv(movements(true)));
  await pack('bank-entries.csv', writeCsv(entries(true)));
  await reader.finish();
  if (settled) {
    await settled.open();
    await pack('settlement-lines.csv', writeCsv(lineSheet(timeZone, settled.lines({ counts: true }))));
    await settled.finish();
    await insertHadSettlements(sql, { merchantId: brand.merchantId, monthEndId: id }, settled.had());
  }
  const beside = sheetsBeside(timeZone, reader, settled);
  for (const [name, sheet] of beside) await pack(name, writeCsv(sheet()));
  const all = [...beside.map(([, sheet]) => sheet()), movements(false), entries(false)];
  if (settled) all.push(lineSheet(timeZone, settled.lines({ counts: false })));
  await pack('month.xlsx', writeXlsx(all));
  const contents = {
    format: isSettled ? SETTLED_FORMAT : FORMAT,
    merchantId: brand.merchantId,
    brand: { id: brand.brandId, name: brand.name },
    month: period.month,
    timeZone,
    begins: period.begins.toISOString(),
    ends: period.ends.toISOString(),
    madeAt: at.toISOString(),
    madeBy: by.name,
    auditHead: await headOf(reading.sql, brand.merchantId),
    former: former && { month: former.month, sha256: former.manifestSha256 },
    accounts: reader.accounts(),
    counts: reader.counts,
    ...(settled ? { settled: settled.manifest() } : {}),
  } satisfies Omit<Manifest, 'files'>;
  await pack('read-me.html', [readMePage(contents)]);
  return { ...contents, files: filesOf(contents.format).map((name) => packed.get(name)!) };
}

/** The tables that come from sums and spools, in the order of the workbook. */
function sheetsBeside(
  timeZone: string,
  reader: MonthReader,
  settled: SettlementReader | null,
  // biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
): [FileName, () => Sheet<any>][] {
  // biome-ignore lint/suspicious/noExplicitAny: each sheet has rows of its own
  const ofSettlements: [FileName, () => Sheet<any>][] = settled
    ? [
        ['settlements.csv', () => settlementSheet(timeZone, settled.settlements())],
        ['fees.csv', () => feeSheet(timeZone, settled.fees())],
        ['not-paid-out.csv', () => unsettledSheet(timeZone, settled.unsettled())],
      ]
    : [];
  return [
    ['accounts.csv', () => accountSheet(timeZone, reader.accounts())],
    ['providers.csv', () => providerSheet(timeZone, reader.providers())],
    ...ofSettlements,
    ['differences.csv', () => differenceSheet(timeZone, reader.differences(), settled !== null)],
    ['changes.csv', () => changeSheet(timeZone, reader.changes())],
  ];
}

async function headOf(sql: SqlTransaction, merchantId: string): Promise<Manifest['auditHead']> {
  const head = await auditHeadOf(sql, merchantId);
  return head && { sequence: String(head.sequence), hash: head.hash };
}

function toMonthEnd(manifest: Manifest, { brand, period }: Reading, id: string): MonthEnd {
  const text = textOf(manifest);
  return {
    merchantId: brand.merchantId,
    brandId: brand.brandId,
    month: manifest.month,
    id,
    timeZone: period.timeZone,
    begins: period.begins,
    ends: period.ends,
    madeBy: manifest.madeBy,
    madeAt: new Date(manifest.madeAt),
    differences: total(manifest.counts.differences),
    changes: total(manifest.counts.changes),
    manifest: text,
    manifestSha256: sha256Of(text),
    signed: null,
  };
}
