// The order of the rooms within a floor, and who still imports against it. tidy.test.ts checks it; docs/ARCHITECTURE.md shows it.
import { type Files, importsOf } from './tidy-rules.ts';

/**
 * The rooms of each floor from the ground up: a room imports only rooms before it. A folder that is missing here is a complaint.
 * Files that stand in no room are the ground of their floor.
 */
const ROOM_ORDER: Readonly<Record<string, readonly string[]>> = {
  domain: [
    'errors',
    'money',
    'confirmations',
    'access',
    'ledger',
    'options',
    'payment-data',
    'risk',
    'merchants',
    'transactions',
    'keys',
    'refunds',
    'audit',
    'payouts',
    'cashier',
    'webhooks',
  ],
  storage: [
    'database',
    'lane',
    'schema',
    'group-commit',
    'keys',
    'audit',
    'access',
    'risk',
    'merchants',
    'listing',
    'ledger',
    'cashier',
    'confirmations',
    'requests',
    'webhooks',
    'transactions',
    'refunds',
    'payouts',
  ],
  actions: [
    'audit',
    'means',
    'merchants',
    'ledger',
    'keys',
    'risk',
    'confirmations',
    'transactions',
    'access',
    'second-factor',
    'refunds',
    'cashier',
    'payouts',
    'webhooks',
  ],
};

/** Imports that still go up, each to be turned or moved: a new one is a complaint, and so is one that is gone. */
const STILL_UP: readonly string[] = [
  'domain/confirmations/confirmation.ts imports domain/transactions/transaction.ts',
  'domain/options/option-limits.ts imports domain/merchants/brand.ts',
  'domain/payment-data/payment-data.ts imports domain/transactions/transaction.ts',
  'domain/payment-data/pix.ts imports domain/transactions/transaction.ts',
  'domain/risk/risk.ts imports domain/transactions/transaction.ts',
  'domain/transactions/record.ts imports domain/refunds/refund.ts',
  'domain/transactions/result.ts imports domain/keys/signature.ts',
  'domain/transactions/transaction-actions.ts imports domain/refunds/refund.ts',
  'storage/database/connect.ts imports storage/lane/connection.ts',
  'storage/database/database.ts imports storage/lane/lane.ts',
  'storage/database/database.ts imports storage/lane/transaction.ts',
  'storage/database/wire.ts imports storage/lane/messages.ts',
  'storage/listing/fold-changes.ts imports storage/webhooks/event-log.ts',
  'storage/listing/read-transactions.ts imports storage/transactions/transaction-row.ts',
  'storage/transactions/apply-changes.ts imports storage/payouts/payout-recipients.ts',
  'storage/transactions/transaction-store.ts imports storage/payouts/approve-payouts.ts',
  'actions/access/confirm-identity.ts imports actions/second-factor/passkeys.ts',
  'actions/access/confirm-identity.ts imports actions/second-factor/prove-second-factor.ts',
  'actions/confirmations/confirm-payment.ts imports actions/transactions/apply-outcome.ts',
  'actions/confirmations/submit-confirmation.ts imports actions/transactions/ask-provider.ts',
  'actions/transactions/carry-out.ts imports actions/payouts/approve-payout.ts',
];

/** Imports of a higher room of the same floor. */
export function upwardImports(files: Files, known: readonly string[] = STILL_UP): string[] {
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
  const once = [...new Set(found)];
  return [
    ...once.filter((one) => !known.includes(one)),
    ...known.filter((one) => !once.includes(one)).map((one) => `no longer so: ${one}`),
  ];
}
