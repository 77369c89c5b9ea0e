// Every URL of the gateway but those of the portal's API (portal/portal-routes.ts), grouped by who may call them. The
// comment beside a registration is its address, and test/http/routes.test.ts compares the comments with what the app
// answers. The order of checks is contract 3. Every route must be registered behind the hooks of its callers.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import { authenticate, decorateBrand } from './auth/authenticate.ts';
import { requireOperator } from './auth/operator-token.ts';
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
import { previewDocument } from './cashier/page/preview-document.ts';
import { readReader } from './cashier/page/read-language.ts';
import { showCashierRoute } from './cashier/page/show-cashier.ts';
import { removeCardRoute } from './cashier/remove-card.ts';
import { shopperReturnRoute } from './cashier/shopper-return.ts';
import { showStateRoute } from './cashier/show-state.ts';
import { simulateRoute } from './cashier/simulate.ts';
import { stateEventsRoute } from './cashier/state/state-events.ts';
import { submitRoute } from './cashier/submit.ts';
import { docsAssetsRoute, docsRoute, vectorsRoute } from './docs/docs.ts';
import { liveRoute, readyRoute } from './health.ts';
import { logRequests } from './log-requests.ts';
import { type Metrics, metricsRoute } from './metrics/metrics.ts';
import { takeNotificationRoute } from './notifications/take-notification.ts';
import { openApiRoute, operatorOpenApiRoute } from './openapi.ts';
import { decideBankEntryRoutes } from './operator/bank/decide-bank-entry.ts';
import { listBankEntriesRoute } from './operator/bank/list-bank-entries.ts';
import { listBankFilesRoute } from './operator/bank/list-bank-files.ts';
import { makeBankFileRoute } from './operator/bank/make-bank-file.ts';
import { showBankFileRoutes } from './operator/bank/show-bank-file.ts';
import { takeStatementRoute } from './operator/bank/take-statement.ts';
import { withdrawBankFileRoute } from './operator/bank/withdraw-bank-file.ts';
import { eraseCustomerRoute } from './operator/customers/erase-customer.ts';
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
import { listBrandsRoute } from './operator/merchants/list-brands.ts';
import { listMerchantsRoute, renameMerchantRoute } from './operator/merchants/list-merchants.ts';
import { listWebhookEndpointsRoute } from './operator/merchants/list-webhook-endpoints.ts';
import { monthEndKeyRoutes } from './operator/merchants/month-end-keys.ts';
import { resumeWebhooksRoute } from './operator/merchants/resume-webhooks.ts';
import { setBrandOptionRoute } from './operator/merchants/set-brand-option.ts';
import { showBalancesRoute } from './operator/merchants/show-balances.ts';
import { showBrandRoute } from './operator/merchants/show-brand.ts';
import { decideNotificationRoutes } from './operator/notifications/decide-notification.ts';
import { listNotificationsRoute } from './operator/notifications/list-notifications.ts';
import { decidePaymentRoutes } from './operator/payments/decide-outcome.ts';
import { listUnknownOutcomesRoute } from './operator/payments/list-unknown-outcomes.ts';
import { showPaymentRoutes } from './operator/payments/show-payment.ts';
import { checkProviderAccountRoute } from './operator/providers/check-provider-account.ts';
import { listProviderAccountsRoute } from './operator/providers/list-provider-accounts.ts';
import { putProviderAccountRoute } from './operator/providers/put-provider-account.ts';
import { retireProviderAccountRoute } from './operator/providers/retire-provider-account.ts';
import { refuseUnknown } from './operator/refuse-unknown.ts';
import { addBlockRoute } from './operator/risk/add-block.ts';
import { listBlocksRoute } from './operator/risk/list-blocks.ts';
import { removeBlockRoute } from './operator/risk/remove-block.ts';
import {
  changeUserRoute,
  invitationOfUserRoutes,
  resetSecondFactorRoute,
} from './operator/users/help-user.ts';
import { inviteUserRoute } from './operator/users/invite-user.ts';
import { findUsersRoute, listUsersRoute } from './operator/users/list-users.ts';
import { singleSignOnRoutes } from './operator/users/single-sign-on.ts';
import { logosRoute, markRoute, schemeMarksRoute } from './pages/logos.ts';
import { answerWithPage } from './pages/page-errors.ts';
import { cancelPaymentRoute } from './payments/cancel-payment.ts';
import { listSavedCardsRoute } from './payments/cards/list-saved-cards.ts';
import { removeSavedCardRoute } from './payments/cards/remove-saved-card.ts';
import { checkSignatureRoute } from './payments/check-signature.ts';
import { confirmPaymentRoute } from './payments/confirm-payment.ts';
import { getPaymentRoute } from './payments/get-payment.ts';
import { cancelPaymentLinkRoute } from './payments/links/cancel-payment-link.ts';
import { createPaymentLinkRoute } from './payments/links/create-payment-link.ts';
import { getPaymentLinkRoute } from './payments/links/get-payment-link.ts';
import { listPaymentLinksRoute } from './payments/links/list-payment-links.ts';
import { listEventsRoute } from './payments/list-events.ts';
import { listPaymentsRoute } from './payments/list-payments.ts';
import { paymentSessionRoute } from './payments/payment-session.ts';
import { payoutSessionRoute } from './payments/payout-session.ts';
import { refundByReferenceRoute } from './payments/refund-by-reference.ts';
import { settlePayoutRoute } from './payments/settle-payout.ts';
import { portalAssetsRoute } from './portal/portal-assets.ts';
import { portalRoutes } from './portal/portal-routes.ts';
import { showPortalRoute } from './portal/show-portal.ts';
import { UploadGate } from './request-body/upload-gate.ts';
import { retiredRoute } from './retired.ts';
import { bankAssetsRoute } from './sandbox/bank-assets.ts';
import { unavailablePage as bankAway } from './sandbox/bank-frame.ts';
import { decideChallengeRoute } from './sandbox/decide-challenge.ts';
import { decideVisitRoute } from './sandbox/decide-visit.ts';
import { forceDisputeRoute } from './sandbox/forced/force-dispute.ts';
import { forceOutcomeRoute } from './sandbox/forced/force-outcome.ts';
import { forceRefundRoute } from './sandbox/forced/force-refund.ts';
import { forceReturnRoute } from './sandbox/forced/force-return.ts';
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

