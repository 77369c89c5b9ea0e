// Reads the settlements of a month (contract 17): their lines, what they cost, and the movements that none of them has.
// It finds their differences, and looks again at those of the former month-end. It compares, and never changes a
// settlement.
import { dateAt, dayOf } from '../../domain/ledger/settlement-day.ts';
import type { Cause } from '../../domain/month-end/cause.ts';
import { FeeSums } from '../../domain/month-end/fee-sums.ts';
import type { SettledMonth } from '../../domain/month-end/manifest.ts';
import type { MonthPeriod } from '../../domain/month-end/period.ts';
import {
  ageInDays,
  causeOfLine,
  causeOfUnsettled,
  causesOfSettlement,
  OVERDUE_MS,
} from '../../domain/month-end/settlement-cause.ts';
import { findChoice } from '../../domain/options/payment-option.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import {
  type SettlementItem,
  settlementItemsOf,
} from '../../storage/month-end/month-end-settlement-store.ts';
import { movementsById, type OfBrand } from '../../storage/month-end/movements-and-entries.ts';
import {
  awaitedSettlements,
  linesById,
  linesOf,
  type MonthLine,
  type MonthSettlement,
  settlementsById,
  settlementsOf,
  tellingAccounts,
  type UnsettledMovement,
  unsettledMovements,
} from '../../storage/month-end/settlements-of-month.ts';
import { ofMovement } from './difference-rows.ts';
import type { DifferenceRow } from './month-end-rows.ts';
import type { MonthReader, Reading, SettledAccount } from './read-month.ts';
import type { LineRow, SettlementRow, UnsettledRow } from './settlement-sheets.ts';
import { Spool } from './spool.ts';

/**
 * The accounts of which settlements are known by the end of the month. Their movements are expected from the day of the
 * first charge on that a settlement has: what was paid out before nobody told us.
 */
export async function settledAccounts(
  sql: SqlTransaction,
  brand: OfBrand,
  { timeZone, ends }: MonthPeriod,
): Promise<SettledAccount[]> {
  const accounts = await tellingAccounts(sql, brand);
  return accounts
    .map(({ provider, accountId, first }) => ({
      provider,
      accountId,
      since: dayOf(dateAt(first, timeZone), timeZone).begins,
    }))
    .filter(({ since }) => since < ends);
}

export interface SettlementReading extends Reading {
  /** The beginning of the first month that was ever closed. */
  since: Date;
  keepSettlements(items: SettlementItem[]): Promise<void>;
}

export class SettlementReader {
  readonly #reading: SettlementReading;
  readonly #month: MonthReader;
  readonly #fees = new FeeSums();
  readonly #unsettled = new Spool<UnsettledRow>();
  readonly #notPaidOut = new Map<string, { currency: string; movements: number; minor: bigint }>();
  #settlements: MonthSettlement[] = [];
  #items: SettlementItem[] = [];
  #lines = 0;

  /** `month`: gets the differences and changes. */
  constructor(reading: SettlementReading, month: MonthReader) {
    this.#reading = reading;
    this.#month = month;
  }

  /** Must run first. */
  async open(): Promise<void> {
    const { sql, brand, since, period } = this.#reading;
    this.#settlements = await settlementsOf(sql, brand, { since, ends: period.ends });
  }

