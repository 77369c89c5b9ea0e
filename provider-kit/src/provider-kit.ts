// Everything that an adapter needs. A package imports from here alone.
export {
  type Amount,
  type ForeignUnits,
  foreignUnits,
  formatMinor,
  parseDecimal,
  toWire,
} from './amounts.ts';
export type { BrowserInfo } from './browser.ts';
export { type Capabilities, type Capability, type CardEntry, capabilityFor, type Use } from './capability.ts';
export type { Capture, CaptureOutcome, CaptureStatus } from './capture.ts';
export { currenciesOf, methodsOf, type OptionType, type PaymentFlow } from './catalogue.ts';
export { type Charge, readChargeReference, readRefundReference } from './charge-reference.ts';
export { currencyDigits, isCryptoCurrency } from './currency.ts';
export { type Address, type Customer, fullName, nameInParts } from './customer.ts';
export {
  type AdapterParts,
  type CredentialField,
  type Credentials,
  type ProviderAccount,
  type ProviderDeclaration,
  SEAM_VERSION,
} from './declaration.ts';
export { CODE, type CodeOf, type ErrorCode } from './error-codes.ts';
export {
  NotConnectedError,
  type OpenAnswer,
  type ProviderAnswer,
  ProviderHttp,
  type ProviderHttpOptions,
  type ProviderRequest,
} from './http/provider-http.ts';
export type { ClearCard, Confirmation, Instrument, PaymentData } from './instrument.ts';
export type {
  ChargeAmount,
  DisputeReport,
  DisputeStatus,
  Missed,
  MissedWanted,
  News,
  NotificationItem,
  NotificationReading,
  PlainNews,
  StoredItem,
} from './notification.ts';
export type { AboutCharge, Outcome, StoredMeans } from './outcome.ts';
export { OWN_FIELDS, type OwnField, type OwnOption } from './own-option.ts';
export {
  type AccountCheck,
  type Call,
  type ChargeState,
  type EndedMandate,
  NOTHING_DONE,
  NOTHING_DONE_STATUSES,
  type NotificationHeaders,
  type PayinCall,
  type Provider,
  type ReturnParameters,
} from './provider.ts';
export type { Refund, RefundOutcome, RefundReason } from './refund.ts';
export {
  type LineKind,
  type OriginalAmount,
  type ReportedLine,
  type ReportedPart,
  type ReportedPayout,
  ReportFault,
  type SettlementSource,
} from './settlement.ts';
export { isCleanText, maskAccount } from './text.ts';
export {
  type Authorized,
  type CardSummary,
  chargeReference,
  type Details,
  isAuthorized,
  isCapturedLater,
  isLaterCharge,
  type MandateReason,
  type MandateRequest,
  namedUser,
  type OrderLine,
  paidReference,
  type ResultType,
  type ThreeDs,
  type Transaction,
  type TransactionType,
} from './transaction.ts';
export { unknownIfThrown } from './unknown-if-thrown.ts';
