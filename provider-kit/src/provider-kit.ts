// Everything that an adapter needs. A package imports from here alone.
export {
  type Amount,
  type ForeignUnits,
  foreignUnits,
  formatMinor,
  parseDecimal,
  toWire,
} from './amounts.ts';
export { currenciesOf, methodsOf, type OptionType, type PaymentFlow } from './catalogue.ts';
export { type Charge, readChargeReference, readRefundReference } from './charge-reference.ts';
export { currencyDigits, isCryptoCurrency } from './currency.ts';
export { CODE, type CodeOf, type ErrorCode } from './error-codes.ts';
export {
  NotConnectedError,
  type OpenAnswer,
  type ProviderAnswer,
  ProviderHttp,
  type ProviderHttpOptions,
  type ProviderRequest,
} from './http/provider-http.ts';
export { type OrderFault, type PricedLine, priceOrder, taxIn } from './order-lines.ts';
export type { BrowserInfo } from './seam/browser.ts';
export {
  type Capabilities,
  type Capability,
  type CardEntry,
  capabilityFor,
  type Use,
} from './seam/capability.ts';
export type { Capture, CaptureOutcome, CaptureStatus } from './seam/capture.ts';
export { type Address, type Customer, fullName, nameInParts } from './seam/customer.ts';
export {
  type AdapterParts,
  type CredentialField,
  type Credentials,
  type ProviderAccount,
  type ProviderDeclaration,
  SEAM_VERSION,
} from './seam/declaration.ts';
export {
  type DisputeResponse,
  EVIDENCE_FILE_TYPES,
  EVIDENCE_FILES,
  EVIDENCE_TEXTS,
  type Evidence,
  type EvidenceFile,
  type EvidenceForm,
  type EvidenceGround,
  type EvidenceText,
  GENERAL_GROUND,
  type ResponseKind,
  type ResponseOutcome,
} from './seam/dispute.ts';
export type { ClearCard, Confirmation, Instrument, PaymentData } from './seam/instrument.ts';
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
} from './seam/notification.ts';
export type { AboutCharge, Outcome, StoredMeans } from './seam/outcome.ts';
export { OWN_FIELDS, type OwnField, type OwnOption } from './seam/own-option.ts';
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
} from './seam/provider.ts';
export type { Refund, RefundOutcome, RefundReason } from './seam/refund.ts';
export {
  type LineKind,
  type OriginalAmount,
  type ReportedLine,
  type ReportedPart,
  type ReportedPayout,
  ReportFault,
  type SettlementSource,
} from './seam/settlement.ts';
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
} from './seam/transaction.ts';
export type { Wallet } from './seam/wallet.ts';
export { isCleanText, maskAccount } from './text.ts';
export { unknownIfThrown } from './unknown-if-thrown.ts';
