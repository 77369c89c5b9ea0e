// Calculates the sums of a month-end again from its own tables: accounts from movements, provider accounts from bank
// entries, and the counts of the manifest from the rows. It reads rows one at a time and keeps only sums.
import { LedgerSums } from '../../domain/month-end/account-sums.ts';
import type { FileName, Manifest } from '../../domain/month-end/manifest.ts';
import { settlementFaults } from './check-settlements.ts';
import { type Content, type Line, linesOf, minorOf } from './table-lines.ts';

/** Throws for tables that cannot be read. */
export async function checkTables(
  content: (name: FileName) => Content,
  { accounts, counts, month, settled }: Manifest,
): Promise<string[]> {
  const table = (name: FileName) => linesOf(content(name));
  const ledger = new LedgerSums();
  for (const { account, currency, opening } of accounts) ledger.open(account, currency, BigInt(opening));
  const movements = new InOrder('movement', 'Movement id');
  for await (const line of table('movements.csv')) {
    movements.add(line);
    const amountMinor = minorOf(line.Amount);
    ledger.add({ fromAccount: line.From!, toAccount: line.To!, currency: line.Currency!, amountMinor });
  }
  const entries = new InOrder('bank entry', 'Bank entry id');
  const banks = new BankSums();
  for await (const line of table('bank-entries.csv')) {
    entries.add(line);
    if (line.Account) banks.add(line, line.Direction!, minorOf(line.Amount));
  }
  for await (const line of table('providers.csv')) {
    if (line.Provider !== 'bank') continue;
    banks.add(line, 'credit', -minorOf(line['Bank entries in']));
    banks.add(line, 'debit', -minorOf(line['Bank entries out']));
  }
  return [
    ...countFaults('movements', movements.count, counts.movements),
    ...countFaults('bank entries', entries.count, counts.bankEntries),
    ...(await tallyFaults(table('differences.csv'), 'Difference', counts.differences)),
    ...(await tallyFaults(table('changes.csv'), 'Change', counts.changes)),
    ...(await accountFaults(ledger, accounts, table('accounts.csv'))),
    ...(banks.areEven() ? [] : ['the sums of the bank entries differ from providers.csv']),
    ...movements.faults,
    ...entries.faults,
    ...(settled ? await settlementFaults(table, { month, settled }) : []),
  ];
}

/** Rows are written in the order of their ids, so we notice a duplicate without keeping the other rows. */
class InOrder {
  count = 0;
  readonly faults: string[] = [];
  readonly #what: string;
  readonly #column: string;
  #last = '';

  constructor(what: string, column: string) {
    this.#what = what;
    this.#column = column;
  }

  add(line: Line): void {
    const id = line[this.#column] ?? '';
    this.count++;
    if (id <= this.#last && this.faults.length === 0)
      this.faults.push(`a ${this.#what} appears twice, or out of order`);
    this.#last = id;
  }
}

class BankSums {
  readonly #sums = new Map<string, bigint>();

  add(line: Line, direction: string, minor: bigint): void {
    const key = `${line.Account} ${line.Currency} ${direction}`;
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + minor);
  }

  areEven(): boolean {
    return [...this.#sums.values()].every((rest) => rest === 0n);
  }
}

const countFaults = (what: string, found: number, said: number): string[] =>
  found === said ? [] : [`there are ${found} ${what}, but the manifest says ${said}`];

async function tallyFaults(
  lines: AsyncIterable<Line>,
  column: string,
  said: Readonly<Record<string, number | undefined>>,
): Promise<string[]> {
  const found = new Map<string, number>();
  for await (const line of lines) found.set(line[column]!, (found.get(line[column]!) ?? 0) + 1);
  const names = [...new Set([...found.keys(), ...Object.keys(said)])];
  return names.flatMap((name) => countFaults(name, found.get(name) ?? 0, said[name] ?? 0));
}

async function accountFaults(
  sums: LedgerSums,
  accounts: Manifest['accounts'],
  lines: AsyncIterable<Line>,
): Promise<string[]> {
  const text = (values: readonly (string | bigint | undefined)[]) => values.map(String).join(' ');
  const calculated = sums
    .all()
    .map(({ account, currency, openingMinor, inMinor, outMinor }) =>
      text([account, currency, openingMinor, inMinor, outMinor, openingMinor + inMinor - outMinor]),
    );
  const said = accounts.map((one) =>
    text([one.account, one.currency, one.opening, one.in, one.out, one.closing]),
  );
  const written: string[] = [];
  for await (const line of lines)
    written.push(
      text([
        ...[line.Account, line.Currency, minorOf(line['Opening balance']), minorOf(line.In)],
        ...[minorOf(line.Out), minorOf(line['Closing balance'])],
      ]),
    );
  return [
    ...(calculated.join('\n') === said.join('\n')
      ? []
      : ['the accounts in the manifest differ from the sums of the movements']),
    ...(calculated.join('\n') === written.join('\n')
      ? []
      : ['accounts.csv differs from the sums of the movements']),
  ];
}
