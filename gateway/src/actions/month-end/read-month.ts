// Reads a month of a brand at one moment, and finds the differences: every movement beside its proof, every bank entry
// beside its counterpart in the ledger, and every change to earlier months. Only the first reading of movements and
// entries counts them; a later reading repeats the rows.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import { BANK_CHARGE } from '../../domain/bank/bank-entry.ts';
import { targetDayUntil } from '../../domain/bank/target-days.ts';
import { dateAt } from '../../domain/ledger/settlement-day.ts';
import { monthOf } from '../../domain/ledger/settlement-month.ts';
import { closingOf, LedgerSums, ProviderSums } from '../../domain/month-end/account-sums.ts';
import {
  type Cause,
  type ChangeKind,
  causeOfEntry,
  causeOfMovement,
  changeOf,
  isOpen,
  proofOf,
  SETTLED_KINDS,
} from '../../domain/month-end/cause.ts';
import type { Manifest } from '../../domain/month-end/manifest.ts';
import type { MonthPeriod } from '../../domain/month-end/period.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { itemsOf, type MonthEnd, type OpenItem } from '../../storage/month-end/month-end-store.ts';
import {
  type BankMonth,
  bankMonths,
  type HeldPayment,
  heldPaymentsAt,
  ledgerSumsBefore,
  openNotifications,
} from '../../storage/month-end/month-sums.ts';
import {
  entriesById,
  entriesOf,
  type MonthEntry,
  type MonthMovement,
  movementsById,
  movementsOf,
  type OfBrand,
} from '../../storage/month-end/movements-and-entries.ts';
import { differenceOf, differenceOfEntry, ofAccount, ofEntry, ofMovement } from './difference-rows.ts';
import type { ChangeRow, DifferenceRow, EntryRow, MovementRow } from './month-end-rows.ts';
import type { ProviderLine } from './month-sheets.ts';
import { Spool } from './spool.ts';

/** An account that tells of settlements: movements since then belong into one (contract 17). */
export interface SettledAccount {
  provider: string;
  accountId: string | null;
  since: Date;
}

export interface Reading {
  sql: SqlTransaction;
  brand: OfBrand;
  period: MonthPeriod;
  /** The previous month-end; null: this is the first. */
  former: MonthEnd | null;
  /** The first month that was ever closed. */
  closedSince: string | null;
  /** Accounts that tell of settlements; empty: the month-end has no tables of settlements. */
  accounts: readonly SettledAccount[];
  /** Stores differences for the next month-end to look at again. */
  keep(items: OpenItem[]): Promise<void>;
}

