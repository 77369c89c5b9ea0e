// Every URL of the portal's API. The comment beside a registration is its address, and test/http/routes.test.ts
// compares the comments with what the app answers. A route that needs a session must be behind requirePortalUser, never
// beside it.
import cookies from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { requireConfirmation, requirePortalUser } from '../auth/portal-session.ts';
import { portalOpenApiRoute } from '../openapi.ts';
import type { UploadGate } from '../request-body/upload-gate.ts';
import { accountRoutes, removeFactorRoutes } from './access/account.ts';
import { addFactorRoutes } from './access/add-factors.ts';
import { confirmationRoutes } from './access/confirmation.ts';
import { invitationRoutes } from './access/invitation.ts';
import { ownSessionRoutes } from './access/own-sessions.ts';
import { secondFactorRoutes } from './access/second-factor.ts';
import { showSessionRoute, signOutRoute } from './access/session.ts';
import { signInRoute } from './access/sign-in.ts';
import { confirmBySingleSignOnRoute, singleSignOnRoutes } from './access/single-sign-on.ts';
import { userListRoutes, userRoutes } from './access/users.ts';
import { bankEntryRoutes } from './bank/bank-entries.ts';
import { bankFileRoutes } from './bank/bank-files.ts';
import { handInStatementRoute } from './bank/hand-in-statement.ts';
import { monthEndRoutes } from './bank/month-ends.ts';
import { showBankRoute } from './bank/show-bank.ts';
import { explainSignatureRoute, listSecretIdsRoute } from './developers/explain-signature.ts';
import { listRequestsRoute } from './developers/list-requests.ts';
import { listSnippetsRoute } from './developers/list-snippets.ts';
import { cancelLinkRoute } from './links/cancel-link.ts';
import { createLinkRoute } from './links/create-link.ts';
import { linkQrCodeRoute } from './links/link-qr-code.ts';
import { listLinksRoute } from './links/list-links.ts';
import { downloadReportRoute } from './money/download-report.ts';
import { eraseBrandCustomerRoute } from './money/erase-customer.ts';
import { exportStatementRoute } from './money/export-statement.ts';
import { listCustomersRoute, showCustomerRoute } from './money/list-customers.ts';
import { listDisputesRoute } from './money/list-disputes.ts';
import { listRefundsRoute } from './money/list-refunds.ts';
import { showPortalBalancesRoute } from './money/show-balances.ts';
import { monthRoutes } from './money/show-month.ts';
import { showProofRoute } from './money/show-proof.ts';
import { listReportsRoute, listReportTransfersRoute, showReportRoute } from './money/show-report.ts';
import { showStatementRoute } from './money/show-statement.ts';
import { showOverviewRoute } from './overview/show-overview.ts';
import { createPortalPayoutRoute } from './payouts/create-payout.ts';
import { payoutFieldsRoute } from './payouts/list-options.ts';
import { listPayoutsRoute } from './payouts/list-payouts.ts';
import { listWaitingRoute } from './payouts/list-waiting.ts';
import { checkPayoutFileRoute, sendPayoutFileRoute } from './payouts/payout-file.ts';
import { settlePayoutsRoute } from './payouts/settle-payouts.ts';
import { checkProviderRoute, putProviderRoute, retireProviderRoute } from './providers/change-provider.ts';
import { decidePortalNotificationRoutes } from './providers/decide-notification.ts';
import { listPortalNotificationsRoute } from './providers/list-notifications.ts';
import { listProvidersRoute } from './providers/list-providers.ts';
import { fillSampleRoute } from './sample/fill-sample.ts';
import {
  exportAuditRoute,
  listAuditPeopleRoute,
  proveAuditRoute,
  searchAuditRoute,
} from './settings/audit.ts';
import { addBrandBlockRoute, listBrandBlocksRoute, removeBrandBlockRoute } from './settings/blocks.ts';
import {
  allowSettleRoute,
  endCredentialRoute,
  listCredentialsRoute,
  rotateCredentialRoute,
} from './settings/credentials.ts';
import { listMethodsRoute, setMethodRoute } from './settings/methods.ts';
import { changeBusinessRoute, changeIntegrationRoute, showSettingsRoute } from './settings/settings.ts';
import { type PreviewDocument, showPreviewRoute } from './settings/show-preview.ts';
import { ownSingleSignOnRoutes } from './settings/single-sign-on.ts';
import { blockFromTransactionRoute } from './transaction-page/block-from-transaction.ts';
import { cancelTransactionRoute } from './transaction-page/cancel-transaction.ts';
import { confirmTransactionRoute } from './transaction-page/confirm-transaction.ts';
import { decideOutcomeRoute, decideRefundRoute } from './transaction-page/decide-outcome.ts';
import { refundTransactionRoute } from './transaction-page/refund-transaction.ts';
import { showTransactionRoute } from './transaction-page/show-transaction.ts';
import { addNoteRoute, changeTagsRoute, removeNoteRoute } from './transaction-page/write-notes.ts';
import { exportTransactionsRoute } from './transactions/export-transactions.ts';
import { listTransactionFiltersRoute } from './transactions/list-filters.ts';
import { listStuckRoute } from './transactions/list-stuck.ts';
import { listTransactionsRoute } from './transactions/list-transactions.ts';
import { listSavedViewsRoute, removeViewRoute, saveViewRoute } from './transactions/saved-views.ts';
import { listDeliveriesRoute } from './webhooks/list-deliveries.ts';
import { pauseWebhooksRoute, resumeOwnWebhooksRoute } from './webhooks/pause-webhooks.ts';
import { countReplayRoute, listReplaysRoute, startReplayRoute, stopReplayRoute } from './webhooks/replays.ts';
import { resendDeliveryRoute } from './webhooks/resend-delivery.ts';
import { showDeliveryRoute } from './webhooks/show-delivery.ts';
import { checkReceiverRoute, sendTestEventRoute } from './webhooks/test-webhooks.ts';
import { webhookHealthRoute } from './webhooks/webhook-health.ts';

