// What a month-end would say, before somebody closes the month (decision 135): its differences with their amounts, the
// statements that are missing, and each bank account beside the ledger. It reads the month like the closing, in one
// snapshot, and stores nothing.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { type ChainedSum, type Link, linkOf } from '../../domain/bank/statement-chain.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isMonth } from '../../domain/ledger/settlement-month.ts';
import type { Cause } from '../../domain/month-end/cause.ts';
import { believedSums } from '../../storage/bank/statement-sums.ts';
import { openSnapshot } from '../../storage/database/snapshot.ts';
import type { Context } from '../context.ts';
import { type OfBrand, QUERY_TIMEOUT, readingOf, requireMonthToClose } from './make-month-end.ts';
import type { DifferenceRow } from './month-end-rows.ts';
import type { ProviderLine } from './month-sheets.ts';
import { MonthReader } from './read-month.ts';
import { SettlementReader } from './read-settlements.ts';

/** Rows of one cause that are shown. All of them are in the file. */
const MOST_ROWS = 20;

interface PreviewedCause {
  cause: Cause;
  count: number;
  /** The sum by currency; money that went out has a minus. */
  sums: Map<string, bigint>;
  rows: DifferenceRow[];
}

export interface MonthPreview {
  month: string;
  causes: PreviewedCause[];
  /** Statements that do not open with the balance before: a statement is missing between them. */
  gaps: { sum: ChainedSum; link: Link }[];
  accounts: ProviderLine[];
  isSettled: boolean;
}

/** Throws Refusal 400 or 409 like the closing. */
export async function previewMonthEnd(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  brand: OfBrand,
  month: string,
): Promise<MonthPreview> {
  if (!isMonth(month)) throw new Refusal(400, ['month: must be a month, such as 2026-03']);
  const toClose = await requireMonthToClose(sql, brand, { month, at: now() });
  const snapshot = await openSnapshot(sql, QUERY_TIMEOUT);
  const nothing = async () => {};
  try {
    const keeping = { keep: nothing, keepSettlements: nothing };
    const reading = await readingOf(snapshot.sql, brand, { month: toClose, ...keeping });
    const reader = new MonthReader(reading);
    await reader.open();
    await drain(reader.movements({ counts: true }));
    await drain(reader.entries({ counts: true }));
    await reader.finish();
    if (reading.accounts.length > 0) {
      const settled = new SettlementReader(reading, reader);
      await settled.open();
      await drain(settled.lines({ counts: true }));
      await settled.finish();
    }
    const { firstDay, lastDay } = toClose.period;
    const sums = await believedSums(snapshot.sql, brand, lastDay);
    return {
      month,
      causes: byCause(reader.differences()),
      gaps: gapsOf(sums, firstDay),
      accounts: reader.providers().filter(({ provider }) => provider === BANK_ID),
      isSettled: reading.accounts.length > 0,
    };
  } finally {
    snapshot.end();
  }
}

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

function byCause(batches: Iterable<DifferenceRow[]>): PreviewedCause[] {
  const causes = new Map<Cause, PreviewedCause>();
  for (const rows of batches)
    for (const row of rows) {
      const one: PreviewedCause = causes.get(row.cause) ?? {
        cause: row.cause,
        count: 0,
        sums: new Map(),
        rows: [],
      };
      causes.set(row.cause, one);
      one.count++;
      if (one.rows.length < MOST_ROWS) one.rows.push(row);
      if (row.currency !== null && row.minor !== null)
        one.sums.set(row.currency, (one.sums.get(row.currency) ?? 0n) + BigInt(row.minor));
    }
  return [...causes.values()];
}

function gapsOf(sums: readonly ChainedSum[], firstDay: string): MonthPreview['gaps'] {
  return sums.flatMap((sum) => {
    const link = sum.closingDay! >= firstDay ? linkOf(sum, sums) : null;
    return link !== null && link.gapMinor !== 0n ? [{ sum, link }] : [];
  });
}
