// What the document knows in advance about the screen at its address: the title, the file of its script, and the calls
// for its first content. It has a row only for the screens that people open or reload most; other screens load without
// this help. A wrong row costs only speed: the page asks for everything it needs itself.

export interface FirstScreen {
  title: string;
  /** The source of the screen, as the manifest of the portal names it. */
  source: string;
  /** Paths of read-only calls, beside the session. */
  calls: readonly string[];
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

type Row = readonly [
  path: string,
  title: string,
  source: string,
  calls?: (brandId: string, id: string) => string[],
];

/** The part of the path below /portal/b/{brandId}. */
const SCREENS: readonly Row[] = [
  ['overview', 'Overview', 'overview/overview.tsx'],
  ['inbox', 'Inbox', 'inbox/inbox.tsx', (brand) => [`${brand}/inbox`]],
  ['transactions', 'Transactions', 'transactions/transactions.tsx', (brand) => [`${brand}/transactions`]],
  [
    `transactions/(${UUID})`,
    'Transaction',
    'transactions/transaction.tsx',
    (brand, id) => [`${brand}/transactions/${id}`],
  ],
  ['payouts', 'Payouts', 'payouts/payouts.tsx'],
  ['links', 'Payment links', 'links/links.tsx'],
  ['money', 'Balances', 'money/balances.tsx'],
  ['developers/webhooks', 'Webhooks', 'developers/webhooks.tsx'],
];
const PATTERNS = SCREENS.map((row) => [new RegExp(`^b/(${UUID})/${row[0]}$`), row] as const);

/** `path`: below /portal/, without a query. null: this screen has no row. */
export function firstScreen(path: string, hasQuery: boolean): FirstScreen | null {
  for (const [pattern, [, title, source, calls]] of PATTERNS) {
    const [, brandId, id = ''] = pattern.exec(path) ?? [];
    if (brandId === undefined) continue;
    // A list with filters in its address makes other calls.
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