export class MonthReader {
  readonly #reading: Reading;
  readonly #ledger = new LedgerSums();
  readonly #providers = new ProviderSums();
  readonly #differences = new Spool<DifferenceRow>();
  readonly #changes = new Spool<ChangeRow>();
  readonly #counts: Manifest['counts'] = { movements: 0, bankEntries: 0, differences: {}, changes: {} };
  #banks: BankMonth[] = [];
  #items: OpenItem[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  get counts(): Manifest['counts'] {
    return this.#counts;
  }

  differences(): Iterable<DifferenceRow[]> {
    return this.#differences.batches();
  }

  changes(): Iterable<ChangeRow[]> {
    return this.#changes.batches();
  }

  accounts(): Manifest['accounts'] {
    return this.#ledger.all().map((sum) => ({
      account: sum.account,
      currency: sum.currency,
      opening: String(sum.openingMinor),
      in: String(sum.inMinor),
      out: String(sum.outMinor),
      closing: String(closingOf(sum)),
    }));
  }

  providers(): ProviderLine[] {
    return this.#providers.all().map((sum) => ({
      ...sum,
      bank:
        this.#banks.find(
          ({ accountId, currency }) => accountId === sum.accountId && currency === sum.currency,
        ) ?? null,
    }));
  }

  /** Must run first. */
  async open(): Promise<void> {
    const { sql, brand, period } = this.#reading;
    for (const { currency, fromAccount, toAccount, amountMinor } of await ledgerSumsBefore(
      sql,
      brand,
      period.begins,
    )) {
      this.#ledger.open(fromAccount, currency, -amountMinor);
      this.#ledger.open(toAccount, currency, amountMinor);
    }
    this.#compareWithFormer();
  }

  async *movements({ counts }: { counts: boolean }): AsyncGenerator<MovementRow[]> {
    const { sql, brand, period, accounts } = this.#reading;
    for await (const batch of movementsOf(sql, brand, { ...period, isSettled: accounts.length > 0 })) {
      const rows = batch.map((movement) => this.#judged(movement, period.month));
      if (counts) {
        for (const row of rows) this.#countMovement(row);
        await this.#keepItems();
      }
      yield rows;
    }
  }

  async *entries({ counts }: { counts: boolean }): AsyncGenerator<EntryRow[]> {
    const { sql, brand, period, former } = this.#reading;
    const wanted = { ...period, withEarlier: former !== null };
    for await (const batch of entriesOf(sql, brand, wanted, BANK_CHARGE)) {
      const rows = batch.map((entry) => this.#judgedEntry(entry));
      if (counts) {
        for (const row of rows) this.#countEntry(row);
        await this.#keepItems();
      }
      yield rows;
    }
  }

  /** Call it after movements and entries were counted. It finds the differences that appear in none of their rows. */
  async finish(): Promise<void> {
    const { sql, brand, period } = this.#reading;
    await this.#lookAgain();
    for await (const batch of heldPaymentsAt(sql, brand, period))
      for (const one of batch) this.#differHeld(one);
    for (const one of await openNotifications(sql, brand, period)) {
      this.differ({
        cause: one.state === 'conflict' ? 'provider-conflict' : 'provider-unmatched',
        of: 'notification',
        month: period.month,
        id: one.id,
        paymentId: one.transactionId,
        reference: null,
        account: `${one.provider} ${one.accountId}`,
        currency: one.currency,
        minor: one.currency === null || one.amountMinor === null ? null : String(one.amountMinor),
      });
    }
    this.#banks = await bankMonths(sql, brand, period);
    this.#compareAccounts();
  }

  #differHeld({ transactionId, merchantReference, currency, ...sums }: HeldPayment): void {
    const of = { of: 'payment', id: transactionId, paymentId: transactionId, currency } as const;
    const rest = { ...of, reference: merchantReference, month: this.#reading.period.month, account: null };
    // All of it went out of what is available.
    for (const [cause, minor] of [
      ['set-aside', sums.setAsideMinor],
      ['dispute-withheld', sums.withheldMinor],
      ['dispute-lost', sums.lostMinor],
    ] as const)
      if (minor !== 0n) this.differ({ ...rest, cause, minor: String(-minor) });
  }

  monthAt(at: Date): string {
    return monthOf(dateAt(at, this.#reading.period.timeZone));
  }

  #judged(movement: MonthMovement, month: string): MovementRow {
    const { payment } = movement;
    const facts = {
      ...movement,
      isOfBank: payment?.provider === BANK_ID,
      isNotified: movement.notificationId !== null,
    };
    const openedIn = payment && this.monthAt(payment.openedAt);
    const cause = causeOfMovement(facts, month);
    return { ...movement, proof: proofOf(facts), cause, openedIn, ...this.#settledOf(movement) };
  }

  #settledOf(movement: MonthMovement): Pick<MovementRow, 'settlement' | 'settledOn'> {
    const { period, accounts } = this.#reading;
    const settledOn = movement.settled && dateAt(movement.settled.at, period.timeZone);
    return { settlement: settlementOf(movement, accounts, period.ends), settledOn };
  }

  #judgedEntry(entry: MonthEntry): EntryRow {
    const movedIn = [...new Set(entry.movedAt.map((at) => this.monthAt(at)))].sort();
    const movements = movedIn.length === 0 ? null : { months: movedIn, amountMinor: entry.movedMinor };
    const settledMinor = entry.settlement?.paidOutMinor ?? null;
    return { ...entry, movedIn, cause: causeOfEntry({ ...entry, movements, settledMinor }) };
  }

  #countMovement(row: MovementRow): void {
    const { id, kind, currency, amountMinor, payment, proof, cause, openedIn } = row;
    const { period } = this.#reading;
    this.#counts.movements++;
    this.#ledger.add(row);
    if (proof !== 'internal' && payment) {
      const sum = this.#providers.of(payment.provider ?? 'none', payment.providerAccount, currency);
      sum.movements++;
      if (row.fromAccount === 'provider') sum.inMinor += amountMinor;
      else sum.outMinor += amountMinor;
      if (proof === 'bank') sum.byBank++;
      if (proof === 'provider') sum.byProvider++;
      if (proof === 'answer') sum.byAnswer++;
    }
    if (cause !== null) this.differ(differenceOf(row, cause, period.month));
    if (isOpen(cause)) this.#items.push({ kind: 'movement', itemId: id, cause: cause!, month: period.month });
    const change = payment && payment.openedAt < period.begins && changeOf(kind, payment.isLateSuccess);
    if (change) this.change({ ...ofMovement(row), change, month: openedIn!, formerCause: null });
  }

  #countEntry(row: EntryRow): void {
    const { id, accountId, direction, amountMinor, currency, bookedOn, cause } = row;
    this.#counts.bankEntries++;
    if (accountId !== null && currency !== null && amountMinor !== null) {
      const sum = this.#providers.of(BANK_ID, accountId, currency);
      if (direction === 'credit') sum.bankInMinor += amountMinor;
      else sum.bankOutMinor += amountMinor;
    }
    const month = monthOf(bookedOn);
    if (cause !== null) this.differ(differenceOfEntry(row, cause, month));
    if (isOpen(cause)) this.#items.push({ kind: 'entry', itemId: id, cause: cause!, month });
    if (bookedOn < this.#reading.period.firstDay)
      this.change({ ...ofEntry(row), change: 'entry-came-later', month, formerCause: null });
  }

  /** The differences that were open at the last month-end: still open, or settled since. */
  async #lookAgain(): Promise<void> {
    const { sql, brand, former } = this.#reading;
    if (former === null) return;
    for await (const items of itemsOf(sql, { ...former, kind: 'movement' })) {
      const ids = items.map(({ itemId }) => itemId);
      const found = new Map((await movementsById(sql, brand, ids)).map((one) => [one.id, one]));
      for (const item of items) {
        const movement = found.get(item.itemId);
        if (!movement) continue;
        const row = this.#judged(movement, item.month);
        this.#goOn(item, row.cause, (cause) => differenceOf(row, cause, item.month), ofMovement(row));
      }
      await this.#keepItems();
    }
    for await (const items of itemsOf(sql, { ...former, kind: 'entry' })) {
      const ids = items.map(({ itemId }) => itemId);
      const found = new Map((await entriesById(sql, brand, ids, BANK_CHARGE)).map((one) => [one.id, one]));
      for (const item of items) {
        const entry = found.get(item.itemId);
        if (!entry) continue;
        const row = this.#judgedEntry(entry);
        this.#goOn(item, row.cause, (cause) => differenceOfEntry(row, cause, item.month), ofEntry(row));
      }
      await this.#keepItems();
    }
  }

  #goOn(
    item: OpenItem,
    cause: Cause | null,
    difference: (cause: Cause) => DifferenceRow,
    of: ReturnType<typeof ofMovement> | ReturnType<typeof ofEntry>,
  ): void {
    if (cause !== null && isOpen(cause)) {
      this.differ(difference(cause));
      this.#items.push({ ...item, cause });
    } else this.change({ ...of, change: 'settled', month: item.month, formerCause: item.cause });
  }

  #compareWithFormer(): void {
    const { former, period } = this.#reading;
    if (former === null) return;
    const { accounts } = JSON.parse(former.manifest) as Manifest;
    const changed = new LedgerSums();
    for (const { account, currency, openingMinor } of this.#ledger.all())
      changed.open(account, currency, openingMinor);
    // An account that no longer exists is a difference too.
    for (const { account, currency, closing } of accounts) changed.open(account, currency, -BigInt(closing));
    for (const { account, currency, openingMinor: minor } of changed.all()) {
      if (minor !== 0n) this.differ(ofAccount('ledger-changed', period.month, { account, currency, minor }));
    }
  }

  #compareAccounts(): void {
    const { month, lastDay } = this.#reading.period;
    for (const { provider, accountId, currency, byProvider, byAnswer, ...sum } of this.#providers.all()) {
      if (byProvider + byAnswer === 0) continue;
      const account = [provider, accountId].filter(Boolean).join(' ');
      const minor = sum.inMinor - sum.outMinor;
      this.differ(ofAccount('no-statements', month, { account, currency, minor }));
    }
    const lastBankDay = targetDayUntil(lastDay);
    for (const { accountId, currency, first, closing, enteredMinor, later, isRetired } of this.#banks) {
      const last = closing ?? first;
      // Many banks write no statement for a day without entries.
      const isFollowed = later !== null && last.amountMinor + later.enteredMinor === later.amountMinor;
      const isWhole = isRetired || isFollowed || (closing !== null && closing.day >= lastBankDay);
      const missing = closing === null ? 0n : closing.amountMinor - first.amountMinor - enteredMinor;
      if (isWhole && missing === 0n) continue;
      // If the last statement is missing, we do not know how much is missing.
      const of = { account: `${BANK_ID} ${accountId}`, currency, minor: missing === 0n ? null : missing };
      const reference = isWhole ? null : last.day;
      this.differ({ ...ofAccount('statement-missing', month, of), reference });
    }
  }

  differ(row: DifferenceRow): void {
    this.#differences.add(row);
    this.#counts.differences[row.cause] = (this.#counts.differences[row.cause] ?? 0) + 1;
  }

  change(row: Omit<ChangeRow, 'isClosed'>): void {
    const { closedSince } = this.#reading;
    this.#changes.add({ ...row, isClosed: closedSince !== null && row.month >= closedSince });
    const counts: Partial<Record<ChangeKind, number>> = this.#counts.changes;
    counts[row.change] = (counts[row.change] ?? 0) + 1;
  }

  async #keepItems(): Promise<void> {
    const items = this.#items;
    this.#items = [];
    await this.#reading.keep(items);
  }
}

/** '': no settlement has to have it. */
function settlementOf(
  { at, kind, payment, settled, isEven }: MonthMovement,
  accounts: readonly SettledAccount[],
  ends: Date,
): MovementRow['settlement'] {
  if (settled !== null) return settled.at < ends ? 'settled' : 'later';
  const isTold = accounts.some(
    ({ provider, accountId, since }) =>
      payment?.provider === provider && payment.providerAccount === accountId && at >= since,
  );
  if (!isTold || payment?.isPayout || !SETTLED_KINDS.includes(kind)) return null;
  return isEven ? 'even' : 'open';
}
