// Which role may do what in the portal (contract 14). Every operation under /portal/api reads this one table. The page
// gets it too and hides what a user may not do. A role allows exactly this, with the page or without it.
import type { UserRole } from './user-role.ts';

/** Whoever is signed in. */
const EVERYBODY = [
  'owner',
  'developer',
  'finance-maker',
  'finance-approver',
  'support',
  'read-only',
] as const;

const PORTAL_PERMISSIONS = {
  /** Own password, second factor and sessions. */
  'account.change': EVERYBODY,
  /** Overview, transactions, customers, payouts, refunds, links, balances, deliveries. */
  'payments.read': EVERYBODY,
  'payments.export': EVERYBODY,
  'payments.refund': ['owner', 'finance-maker', 'support'],
  /** Capture an authorised payment, wholly or in part. Whoever may cancel may void it. */
  'payments.capture': ['owner', 'finance-maker', 'support'],
  /** End the agreement of a customer to later charges. */
  'mandates.revoke': ['owner', 'finance-maker', 'support'],
  /** Hand in evidence against a dispute, or accept it. */
  'disputes.answer': ['owner', 'finance-maker', 'support'],
  'payments.cancel': ['owner', 'finance-maker', 'support'],
  /** Hand in a confirmation for a shopper. */
  'payments.confirm': ['owner', 'finance-maker', 'support'],
  /** Decide an unknown outcome. */
  'payments.decide': ['owner', 'finance-approver'],
  /** Notes and tags of colleagues, saved views. */
  'payments.note': ['owner', 'developer', 'finance-maker', 'finance-approver', 'support'],
  /** Erase a customer who asked to be forgotten. */
  'customers.erase': ['owner'],
  'blocks.change': ['owner', 'support'],
  'payouts.create': ['owner', 'finance-maker'],
  'payouts.approve': ['owner', 'finance-approver'],
  /** The page about the brand's bank account: what waits, files, statements and their entries. */
  'bank.read': ['owner', 'finance-maker', 'finance-approver', 'read-only'],
  /** Make and download payment files, hand statements in. */
  'bank.exchange': ['owner', 'finance-maker'],
  /** Withdraw a file, assign and dismiss entries: decisions about money. */
  'bank.decide': ['owner', 'finance-approver'],
  'links.change': ['owner', 'finance-maker', 'support'],
  'reports.read': ['owner', 'finance-maker', 'finance-approver', 'read-only'],
  /** Close a month of the books. */
  'months.close': ['owner', 'finance-maker', 'finance-approver'],
  /** Resend, replay, pause, resume, test event, endpoint check. */
  'webhooks.change': ['owner', 'developer'],
  /** Resend one delivery, from a transaction's page. */
  'webhooks.resend': ['owner', 'developer', 'support'],
  /** Request log, signature debugger. */
  'developers.read': ['owner', 'developer'],
  'keys.rotate': ['owner', 'developer'],
  /** Let a key approve payouts; the user who made the key may not. */
  'keys.allow-settle': ['owner', 'finance-approver'],
  'settings.read': ['owner', 'developer', 'finance-maker', 'finance-approver', 'read-only'],
  /** Notification address, signatures, address list, domains. */
  'settings.integration': ['owner', 'developer'],
  /** Accounts at providers without their credentials, their health, and the providers' notifications. */
  'providers.read': EVERYBODY,
  /** Connect an account, change it, check and retire it. */
  'providers.change': ['owner', 'developer'],
  /** A retry only repeats what the provider said, for example after a developer has repaired the account. */
  'notifications.retry': ['owner', 'developer', 'finance-maker', 'finance-approver'],
  /** Dismissing a notification sets a contradiction about money aside, so the people who keep the books decide. */
  'notifications.dismiss': ['owner', 'finance-maker', 'finance-approver'],
  /** Approval, four eyes, time zone, risk rules, methods, look. */
  'settings.business': ['owner'],
  'users.change': ['owner'],
  'audit.read': ['owner', 'finance-approver'],
  /** A month of sample data; only in the test environment. */
  'sample.fill': ['owner', 'developer'],
} as const satisfies Record<string, readonly UserRole[]>;

export type PortalPermission = keyof typeof PORTAL_PERMISSIONS;

export function mayInPortal(role: UserRole, permission: PortalPermission): boolean {
  return (PORTAL_PERMISSIONS[permission] as readonly UserRole[]).includes(role);
}

/** Roles that may approve payouts and so are the second pair of eyes. */
export const APPROVERS: readonly UserRole[] = PORTAL_PERMISSIONS['payouts.approve'];

/** Everything a role may do, in the order of the table. */
export function permissionsOf(role: UserRole): PortalPermission[] {
  return (Object.keys(PORTAL_PERMISSIONS) as PortalPermission[]).filter((one) => mayInPortal(role, one));
}