const isTest = ({ config }: Context) => config.environment === 'test';

export function registerRoutes(app: FastifyInstance, context: Context, metrics: Metrics): void {
  const uploads = new UploadGate();
  const limits = { guesses: new CallLimit(MOST_GUESSES), changes: new CallLimit(MOST_CHANGES) };
  decorateBrand(app);
  app.register(async (brand) => merchantRoutes(brand, context, uploads));
  app.register(async (operator) => operatorRoutes(operator, context, metrics));
  app.register(async (portal) => portalRoutes(portal, context, { uploads, preview: previewDocument }));
  app.register(async (page) => cashierRoutes(page, context, limits, uploads));
  app.register(async (open) => openRoutes(open, context));
  app.register(async (provider) => takeNotificationRoute(provider, context)); // POST /providers/:provider/notifications/:accountId
  // Pages of payments: they answer with a page even while the database is away.
  app.register(async (page) => {
    answerWithPage(page, context, (request) => cashierAway(readReader(request, null).language));
    showCashierRoute(page, context, limits); // GET /cashier/:token
    // GET /return/:token
    shopperReturnRoute(page, context); // POST /return/:token
  });
  if (isTest(context)) app.register(async (page) => bankPageRoutes(page, context));
}

/** Merchants, by X-API-KEY. */
function merchantRoutes(brand: FastifyInstance, context: Context, uploads: UploadGate): void {
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
  createPaymentLinkRoute(brand, context); // POST /payment-links
  listPaymentLinksRoute(brand, context); // GET /payment-links
  getPaymentLinkRoute(brand, context); // GET /payment-links/:transactionId
  cancelPaymentLinkRoute(brand, context); // DELETE /payment-links/:transactionId
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
  listSavedCardsRoute(brand, context); // GET /saved-cards
  removeSavedCardRoute(brand, context); // DELETE /saved-cards/:token
  checkSignatureRoute(brand, context); // POST /check-signature
  if (isTest(context)) forcedRoutes(brand, context);
}