/** Parts of other callers' rooms, passed in because the rooms must not import each other. */
interface Shared {
  /** The merchant API uses it too: both take receipts. */
  uploads: UploadGate;
  preview: PreviewDocument;
}

export async function portalRoutes(
  portal: FastifyInstance,
  context: Context,
  { uploads, preview }: Shared,
): Promise<void> {
  await portal.register(cookies);
  signInRoute(portal, context); // POST /portal/api/session
  portalOpenApiRoute(portal); // GET /portal/api/openapi.json
  invitationRoutes(portal, context);
  // GET /portal/api/invitations/:token
  // POST /portal/api/invitations/:token
  singleSignOnRoutes(portal, context);
  // POST /portal/api/single-sign-on/:merchantId
  // POST /portal/api/single-sign-on/:merchantId/finish
  portal.register(async (unproven) => secondFactorStepRoutes(unproven, context));
  portal.register(async (user) => {
    user.addHook('onRequest', requirePortalUser(context));
    user.addHook('preValidation', requireConfirmation(context));
    peopleRoutes(user, context);
    showPreviewRoute(user, context, { preview }); // GET /portal/api/brands/:brandId/cashier-preview
    settingsRoutes(user, context);
    moneyRoutes(user, context);
    bankRoutes(user, context);
    payoutRoutes(user, context);
    transactionRoutes(user, context, uploads);
    developerRoutes(user, context);
    providerRoutes(user, context);
  });
}

/** Open to a user who has given the password but not the second factor yet. */
function secondFactorStepRoutes(unproven: FastifyInstance, context: Context): void {
  unproven.addHook('onRequest', requirePortalUser(context, { unproven: true }));
  unproven.addHook('preValidation', requireConfirmation(context));
  signOutRoute(unproven, context); // DELETE /portal/api/session
  secondFactorRoutes(unproven, context);
  // GET /portal/api/second-factor
  // POST /portal/api/second-factor/totp
  // POST /portal/api/second-factor/recovery-code
  // POST /portal/api/second-factor/passkey-challenge
  // POST /portal/api/second-factor/passkey
  addFactorRoutes(unproven, context);
  // POST /portal/api/account/totp
  // PUT /portal/api/account/totp
  // POST /portal/api/account/passkey-challenge
  // POST /portal/api/account/passkeys
}

