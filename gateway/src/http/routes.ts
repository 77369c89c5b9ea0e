// Every URL of the gateway on one screen. Each route file exports functions that register their route on the app;
// here they are gathered by who may call them. The comment beside a registration is its address, and
// test/http/routes.test.ts keeps comments and addresses together. Order of checks: contract 3.
import cookies from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import { authenticate, decorateBrand } from './auth/authenticate.ts';
import { requireOperator } from './auth/operator-token.ts';
import { requireConfirmation, requirePortalUser } from './auth/portal-session.ts';
import { checkBodySignatures } from './auth/request-signature.ts';
import { CallLimit, MOST_CHANGES, MOST_GUESSES } from './call-limit.ts';
import { cancelRoute } from './cashier/cancel.ts';
import { confirmRoute } from './cashier/confirm.ts';
import { leaveRoute } from './cashier/leave.ts';
import { appFilesRoute } from './cashier/page/app-files.ts';
import { brandLogoRoute } from './cashier/page/brand-logo.ts';
import { cashierAssetsRoute } from './cashier/page/cashier-assets.ts';
import { findPage } from './cashier/page/find-page.ts';
import { messagesRoute } from './cashier/page/messages.ts';
import { unavailablePage as cashierAway } from './cashier/page/plain-pages.ts';
import { readReader } from './cashier/page/read-language.ts';
import { showCashierRoute } from './cashier/page/show-cashier.ts';
import { showStateRoute } from './cashier/show-state.ts';
import { simulateRoute } from './cashier/simulate.ts';
import { stateEventsRoute } from './cashier/state/state-events.ts';
import { submitRoute } from './cashier/submit.ts';
import { docsAssetsRoute, docsRoute, vectorsRoute } from './docs/docs.ts';
import { liveRoute, readyRoute } from './health.ts';
import { cancelPaymentRoute } from './legacy/cancel-payment.ts';
import { confirmPaymentRoute } from './legacy/confirm-payment.ts';
import { getPaymentRoute } from './legacy/get-payment.ts';
import { listEventsRoute } from './legacy/list-events.ts';
import { listPaymentsRoute } from './legacy/list-payments.ts';
import { paymentSessionRoute } from './legacy/payment-session.ts';
import { payoutSessionRoute } from './legacy/payout-session.ts';
import { refundByReferenceRoute } from './legacy/refund-by-reference.ts';
import { settlePayoutRoute } from './legacy/settle-payout.ts';
import { type Metrics, metricsRoute } from './metrics/metrics.ts';
import { openApiRoute, operatorOpenApiRoute, portalOpenApiRoute } from './openapi.ts';
import { createOperatorTokenRoute } from './operator/keys/create-operator-token.ts';
import { listOperatorTokensRoute } from './operator/keys/list-operator-tokens.ts';
import { removeOperatorTokenRoute } from './operator/keys/remove-operator-token.ts';
import { rotateApiKeyRoute } from './operator/keys/rotate-api-key.ts';
import { rotateSigningSecretRoute } from './operator/keys/rotate-signing-secret.ts';
import { listAuditRoute } from './operator/list-audit.ts';
import { changeBrandRoute } from './operator/merchants/change-brand.ts';
import { createBrandRoute } from './operator/merchants/create-brand.ts';
import { createMerchantRoute } from './operator/merchants/create-merchant.ts';
import { fundBrandRoute } from './operator/merchants/fund-brand.ts';
import { inviteUserRoute } from './operator/merchants/invite-user.ts';
import { resumeWebhooksRoute } from './operator/merchants/resume-webhooks.ts';
import { setBrandOptionRoute } from './operator/merchants/set-brand-option.ts';
import { showBalancesRoute } from './operator/merchants/show-balances.ts';
import { showBrandRoute } from './operator/merchants/show-brand.ts';
import { addBlockRoute } from './operator/risk/add-block.ts';
import { listBlocksRoute } from './operator/risk/list-blocks.ts';
import { removeBlockRoute } from './operator/risk/remove-block.ts';
import { logosRoute, schemeMarksRoute } from './pages/logos.ts';
import { answerWithPage } from './pages/page-errors.ts';
import { accountRoutes, removeFactorRoutes } from './portal/access/account.ts';
import { addFactorRoutes } from './portal/access/add-factors.ts';
import { confirmationRoutes } from './portal/access/confirmation.ts';
import { invitationRoutes } from './portal/access/invitation.ts';
import { ownSessionRoutes } from './portal/access/own-sessions.ts';
import { secondFactorRoutes } from './portal/access/second-factor.ts';
import { showSessionRoute, signOutRoute } from './portal/access/session.ts';
import { signInRoute } from './portal/access/sign-in.ts';
import { userListRoutes, userRoutes } from './portal/access/users.ts';
import { explainSignatureRoute, listSecretIdsRoute } from './portal/developers/explain-signature.ts';
import { listRequestsRoute } from './portal/developers/list-requests.ts';
import { listSnippetsRoute } from './portal/developers/list-snippets.ts';
import { providerHealthRoute } from './portal/developers/provider-health.ts';
import { cancelLinkRoute } from './portal/links/cancel-link.ts';
import { createLinkRoute } from './portal/links/create-link.ts';
import { linkQrCodeRoute } from './portal/links/link-qr-code.ts';
import { listLinksRoute } from './portal/links/list-links.ts';
import { downloadReportRoute } from './portal/money/download-report.ts';
import { exportStatementRoute } from './portal/money/export-statement.ts';
import { listCustomersRoute, showCustomerRoute } from './portal/money/list-customers.ts';
import { listRefundsRoute } from './portal/money/list-refunds.ts';
import { showPortalBalancesRoute } from './portal/money/show-balances.ts';
import { showProofRoute } from './portal/money/show-proof.ts';
import { listReportsRoute, listReportTransfersRoute, showReportRoute } from './portal/money/show-report.ts';
import { showStatementRoute } from './portal/money/show-statement.ts';
import { showOverviewRoute } from './portal/overview/show-overview.ts';
import { createPortalPayoutRoute } from './portal/payouts/create-payout.ts';
import { payoutFieldsRoute } from './portal/payouts/list-options.ts';
import { listPayoutsRoute } from './portal/payouts/list-payouts.ts';
import { listWaitingRoute } from './portal/payouts/list-waiting.ts';
import { checkPayoutFileRoute, sendPayoutFileRoute } from './portal/payouts/payout-file.ts';
import { settlePayoutsRoute } from './portal/payouts/settle-payouts.ts';
import { portalAssetsRoute } from './portal/portal-assets.ts';
import { fillSampleRoute } from './portal/sample/fill-sample.ts';
import {
  exportAuditRoute,
  listAuditPeopleRoute,
  proveAuditRoute,
  searchAuditRoute,
} from './portal/settings/audit.ts';
import { addBrandBlockRoute, listBrandBlocksRoute, removeBrandBlockRoute } from './portal/settings/blocks.ts';
import {
  endCredentialRoute,
  listCredentialsRoute,
  rotateCredentialRoute,
} from './portal/settings/credentials.ts';
import { listMethodsRoute, setMethodRoute } from './portal/settings/methods.ts';
import {
  changeBusinessRoute,
  changeIntegrationRoute,
  showSettingsRoute,
} from './portal/settings/settings.ts';
import { showPortalRoute } from './portal/show-portal.ts';
import { blockFromTransactionRoute } from './portal/transaction/block-from-transaction.ts';
import { cancelTransactionRoute } from './portal/transaction/cancel-transaction.ts';
import { confirmTransactionRoute } from './portal/transaction/confirm-transaction.ts';
import { decideOutcomeRoute, decideRefundRoute } from './portal/transaction/decide-outcome.ts';
import { refundTransactionRoute } from './portal/transaction/refund-transaction.ts';
import { showTransactionRoute } from './portal/transaction/show-transaction.ts';
import { addNoteRoute, changeTagsRoute, removeNoteRoute } from './portal/transaction/write-notes.ts';
import { exportTransactionsRoute } from './portal/transactions/export-transactions.ts';
import { listTransactionFiltersRoute } from './portal/transactions/list-filters.ts';
import { listStuckRoute } from './portal/transactions/list-stuck.ts';
import { listTransactionsRoute } from './portal/transactions/list-transactions.ts';
import { listSavedViewsRoute, removeViewRoute, saveViewRoute } from './portal/transactions/saved-views.ts';
import { listDeliveriesRoute } from './portal/webhooks/list-deliveries.ts';
import { pauseWebhooksRoute, resumeOwnWebhooksRoute } from './portal/webhooks/pause-webhooks.ts';
import {
  countReplayRoute,
  listReplaysRoute,
  startReplayRoute,
  stopReplayRoute,
} from './portal/webhooks/replays.ts';
import { resendDeliveryRoute } from './portal/webhooks/resend-delivery.ts';
import { showDeliveryRoute } from './portal/webhooks/show-delivery.ts';
import { checkReceiverRoute, sendTestEventRoute } from './portal/webhooks/test-webhooks.ts';
import { webhookHealthRoute } from './portal/webhooks/webhook-health.ts';
import { UploadGate } from './request-body/upload-gate.ts';
import { logRequests } from './request-log.ts';
import { retiredRoute } from './retired.ts';
import { bankAssetsRoute } from './sandbox/bank-assets.ts';
import { unavailablePage as bankAway } from './sandbox/bank-frame.ts';
import { decideChallengeRoute } from './sandbox/decide-challenge.ts';
import { decideVisitRoute } from './sandbox/decide-visit.ts';
import { forceOutcomeRoute } from './sandbox/force-outcome.ts';
import { receiveWebhookRoute } from './sandbox/receive-webhook.ts';
import { showChallengeRoute } from './sandbox/show-challenge.ts';
import { showVisitRoute } from './sandbox/show-visit.ts';
import { directPayoutRoute } from './v2/direct-payout.ts';
import { hybridPaymentRoute } from './v2/hybrid-payment.ts';
import { paymentOptionsRoute } from './v2/payment-options.ts';
import { paymentSuboptionsRoute } from './v2/payment-suboptions.ts';
import { payoutOptionsRoute } from './v2/payout-options.ts';
import { payoutSuboptionsRoute } from './v2/payout-suboptions.ts';
import { createPayinRoute } from './v3/create-payin.ts';
import { createPayoutRoute } from './v3/create-payout.ts';
import { listPaymentOptionsRoute } from './v3/list-payment-options.ts';
import { listPayoutOptionsRoute } from './v3/list-payout-options.ts';

