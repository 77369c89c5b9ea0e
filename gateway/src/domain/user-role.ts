// What a portal user may be. One role a user; what each may do is the portal's table of permissions.
//   ADMIN      everything, users and settings too
//   FINANCE    money: approves payouts, refunds, reads balances and reports
//   SUPPORT    transactions: reads them, resends webhooks, answers shoppers
//   DEVELOPER  the integration: keys, secrets, notification addresses, webhook tries
//   VIEWER     reads
export const USER_ROLES = ['ADMIN', 'FINANCE', 'SUPPORT', 'DEVELOPER', 'VIEWER'] as const;

export type UserRole = (typeof USER_ROLES)[number];
