// Calculates the sums of a month-end once more from its own tables: accounts from movements, provider accounts from bank entries, and the
// counts of the manifest from the rows. Pure.
import { parse } from 'csv-parse/sync';
import { LedgerSums } from '../../domain/month-end/account-sums.ts';
import type { FileName, Manifest } from '../../domain/month-end/manifest.ts';

type Line = Record<string, string>;
type Files = Readonly<Record<string, Uint8Array>>;

export function checkTables(files: Files, manifest: Manifest): string[] {
  const table = (name: FileName) => linesOf(files[name]!);
  const { counts, accounts } = manifest;
  const movements = table('movements.csv');
  const entries = table('bank-entries.csv');
  return [
    ...countFaults('movements', movements.length, counts.movements),
    ...countFaults('bank entries', entries.length, counts.bankEntries),
    ...tallyFaults(table('differences.csv'), 'Difference', counts.differences),
    ...tallyFaults(table('changes.csv'), 'Change', counts.changes),
    ...accountFaults(movements, accounts, table('accounts.csv')),
    ...bankFaults(entries, table('providers.csv')),
    ...onceFaults('movement', movements, 'Movement id'),
    ...onceFaults('bank entry', entries, 'Bank entry id'),
  ];
}

/** A text that a spreadsheet would have converted has an apostrophe in front. */
function linesOf(bytes: Uint8Array): Line[] {
  const cast = (value: string) => value.replace(/^'/, '');
  return parse(Buffer.from(bytes), { bom: true, columns: true, cast });
}

/** Amounts have all the decimals of their currency, so without the point they are minor units. */
const minorOf = (text: string | undefined): bigint => BigInt((text || '0').replace('.', ''));

const countFaults = (what: string, found: number, said: number): string[] =>
  found === said ? [] : [`there are ${found} ${what}, and the manifest says ${said}`];

function tallyFaults(
  lines: readonly Line[],
  column: string,
  said: Readonly<Record<string, number | undefined>>,
): string[] {
  const found = new Map<string, number>();
  for (const line of lines) found.set(line[column]!, (found.get(line[column]!) ?? 0) + 1);
  const names = [...new Set([...found.keys(), ...Object.keys(said)])];
  return names.flatMap((name) => countFaults(name, found.get(name) ?? 0, said[name] ?? 0));
}

function accountFaults(
  movements: readonly Line[],
  accounts: Manifest['accounts'],
  lines: readonly Line[],
): string[] {
  const sums = new LedgerSums();
  for (const { account, currency, opening } of accounts) sums.open(account, currency, BigInt(opening));
  for (const line of movements) {
    const amountMinor = minorOf(line.Amount);
    sums.add({ fromAccount: line.From!, toAccount: line.To!, currency: line.Currency!, amountMinor });
  }
  const text = (values: readonly (string | bigint | undefined)[]) => values.map(String).join(' ');
  const calculated = sums
    .all()
    .map(({ account, currency, openingMinor, inMinor, outMinor }) =>
      text([account, currency, openingMinor, inMinor, outMinor, openingMinor + inMinor - outMinor]),
    );
  const said = accounts.map((one) =>
    text([one.account, one.currency, one.opening, one.in, one.out, one.closing]),
  );
  const written = lines.map((line) =>
    text([
      ...[line.Account, line.Currency, minorOf(line['Opening balance']), minorOf(line.In)],
      ...[minorOf(line.Out), minorOf(line['Closing balance'])],
    ]),
  );
  return [
    ...(calculated.join('\n') === said.join('\n')
      ? []
      : ['the accounts of the manifest are not the sums of the movements']),
    ...(calculated.join('\n') === written.join('\n') ? [] : ['accounts.csv is not the sum of the movements']),
  ];
}

function bankFaults(entries: readonly Line[], providers: readonly Line[]): string[] {
  const sums = new Map<string, bigint>();
  const add = (line: Line, direction: string, minor: bigint) => {
    const key = `${line.Account} ${line.Currency} ${direction}`;
    sums.set(key, (sums.get(key) ?? 0n) + minor);
  };
  for (const line of entries) if (line.Account) add(line, line.Direction!, minorOf(line.Amount));
  for (const line of providers.filter(({ Provider }) => Provider === 'bank')) {
    add(line, 'credit', -minorOf(line['Bank entries in']));
    add(line, 'debit', -minorOf(line['Bank entries out']));
  }
  return [...sums.values()].every((rest) => rest === 0n)
    ? []
    : ['the bank entries do not add up to what providers.csv says'];
}

const onceFaults = (what: string, lines: readonly Line[], column: string): string[] =>
  new Set(lines.map((line) => line[column])).size === lines.length ? [] : [`a ${what} is there twice`];
