// The calls that operators and a merchant's users both have.
import { assignBankEntryCalls, dismissBankEntryCalls } from './bank-entries.ts';
import { downloadBankFileCalls, makeBankFileCalls, withdrawBankFileCalls } from './bank-files.ts';
import { addBlockCalls, removeBlockCalls } from './blocks.ts';
import { eraseCustomerCalls } from './erase-customer.ts';
import { checkProviderAccountCalls, retireProviderAccountCalls } from './provider-accounts.ts';
import { dismissNotificationCalls, retryNotificationCalls } from './provider-notifications.ts';
import { resumeWebhooksCalls } from './resume-webhooks.ts';
import { putSingleSignOnCalls, removeSingleSignOnCalls } from './single-sign-on.ts';

const pairs = [
  addBlockCalls,
  removeBlockCalls,
  eraseCustomerCalls,
  resumeWebhooksCalls,
  retryNotificationCalls,
  dismissNotificationCalls,
  assignBankEntryCalls,
  dismissBankEntryCalls,
  makeBankFileCalls,
  downloadBankFileCalls,
  withdrawBankFileCalls,
  putSingleSignOnCalls,
  removeSingleSignOnCalls,
  checkProviderAccountCalls,
  retireProviderAccountCalls,
];

export const operatorStaffCalls = pairs.map(({ operatorCall }) => operatorCall);
export const portalStaffCalls = pairs.map(({ portalCall }) => portalCall);
