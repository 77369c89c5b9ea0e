// Writes the tables of docs/PROVIDERS.md from the declarations of the providers: `npm run providers`. People write the
// rest of the page by hand. A test fails if the tables differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Capability, ProviderDeclaration } from '@tollgate/provider-kit';
import { optionsOf } from '../src/domain/options/payment-option.ts';
import { loadProviders } from '../src/providers/load-packages.ts';

const KINDS = await loadProviders([]);

export const PROVIDERS_PAGE = join(import.meta.dirname, '../../docs/PROVIDERS.md');

/** The page with current tables between their marks. */
export function withTables(page: string): string {
  const tables: Record<string, string> = {
    options: optionsTable(),
    abilities: abilitiesTable(),
    ...Object.fromEntries(KINDS.map((kind) => [`credentials of ${kind.id}`, credentialsTable(kind)])),
  };
  return page.replace(/(<!-- table: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`docs/PROVIDERS.md has a mark for an unknown table: ${name}`);
    return `${begin}\n${table}\n\n${end}`;
  });
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Options that a real provider serves. The sandbox serves all, in `test`. */
function optionsTable(): string {
  const rows = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) =>
    optionsOf(direction).flatMap(({ name, method }) => {
      const cells = KINDS.map((kind) => placesOf(kind, direction, method));
      const what = direction === 'PAYIN' ? 'pay-in' : 'payout';
      return cells.some((cell) => cell !== '–') ? [[name, what, ...cells]] : [];
    }),
  );
  return table(['option', '', ...KINDS.map(({ name }) => name)], rows);
}

function placesOf({ capabilities }: ProviderDeclaration, direction: Capability['direction'], method: string) {
  const own = capabilities.methods.filter((one) => one.direction === direction && one.method === method);
  if (own.length === 0) return '–';
  const list = (codes: Capability['countries'], all: string) => (codes === 'any' ? all : codes.join(' '));
  return own
    .map(
      ({ countries, currencies, needs }) =>
        `${list(countries, 'everywhere')}: ${list(currencies, 'every currency')}${needs ? `, with ${needs.map((field) => `\`${field}\``).join(', ')}` : ''}`,
    )
    .join('; ');
}

function abilitiesTable(): string {
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  const rows: [string, (kind: ProviderDeclaration) => string][] = [
    ['refunds', ({ capabilities }) => yes(capabilities.refund)],
    ['captured later', (kind) => methodsWith(kind, 'isCapturedLater')],
    ['stored for later charges', (kind) => methodsWith(kind, 'isStorable')],
    ['stored without a charge', (kind) => methodsWith(kind, 'isStorableWithoutCharge')],
    ['cancels an unpaid pay-in', ({ capabilities }) => yes(capabilities.cancel)],
    [
      'can be asked about an outcome',
      ({ capabilities }) =>
        capabilities.inquiry === 'supported'
          ? 'yes'
          : `no, it sends ${capabilities.payoutsByFile ? 'statements' : 'notifications'}`,
    ],
    [
      '`cardEntry`, the default first',
      ({ cardEntries }) => cardEntries.map((one) => `\`${one}\``).join(', ') || 'no cards',
    ],
  ];
  return table(
    ['', ...KINDS.map(({ name }) => name)],
    rows.map(([what, cell]) => [what, ...KINDS.map(cell)]),
  );
}

function methodsWith(
  { capabilities }: ProviderDeclaration,
  flag: 'isCapturedLater' | 'isStorable' | 'isStorableWithoutCharge',
): string {
  const methods = capabilities.methods.filter((one) => one[flag]).map(({ method }) => method);
  const names = optionsOf('PAYIN').filter(({ method }) => methods.includes(method));
  return names.map(({ name }) => name).join(', ') || 'no';
}

function credentialsTable({ credentials }: ProviderDeclaration): string {
  const needed = { always: 'always', live: 'live accounts', never: 'if you use it' } as const;
  const rows = credentials.map((one) => [
    `\`${one.name}\`${one.isList ? ' (one or two)' : ''}`,
    needed[one.needed],
    one.help,
  ]);
  return table(['credential', 'needed', 'what it is, and where you find it'], rows);
}

if (import.meta.main) {
  writeFileSync(PROVIDERS_PAGE, withTables(readFileSync(PROVIDERS_PAGE, 'utf8')));
}
