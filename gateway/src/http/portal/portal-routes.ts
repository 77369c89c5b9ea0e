// Every call of the portal's API. A call says its own address. A call that needs a session must be in a list behind
// requirePortalUser.
import cookies from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { requireConfirmation, requirePortalUser } from '../auth/portal-session.ts';
import { type Call, mountCalls } from '../calls/call.ts';
import { addScope } from '../calls/scope.ts';
import type { Shared } from '../calls/shared.ts';
import { portalOpenApiCall } from '../openapi.ts';
import { portalStaffCalls } from '../staff/staff-routes.ts';
import { addPasskeyCall, beginPasskeyCall, beginTotpCall, finishTotpCall } from './access/add-factors.ts';
import { confirmIdentityCall, showConfirmationCall } from './access/confirm-identity.ts';
import { acceptInvitationCall, showInvitationCall } from './access/invitation.ts';
import {
  changeOwnNameCall,
  changeOwnPasswordCall,
  chooseOwnMailCall,
  removePasskeyCall,
  removeTotpCall,
  renamePasskeyCall,
  renewRecoveryCodesCall,
  showAccountCall,
} from './access/own-account.ts';
import { endOtherSessionsCall, endOwnSessionCall, listOwnSessionsCall } from './access/own-sessions.ts';
import {
  askPasskeyCall,
  proveByPasskeyCall,
  proveByRecoveryCodeCall,
  proveByTotpCall,
  showSignInStepCall,
} from './access/prove-second-factor.ts';
import { showSessionCall, signOutCall } from './access/session.ts';
import { signInCall } from './access/sign-in.ts';
import {
  beginSingleSignOnCall,
  confirmBySingleSignOnCall,
  finishSingleSignOnCall,
} from './access/sign-in-by-identity-provider.ts';
import {
  changeUserCall,
  endSessionsOfUserCall,
  inviteAgainCall,
  inviteColleagueCall,
  listColleaguesCall,
  resetSecondFactorCall,
} from './access/users.ts';
import { handInStatementCall } from './bank/hand-in-statement.ts';
import { listPortalBankEntriesCall, showPortalBankEntryCall } from './bank/list-bank-entries.ts';
import { listFiledPayoutsCall } from './bank/list-filed-payouts.ts';
import { previewMonthEndCall } from './bank/month-end-preview.ts';
import {
  closeMonthCall,
  downloadMonthEndCall,
  downloadMonthEndKeysCall,
  listMonthEndsCall,
} from './bank/month-ends.ts';
import { showBankCall } from './bank/show-bank.ts';
import { listStatementEntriesCall, showBankStatementCall } from './bank/show-statement.ts';
import { listBankAccountsCall } from './bank/statement-checks.ts';
import { explainSignatureCall, listSecretsToExplainCall } from './developers/explain-signature.ts';
import { listRequestsCall } from './developers/list-requests.ts';
import { listSnippetsCall } from './developers/list-snippets.ts';
import { countInboxCall, showInboxCall } from './inbox/show-inbox.ts';
import { cancelLinkCall } from './links/cancel-link.ts';
import { createLinkCall } from './links/create-link.ts';
import { showLinkQrCodeCall } from './links/link-qr-code.ts';
import { listLinksCall } from './links/list-links.ts';
import { listMandatesOfCustomerCall } from './mandates/list-mandates.ts';
import { revokePortalMandateCall } from './mandates/revoke-mandate.ts';
import { downloadReportCall } from './money/download-report.ts';
import { exportStatementCall } from './money/export-statement.ts';
import { listCustomersCall, showCustomerCall } from './money/list-customers.ts';
import { listDisputesCall } from './money/list-disputes.ts';
import { listRefundsCall } from './money/list-refunds.ts';
import { previewErasureCall } from './money/preview-erasure.ts';
import { showPortalBalancesCall } from './money/show-balances.ts';
import { downloadMonthCall, listMonthsCall, showMonthCall } from './money/show-month.ts';
import { showLedgerProofCall } from './money/show-proof.ts';
import { listReportsCall, listReportTransfersCall, showReportCall } from './money/show-report.ts';
import { showStatementCall } from './money/show-statement.ts';
import { showOverviewCall } from './overview/show-overview.ts';
import { createPortalPayoutCall } from './payouts/create-payout.ts';
import { listPayoutOptionsOfBrandCall } from './payouts/list-options.ts';
import { listPayoutsCall } from './payouts/list-payouts.ts';
import { listWaitingPayoutsCall } from './payouts/list-waiting.ts';
import { listWaitingFilesCall } from './payouts/list-waiting-files.ts';
import { checkPayoutFileCall, sendPayoutFileCall } from './payouts/payout-file.ts';
import { settlePayoutsCall } from './payouts/settle-payouts.ts';
import { putProviderCall } from './providers/change-provider.ts';
import { listKindsCall } from './providers/list-kinds.ts';
import { listNotificationsOfProvidersCall } from './providers/list-notifications.ts';
import { listProvidersCall } from './providers/list-providers.ts';
import { fillSampleCall } from './sample/fill-sample.ts';
import { allowSettleCall, credentialCalls } from './settings/brand-credentials.ts';
import { listMethodsCall, setMethodCall } from './settings/brand-methods.ts';
import { listBrandBlocksCall } from './settings/list-brand-blocks.ts';
import {
  exportAuditCall,
  listAuditPeopleCall,
  proveAuditCall,
  searchAuditCall,
} from './settings/search-audit.ts';
import { changeBusinessCall, changeIntegrationCall, showSettingsCall } from './settings/settings.ts';
import { showOwnSingleSignOnCall } from './settings/show-own-single-sign-on.ts';
import { previewCashierCall } from './settings/show-preview.ts';
import { exportSettlementsCall } from './settlements/export-settlements.ts';
import { handInReportCall } from './settlements/hand-in-report.ts';
import {
  listPortalSettlementLinesCall,
  listPortalSettlementsCall,
  listSettlementSourcesCall,
  showPortalSettlementCall,
} from './settlements/list-settlements.ts';
import { showCostsCall } from './settlements/show-costs.ts';
import { blockFromTransactionCall } from './transaction-page/block-from-transaction.ts';
import { cancelTransactionCall } from './transaction-page/cancel-transaction.ts';
import { captureTransactionCall } from './transaction-page/capture-transaction.ts';
import { confirmTransactionCall } from './transaction-page/confirm-transaction.ts';
import { decideCaptureCall, decideOutcomeCall, decideRefundCall } from './transaction-page/decide-outcome.ts';
import { refundTransactionCall } from './transaction-page/refund-transaction.ts';
import { showTransactionCall } from './transaction-page/show-transaction.ts';
import { addNoteCall, changeTagsCall, removeNoteCall } from './transaction-page/write-notes.ts';
import { exportTransactionsCall } from './transactions/export-transactions.ts';
import { listTransactionFiltersCall } from './transactions/list-filters.ts';
import { listStuckCall } from './transactions/list-stuck.ts';
import { listTransactionsCall } from './transactions/list-transactions.ts';
import { listSavedViewsCall, removeViewCall, saveViewCall } from './transactions/saved-views.ts';
import { listDeliveriesCall } from './webhooks/list-deliveries.ts';
import { pauseOwnWebhooksCall } from './webhooks/pause-webhooks.ts';
import { countReplayCall, listReplaysCall, startReplayCall, stopReplayCall } from './webhooks/replays.ts';
import { resendDeliveryCall } from './webhooks/resend-delivery.ts';
import { showDeliveryCall } from './webhooks/show-delivery.ts';
import { checkReceiverCall, sendTestEventCall } from './webhooks/test-webhooks.ts';
import { showWebhookHealthCall } from './webhooks/webhook-health.ts';

