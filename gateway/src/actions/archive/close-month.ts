// Closes a month (docs/decisions/0091): from then on the database refuses to write anything older, and the month's rows
// are proved and sealed once. Months are closed in order. The command `archive` runs it; safe to repeat after a kill.

import {
  ArchiveError,
  closableFrom,
  idsOfMonth,
  type Month,
  nameOfMonth,
  sealTimeOf,
} from '../../domain/archive/month.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { NO_MERCHANT } from '../../domain/audit/audit.ts';
import {
  beginClosing,
  closedMonths,
  keepSeals,
  type MonthSeal,
  monthsWithTables,
  throwArchiveBusy,
  withArchiveLock,
} from '../../storage/archive/closed-months.ts';
import { readSeals } from '../../storage/archive/closed-rows.ts';
import { closeTables } from '../../storage/archive/month-tables.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { Sql } from '../../storage/database/database.ts';
import { proveMonth } from '../../storage/ledger/changed-checks.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { ALL_CHECKS } from '../ledger/verify-ledger.ts';

export type ClosedNow =
  | { ok: true; transactions: number; rows: number; seal: string }
  /** Faults of the ledger and the audit log. The month stays closed to writers; the same command proves it again. */
  | { ok: false; faults: readonly string[] };

/** `sql`: a connection as the owner of the tables. */
export async function closeMonth(
  { sql, now }: { sql: Sql; now: () => Date },
  by: AuditActor,
  month: Month,
): Promise<ClosedNow> {
  const closed = await withArchiveLock(sql, async (patient) => {
    await checkTurn(patient, month, now());
    await beginClosing(patient, month, sealTimeOf(month));
    await closeTables(patient, month);
    const { transactions, faults } = await proveMonth(patient, ALL_CHECKS, idsOfMonth(month));
    const audit = await verifyAudit(patient);
    if (faults.length + audit.faults.length > 0)
      return { ok: false, faults: [...faults, ...audit.faults] } as const;
    const seals = await readSeals(patient, month);
    const { seal, rows } = await keep(patient, by, month, { seals, at: now() });
    return { ok: true, transactions, rows, seal } as const;
  });
  return closed ?? throwArchiveBusy();
}

async function checkTurn(sql: Sql, month: Month, now: Date): Promise<void> {
  const name = nameOfMonth(month);
  const closed = await closedMonths(sql);
  const own = closed.find((one) => one.month === month);
  if (own && own.state !== 'closing') throw new ArchiveError(`${name} is already closed`);
  const present = await monthsWithTables(sql);
  if (!present.some((one) => one.month === month))
    throw new ArchiveError(`${name} has no tables of its own, so it cannot be closed by itself`);
  if (now < closableFrom(month))
    throw new ArchiveError(`${name} can be closed from ${closableFrom(month).toISOString()} on`);
  const isOver = new Set(closed.filter(({ state }) => state !== 'closing').map((one) => one.month));
  const before = present.find((one) => one.month < month && !isOver.has(one.month));
  if (before) throw new ArchiveError(`months are closed in order: close ${nameOfMonth(before.month)} first`);
}

async function keep(
  sql: Sql,
  by: AuditActor,
  month: Month,
  { seals, at }: { seals: readonly MonthSeal[]; at: Date },
): Promise<{ seal: string; rows: number }> {
  const rows = seals.reduce((sum, one) => sum + one.rows, 0);
  const seal = await sql.begin(async (tx) => {
    const seal = await keepSeals(tx, month, { seals, closedAt: at });
    await appendAudit(tx, {
      merchantId: NO_MERCHANT,
      at,
      by,
      action: 'month.closed',
      target: { kind: 'month', id: nameOfMonth(month) },
      before: null,
      after: { rows, seal },
    });
    return seal;
  });
  return { seal, rows };
}