/** The signed-in user and the other users of the merchant. */
function peopleRoutes(user: FastifyInstance, context: Context): void {
  showSessionRoute(user, context); // GET /portal/api/session
  accountRoutes(user, context);
  // GET /portal/api/account
  // PATCH /portal/api/account
  // POST /portal/api/account/password
  // POST /portal/api/account/recovery-codes
  confirmationRoutes(user, context);
  // GET /portal/api/account/confirmation
  // POST /portal/api/account/confirmation
  confirmBySingleSignOnRoute(user, context); // POST /portal/api/account/confirmation/single-sign-on
  removeFactorRoutes(user, context);
  // DELETE /portal/api/account/totp
  // PATCH /portal/api/account/passkeys/:passkeyId
  // DELETE /portal/api/account/passkeys/:passkeyId
  ownSessionRoutes(user, context);
  // GET /portal/api/account/sessions
  // DELETE /portal/api/account/sessions/:sessionId
  // DELETE /portal/api/account/sessions
  userListRoutes(user, context);
  // GET /portal/api/users
  // POST /portal/api/users
  userRoutes(user, context);
  // POST /portal/api/users/:userId/invitation
  // PATCH /portal/api/users/:userId
  // DELETE /portal/api/users/:userId/second-factor
  // DELETE /portal/api/users/:userId/sessions
  ownSingleSignOnRoutes(user, context);
  // GET /portal/api/single-sign-on
  // PUT /portal/api/single-sign-on
  // DELETE /portal/api/single-sign-on
}

/** Settings, credentials and the audit log. */
function settingsRoutes(user: FastifyInstance, context: Context): void {
  showSettingsRoute(user, context); // GET /portal/api/brands/:brandId/settings
  changeIntegrationRoute(user, context); // PATCH /portal/api/brands/:brandId/settings/integration
  changeBusinessRoute(user, context); // PATCH /portal/api/brands/:brandId/settings/business
  listMethodsRoute(user, context); // GET /portal/api/brands/:brandId/methods
  setMethodRoute(user, context); // PUT /portal/api/brands/:brandId/methods/:optionId
  listBrandBlocksRoute(user, context); // GET /portal/api/brands/:brandId/blocks
  addBrandBlockRoute(user, context); // POST /portal/api/brands/:brandId/blocks
  removeBrandBlockRoute(user, context); // DELETE /portal/api/brands/:brandId/blocks/:blockId
  listCredentialsRoute(user, context, 'api-key'); // GET /portal/api/brands/:brandId/api-keys
  rotateCredentialRoute(user, context, 'api-key'); // POST /portal/api/brands/:brandId/api-keys
  endCredentialRoute(user, context, 'api-key'); // DELETE /portal/api/brands/:brandId/api-keys/:credentialId
  allowSettleRoute(user, context); // POST /portal/api/brands/:brandId/api-keys/:credentialId/settle
  listCredentialsRoute(user, context, 'signing-secret'); // GET /portal/api/brands/:brandId/signing-secrets
  rotateCredentialRoute(user, context, 'signing-secret'); // POST /portal/api/brands/:brandId/signing-secrets
  endCredentialRoute(user, context, 'signing-secret'); // DELETE /portal/api/brands/:brandId/signing-secrets/:credentialId
  searchAuditRoute(user, context); // GET /portal/api/audit
  exportAuditRoute(user, context); // GET /portal/api/audit/export
  proveAuditRoute(user, context); // GET /portal/api/audit/proof
  listAuditPeopleRoute(user, context); // GET /portal/api/audit/people
}

