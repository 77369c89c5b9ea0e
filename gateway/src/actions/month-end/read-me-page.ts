// The page of a month-end that a person reads first: the month's results, its differences with their causes, changes to
// earlier months, and how to prove the file. One HTML file without scripts; it must fetch nothing and name no customer.
// close:verify writes it again and compares: other words, or another style, need another number in FORMAT
// (domain/month-end/manifest.ts).

import { formatMinor } from '../../domain/money/money.ts';
import {
  CAUSES,
  type Cause,
  CHANGES,
  type ChangeKind,
  SETTLED_CAUSES,
} from '../../domain/month-end/cause.ts';
import { percentOf } from '../../domain/month-end/fee-sums.ts';
import type { Manifest, SettledMonth } from '../../domain/month-end/manifest.ts';
import { wallClock } from '../spreadsheet/sheet.ts';

type Told = Omit<Manifest, 'files' | 'format'>;

export function readMePage(manifest: Told): string {
  const { brand, month, timeZone, madeAt, madeBy, accounts, counts, former, settled } = manifest;
  const time = wallClock(timeZone);
  const money = (minor: string, currency: string) => formatMinor(BigInt(minor), currency);
  const causes = listed<Cause>(counts.differences, settled ? SETTLED_CAUSES : CAUSES);
  const changes = listed<ChangeKind>(counts.changes, CHANGES);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${brand.name}: ${month}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(brand.name)}: ${month}</h1>
<p>From ${time(new Date(manifest.begins))} to ${time(new Date(manifest.ends))} (${escaped(timeZone)}). Closed ${time(new Date(madeAt))} by ${escaped(madeBy)}.</p>
<h2>Accounts of the ledger</h2>
<p>Opening balance, plus what came in, less what went out, is the closing balance. A negative balance of <code>provider</code> is what the providers have taken for the brand and paid out less.</p>
${
  accounts.length === 0
    ? '<p>There has been no movement of money.</p>'
    : table(
        ['Account', 'Currency', 'Opening', 'In', 'Out', 'Closing'],
        accounts.map((one) => [
          ...[one.account, one.currency, money(one.opening, one.currency), money(one.in, one.currency)],
          ...[money(one.out, one.currency), money(one.closing, one.currency)],
        ]),
        2,
      )
}
${settled ? settledPart(settled) : ''}<h2>Differences</h2>
<p>${counts.movements} movements and ${counts.bankEntries} bank entries were compared.</p>
${causes.length === 0 ? '<p>Nothing differs.</p>' : table(['Cause', 'Number', 'Meaning'], causes, 1, 2)}
<h2>Changes to earlier months</h2>
${changes.length === 0 ? '<p>There are none.</p>' : table(['Change', 'Number', 'Meaning'], changes, 1, 2)}
<h2>The files</h2>
${table(['File', 'What it has'], settled ? WHAT_SETTLED : WHAT, 9)}
<h2>Verify this archive</h2>
<p>Whoever runs the payment gateway can check this file for you, on any machine and without the database. The file alone shows that its parts fit together: they are those that the manifest names, the sums are those of the movements, the workbook and this page have what the tables have, and the seal names this manifest. It does not show who made them: somebody could have written all of it anew. The public keys of the month-ends show that. Take them from the portal or the operator, not from whoever gave you this file. An export of the audit log shows it too, and so does the database. ${
    former
      ? `With the archive of ${former.month}, which this one follows, the check also compares the two.`
      : 'This is the first month that was closed.'
  }</p>
