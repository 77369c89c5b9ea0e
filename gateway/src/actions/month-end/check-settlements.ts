// Proves the tables of settlements of a month-end by each other (contract 17): the lines add up to the settlements and
// to the fees, the settlements are those of the manifest, the bank's entries have their amounts, and the movements
// without a settlement are those that are not paid out yet. It reads rows one at a time and keeps one sum a settlement.
import { FeeSums, percentOf } from '../../domain/month-end/fee-sums.ts';
import type { FileName, Manifest, SettledMonth } from '../../domain/month-end/manifest.ts';
import { addLines, type LineKind, type LineSums, NO_SUMS } from '../../domain/settlements/settlement.ts';
import { type Line, minorOf } from './table-lines.ts';

type Table = (name: FileName) => AsyncIterable<Line>;

interface Told {
  line: Line;
  sums: LineSums;
  lines: number;
  isAtBank: boolean;
}

export async function settlementFaults(
  table: Table,
  { month, settled }: Pick<Manifest, 'month'> & { settled: SettledMonth },
): Promise<string[]> {
  const told = new Map<string, Told>();
  for await (const line of table('settlements.csv'))
    told.set(line['Settlement id']!, { line, sums: NO_SUMS, lines: 0, isAtBank: false });
  const faults = [...manifestFaults(told, settled)];
  faults.push(...(await lineFaults(table, told, settled)));
  for (const { line, sums, lines } of told.values()) {
    const { chargesMinor, refundsMinor, disputesMinor, feesMinor, otherMinor } = sums;
    const said = ['Charges', 'Refunds', 'Disputes', 'Fees', 'Other'].map((title) => minorOf(line[title]));
    const found = [chargesMinor, refundsMinor, disputesMinor, feesMinor, otherMinor];
    const isSame = found.every((minor, i) => minor === said[i]) && Number(line.Lines) === lines;
    if (!isSame) faults.push(`the lines of settlement ${line.Reference} do not add up to it`);
    if (found.reduce((sum, minor) => sum + minor, 0n) !== minorOf(line.Net))
      faults.push(`the sums of settlement ${line.Reference} are not its net`);
    const addsUp = line['Paid out'] === '' || line['Paid out'] === line.Net;
    if (
      addsUp === (line.Difference ?? '').split(' ').includes('batch-does-not-add-up') &&
      line['Paid out'] !== ''
    )
      faults.push(`settlement ${line.Reference} has the wrong difference: it pays out ${line['Paid out']}`);
  }
  faults.push(...(await entryFaults(table, told, month)), ...(await openFaults(table, settled)));
  return faults;
}

function manifestFaults(told: ReadonlyMap<string, Told>, { settlements }: SettledMonth): string[] {
  const said = settlements.map((one) =>
    [
      ...[one.id, one.reference, one.currency, one.lines, one.charges, one.fees, one.net, one.paidOut ?? ''],
      ...[one.bankEntry?.id ?? '', one.bankEntry?.bookedOn ?? ''],
    ].join('\n'),
  );
  const found = [...told.values()].map(({ line }) =>
    [
      ...[line['Settlement id'], line.Reference, line.Currency, line.Lines, minorOf(line.Charges)],
      ...[minorOf(line.Fees), minorOf(line.Net), line['Paid out'] === '' ? '' : minorOf(line['Paid out'])],
      ...[line['Bank entry id'], line['Booked on']],
    ].join('\n'),
  );
  return said.join('\n\n') === found.join('\n\n') ? [] : ['settlements.csv differs from the manifest'];
}

/** Adds the lines to their settlements, and compares what they cost with fees.csv. */
async function lineFaults(table: Table, told: Map<string, Told>, settled: SettledMonth): Promise<string[]> {
  const faults: string[] = [];
  const fees = new FeeSums();
  let [count, last] = [0, ''];
  for await (const line of table('settlement-lines.csv')) {
    const key = `${line['Settlement id']} ${line['Line id']}`;
    if (key <= last && faults.length === 0)
      faults.push('a line of a settlement appears twice, or out of order');
    last = key;
    count++;
    const one = told.get(line['Settlement id'] ?? '');
    if (!one || one.line.Currency !== line.Currency) {
      faults.push(`a line is of no settlement of this month-end: ${line['Line id']}`);
      if (faults.length > MOST_FAULTS) return faults;
      continue;
    }
    const amounts = {
      kind: line.Kind as LineKind,
      grossMinor: minorOf(line.Gross),
      feeMinor: minorOf(line.Fee),
    };
    if (amounts.grossMinor - amounts.feeMinor !== minorOf(line.Net) && faults.length < MOST_FAULTS)
      faults.push(`the net of line ${line['Line id']} is not its gross without the fee`);
    one.sums = addLines(one.sums, [amounts]);
    one.lines++;
    fees.add({
      ...amounts,
      provider: one.line.Provider ?? '',
      accountId: one.line.Account || null,
      option: line.Option || null,
      currency: line.Currency ?? '',
    });
  }
  if (count !== settled.lines)
    faults.push(`there are ${count} lines of settlements, but the manifest says ${settled.lines}`);
  return [...faults, ...(await feeFaults(table, fees))];
}

