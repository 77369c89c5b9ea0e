// What the document already knows of the screen that its address opens: the title, the file of its script, and the calls
// whose answers it shows first. Only for the screens that people open or reload most; any other one loads as it is asked
// for. A row is wrong only in speed: the page asks for what it needs itself.

export interface FirstScreen {
  title: string;
  /** Its source, as the manifest of the portal names it. */
  source: string;
  /** Paths of calls without changes, beside the session. */
  calls: readonly string[];
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

type Row = readonly [
  path: string,
  title: string,
  source: string,
  calls?: (brandId: string, id: string) => string[],
];

/** Below /portal/b/{brandId}. */
const SCREENS: readonly Row[] = [
  ['overview', 'Overview', 'overview/overview.tsx'],
  ['transactions', 'Transactions', 'transactions/transactions.tsx', (brand) => [`${brand}/transactions`]],
  [
    `transactions/(${UUID})`,
    'Transaction',
    'transactions/transaction.tsx',
    (brand, id) => [`${brand}/transactions/${id}`],
  ],
  ['payouts', 'Payouts', 'payouts/payouts.tsx'],
  ['links', 'Payment links', 'links/links.tsx'],
  ['money', 'Balances', 'money/screens.ts'],
  ['developers/webhooks', 'Webhooks', 'developers/webhooks.tsx'],
];
const PATTERNS = SCREENS.map((row) => [new RegExp(`^b/(${UUID})/${row[0]}$`), row] as const);

/** `path`: below /portal/, without a query. null: nothing is known. */
export function firstScreen(path: string, hasQuery: boolean): FirstScreen | null {
  for (const [pattern, [, title, source, calls]] of PATTERNS) {
    const [, brandId, id = ''] = pattern.exec(path) ?? [];
    if (brandId === undefined) continue;
    // With filters in its address a list asks for something else.
    const asked = hasQuery ? [] : (calls?.(brandId, id) ?? []);
    return {
      title,
      source: `src/screens/${source}`,
      calls: asked.map((one) => `/portal/api/brands/${one}`),
    };
  }
  return null;
}

/** Screens within the frame: not the sign-in, not an invitation. */
export const isFramed = (path: string): boolean => path === '' || path.startsWith('b/');