  settlements(): SettlementRow[] {
    const { ends, timeZone, begins } = this.#reading.period;
    return this.#settlements.map((one) => ({
      ...one,
      // A further part would count the payout twice.
      paidOutMinor: one.isContinued ? null : (one.statedMinor ?? one.netMinor),
      settledOn: dateAt(one.at, timeZone),
      paidOn: one.paidAt && dateAt(one.paidAt, timeZone),
      told: one.isContinued ? 'further lines' : one.at < begins ? 'later' : 'in time',
      causes: causesOfSettlement(one, ends),
    }));
  }

  /** For the marks: which settlements this month-end has, and up to which line. */
  had(): readonly MonthSettlement[] {
    return this.#settlements;
  }

  fees() {
    return this.#fees.all();
  }

  unsettled(): Iterable<UnsettledRow[]> {
    return this.#unsettled.batches();
  }

  async *lines({ counts }: { counts: boolean }): AsyncGenerator<LineRow[]> {
    const { sql, brand } = this.#reading;
    for (const settlement of this.#settlements) {
      for await (const batch of linesOf(sql, brand, settlement)) {
        const rows = batch.map((line) => lineRow(line, settlement));
        if (counts) for (const row of rows) this.#countLine(row, settlement);
        if (counts) await this.#keepItems();
        yield rows;
      }
    }
  }

  /** Call it after the lines were counted. */
  async finish(): Promise<void> {
    const { sql, brand, period, accounts } = this.#reading;
    for (const settlement of this.#settlements) this.#countSettlement(settlement);
    const wanted = { accounts, ends: period.ends };
    for await (const batch of unsettledMovements(sql, brand, wanted)) {
      for (const one of batch) this.#countUnsettled(one);
      await this.#keepItems();
    }
    await this.#lookAgain();
  }

  manifest(): SettledMonth {
    return {
      accounts: this.#reading.accounts.map(({ since, ...one }) => ({ ...one, since: since.toISOString() })),
      settlements: this.settlements().map((one) => ({
        id: one.id,
        reference: one.reference,
        currency: one.currency,
        lines: one.lines,
        charges: String(one.chargesMinor),
        fees: String(one.feesMinor),
        net: String(sumOf(one)),
        paidOut: one.paidOutMinor === null ? null : String(one.paidOutMinor),
        bankEntry: one.bank,
      })),
      lines: this.#lines,
      notPaidOut: [...this.#notPaidOut.values()]
        .sort((a, b) => (a.currency < b.currency ? -1 : 1))
        .map((one) => ({ ...one, minor: String(one.minor) })),
    };
  }

  #countLine(row: LineRow, settlement: MonthSettlement): void {
    this.#lines++;
    this.#fees.add({ ...settlement, ...row, option: row.option });
    const { cause } = row;
    if (cause === null) return;
    const month = this.#monthOf(settlement);
    this.#month.differ(differenceOfLine(row, settlement, cause, month));
    this.#items.push({ kind: 'line', itemId: row.id, cause, month });
  }

  #countSettlement(settlement: MonthSettlement): void {
    const { period } = this.#reading;
    const month = this.#monthOf(settlement);
    if (settlement.isContinued || settlement.at < period.begins)
      this.#month.change({
        ...ofSettlement(settlement),
        change: 'settlement-came-later',
        month,
        formerCause: null,
      });
    // A former month-end had its differences already, and they are looked at again.
    if (settlement.isContinued) return;
    for (const cause of causesOfSettlement(settlement, period.ends)) {
      this.#month.differ(differenceOfSettlement(settlement, cause, month));
      if (mayChange(settlement, cause))
        this.#items.push({ kind: 'settlement', itemId: settlement.id, cause, month });
    }
  }

  #countUnsettled(one: UnsettledMovement): void {
    const { period } = this.#reading;
    const cause = causeOfUnsettled(one.at, one.later !== null, period.ends);
    const { amountMinor, later, ...of } = one;
    const row: UnsettledRow = {
      ...of,
      at: dateAt(one.at, period.timeZone),
      minor: String(one.isIn ? amountMinor : -amountMinor),
      days: ageInDays(one.at, period.ends),
      laterId: later?.settlementId ?? null,
      laterOn: later && dateAt(later.at, period.timeZone),
      cause,
    };
    this.#unsettled.add(row);
    const sum = this.#notPaidOut.get(one.currency) ?? { currency: one.currency, movements: 0, minor: 0n };
    sum.movements++;
    sum.minor += BigInt(row.minor);
    this.#notPaidOut.set(one.currency, sum);
    if (cause === null) return;
    const month = this.#month.monthAt(one.at);
    this.#month.differ({
      cause,
      of: 'movement',
      month,
      id: one.id,
      paymentId: one.paymentId,
      reference: one.merchantReference,
      account: accountOf(one),
      currency: one.currency,
      minor: String(one.isIn ? one.amountMinor : -one.amountMinor),
    });
    this.#items.push({ kind: 'movement', itemId: one.id, cause, month });
  }

  async #lookAgain(): Promise<void> {
    const { former, brand } = this.#reading;
    if (former === null) return;
    const of = { merchantId: brand.merchantId, monthEndId: former.id };
    await this.#lookAtSettlements(of);
    await this.#lookAtLines(of);
    await this.#lookAtMovements(of);
  }

  /** A payout may be overdue now that was young at the former month-end, so all that are not at the bank are judged. */
  async #lookAtSettlements(of: { merchantId: string; monthEndId: string }): Promise<void> {
    const { sql, brand, period, since, former } = this.#reading;
    const told = new Date(former!.ends.getTime() - OVERDUE_MS);
    const judged = new Map<string, Cause[]>();
    for (const one of await awaitedSettlements(sql, brand, { since, told })) {
      const causes = causesOfSettlement(one, period.ends).filter((cause) => mayChange(one, cause));
      judged.set(one.id, causes);
      const month = this.#monthOf(one);
      for (const cause of causes)
        this.#goOn({ kind: 'settlement', itemId: one.id, month }, differenceOfSettlement(one, cause, month));
    }
    for await (const items of settlementItemsOf(sql, of, 'settlement')) {
      const ids = items.map(({ itemId }) => itemId);
      const found = new Map((await settlementsById(sql, brand, ids)).map((one) => [one.id, one]));
      for (const item of items) {
        const one = found.get(item.itemId);
        if (!one) continue;
        const cause = item.cause as Cause;
        const isStill = (judged.get(one.id) ?? causesOfSettlement(one, period.ends)).includes(cause);
        if (!isStill) this.#settled(item, ofSettlement(one));
        // A brand without a bank account is told once.
        else if (!judged.has(one.id) && cause !== 'settlement-not-at-bank')
          this.#goOn(item, differenceOfSettlement(one, cause, item.month));
      }
      await this.#keepItems();
    }
    await this.#keepItems();
  }

  async #lookAtLines(of: { merchantId: string; monthEndId: string }): Promise<void> {
    const { sql, brand } = this.#reading;
    for await (const items of settlementItemsOf(sql, of, 'line')) {
      const ids = items.map(({ itemId }) => itemId);
      const lines = new Map((await linesById(sql, brand, ids)).map((one) => [one.id, one]));
      const ofLines = [...new Set([...lines.values()].map(({ settlementId }) => settlementId))];
      const settlements = new Map((await settlementsById(sql, brand, ofLines)).map((one) => [one.id, one]));
      for (const item of items) {
        const line = lines.get(item.itemId);
        const settlement = line && settlements.get(line.settlementId);
        if (!line || !settlement) continue;
        const row = lineRow(line, settlement);
        if (row.cause !== null) this.#goOn(item, differenceOfLine(row, settlement, row.cause, item.month));
        else this.#settled(item, ofLine(row));
      }
      await this.#keepItems();
    }
  }

  /** Those that still have no settlement are counted with all others; here are those that have one now. */
  async #lookAtMovements(of: { merchantId: string; monthEndId: string }): Promise<void> {
    const { sql, brand, period } = this.#reading;
    for await (const items of settlementItemsOf(sql, of, 'movement')) {
      const ids = items.map(({ itemId }) => itemId);
      const found = new Map((await movementsById(sql, brand, ids, period.ends)).map((one) => [one.id, one]));
      for (const item of items) {
        const movement = found.get(item.itemId);
        if (movement && (movement.settled !== null || movement.isEven))
          this.#settled(item, ofMovement(movement));
      }
      await this.#keepItems();
    }
  }

  #goOn(item: Omit<SettlementItem, 'cause'>, difference: DifferenceRow): void {
    this.#month.differ(difference);
    this.#items.push({ ...item, cause: difference.cause });
  }

  #settled(
    item: SettlementItem,
    of: ReturnType<typeof ofSettlement | typeof ofLine | typeof ofMovement>,
  ): void {
    this.#month.change({ ...of, change: 'settled', month: item.month, formerCause: item.cause });
  }

  #monthOf({ at }: MonthSettlement): string {
    return this.#month.monthAt(at);
  }

  async #keepItems(): Promise<void> {
    const items = this.#items;
    this.#items = [];
    await this.#reading.keepSettlements(items);
  }
}