function moneyRoutes(user: FastifyInstance, context: Context): void {
  showOverviewRoute(user, context); // GET /portal/api/brands/:brandId/overview
  showPortalBalancesRoute(user, context); // GET /portal/api/brands/:brandId/balances
  showStatementRoute(user, context); // GET /portal/api/brands/:brandId/statement
  exportStatementRoute(user, context); // GET /portal/api/brands/:brandId/statement/export
  listRefundsRoute(user, context); // GET /portal/api/brands/:brandId/refunds
  listDisputesRoute(user, context); // GET /portal/api/brands/:brandId/disputes
  listCustomersRoute(user, context); // GET /portal/api/brands/:brandId/customers
  showCustomerRoute(user, context); // GET /portal/api/brands/:brandId/customers/:userId
  eraseBrandCustomerRoute(user, context); // POST /portal/api/brands/:brandId/customers/erase
  monthRoutes(user, context);
  // GET /portal/api/brands/:brandId/months
  // GET /portal/api/brands/:brandId/months/:month
  // GET /portal/api/brands/:brandId/months/:month/file
  listReportsRoute(user, context); // GET /portal/api/brands/:brandId/reports
  showReportRoute(user, context); // GET /portal/api/brands/:brandId/reports/:date
  listReportTransfersRoute(user, context); // GET /portal/api/brands/:brandId/reports/:date/transfers
  downloadReportRoute(user, context); // GET /portal/api/brands/:brandId/reports/:date/file
  showProofRoute(user, context); // GET /portal/api/proof
}

/** The brand's bank account. */
function bankRoutes(user: FastifyInstance, context: Context): void {
  showBankRoute(user, context); // GET /portal/api/brands/:brandId/bank
  bankFileRoutes(user, context);
  // POST /portal/api/brands/:brandId/bank/files
  // GET /portal/api/brands/:brandId/bank/files/:fileId/content
  // GET /portal/api/brands/:brandId/bank/files/:fileId/payouts
  // POST /portal/api/brands/:brandId/bank/files/:fileId/withdraw
  handInStatementRoute(user, context); // POST /portal/api/brands/:brandId/bank/statements
  monthEndRoutes(user, context);
  // GET /portal/api/brands/:brandId/month-ends
  // POST /portal/api/brands/:brandId/month-ends
  // GET /portal/api/brands/:brandId/month-ends/keys
  // GET /portal/api/brands/:brandId/month-ends/:month/file
  bankEntryRoutes(user, context);
  // GET /portal/api/brands/:brandId/bank/entries
  // POST /portal/api/brands/:brandId/bank/entries/:entryId/assign
  // POST /portal/api/brands/:brandId/bank/entries/:entryId/dismiss
}

/** Payouts and payment links. */
function payoutRoutes(user: FastifyInstance, context: Context): void {
  listPayoutsRoute(user, context); // GET /portal/api/brands/:brandId/payouts
  createPortalPayoutRoute(user, context); // POST /portal/api/brands/:brandId/payouts
  listWaitingRoute(user, context); // GET /portal/api/brands/:brandId/payouts/waiting
  settlePayoutsRoute(user, context); // POST /portal/api/brands/:brandId/payouts/settle
  payoutFieldsRoute(user, context); // GET /portal/api/brands/:brandId/payouts/options
  checkPayoutFileRoute(user, context); // POST /portal/api/brands/:brandId/payouts/file/check
  sendPayoutFileRoute(user, context); // POST /portal/api/brands/:brandId/payouts/file/send
  listLinksRoute(user, context); // GET /portal/api/brands/:brandId/links
  createLinkRoute(user, context); // POST /portal/api/brands/:brandId/links
  cancelLinkRoute(user, context); // POST /portal/api/brands/:brandId/links/:transactionId/cancel
  linkQrCodeRoute(user, context); // GET /portal/api/brands/:brandId/links/:transactionId/qr.:format
}

