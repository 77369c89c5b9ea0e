// Every call that the server answers, grouped by who may make it. A call says its own address; the hooks of its callers
// run before it. The order of checks is contract 3. The calls of the portal are listed in portal/portal-routes.ts.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import { authenticate, decorateBrand } from './auth/authenticate.ts';
import { requireOperator } from './auth/operator-token.ts';
import { checkBodySignatures } from './auth/request-signature.ts';
import { type Call, mountCalls } from './calls/call.ts';
import { addScope } from './calls/scope.ts';
import { sharedOf } from './calls/shared.ts';
import { cancelCall } from './cashier/cancel.ts';
import { confirmCall } from './cashier/confirm.ts';
import { leaveCall } from './cashier/leave.ts';
import { openApplePayCall } from './cashier/open-apple-pay.ts';
import { appFilesCall } from './cashier/page/app-files.ts';
import { brandLogoFileCall } from './cashier/page/brand-logo-file.ts';
import { cashierAssetsCall } from './cashier/page/cashier-assets.ts';
import { findPage } from './cashier/page/find-page.ts';
import { messagesCall } from './cashier/page/messages.ts';
import { unavailablePage as cashierAway } from './cashier/page/plain-pages.ts';
import { previewDocument } from './cashier/page/preview-document.ts';
import { readReader } from './cashier/page/read-language.ts';
import { showCashierCall } from './cashier/page/show-cashier.ts';
import { receiptCall } from './cashier/receipt.ts';
import { removeCardCall } from './cashier/remove-card.ts';
import { shopperReturnCall } from './cashier/shopper-return.ts';
import { showStateCall } from './cashier/show-state.ts';
import { simulateCall } from './cashier/simulate.ts';
import { stateEventsCall } from './cashier/state/state-events.ts';
import { submitCall } from './cashier/submit.ts';
import { docsAssetsCall, docsCall, vectorsCall } from './docs/docs.ts';
import { liveCall, readyCall } from './health.ts';
import { logRequests } from './log-requests.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsCall } from './metrics/show-metrics.ts';
import { takeNotificationCall } from './notifications/take-notification.ts';
import { openApiCall, operatorOpenApiCall } from './openapi.ts';
import { listBankEntriesCall } from './operator/bank/list-bank-entries.ts';
import { listBankFilesCall } from './operator/bank/list-bank-files.ts';
import { listOperatorFiledPayoutsCall } from './operator/bank/list-filed-payouts.ts';
import { showBankFileCall } from './operator/bank/show-bank-file.ts';
import { takeBankStatementCall } from './operator/bank/take-statement.ts';
import { createOperatorTokenCall } from './operator/keys/create-operator-token.ts';
import { listOperatorTokensCall } from './operator/keys/list-operator-tokens.ts';
import { removeOperatorTokenCall } from './operator/keys/remove-operator-token.ts';
import { rotateApiKeyCall } from './operator/keys/rotate-api-key.ts';
import { rotateSigningSecretCall } from './operator/keys/rotate-signing-secret.ts';
import { listAuditCall } from './operator/list-audit.ts';
import { changeBrandCall } from './operator/merchants/change-brand.ts';
import { createBrandCall } from './operator/merchants/create-brand.ts';
import { createMerchantCall } from './operator/merchants/create-merchant.ts';
import { fundBrandCall } from './operator/merchants/fund-brand.ts';
import { listBrandsCall } from './operator/merchants/list-brands.ts';
import { listMerchantsCall, renameMerchantCall } from './operator/merchants/list-merchants.ts';
import { listWebhookEndpointsCall } from './operator/merchants/list-webhook-endpoints.ts';
import { listMonthEndKeysCall, rotateMonthEndKeyCall } from './operator/merchants/month-end-keys.ts';
import { setBrandOptionCall } from './operator/merchants/set-brand-option.ts';
import { showBalancesCall } from './operator/merchants/show-balances.ts';
import { showBrandCall } from './operator/merchants/show-brand.ts';
import { listProviderNotificationsCall } from './operator/notifications/list-notifications.ts';
import {
  decideCaptureOutcomeCall,
  decidePaymentOutcomeCall,
  decideRefundOutcomeCall,
} from './operator/payments/decide-outcome.ts';
import { listUnknownOutcomesCall } from './operator/payments/list-unknown-outcomes.ts';
import { findOperatorPaymentsCall, showOperatorPaymentCall } from './operator/payments/show-payment.ts';
import { listProviderAccountsCall } from './operator/providers/list-provider-accounts.ts';
import { listProviderKindsCall } from './operator/providers/list-provider-kinds.ts';
import { putProviderAccountCall } from './operator/providers/put-provider-account.ts';
import { refuseUnknown } from './operator/refuse-unknown.ts';
import { listBlocksCall } from './operator/risk/list-blocks.ts';
import {
  listSettlementLinesCall,
  listSettlementsCall,
  showSettlementCall,
} from './operator/settlements/list-settlements.ts';
import { takeSettlementReportCall } from './operator/settlements/take-settlement-report.ts';
import {
  changeUserAsOperatorCall,
  inviteUserAgainCall,
  resetSecondFactorOfUserCall,
  withdrawInvitationCall,
} from './operator/users/help-user.ts';
import { inviteUserCall } from './operator/users/invite-user.ts';
import { findUsersCall, listUsersCall } from './operator/users/list-users.ts';
import { showSingleSignOnCall } from './operator/users/show-single-sign-on.ts';
import { logosCall, markCall, schemeMarksCall } from './pages/logos.ts';
import { answerWithPage } from './pages/page-errors.ts';
import { cancelPaymentCall } from './payments/cancel-payment.ts';
import { capturePaymentCall } from './payments/capture-payment.ts';
import { listSavedCardsCall } from './payments/cards/list-saved-cards.ts';
import { removeSavedCardCall } from './payments/cards/remove-saved-card.ts';
import { checkSignatureCall } from './payments/check-signature.ts';
import { confirmPaymentCall } from './payments/confirm-payment.ts';
import { getPaymentCall } from './payments/get-payment.ts';
import { cancelPaymentLinkCall } from './payments/links/cancel-payment-link.ts';
import { createPaymentLinkCall } from './payments/links/create-payment-link.ts';
import { getPaymentLinkCall } from './payments/links/get-payment-link.ts';
import { listPaymentLinksCall } from './payments/links/list-payment-links.ts';
import { listEventsCall } from './payments/list-events.ts';
import { listPaymentsCall } from './payments/list-payments.ts';
import { getMandateCall } from './payments/mandates/get-mandate.ts';
import { listMandatesCall } from './payments/mandates/list-mandates.ts';
import { revokeMandateCall } from './payments/mandates/revoke-mandate.ts';
import { paymentSessionCall } from './payments/payment-session.ts';
import { payoutSessionCall } from './payments/payout-session.ts';
import { refundByReferenceCall } from './payments/refund-by-reference.ts';
import { settlePayoutCall } from './payments/settle-payout.ts';
import { showUnsubscribeCall, unsubscribeCall } from './portal/inbox/unsubscribe.ts';
import { portalAssetsCall } from './portal/portal-assets.ts';
import { portalRoutes } from './portal/portal-routes.ts';
import { showPortalCall } from './portal/show-portal.ts';
import { warnOfOrders } from './request-body/order-warning.ts';
import { retiredCalls } from './retired.ts';
import { bankAssetsCall } from './sandbox/bank-assets.ts';
import { unavailablePage as bankAway } from './sandbox/bank-frame.ts';
import { decideChallengeCall } from './sandbox/decide-challenge.ts';
import { decideVisitCall } from './sandbox/decide-visit.ts';
import { forceCaptureCall } from './sandbox/forced/force-capture.ts';
import { forceDisputeCall } from './sandbox/forced/force-dispute.ts';
import { forceOutcomeCall } from './sandbox/forced/force-outcome.ts';
import { forceRefundCall } from './sandbox/forced/force-refund.ts';
import { forceReturnCall } from './sandbox/forced/force-return.ts';
import { receiveWebhookCall } from './sandbox/receive-webhook.ts';
import { settleSandboxCall } from './sandbox/settle-sandbox.ts';
import { showChallengeCall } from './sandbox/show-challenge.ts';
import { showVisitCall } from './sandbox/show-visit.ts';
import { operatorStaffCalls } from './staff/staff-routes.ts';
import { directPayoutCall } from './v2/direct-payout.ts';
import { hybridPaymentCall } from './v2/hybrid-payment.ts';
import { paymentOptionsCall } from './v2/payment-options.ts';
import { paymentSuboptionsCall } from './v2/payment-suboptions.ts';
import { payoutOptionsCall } from './v2/payout-options.ts';
import { payoutSuboptionsCall } from './v2/payout-suboptions.ts';
import { createPayinCall } from './v3/create-payin.ts';
import { createPayoutCall } from './v3/create-payout.ts';
import { listPaymentOptionsCall } from './v3/list-payment-options.ts';
import { listPayoutOptionsCall } from './v3/list-payout-options.ts';

