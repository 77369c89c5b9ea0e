// Writes the tables of docs/PROVIDERS.md, and those in the READMEs of the packages that come with the gateway, from the
// declarations of the providers: `npm run providers`. People write the rest of the pages by hand. A test fails if the
// tables differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Capability, ProviderDeclaration } from '@tollgate/provider-kit';
import { optionsOf } from '../src/domain/options/payment-option.ts';
import { loadPackages } from '../src/providers/load-packages.ts';
import { BUILT_IN } from '../src/providers/registry.ts';

export const PROVIDERS_PAGE = join(import.meta.dirname, '../../docs/PROVIDERS.md');

type Kinds = readonly ProviderDeclaration[];
/** A page with tables, and the providers that it is about. */
type Page = Readonly<{ path: string; kinds: Kinds }>;

const packages = await loadPackages([]);

/** The pages whose tables the script writes. */
export const PAGES: readonly Page[] = [
  { path: PROVIDERS_PAGE, kinds: [...BUILT_IN, ...packages.flatMap(({ kinds }) => kinds)] },
  ...packages
    .map(({ folder, kinds }) => ({ path: join(folder, 'README.md'), kinds }))
    .filter(({ path }) => existsSync(path)),
];

/** The page with current tables between their marks. */
export function withTables(page: string, kinds: Kinds): string {
  const tables: Record<string, () => string> = {
    options: () => optionsTable(kinds),
    providers: () => providersTable(kinds),
    ...Object.fromEntries(kinds.map((kind) => [`credentials of ${kind.id}`, () => credentialsTable(kind)])),
  };
  return page.replace(/(<!-- table: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`there is a mark for an unknown table: ${name}`);
    return `${begin}\n${table()}\n\n${end}`;
  });
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Options that a real provider serves, and where. The sandbox serves all of the catalogue, in `test`. */
function optionsTable(kinds: Kinds): string {
  const rows = (['PAYIN', 'PAYOUT'] as const).flatMap((direction) =>
    optionsOf(direction).flatMap(({ name, method, suboptions }) => {
      const methods = [method, ...suboptions.map((one) => one.method)];
      const byPlace = new Map<string, string[]>();
      for (const kind of kinds)
        for (const place of placesOf(kind, direction, methods))
          byPlace.set(place, [...(byPlace.get(place) ?? []), kind.name]);
      const served = [...byPlace].map(([place, names]) => `${place} (${names.join(', ')})`);
      return served.length > 0
        ? [[name, direction === 'PAYIN' ? 'pay-in' : 'payout', served.join('; ')]]
        : [];
    }),
  );
  return table(['option', '', 'where, and at which provider'], rows);
}

function placesOf(
  { capabilities }: ProviderDeclaration,
  direction: Capability['direction'],
  methods: readonly string[],
): Set<string> {
  const own = capabilities.methods.filter(
    (one) => one.direction === direction && methods.includes(one.method),
  );
  const list = (codes: Capability['countries'], all: string) => (codes === 'any' ? all : codes.join(' '));
  return new Set(
    own.map(
      ({ countries, currencies, needs }) =>
        `${list(countries, 'everywhere')}: ${list(currencies, 'every currency')}${needs ? `, with ${needs.map((field) => `\`${field}\``).join(', ')}` : ''}`,
    ),
  );
}

function providersTable(kinds: Kinds): string {
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  const columns: [string, (kind: ProviderDeclaration) => string][] = [
    ['provider', ({ name }) => name],
    ['in addresses', ({ id }) => `\`${id}\``],
    ['guide', guideOf],
    ['tried against a stand-in', ({ played }) => (played === 'not-tried' ? 'not tried' : 'played')],
    ['refunds', ({ capabilities }) => yes(capabilities.refund)],
    ['captured later', (kind) => methodsWith(kind, 'isCapturedLater')],
    ['stored for later charges', (kind) => methodsWith(kind, 'isStorable')],
    ['stored without a charge', (kind) => methodsWith(kind, 'isStorableWithoutCharge')],
    [
      'a saved card without its CVV',
      ({ capabilities }) => yes(capabilities.methods.some((one) => one.isSavedWithoutCvv)),
    ],
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
    columns.map(([head]) => head),
    kinds.map((kind) => columns.map(([, cell]) => cell(kind))),
  );
}

/** Its chapter of PROVIDERS, or the README of its package. */
function guideOf(kind: ProviderDeclaration): string {
  if (BUILT_IN.includes(kind)) return `[${kind.name}](#${kind.name.toLowerCase().replaceAll(' ', '-')})`;
  const found = packages.find(({ kinds }) => kinds.includes(kind));
  const readme = found && join(found.folder, 'README.md');
  return readme && existsSync(readme) ? `[README](${relative(dirname(PROVIDERS_PAGE), readme)})` : '–';
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
  for (const { path, kinds } of PAGES) writeFileSync(path, withTables(readFileSync(path, 'utf8'), kinds));
}