const MOST_FAULTS = 20;

async function feeFaults(table: Table, fees: FeeSums): Promise<string[]> {
  const calculated = fees
    .all()
    .map((sum) =>
      [
        ...[sum.provider, sum.accountId ?? '', sum.option ?? '', sum.currency, sum.lines, sum.charges],
        ...[
          sum.chargesMinor,
          sum.othersMinor,
          sum.feeMinor,
          Number(percentOf(sum.feeMinor, sum.chargesMinor) ?? 0),
        ],
        sum.chargesMinor + sum.othersMinor - sum.feeMinor,
      ].join('\n'),
    );
  const written: string[] = [];
  for await (const line of table('fees.csv'))
    written.push(
      [
        ...[line.Provider, line.Account, line.Option, line.Currency, line.Lines, line.Charges],
        ...[minorOf(line['Gross of charges']), minorOf(line['Gross of other lines']), minorOf(line.Fee)],
        ...[Number(line['Percent of charges'] || 0), minorOf(line.Net)],
      ].join('\n'),
    );
  return calculated.join('\n\n') === written.join('\n\n') ? [] : ['fees.csv differs from the lines'];
}

/** An entry that the bank booked in another month is in the archive of that month. */
async function entryFaults(table: Table, told: Map<string, Told>, month: string): Promise<string[]> {
  const faults: string[] = [];
  for await (const entry of table('bank-entries.csv')) {
    const one = told.get(entry['Settlement id'] ?? '');
    if (!entry['Settlement id']) continue;
    // The difference is named, and then the amounts are not the same.
    const isNamed = entry.Difference === 'amount-differs';
    if (entry.Direction !== 'credit' || (entry['Paid out'] !== entry.Amount && !isNamed))
      faults.push(`the bank entry ${entry['Bank entry id']} has another amount than its settlement`);
    if (!one || one.line['Paid out'] === '') continue;
    const { line } = one;
    const isSame =
      line['Bank entry id'] === entry['Bank entry id'] &&
      line['Booked on'] === entry['Booked on'] &&
      line.Currency === entry.Currency &&
      (line['Paid out'] === entry.Amount || isNamed);
    if (!isSame) faults.push(`the bank entry of settlement ${line.Reference} differs from it`);
    one.isAtBank = true;
  }
  for (const { line, isAtBank } of told.values()) {
    const isExpected = line['Booked on']?.startsWith(month) && line['Paid out'] !== '';
    if (isExpected && !isAtBank)
      faults.push(`the bank entry of settlement ${line.Reference} is not in bank-entries.csv`);
  }
  return faults;
}

/** Both tables have the order of the movements' ids, so one pass compares them. */
async function openFaults(table: Table, { notPaidOut }: SettledMonth): Promise<string[]> {
  const sums = new Map<string, { movements: number; minor: bigint }>();
  const open = new Rows(table('not-paid-out.csv'), (line) => {
    const sum = sums.get(line.Currency!) ?? { movements: 0, minor: 0n };
    sums.set(line.Currency!, { movements: sum.movements + 1, minor: sum.minor + minorOf(line.Amount) });
  });
  let isFirst = true;
  let fault: string | null = null;
  let row = await open.next();
  for await (const line of table('movements.csv')) {
    const id = line['Movement id']!;
    // Movements of earlier months come first.
    while (isFirst && row && row['Movement id']! < id) row = await open.next();
    isFirst = false;
    const isOpen = line.Settlement === 'open' || line.Settlement === 'later';
    const isListed = row?.['Movement id'] === id;
    const amount = line.From === 'provider' ? line.Amount : `-${line.Amount}`;
    const isSame =
      !isListed ||
      (row!.Amount === amount &&
        row!.Currency === line.Currency &&
        row!['Payment id'] === line['Payment id']);
    if (isOpen !== isListed || !isSame) fault ??= `not-paid-out.csv differs from the movement ${id}`;
    if (isListed) row = await open.next();
  }
  while (row) {
    if (!isFirst)
      fault ??= `not-paid-out.csv has a movement that is not in movements.csv: ${row['Movement id']}`;
    row = await open.next();
  }
  const text = [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const found = text.map(([currency, { movements, minor }]) => `${currency} ${movements} ${minor}`);
  const said = notPaidOut.map(({ currency, movements, minor }) => `${currency} ${movements} ${minor}`);
  return [
    ...(fault ? [fault] : []),
    ...(found.join() === said.join() ? [] : ['not-paid-out.csv differs from the sums in the manifest']),
    ...open.faults,
  ];
}

class Rows {
  readonly faults: string[] = [];
  readonly #rows: AsyncIterator<Line>;
  readonly #count: (line: Line) => void;
  #last = '';

  constructor(rows: AsyncIterable<Line>, count: (line: Line) => void) {
    this.#rows = rows[Symbol.asyncIterator]();
    this.#count = count;
  }

  async next(): Promise<Line | null> {
    const { value, done } = await this.#rows.next();
    if (done) return null;
    const id = value['Movement id'] ?? '';
    if (id <= this.#last && this.faults.length === 0)
      this.faults.push('a movement that is not paid out appears twice, or out of order');
    this.#last = id;
    this.#count(value);
    return value;
  }
}