/** A payout without a list of its lines never gets any, so it is told once. */
const mayChange = ({ isComplete, lines }: MonthSettlement, cause: Cause): boolean =>
  cause !== 'batch-does-not-add-up' || isComplete || lines > 0;

const sumOf = (one: MonthSettlement): bigint =>
  one.chargesMinor + one.refundsMinor + one.disputesMinor + one.feesMinor + one.otherMinor;

const accountOf = ({ provider, accountId }: { provider: string; accountId: string | null }): string =>
  [provider, accountId].filter(Boolean).join(' ');

const lineRow = (line: MonthLine, { provider, accountId }: MonthSettlement): LineRow => ({
  ...line,
  provider,
  accountId,
  option: findChoice(line.payment?.optionId ?? null)?.name ?? line.payment?.optionId ?? null,
  cause: causeOfLine(line),
});

const ofSettlement = (one: MonthSettlement) => ({
  of: 'settlement' as const,
  kind: one.provider,
  id: one.id,
  paymentId: null,
  reference: one.reference,
  currency: one.currency,
  minor: String(one.statedMinor ?? one.netMinor),
});

function differenceOfSettlement(one: MonthSettlement, cause: Cause, month: string): DifferenceRow {
  const { kind: _, ...of } = ofSettlement(one);
  return { ...of, cause, month, account: accountOf(one) };
}

const ofLine = (row: LineRow) => ({
  of: 'settlement line' as const,
  kind: row.kind,
  id: row.id,
  paymentId: row.payment?.id ?? null,
  reference: row.payment?.merchantReference ?? row.providerReference,
  currency: row.currency,
  minor: String(row.netMinor),
});

function differenceOfLine(row: LineRow, one: MonthSettlement, cause: Cause, month: string): DifferenceRow {
  const { kind: _, ...of } = ofLine(row);
  return { ...of, cause, month, account: accountOf(one) };
}