function transactionRoutes(user: FastifyInstance, context: Context, uploads: UploadGate): void {
  if (context.config.environment === 'test') fillSampleRoute(user, context); // POST /portal/api/brands/:brandId/sample
  listTransactionsRoute(user, context); // GET /portal/api/brands/:brandId/transactions
  listTransactionFiltersRoute(user); // GET /portal/api/brands/:brandId/transaction-filters
  exportTransactionsRoute(user, context); // GET /portal/api/brands/:brandId/transactions/export
  showTransactionRoute(user, context); // GET /portal/api/brands/:brandId/transactions/:transactionId
  refundTransactionRoute(user, context); // POST /portal/api/brands/:brandId/transactions/:transactionId/refunds
  cancelTransactionRoute(user, context); // POST /portal/api/brands/:brandId/transactions/:transactionId/cancel
  confirmTransactionRoute(user, context, uploads); // POST /portal/api/brands/:brandId/transactions/:transactionId/confirmation
  decideOutcomeRoute(user, context); // POST /portal/api/brands/:brandId/transactions/:transactionId/decision
  decideRefundRoute(user, context); // POST /portal/api/brands/:brandId/transactions/:transactionId/refunds/:refundId/decision
  blockFromTransactionRoute(user, context); // POST /portal/api/brands/:brandId/transactions/:transactionId/blocks
  addNoteRoute(user, context); // POST /portal/api/brands/:brandId/transactions/:transactionId/notes
  removeNoteRoute(user, context); // DELETE /portal/api/brands/:brandId/transactions/:transactionId/notes/:noteId
  changeTagsRoute(user, context); // PUT /portal/api/brands/:brandId/transactions/:transactionId/tags
  listStuckRoute(user, context); // GET /portal/api/brands/:brandId/stuck
  listSavedViewsRoute(user, context); // GET /portal/api/brands/:brandId/views
  saveViewRoute(user, context); // POST /portal/api/brands/:brandId/views
  removeViewRoute(user, context); // DELETE /portal/api/brands/:brandId/views/:viewId
}

/** Webhooks and tools for developers. */
function developerRoutes(user: FastifyInstance, context: Context): void {
  listDeliveriesRoute(user, context); // GET /portal/api/brands/:brandId/webhooks/deliveries
  showDeliveryRoute(user, context); // GET /portal/api/brands/:brandId/webhooks/deliveries/:transactionId/:sequence
  resendDeliveryRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/deliveries/:transactionId/:sequence/resend
  webhookHealthRoute(user, context); // GET /portal/api/brands/:brandId/webhooks/health
  pauseWebhooksRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/pause
  resumeOwnWebhooksRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/resume
  sendTestEventRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/test
  checkReceiverRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/check
  countReplayRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/replays/count
  startReplayRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/replays
  listReplaysRoute(user, context); // GET /portal/api/brands/:brandId/webhooks/replays
  stopReplayRoute(user, context); // POST /portal/api/brands/:brandId/webhooks/replays/:replayId/stop
  listRequestsRoute(user, context); // GET /portal/api/brands/:brandId/developers/requests
  listSecretIdsRoute(user, context); // GET /portal/api/brands/:brandId/developers/signatures/secrets
  explainSignatureRoute(user, context); // POST /portal/api/brands/:brandId/developers/signatures/explain
  listSnippetsRoute(user, context); // GET /portal/api/brands/:brandId/developers/snippets
}

/** Accounts at providers, and the providers' notifications. */
function providerRoutes(user: FastifyInstance, context: Context): void {
  listProvidersRoute(user, context); // GET /portal/api/brands/:brandId/providers
  putProviderRoute(user, context); // PUT /portal/api/brands/:brandId/providers/:provider
  checkProviderRoute(user, context); // POST /portal/api/brands/:brandId/providers/:provider/check
  retireProviderRoute(user, context); // DELETE /portal/api/brands/:brandId/providers/:provider
  listPortalNotificationsRoute(user, context); // GET /portal/api/brands/:brandId/provider-notifications
  decidePortalNotificationRoutes(user, context);
  // POST /portal/api/brands/:brandId/provider-notifications/:notificationId/retry
  // POST /portal/api/brands/:brandId/provider-notifications/:notificationId/dismiss
}
