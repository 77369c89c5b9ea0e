// What each column of a payout file is: by our own names in any spelling, by names that other programs give it, or as
// the user says. Pure. A fault must never repeat a name, because in a file without names it may be any cell.
import { optionsOf } from '../../domain/options/payment-option.ts';
import { holdsCardNumber } from '../../domain/payment-data/card-number-in-text.ts';

export interface FileFault {
  /** Counted as in an editor; line 1 has the column names. */
  line: number;
  /** null: the fault concerns the whole line. */
  column: string | null;
  message: string;
}

/** What the user says about a file. */
export interface Mapping {
  /** What each column of the file is, by its place; null: skip it. Absent: the names decide. */
  columns?: readonly (string | null)[] | null;
  /** Values for all lines that have none. */
  values?: Readonly<Record<string, string>>;
}

export interface FileColumn {
  /** As in the file; empty: it has no name. */
  name: string;
  /** null: we do not know the name, or the column is skipped. */
  column: string | null;
  /** Whether the name is one of our own. */
  exact: boolean;
  /** Its first filled cell; null: all are empty, or it is not for showing. */
  sample: string | null;
}

/** The columns that every payout has; the fields of the methods come in addition. */
const COLUMNS = ['method', 'amount', 'currency', 'country', 'merchantReference', 'userId', 'email'];
export const REQUIRED_COLUMNS = ['method', 'amount', 'currency', 'merchantReference'];
const CARD_COLUMNS = ['cardnumber', 'cardholder', 'expirymonth', 'expiryyear', 'cardcvv', 'cvv', 'pan'];

/** The fields of all payout methods except cards, which are named by their token. */
export const METHOD_COLUMNS: readonly string[] = [
  ...new Set([
    'token',
    ...optionsOf('PAYOUT')
      .filter(({ type }) => type !== 'CARD')
      .flatMap(({ fields }) => fields.map(({ name }) => name)),
  ]),
];
export const ALL_COLUMNS: readonly string[] = [...COLUMNS, ...METHOD_COLUMNS];

/** English and German names as banks and accounting programs write them, flattened; also with lost umlauts. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  method: 'methode zahlungsart zahlungsmethode zahlungsweg paymentmethod type',
  amount: 'betrag betrageur betragineur summe wert value sum total paymentamount',
  currency: 'wahrung waehrung whrung ccy currencycode',
  country: 'land staat countrycode',
  merchantReference:
    'reference referenz ref verwendungszweck zweck zahlungsreferenz rechnung rechnungsnummer rechnungsnr belegnummer ' +
    'belegnr invoice invoicenumber purpose remittanceinformation paymentreference endtoendid',
  userId: 'customer customerid kunde kundennummer kundennr kundenid',
  email: 'emailaddress emailadresse mail',
  accountHolder:
    'empfanger empfaenger empfnger empfangername nameempfanger zahlungsempfanger zahlungsempfaenger zahlungsempfnger ' +
    'begunstigter beguenstigter begnstigter kontoinhaber name recipient recipientname beneficiary beneficiaryname payee',
  iban: 'ibanempfanger empfangeriban ibandesempfangers recipientiban beneficiaryiban',
  bic: 'swift swiftcode bicswift',
  accountNumber: 'kontonummer konto account accountno',
};

const COLUMN_OF = new Map([
  ...Object.entries(OTHER_NAMES).flatMap(([column, names]) =>
    names.split(' ').map((name) => [name, column] as const),
  ),
  ...ALL_COLUMNS.map((column) => [flat(column), column] as const),
]);

/** "Merchant reference", merchant_reference and merchantReference are the same; so are Währung and WAHRUNG. */
function flat(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const LONGEST_SAMPLE = 80;
/** Files with more columns are no payouts. */
export const MOST_COLUMNS = 100;

/** `header`: null for an empty column without a name. `rows`: the cells below. */
export function columnsOf(
  header: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  chosen: Mapping['columns'],
): FileColumn[] {
  const taken = new Set<string>();
  const exact = header.map((name) => ALL_COLUMNS.find((one) => name !== null && flat(one) === flat(name)));
  return header.map((name, i) => {
    const known = chosen ? chosen[i] : name === null ? null : COLUMN_OF.get(flat(name));
    // The first of two similar names counts, and an own name before them.
    const isTaken = known && !exact[i] && (taken.has(known) || exact.includes(known));
    const column = chosen ? (known ?? null) : known && !isTaken ? known : null;
    if (column) taken.add(column);
    const sample = rows.find((cells) => (cells[i] ?? '') !== '')?.[i] ?? null;
    return {
      name: name === null || holdsCardNumber(name) ? '' : name.slice(0, LONGEST_SAMPLE),
      column,
      exact: column !== null && exact[i] === column,
      sample: sample === null || holdsCardNumber(sample) ? null : sample.slice(0, LONGEST_SAMPLE),
    };
  });
}

export function headerFaults(
  header: readonly (string | null)[],
  columns: readonly FileColumn[],
  { columns: chosen = null, values = {} }: Mapping,
  line: number,
): FileFault[] {
  const faults: FileFault[] = [];
  if (chosen && chosen.length !== header.length)
    faults.push({ line, column: null, message: `has ${header.length} columns; say what each of them is` });
  for (const [i, { column }] of columns.entries()) {
    const name = header[i] ?? null;
    if (name === null) continue;
    if (CARD_COLUMNS.includes(flat(name))) {
      const message = 'card details are not accepted in files; use the column token, with userId';
      faults.push({ line, column: name, message });
    } else if (column !== null && columns.findIndex((one) => one.column === column) < i) {
      faults.push({ line, column, message: 'appears twice' });
    } else if (column === null && !chosen) {
      const message = name === '' ? `column ${i + 1} has no name` : `column ${i + 1} has an unknown name`;
      faults.push({ line, column: null, message });
    }
  }
  for (const column of REQUIRED_COLUMNS)
    if (values[column] === undefined && !columns.some((one) => one.column === column))
      faults.push({ line, column, message: 'this column is required' });
  return faults;
}
