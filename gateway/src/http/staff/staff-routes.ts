// The calls that operators and a merchant's users both have.

import { acceptDisputeCalls, giveEvidenceCalls, showDisputeCalls } from './answer-disputes.ts';
import { downloadBankFileCalls, makeBankFileCalls, withdrawBankFileCalls } from './bank-files.ts';
import { addBlockCalls, removeBlockCalls } from './change-blocks.ts';
import { putSingleSignOnCalls, removeSingleSignOnCalls } from './change-single-sign-on.ts';
import {
  assignBankEntryCalls,
  dismissBankEntryCalls,
  takeBackBankEntryCalls,
} from './decide-bank-entries.ts';
import { keepFiledPayoutCalls, withdrawFiledPayoutCalls } from './decide-filed-payouts.ts';
import { assignSettlementLineCalls, dismissSettlementLineCalls } from './decide-settlement-lines.ts';
import { eraseCustomerCalls } from './erase-customer.ts';
import { checkProviderAccountCalls, retireProviderAccountCalls } from './provider-accounts.ts';
import { dismissNotificationCalls, retryNotificationCalls } from './provider-notifications.ts';
import { resumeWebhooksCalls } from './resume-webhooks.ts';

const pairs = [
  addBlockCalls,
  removeBlockCalls,
  eraseCustomerCalls,
  resumeWebhooksCalls,
  retryNotificationCalls,
  dismissNotificationCalls,
  assignBankEntryCalls,
  dismissBankEntryCalls,
  takeBackBankEntryCalls,
  assignSettlementLineCalls,
  dismissSettlementLineCalls,
  showDisputeCalls,
  giveEvidenceCalls,
  acceptDisputeCalls,
  makeBankFileCalls,
  downloadBankFileCalls,
  withdrawBankFileCalls,
  keepFiledPayoutCalls,
  withdrawFiledPayoutCalls,
  putSingleSignOnCalls,
  removeSingleSignOnCalls,
  checkProviderAccountCalls,
  retireProviderAccountCalls,
];

export const operatorStaffCalls = pairs.map(({ operatorCall }) => operatorCall);
export const portalStaffCalls = pairs.map(({ portalCall }) => portalCall);