/** Merchants' servers, by X-API-KEY. */
export const merchantCalls: readonly Call[] = [
  listPaymentOptionsCall,
  createPayinCall,
  listPayoutOptionsCall,
  createPayoutCall,
  settlePayoutCall,
  cancelPaymentCall,
  capturePaymentCall,
  paymentSessionCall,
  payoutSessionCall,
  createPaymentLinkCall,
  listPaymentLinksCall,
  getPaymentLinkCall,
  cancelPaymentLinkCall,
  paymentOptionsCall,
  paymentSuboptionsCall,
  hybridPaymentCall,
  payoutOptionsCall,
  payoutSuboptionsCall,
  directPayoutCall,
  confirmPaymentCall,
  refundByReferenceCall,
  getPaymentCall,
  listPaymentsCall,
  listEventsCall,
  listSavedCardsCall,
  removeSavedCardCall,
  listMandatesCall,
  getMandateCall,
  revokeMandateCall,
  checkSignatureCall,
  forceOutcomeCall,
  forceDisputeCall,
  forceReturnCall,
  forceRefundCall,
  forceCaptureCall,
  settleSandboxCall,
];

/** The operator, by a bearer token. */
export const operatorCalls: readonly Call[] = [
  createMerchantCall,
  listMerchantsCall,
  renameMerchantCall,
  createBrandCall,
  listBrandsCall,
  showBrandCall,
  changeBrandCall,
  rotateApiKeyCall,
  rotateSigningSecretCall,
  fundBrandCall,
  showBalancesCall,
  listWebhookEndpointsCall,
  setBrandOptionCall,
  createOperatorTokenCall,
  listOperatorTokensCall,
  removeOperatorTokenCall,
  listAuditCall,
  listBlocksCall,
  listMonthEndKeysCall,
  rotateMonthEndKeyCall,
  listProviderNotificationsCall,
  showOperatorPaymentCall,
  findOperatorPaymentsCall,
  listUnknownOutcomesCall,
  decidePaymentOutcomeCall,
  decideRefundOutcomeCall,
  decideCaptureOutcomeCall,
  listProviderKindsCall,
  listProviderAccountsCall,
  putProviderAccountCall,
  inviteUserCall,
  listUsersCall,
  findUsersCall,
  inviteUserAgainCall,
  withdrawInvitationCall,
  resetSecondFactorOfUserCall,
  changeUserAsOperatorCall,
  showSingleSignOnCall,
  listBankFilesCall,
  showBankFileCall,
  listOperatorFiledPayoutsCall,
  takeBankStatementCall,
  listBankEntriesCall,
  listSettlementsCall,
  showSettlementCall,
  listSettlementLinesCall,
  takeSettlementReportCall,
  ...operatorStaffCalls,
  operatorOpenApiCall,
  metricsCall,
];