<p>The files have ids, the merchant’s own references, amounts and days. No customer is named.</p>
</body>
</html>
`;
}

const WHAT: string[][] = [
  ['accounts.csv', 'The accounts of the ledger, by currency.'],
  ['providers.csv', 'What moved at each provider account, what proves it, and what a bank’s statements say.'],
  ['differences.csv', 'Every difference with its cause.'],
  [
    'changes.csv',
    'What happened in this month to payments of earlier ones, and which differences were settled.',
  ],
  [
    'movements.csv',
    'Every movement of money: payments, payouts, refunds, disputes, returns, fundings; with its bank entry.',
  ],
  ['bank-entries.csv', 'Every booked entry of the bank, with its payment.'],
  ['month.xlsx', 'The same tables as a workbook.'],
  ['manifest.json', 'The hash of each file, the sums, the link to the month before.'],
  ['seal.json', 'The row of the audit log that has the hash of the manifest, and the signature over it.'],
];

const OF_SETTLEMENTS: string[][] = [
  ['settlements.csv', 'What the providers paid out: each payout with its sums and its bank entry.'],
  ['settlement-lines.csv', 'The lines of these payouts, each with its payment and its fee.'],
  ['fees.csv', 'What the providers kept, by account, payment option and currency.'],
  ['not-paid-out.csv', 'What moved and was in no payout by the end of the month.'],
];
const BEFORE_WORKBOOK = WHAT.findIndex(([name]) => name === 'month.xlsx');
const WHAT_SETTLED = [...WHAT.slice(0, BEFORE_WORKBOOK), ...OF_SETTLEMENTS, ...WHAT.slice(BEFORE_WORKBOOK)];

/** Three sentences: what came in, what it cost, what is still out. */
function settledPart({ settlements, notPaidOut }: SettledMonth): string {
  const currencies = [...new Set(settlements.map(({ currency }) => currency))].sort();
  const sum = (currency: string, of: (one: SettledMonth['settlements'][number]) => string | null) =>
    settlements
      .filter((one) => one.currency === currency)
      .reduce((total, one) => total + BigInt(of(one) ?? 0), 0n);
  const money = (minor: bigint, currency: string) => `${formatMinor(minor, currency)} ${currency}`;
  const payouts = settlements.filter(({ paidOut }) => paidOut !== null);
  const atBank = payouts.filter(({ bankEntry }) => bankEntry !== null).length;
  const cameIn = currencies.map((currency) =>
    money(
      sum(currency, ({ paidOut }) => paidOut),
      currency,
    ),
  );
  const costs = currencies.map((currency) => {
    const fee = -sum(currency, ({ fees }) => fees);
    const percent = percentOf(
      fee,
      sum(currency, ({ charges }) => charges),
    );
    return `${money(fee, currency)}${percent === null ? '' : ` (${percent} % of the charges)`}`;
  });
  const out = notPaidOut.map(
    ({ currency, movements, minor }) =>
      `${money(BigInt(minor), currency)} (${counted(movements, 'movement')})`,
  );
  const sentences =
    payouts.length === 0 && currencies.length === 0
      ? ['The providers paid out nothing in this month.', 'It cost nothing.']
      : [
          `The providers paid out ${inWords(cameIn)} in ${counted(payouts.length, 'payout')}, and the bank has ${atBank} of them.`,
          `It cost ${inWords(costs)}.`,
        ];
  const still =
    out.length === 0 ? 'Nothing is still out.' : `Still out at the end of the month: ${inWords(out)}.`;
  return `<h2>Paid out by the providers</h2>\n<p>${escaped([...sentences, still].join(' '))}</p>\n`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function listed<Name extends string>(
  counts: Partial<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
): string[][] {
  const names = Object.keys(words) as Name[];
  return names.flatMap((name) => (counts[name] ? [[name, String(counts[name]), words[name]]] : []));
}

/** Columns from `firstNumber` to `lastNumber` (exclusive) hold numbers. */
function table(head: string[], rows: string[][], firstNumber: number, lastNumber = head.length): string {
  const cells = (tag: 'th' | 'td', row: string[]) =>
    row
      .map(
        (cell, i) =>
          `<${tag}${i >= firstNumber && i < lastNumber ? ' class="n"' : ''}>${escaped(cell)}</${tag}>`,
      )
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<div class="wide"><table>\n<tr>${cells('th', head)}</tr>\n${body}\n</table></div>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.2rem; margin-top: 2.25rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid #8884; }
th { font-weight: 600; } .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font-size: .95em; }
`;