export function registerRoutes(app: FastifyInstance, context: Context, metrics: Metrics): void {
  const inTest = context.config.environment === 'test';
  const uploads = new UploadGate();
  decorateBrand(app);

  // Merchants: X-API-KEY.
  app.register(async (brand) => {
    brand.addHook('onRequest', authenticate(context));
    logRequests(brand, context);
    checkBodySignatures(brand, context);
    listPaymentOptionsRoute(brand, context); // GET /v3/payment-options
    createPayinRoute(brand, context); // POST /v3/payment
    listPayoutOptionsRoute(brand, context); // GET /v3/payout-options
    createPayoutRoute(brand, context); // POST /v3/payout
    settlePayoutRoute(brand, context); // POST /settle-payout
    cancelPaymentRoute(brand, context); // POST /cancel-payment
    paymentSessionRoute(brand, context); // POST /payment-session
    payoutSessionRoute(brand, context); // POST /payout-session
    paymentOptionsRoute(brand, context); // POST /v2/payment-options
    paymentSuboptionsRoute(brand, context); // POST /v2/payment-suboptions
    hybridPaymentRoute(brand, context); // POST /v2/hybrid-payment
    payoutOptionsRoute(brand, context); // POST /v2/payout-options
    payoutSuboptionsRoute(brand, context); // POST /v2/payout-suboptions
    directPayoutRoute(brand, context); // POST /v2/direct-payout
    confirmPaymentRoute(brand, context, uploads); // POST /confirm-payment
    refundByReferenceRoute(brand, context); // POST /refund/by-reference
    getPaymentRoute(brand, context); // GET /payments/:transactionId
    listPaymentsRoute(brand, context); // GET /payments
    listEventsRoute(brand, context); // GET /events
    if (inTest) forceOutcomeRoute(brand, context); // POST /sandbox/transactions/:transactionId/outcome
  });

  // The operator: bearer token.
  app.register(async (operator) => {
    operator.addHook('onRequest', requireOperator(context));
    createMerchantRoute(operator, context); // POST /operator/merchants
    createBrandRoute(operator, context); // POST /operator/merchants/:id/brands
    inviteUserRoute(operator, context); // POST /operator/merchants/:id/users
    showBrandRoute(operator, context); // GET /operator/brands/:id
    changeBrandRoute(operator, context); // PATCH /operator/brands/:id
    rotateApiKeyRoute(operator, context); // POST /operator/brands/:id/api-keys
    rotateSigningSecretRoute(operator, context); // POST /operator/brands/:id/signing-secrets
    fundBrandRoute(operator, context); // POST /operator/brands/:id/funding
    showBalancesRoute(operator, context); // GET /operator/brands/:id/balances
    resumeWebhooksRoute(operator, context); // POST /operator/brands/:id/webhooks/resume
    setBrandOptionRoute(operator, context); // PUT /operator/brands/:id/options/:optionId
    createOperatorTokenRoute(operator, context); // POST /operator/tokens
    listOperatorTokensRoute(operator, context); // GET /operator/tokens
    removeOperatorTokenRoute(operator, context); // DELETE /operator/tokens/:id
    listAuditRoute(operator, context); // GET /operator/audit
    addBlockRoute(operator, context); // POST /operator/brands/:id/blocks
    listBlocksRoute(operator, context); // GET /operator/brands/:id/blocks
    removeBlockRoute(operator, context); // DELETE /operator/brands/:id/blocks/:blockId
    operatorOpenApiRoute(operator); // GET /operator/openapi.json
    metricsRoute(operator, context, metrics); // GET /metrics
  });

  // The portal: whoever signs in, then the session of the cookie.
  app.register(async (portal) => {
    await portal.register(cookies);
    signInRoute(portal, context); // POST /portal/api/session
    portalOpenApiRoute(portal); // GET /portal/api/openapi.json
    invitationRoutes(portal, context);
    // GET /portal/api/invitations/:token
    // POST /portal/api/invitations/:token
    // Also while the second factor is still to come.
    portal.register(async (unproven) => {
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
    });
    portal.register(async (user) => {
      user.addHook('onRequest', requirePortalUser(context));
      user.addHook('preValidation', requireConfirmation(context));
      showSessionRoute(user, context); // GET /portal/api/session
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
      listCredentialsRoute(user, context, 'signing-secret'); // GET /portal/api/brands/:brandId/signing-secrets
      rotateCredentialRoute(user, context, 'signing-secret'); // POST /portal/api/brands/:brandId/signing-secrets
      endCredentialRoute(user, context, 'signing-secret'); // DELETE /portal/api/brands/:brandId/signing-secrets/:credentialId
      searchAuditRoute(user, context); // GET /portal/api/audit
      exportAuditRoute(user, context); // GET /portal/api/audit/export
      proveAuditRoute(user, context); // GET /portal/api/audit/proof
      listAuditPeopleRoute(user, context); // GET /portal/api/audit/people
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
      accountRoutes(user, context);
      // GET /portal/api/account
      // PATCH /portal/api/account
      // POST /portal/api/account/password
      // POST /portal/api/account/recovery-codes
      confirmationRoutes(user, context);
      // GET /portal/api/account/confirmation
      // POST /portal/api/account/confirmation
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
      showOverviewRoute(user, context); // GET /portal/api/brands/:brandId/overview
      showPortalBalancesRoute(user, context); // GET /portal/api/brands/:brandId/balances
      showStatementRoute(user, context); // GET /portal/api/brands/:brandId/statement
      exportStatementRoute(user, context); // GET /portal/api/brands/:brandId/statement/export
      listRefundsRoute(user, context); // GET /portal/api/brands/:brandId/refunds
      listCustomersRoute(user, context); // GET /portal/api/brands/:brandId/customers
      showCustomerRoute(user, context); // GET /portal/api/brands/:brandId/customers/:userId
      listReportsRoute(user, context); // GET /portal/api/brands/:brandId/reports
      showReportRoute(user, context); // GET /portal/api/brands/:brandId/reports/:date
      listReportTransfersRoute(user, context); // GET /portal/api/brands/:brandId/reports/:date/transfers
      downloadReportRoute(user, context); // GET /portal/api/brands/:brandId/reports/:date/file
      showProofRoute(user, context); // GET /portal/api/proof
      if (inTest) fillSampleRoute(user, context); // POST /portal/api/brands/:brandId/sample
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
      providerHealthRoute(user, context); // GET /portal/api/brands/:brandId/developers/providers
    });
  });

  // A shopper's page: the token in its address.
  const limits = { guesses: new CallLimit(MOST_GUESSES), changes: new CallLimit(MOST_CHANGES) };
  app.register(async (page) => {
    findPage(page, context, limits);
    showStateRoute(page, context); // GET /cashier/:token/state
    stateEventsRoute(page, context); // GET /cashier/:token/events
    submitRoute(page, context); // POST /cashier/:token/submit
    confirmRoute(page, context, uploads); // POST /cashier/:token/confirm
    leaveRoute(page, context); // POST /cashier/:token/leave
    cancelRoute(page, context); // POST /cashier/:token/cancel
    if (inTest) simulateRoute(page, context); // POST /cashier/:token/simulate
  });

  // Anyone.
  app.register(async (open) => {
    liveRoute(open); // GET /health/live
    readyRoute(open, context); // GET /health/ready
    openApiRoute(open); // GET /openapi.json
    docsRoute(open, context); // GET /docs
    vectorsRoute(open); // GET /signature-vectors.json
    docsAssetsRoute(open); // GET /assets/docs/:file
    logosRoute(open); // GET /assets/logos/:file
    schemeMarksRoute(open); // GET /assets/schemes/:file
    cashierAssetsRoute(open); // GET /assets/cashier/:file
    appFilesRoute(open); // GET /assets/cashier/app/:file
    messagesRoute(open); // GET /assets/cashier/messages/:file
    brandLogoRoute(open, context); // GET /assets/brands/:brandId/:file
    showPortalRoute(open, context); // GET /portal
    // GET /portal/*
    portalAssetsRoute(open); // GET /assets/portal/:file
    retiredRoute(open, '/payment-options', 'GET /v3/payment-options'); // POST /payment-options
    retiredRoute(open, '/direct-payment', 'POST /v3/payment'); // POST /direct-payment
    if (inTest) bankAssetsRoute(open); // GET /assets/sandbox/:file
    if (inTest) receiveWebhookRoute(open, context); // POST /sandbox/receiver/:brandId
  });

  // Pages that know a payment: while the database is away, a page too.
  app.register(async (page) => {
    answerWithPage(page, context, (request) => cashierAway(readReader(request, null).language));
    showCashierRoute(page, context, limits); // GET /cashier/:token
  });
  if (!inTest) return;
  app.register(async (page) => {
    answerWithPage(page, context, () => bankAway());
    showChallengeRoute(page, context); // GET /sandbox/3ds/:token
    decideChallengeRoute(page, context); // POST /sandbox/3ds/:token
    showVisitRoute(page, context); // GET /sandbox/bank/:token
    decideVisitRoute(page, context); // POST /sandbox/bank/:token
  });
}