/** A merchant's developer plays the provider. */
function forcedRoutes(brand: FastifyInstance, context: Context): void {
  forceOutcomeRoute(brand, context); // POST /sandbox/transactions/:transactionId/outcome
  forceDisputeRoute(brand, context); // POST /sandbox/transactions/:transactionId/dispute
  forceReturnRoute(brand, context); // POST /sandbox/transactions/:transactionId/return
  forceRefundRoute(brand, context); // POST /sandbox/refunds/:refundId/outcome
}

/** The operator, by a bearer token. */
function operatorRoutes(operator: FastifyInstance, context: Context, metrics: Metrics): void {
  operator.addHook('onRequest', requireOperator(context));
  refuseUnknown(operator);
  createMerchantRoute(operator, context); // POST /operator/merchants
  listMerchantsRoute(operator, context); // GET /operator/merchants
  renameMerchantRoute(operator, context); // PATCH /operator/merchants/:id
  createBrandRoute(operator, context); // POST /operator/merchants/:id/brands
  listBrandsRoute(operator, context); // GET /operator/merchants/:id/brands
  showBrandRoute(operator, context); // GET /operator/brands/:id
  changeBrandRoute(operator, context); // PATCH /operator/brands/:id
  rotateApiKeyRoute(operator, context); // POST /operator/brands/:id/api-keys
  rotateSigningSecretRoute(operator, context); // POST /operator/brands/:id/signing-secrets
  fundBrandRoute(operator, context); // POST /operator/brands/:id/funding
  showBalancesRoute(operator, context); // GET /operator/brands/:id/balances
  listWebhookEndpointsRoute(operator, context); // GET /operator/brands/:id/webhook-endpoints
  resumeWebhooksRoute(operator, context); // POST /operator/brands/:id/webhooks/resume
  setBrandOptionRoute(operator, context); // PUT /operator/brands/:id/options/:optionId
  createOperatorTokenRoute(operator, context); // POST /operator/tokens
  listOperatorTokensRoute(operator, context); // GET /operator/tokens
  removeOperatorTokenRoute(operator, context); // DELETE /operator/tokens/:id
  listAuditRoute(operator, context); // GET /operator/audit
  addBlockRoute(operator, context); // POST /operator/brands/:id/blocks
  listBlocksRoute(operator, context); // GET /operator/brands/:id/blocks
  // GET /operator/merchants/:id/month-end-keys
  monthEndKeyRoutes(operator, context); // POST /operator/merchants/:id/month-end-keys
  eraseCustomerRoute(operator, context); // POST /operator/brands/:id/customers/erase
  removeBlockRoute(operator, context); // DELETE /operator/brands/:id/blocks/:blockId
  listNotificationsRoute(operator, context); // GET /operator/brands/:id/provider-notifications
  // POST /operator/brands/:id/provider-notifications/:notificationId/retry
  decideNotificationRoutes(operator, context); // POST /operator/brands/:id/provider-notifications/:notificationId/dismiss
  paymentRoutes(operator, context);
  providerRoutes(operator, context);
  userRoutes(operator, context);
  bankRoutes(operator, context);
  operatorOpenApiRoute(operator); // GET /operator/openapi.json
  metricsRoute(operator, context, metrics); // GET /metrics
}

/** Single payments of any merchant, and unknown outcomes. */
function paymentRoutes(operator: FastifyInstance, context: Context): void {
  // GET /operator/payments/:id
  showPaymentRoutes(operator, context); // GET /operator/payments
  listUnknownOutcomesRoute(operator, context); // GET /operator/unknown-outcomes
  // POST /operator/payments/:id/outcome
  decidePaymentRoutes(operator, context); // POST /operator/refunds/:id/outcome
}

/** The people of merchants. */
function userRoutes(operator: FastifyInstance, context: Context): void {
  inviteUserRoute(operator, context); // POST /operator/merchants/:id/users
  listUsersRoute(operator, context); // GET /operator/merchants/:id/users
  findUsersRoute(operator, context); // GET /operator/users
  invitationOfUserRoutes(operator, context);
  // POST /operator/users/:id/invitation
  // DELETE /operator/users/:id/invitation
  resetSecondFactorRoute(operator, context); // POST /operator/users/:id/reset-second-factor
  changeUserRoute(operator, context); // PATCH /operator/users/:id
  singleSignOnRoutes(operator, context);
  // PUT /operator/merchants/:id/single-sign-on
  // GET /operator/merchants/:id/single-sign-on
  // DELETE /operator/merchants/:id/single-sign-on
}

