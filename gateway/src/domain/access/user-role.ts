// The roles of a portal user (contract 14). A user has exactly one role. What each may do is the table in
// portal-permission.ts, and must be decided nowhere else.

/**
 *   owner             everything, users and settings too
 *   developer         the integration: keys, secrets, notification address, webhooks, request log
 *   finance-maker     makes payouts, refunds and payment links, reads reports
 *   finance-approver  approves payouts, decides unknown outcomes, reads reports and the audit log
 *   support           answers shoppers: refunds, cancels, resends, notes, blocks
 *   read-only         reads
 */
export const USER_ROLES = [
  'owner',
  'developer',
  'finance-maker',
  'finance-approver',
  'support',
  'read-only',
] as const;

export type UserRole = (typeof USER_ROLES)[number];
