// The order of the rooms within a floor (decision 78). docs/ARCHITECTURE.md says what the rooms are about; the order
// stands only here. tidy.test.ts checks it.
import { type Files, importsOf } from './tidy-rules.ts';

/**
 * The rooms of each floor from the ground up. A room imports only rooms before it. A folder that is missing here is a
 * complaint. Files outside of rooms are the ground of their floor.
 */
const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  domain: [
    'errors',
    'money',
    'access',
    'ledger',
    'options',
    'payment-data',
    'risk',
    'merchants',
    'transactions',
    'captures',
    'keys',
    'confirmations',
    'after-end',
    'refunds',
    'notifications',
    'records',
    'mandates',
    'settlements',
    'audit',
    'payouts',
    'bank',
    'month-end',
    'cashier',
    'webhooks',
    'erasure',
    'archive',
    'inbox',
  ],
  storage: [
    'wire',
    'pipeline',
    'database',
    'schema',
    'archive',
    'group-commit',
    'keys',
    'audit',
    'access',
    'risk',
    'merchants',
    'ledger',
    'cashier',
    'confirmations',
    'requests',
    'webhooks',
    'listing',
    'transactions',
    'captures',
    'mandates',
    'refunds',
    'after-end',
    'settlements',
    'notifications',
    'payouts',
    'bank',
    'month-end',
    'erasure',
    'inbox',
    'work',
  ],
  actions: [
    'spreadsheet',
    'audit',
    'inbox',
    'payment-means',
    'merchants',
    'ledger',
    'keys',
    'risk',
    'mandates',
    'submission',
    'captures',
    'transactions',
    'confirmations',
    'access',
    'second-factor',
    'single-sign-on',
    'refunds',
    'after-end',
    'settlements',
    'notifications',
    'providers',
    'cashier',
    'payouts',
    'bank',
    'webhooks',
    'erasure',
    'archive',
    'month-end',
  ],
};

/** Imports of a higher room of the same floor. */
export function upwardImports(files: Files): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    const [floor, room] = path.split('/') as [string, string];
    const order = ROOM_ORDER[floor];
    if (order === undefined || path.split('/').length < 3) continue;
    if (!order.includes(room)) found.push(`${path} is in a room without a place in the order`);
    for (const { to, ours } of importsOf(path, text)) {
      const [otherFloor, other] = to.split('/') as [string, string];
      if (!ours || otherFloor !== floor || to.split('/').length < 3) continue;
      if (order.indexOf(other) > order.indexOf(room)) found.push(`${path} imports ${to}`);
    }
  }
  return [...new Set(found)];
}