/** A brand's accounts at providers. */
function providerRoutes(operator: FastifyInstance, context: Context): void {
  listProviderAccountsRoute(operator, context); // GET /operator/brands/:id/providers
  putProviderAccountRoute(operator, context); // PUT /operator/brands/:id/providers/:provider
  checkProviderAccountRoute(operator, context); // POST /operator/brands/:id/providers/:provider/check
  retireProviderAccountRoute(operator, context); // DELETE /operator/brands/:id/providers/:provider
}

/** Files of payouts for a brand's bank account, and the bank's statements. */
function bankRoutes(operator: FastifyInstance, context: Context): void {
  makeBankFileRoute(operator, context); // POST /operator/brands/:id/bank-files
  listBankFilesRoute(operator, context); // GET /operator/brands/:id/bank-files
  // GET /operator/brands/:id/bank-files/:fileId
  showBankFileRoutes(operator, context); // GET /operator/brands/:id/bank-files/:fileId/content
  withdrawBankFileRoute(operator, context); // POST /operator/brands/:id/bank-files/:fileId/withdraw
  takeStatementRoute(operator, context); // POST /operator/brands/:id/bank-statements
  listBankEntriesRoute(operator, context); // GET /operator/brands/:id/bank-entries
  // POST /operator/brands/:id/bank-entries/:entryId/assign
  decideBankEntryRoutes(operator, context); // POST /operator/brands/:id/bank-entries/:entryId/dismiss
}

/** The calls of the cashier's page. The token in the address names the payment. */
function cashierRoutes(
  page: FastifyInstance,
  context: Context,
  limits: Parameters<typeof findPage>[2],
  uploads: UploadGate,
): void {
  findPage(page, context, limits);
  showStateRoute(page, context); // GET /cashier/:token/state
  stateEventsRoute(page, context); // GET /cashier/:token/events
  submitRoute(page, context); // POST /cashier/:token/submit
  confirmRoute(page, context, uploads); // POST /cashier/:token/confirm
  leaveRoute(page, context); // POST /cashier/:token/leave
  removeCardRoute(page, context); // POST /cashier/:token/remove-card
  cancelRoute(page, context); // POST /cashier/:token/cancel
  if (isTest(context)) simulateRoute(page, context); // POST /cashier/:token/simulate
}

/** Anyone. */
function openRoutes(open: FastifyInstance, context: Context): void {
  liveRoute(open); // GET /health/live
  readyRoute(open, context); // GET /health/ready
  openApiRoute(open); // GET /openapi.json
  // GET /docs
  // GET /docs/:page
  docsRoute(open, context); // GET /llms.txt
  vectorsRoute(open); // GET /signature-vectors.json
  docsAssetsRoute(open); // GET /assets/docs/:file
  logosRoute(open); // GET /assets/logos/:file
  schemeMarksRoute(open); // GET /assets/schemes/:file
  markRoute(open); // GET /assets/:file
  cashierAssetsRoute(open); // GET /assets/cashier/:file
  appFilesRoute(open); // GET /assets/cashier/app/:file
  messagesRoute(open); // GET /assets/cashier/messages/:file
  brandLogoRoute(open, context); // GET /assets/brands/:brandId/:file
  showPortalRoute(open, context); // GET /portal
  // GET /portal/*
  portalAssetsRoute(open); // GET /assets/portal/:file
  retiredRoute(open, '/payment-options', 'GET /v3/payment-options'); // POST /payment-options
  retiredRoute(open, '/direct-payment', 'POST /v3/payment'); // POST /direct-payment
  if (isTest(context)) bankAssetsRoute(open); // GET /assets/sandbox/:file
  if (isTest(context)) receiveWebhookRoute(open, context); // POST /sandbox/receiver/:brandId
}

/** The simulated bank of the sandbox. */
function bankPageRoutes(page: FastifyInstance, context: Context): void {
  answerWithPage(page, context, () => bankAway());
  showChallengeRoute(page, context); // GET /sandbox/3ds/:token
  decideChallengeRoute(page, context); // POST /sandbox/3ds/:token
  showVisitRoute(page, context); // GET /sandbox/bank/:token
  decideVisitRoute(page, context); // POST /sandbox/bank/:token
}