/** The cashier's page. The token in the address names the payment. */
export const cashierCalls: readonly Call[] = [
  showStateCall,
  stateEventsCall,
  submitCall,
  confirmCall,
  leaveCall,
  removeCardCall,
  receiptCall,
  openApplePayCall,
  cancelCall,
  simulateCall,
];

/** Anyone. */
export const openCalls: readonly Call[] = [
  liveCall,
  readyCall,
  openApiCall,
  docsCall,
  vectorsCall,
  docsAssetsCall,
  logosCall,
  schemeMarksCall,
  markCall,
  cashierAssetsCall,
  appFilesCall,
  messagesCall,
  brandLogoFileCall,
  showUnsubscribeCall,
  unsubscribeCall,
  showPortalCall,
  portalAssetsCall,
  ...retiredCalls,
  bankAssetsCall,
  receiveWebhookCall,
  takeNotificationCall,
];

/** Pages of payments. They answer with a page even while the database is away. */
export const paymentPages: readonly Call[] = [showCashierCall, shopperReturnCall];

/** The simulated bank of the sandbox. */
export const bankPages: readonly Call[] = [
  showChallengeCall,
  decideChallengeCall,
  showVisitCall,
  decideVisitCall,
];

export function registerRoutes(app: FastifyInstance, context: Context, metrics: Metrics): void {
  const shared = sharedOf(metrics, previewDocument);
  const mount = (name: string, calls: readonly Call[], prepare?: (scope: FastifyInstance) => void) =>
    addScope(app, name, (scope) => {
      prepare?.(scope);
      mountCalls(scope, calls, context, shared);
    });
  decorateBrand(app);
  mount('merchant', merchantCalls, (brand) => {
    brand.addHook('onRequest', authenticate(context));
    logRequests(brand, context);
    checkBodySignatures(brand, context);
    warnOfOrders(brand, context);
  });
  mount('operator', operatorCalls, (operator) => {
    operator.addHook('onRequest', requireOperator(context));
    refuseUnknown(operator);
  });
  addScope(app, 'portal', (portal) => portalRoutes(portal, context, shared));
  mount('cashier', cashierCalls, (page) => findPage(page, context, shared.limits));
  mount('open', openCalls);
  mount('pages of payments', paymentPages, (page) =>
    answerWithPage(page, context, (request) => cashierAway(readReader(request, null).language)),
  );
  mount('pages of the bank', bankPages, (page) => answerWithPage(page, context, () => bankAway()));
}