/** Anyone, to sign in. */
export const openPortalCalls: readonly Call[] = [
  signInCall,
  portalOpenApiCall,
  showInvitationCall,
  acceptInvitationCall,
  beginSingleSignOnCall,
  finishSingleSignOnCall,
];

/** A signed-in user, or a user who has given the password but not the second factor yet. */
export const unprovenPortalCalls: readonly Call[] = [
  signOutCall,
  showSignInStepCall,
  proveByTotpCall,
  proveByRecoveryCodeCall,
  askPasskeyCall,
  proveByPasskeyCall,
  beginTotpCall,
  finishTotpCall,
  beginPasskeyCall,
  addPasskeyCall,
];

/** A signed-in user. */
export const portalCalls: readonly Call[] = [
  // The signed-in user and the other users of the merchant.
  showSessionCall,
  showAccountCall,
  changeOwnNameCall,
  changeOwnPasswordCall,
  chooseOwnMailCall,
  renewRecoveryCodesCall,
  showConfirmationCall,
  confirmIdentityCall,
  confirmBySingleSignOnCall,
  removeTotpCall,
  renamePasskeyCall,
  removePasskeyCall,
  listOwnSessionsCall,
  endOwnSessionCall,
  endOtherSessionsCall,
  listColleaguesCall,
  inviteColleagueCall,
  inviteAgainCall,
  changeUserCall,
  resetSecondFactorCall,
  endSessionsOfUserCall,
  showOwnSingleSignOnCall,
  previewCashierCall,
  // Settings, credentials and the audit log.
  showSettingsCall,
  changeIntegrationCall,
  changeBusinessCall,
  listMethodsCall,
  setMethodCall,
  listBrandBlocksCall,
  ...credentialCalls,
  allowSettleCall,
  searchAuditCall,
  exportAuditCall,
  proveAuditCall,
  listAuditPeopleCall,
  // Money.
  showOverviewCall,
  showInboxCall,
  countInboxCall,
  showPortalBalancesCall,
  showStatementCall,
  exportStatementCall,
  listRefundsCall,
  listDisputesCall,
  listCustomersCall,
  showCustomerCall,
  previewErasureCall,
  listMandatesOfCustomerCall,
  revokePortalMandateCall,
  listMonthsCall,
  showMonthCall,
  downloadMonthCall,
  listReportsCall,
  showReportCall,
  listReportTransfersCall,
  downloadReportCall,
  showLedgerProofCall,
  // The bank account, and month-ends.
  showBankCall,
  listFiledPayoutsCall,
  handInStatementCall,
  listPortalBankEntriesCall,
  listBankAccountsCall,
  previewMonthEndCall,
  listStatementEntriesCall,
  showBankStatementCall,
  showPortalBankEntryCall,
  listMonthEndsCall,
  closeMonthCall,
  downloadMonthEndKeysCall,
  downloadMonthEndCall,
  // Settlements.
  listPortalSettlementsCall,
  listSettlementSourcesCall,
  showPortalSettlementCall,
  listPortalSettlementLinesCall,
  handInReportCall,
  exportSettlementsCall,
  showCostsCall,
  // Payouts and payment links.
  listPayoutsCall,
  createPortalPayoutCall,
  listWaitingPayoutsCall,
  listWaitingFilesCall,
  settlePayoutsCall,
  listPayoutOptionsOfBrandCall,
  checkPayoutFileCall,
  sendPayoutFileCall,
  listLinksCall,
  createLinkCall,
  cancelLinkCall,
  showLinkQrCodeCall,
  // Transactions.
  fillSampleCall,
  listTransactionsCall,
  listTransactionFiltersCall,
  exportTransactionsCall,
  showTransactionCall,
  captureTransactionCall,
  refundTransactionCall,
  cancelTransactionCall,
  confirmTransactionCall,
  decideOutcomeCall,
  decideRefundCall,
  decideCaptureCall,
  blockFromTransactionCall,
  addNoteCall,
  removeNoteCall,
  changeTagsCall,
  listStuckCall,
  listSavedViewsCall,
  saveViewCall,
  removeViewCall,
  // Webhooks and tools for developers.
  listDeliveriesCall,
  showDeliveryCall,
  resendDeliveryCall,
  showWebhookHealthCall,
  pauseOwnWebhooksCall,
  sendTestEventCall,
  checkReceiverCall,
  countReplayCall,
  startReplayCall,
  listReplaysCall,
  stopReplayCall,
  listRequestsCall,
  listSecretsToExplainCall,
  explainSignatureCall,
  listSnippetsCall,
  // Accounts at providers, and the providers' notifications.
  listProvidersCall,
  listKindsCall,
  putProviderCall,
  listNotificationsOfProvidersCall,
  ...portalStaffCalls,
];

export async function portalRoutes(portal: FastifyInstance, context: Context, shared: Shared): Promise<void> {
  await portal.register(cookies);
  mountCalls(portal, openPortalCalls, context, shared);
  const mount = (name: string, calls: readonly Call[], unproven: boolean) =>
    addScope(portal, name, (user) => {
      user.addHook('onRequest', requirePortalUser(context, { unproven }));
      user.addHook('preValidation', requireConfirmation(context));
      mountCalls(user, calls, context, shared);
    });
  mount('unproven people', unprovenPortalCalls, true);
  mount('people', portalCalls, false);
}
