// The names that an adapter uses.

export type { DisputeStatus } from '../../gateway/src/domain/after-end/dispute.ts';
export type { Capture, CaptureOutcome } from '../../gateway/src/domain/captures/capture.ts';
export type { Confirmation } from '../../gateway/src/domain/confirmations/confirmation.ts';
export { CODE, type ErrorCode } from '../../gateway/src/domain/errors/error-codes.ts';
export type {
  CardEntry,
  Credentials,
  ProviderAccount,
} from '../../gateway/src/domain/merchants/provider-account.ts';
export { currencyDigits, isCryptoCurrency } from '../../gateway/src/domain/money/currency.ts';
export type {
  DisputeReport,
  Missed,
  MissedWanted,
  News,
  NotificationItem,
  NotificationReading,
  PlainNews,
  StoredItem,
} from '../../gateway/src/domain/notifications/news.ts';
export { findOption, methodOf, optionsOf } from '../../gateway/src/domain/options/payment-option.ts';
export type { CardDetails } from '../../gateway/src/domain/payment-data/card.ts';
export type { PaymentData } from '../../gateway/src/domain/payment-data/check-fields.ts';
export { type Customer, fullName, nameInParts } from '../../gateway/src/domain/payment-data/customer.ts';
export { maskAccount } from '../../gateway/src/domain/payment-data/recipient.ts';
export type { Refund, RefundOutcome, RefundReason } from '../../gateway/src/domain/refunds/refund.ts';
export { ReportFault } from '../../gateway/src/domain/settlements/report-fault.ts';
export {
  LINE_KINDS,
  type LineKind,
  type OriginalAmount,
  type ReportedLine,
  type ReportedPayout,
} from '../../gateway/src/domain/settlements/settlement.ts';
export { isCleanText } from '../../gateway/src/domain/text.ts';
export {
  readChargeReference,
  readRefundReference,
} from '../../gateway/src/domain/transactions/charge-reference.ts';
export type { AboutCharge, Outcome, StoredMeans } from '../../gateway/src/domain/transactions/outcome.ts';
export type { ReturnParameters } from '../../gateway/src/domain/transactions/return-token.ts';
export {
  chargeReference,
  type Details,
  isAuthorized,
  isCapturedLater,
  type MandateReason,
  namedUser,
  paidReference,
  type ThreeDs,
  type Transaction,
  type TransactionType,
} from '../../gateway/src/domain/transactions/transaction.ts';
export {
  type AccountCheck,
  type AdapterParts,
  type Call,
  type Capabilities,
  type Capability,
  type ChargeState,
  type ClearCard,
  type CredentialField,
  capabilityFor,
  type EndedMandate,
  type Instrument,
  NOTHING_DONE,
  NOTHING_DONE_STATUSES,
  type NotificationHeaders,
  type PayinCall,
  type Provider,
  type ProviderDeclaration,
  type ProviderHealth,
  type ReportedPart,
  type Routed,
  type SettlementSource,
} from '../../gateway/src/providers/provider.ts';
export {
  NotConnectedError,
  ProviderHttp,
  type ProviderHttpOptions,
} from '../../gateway/src/providers/provider-http.ts';
export {
  type Amount,
  type ForeignUnits,
  foreignUnits,
  formatMinor,
  parseDecimal,
  toWire,
} from './amounts.ts';

/** Until the definitions move here. */
export const SEAM_VERSION = 1;
