// The shapes of what the gateway and the cashier's page tell each other; no code. The page (cashier/src) imports these
// types. They must hold nothing that a shopper may not know (codes, tokens, full card numbers). Amounts are decimal
// texts, times ISO 8601.
import type { BrowserInfo } from '@tollgate/provider-kit/seam/browser';
import type { Wallet } from '@tollgate/provider-kit/seam/wallet';
import type { Language } from '../../../domain/errors/error-codes.ts';
import type { OptionType, PaymentFlow } from '../../../domain/options/payment-flow.ts';

/** The answer of every call of the page, and the data of each server-sent event (spec 4.8 to 4.10, contract 4 to 7). */
export interface CashierState {
  /** Grows with every change of the transaction; a page never returns to an older one. */
  version: number;
  kind: 'payin' | 'payout';
  language: Language;
  /** For formatting amounts and dates, 'es-MX': the language, and the region if known. */
  locale: string;
  /** The test environment: no money moves, and the page shows the simulator's controls. */
  inTest: boolean;
  /**
   * The payment is at a real provider (in test: at its test environment), or can only go to one. The simulator decides
   * nothing about it.
   */
  isAtProvider: boolean;
  brand: ShownBrand;
  amount: ShownAmount;
  /** The amount is held now and charged later, when the merchant captures it (contract 16). */
  isCapturedLater: boolean;
  /** The shopper agrees to later charges with this payment; null: the merchant did not ask. */
  mandate: ShownMandate | null;
  /** The merchant's reference of the order; null: the gateway made it up, so it means nothing to a shopper. */
  reference: string | null;
  /** The order in the merchant's words; null: nothing to show. */
  order: ShownOrder | null;
  /** The address of the shop, with transactionId and merchantReference appended; null: the merchant named none. */
  returnUrl: string | null;
  /** The gateway's clock when this was made. Countdowns use it, not the shopper's clock. */
  now: string;
  /** When the shown content expires: the link, a QR code, a voucher; null: no limit. */
  expiresAt: string | null;
  screen: Screen;
}

export interface ShownBrand {
  name: string;
  /** An address of the gateway itself, or null: the page draws the first letter instead. */
  logoUrl: string | null;
  /** Radius of fields and buttons in CSS pixels, 0 to 24. */
  cornerRadius: number;
  /**
   * '#rrggbb', already adjusted: text in `onAccent` on `accent`, and `accent` on the page, both have 4.5 : 1 or more.
   */
  light: { accent: string; onAccent: string };
  dark: { accent: string; onAccent: string };
}

export interface ShownAmount {
  /** '1234.50', exact. */
  value: string;
  /** ISO 4217, or BTC, USDT. */
  currency: string;
  /** Decimals of the currency. */
  digits: number;
}

/** What the button of the page agrees to beside the payment (contract 16). An amount of zero only saves. */
export interface ShownMandate {
  reason: 'RECURRING' | 'INSTALLMENTS' | 'UNSCHEDULED';
  /** In the merchant's words. */
  description: string | null;
  /** The most for each later charge; null: no limit. */
  maxAmount: ShownAmount | null;
  expiresAt: string | null;
}

export interface ShownOrder {
  /** "3 items", in the page's language. */
  title: string;
  lines: ShownLine[];
  /** "and 12 more", if not all are listed. */
  more: string | null;
  /** The tax in the amount; null: the merchant named no tax, or the prices are not shown. */
  tax: ShownAmount | null;
}

interface ShownLine {
  name: string;
  description: string | null;
  quantity: string | null;
  /** With its tax; null: not every line has a price, or they do not add up to the amount. */
  price: { each: ShownAmount; total: ShownAmount } | null;
}

export type Screen =
  | ChooseScreen
  /** The gateway sent an attempt and has no answer yet. */
  | { name: 'submitting' }
  | GoScreen
  | FormScreen
  | QrScreen
  | VoucherScreen
  | FawryScreen
  | TransferScreen
  | WaitScreen
  | EndScreen;

/** The shopper chooses and fills in: a method, the recipient of a payout, or missing fields. */
export interface ChooseScreen {
  name: 'choose';
  /** The page returns it with the submission, so that only one of two tabs or two clicks counts. */
  attempt: number;
  /** In the order they are shown. */
  options: ShownOption[];
  /** Chosen or fixed in advance: the merchant's choice of a hybrid link, or the method of the last attempt. */
  selected: { optionId: string; suboptionId: string | null } | null;
  /** Only `selected` may be used: a v3 redirect asks for missing fields, and for nothing else. */
  locked: boolean;
  /** The country as far as known, upper case; `fixed`: it came with the request and cannot be changed. */
  country: { code: string | null; fixed: boolean };
  /** The last attempt was declined: the reason in the shopper's language, and the next step. */
  notice: string | null;
  /** The notice is not about a decline by the provider: the shopper gave up on the provider's page. */
  isNoticeCalm: boolean;
  /** The field of the declined card that was wrong. The page keeps the other fields, only in memory. */
  retype: 'cardCvv' | null;
  /** Remaining attempts, including this attempt. null: unlimited (a payout). */
  attemptsLeft: number | null;
}

export interface ShownOption {
  id: string;
  /**
   * The brand name of the method ("PIX", "M-Pesa"), or a plain English name if it has none: the page shows its own text
   * for `method`.
   */
  name: string;
  type: OptionType;
  /** The catalogue's method: card, open-banking, sepa-transfer, upi-qr, pix … */
  method: string;
  /** What the shopper does. The page's texts and its button follow from it; a method may have texts of its own. */
  flow: PaymentFlow;
  logoUrl: string;
  /** Countries where it can be used; null: everywhere. */
  countries: string[] | null;
  suboptions: ShownSuboption[];
  /**
   * The fields that the shopper must still fill in. The page does not ask again for fields that the merchant sent. A
   * pay-in's card has none if the shopper enters it on the provider's page.
   */
  fields: ShownField[];
  /** Cards of this shopper that can be used again. Only a card option has them; else empty. */
  savedCards: ShownCard[];
  /** Wallets on the provider's page, where the shopper enters the card; none if the card is entered here. */
  wallets: Wallet[];
  /** The page has a button for Apple Pay if the browser knows it. */
  hasApplePay: boolean;
  /** A saved card is charged without its CVV: the page does not ask for it. */
  isSavedWithoutCvv: boolean;
  /** The shopper may save the card that they enter. It is their choice, and nothing is chosen for them. */
  canSaveCard: boolean;
  /** A real provider takes it (in test: its test environment): no test card or test amount decides how it ends. */
  isAtProvider: boolean;
  /** A debit without a page for its mandate: the shopper agrees to it with the button of this page. */
  isMandateHere: boolean;
}

export interface ShownSuboption {
  id: string;
  name: string;
  method: string;
  flow: PaymentFlow;
  logoUrl: string;
  countries: string[] | null;
}

export interface ShownField {
  /** 'iban', 'vpa', 'phoneNumber', 'cardNumber' …; names like 'customer.document.number' are fields of the customer. */
  name: string;
  required: boolean;
  /** Allowed values; empty: any text. */
  values: string[];
}

export interface ShownCard {
  /** Sent as paymentData.token. */
  token: string;
  /** visa, mastercard, american-express … (card-validator's names). */
  brand: string;
  last4: string;
  /** '01' … '12' and four digits. */
  expiryMonth: string;
  expiryYear: string;
}

/** The shopper must act elsewhere: at their bank (3-D Secure too) or wallet. Opened as top-level navigation. */
export interface GoScreen {
  name: 'go';
  /** 'card-entry': the shopper enters the card on the provider's page. */
  to: 'card-check' | 'card-entry' | 'bank' | 'wallet';
  url: string;
  /** The name of the bank, of the wallet, or of the provider where the card is entered, if known. */
  bankName: string | null;
  /** The shopper may leave this attempt and choose another method. */
  mayLeave: boolean;
}

/** A form of the provider that the browser posts (contract 6, formData). */
export interface FormScreen {
  name: 'form';
  /** Which page it opens: that of a debit's mandate, or as for GoScreen. */
  to: 'mandate' | 'card-check' | 'bank' | 'wallet';
  url: string;
  method: 'GET' | 'POST';
  fields: { name: string; label: string; hidden: boolean; value: string; required: boolean }[];
  mayLeave: boolean;
}

export interface QrScreen {
  name: 'qr';
  method: string;
  /** data:image/png;base64,… */
  image: string;
  /** The same as text, to copy (PIX "copia e cola") or to open. */
  code: string;
  /** upi:, bitcoin: … if an app of this phone can open it; else null. */
  appLink: string | null;
  mayLeave: boolean;
}

/** Boleto, OXXO: pay with a number or its bar code. */
export interface VoucherScreen {
  name: 'voucher';
  method: string;
  number: string;
  /** data:image/svg+xml;base64,… of the bar code; null if the number has none. */
  barcode: string | null;
  mayLeave: boolean;
}

export interface FawryScreen {
  name: 'fawry';
  /** The brand name of the method: "Fawry". */
  methodName: string;
  referenceNumber: string;
  mayLeave: boolean;
}

/** Details to pay to: bank transfer, cash agents, P2P, UPI transfer, mobile money. */
export interface TransferScreen {
  name: 'transfer';
  method: string;
  /** The brand name of the method: "M-Pesa". */
  methodName: string;
  flow: PaymentFlow;
  bankName: string | null;
  /**
   * In the order shown, each with a copy button: beneficiary, iban, accountNumber, bic, bankCode, branchCode,
   * reference, sendTo.
   */
  details: { name: string; value: string }[];
  locations: { name: string; address: string; city: string; mapUrl: string | null }[];
  /** The QR code from which banking apps fill in the transfer, as the address of a picture; null: there is none. */
  qrCode: string | null;
  /** What the shopper sends afterwards; null: nothing, because the gateway recognises the payment without it. */
  confirm: Confirm | null;
  mayLeave: boolean;
}

export interface Confirm {
  /**
   * 'utr': the 12 digits, or a receipt · 'document': a receipt (PNG, JPEG, WebP, PDF under 2 MB) · 'transaction-id': 4
   * to 40 letters and digits · 'sender-phone': the number paid from · 'reference': any reference, or a receipt.
   */
  by: 'utr' | 'document' | 'transaction-id' | 'sender-phone' | 'reference';
}

/** The shopper can only wait, and may close the page. */
export interface WaitScreen {
  name: 'wait';
  /**
   * 'network': accepted, the outcome follows · 'debit': the same, and it takes working days · 'unknown': the outcome is
   * not known yet, do not pay again · 'confirmed': the receipt was sent and is being checked · 'approval': a payout
   * waits for the merchant's approval.
   */
  for: 'network' | 'debit' | 'unknown' | 'confirmed' | 'approval';
}

/**
 * The end. `text`: the reason in the shopper's language with the next step in it; null if the page has a text of its
 * own, and for a payout if the reason is written for payers.
 */
export interface EndScreen {
  name: 'end';
  /**
   * 'held': authorised, the merchant charges it later · 'released': what was held has ended without a charge · 'saved':
   * a payment of zero that the merchant may charge later.
   */
  outcome: 'completed' | 'held' | 'released' | 'saved' | 'declined' | 'failed' | 'expired' | 'cancelled';
  text: string | null;
  /** What is held. Only 'held' has it. */
  hold: { amount: ShownAmount; until: string } | null;
  /** What was charged, if that is only a part of the amount; null: all of it, or nothing. */
  charged: ShownAmount | null;
  /** What completed refunds gave back; null: nothing. */
  refunded: ShownAmount | null;
  /** What refunds on their way give back; null: nothing. */
  refunding: ShownAmount | null;
  /** For the receipt: "Visa •••• 4242", "PIX". */
  paidWith: string | null;
  /** When the payment completed; of a held one, when it was authorised. */
  completedAt: string | null;
  /** Where the receipt can go by mail ("a•••@example.org"), and whether it goes there already; null: no mail. */
  mail: { to: string; isSent: boolean } | null;
}

/**
 * POST /cashier/{token}/submit. Answers 200 CashierState · 400 faults · 409 CashierState: another request was faster.
 */
export interface Submission {
  /** From the ChooseScreen. */
  attempt: number;
  /** An option, or a suboption. */
  optionId: string;
  /** ISO 3166-1 alpha-2, if the shopper chose one. */
  country?: string;
  /**
   * The fields of the method by name, without those of the customer. A card: cardNumber, expiryMonth, expiryYear,
   * cardCvv, cardHolder; a saved card: token, cardCvv.
   */
  paymentData: Record<string, string>;
  /** In place of a card, paymentData empty: Base64 of the payment data that Apple gave the page. */
  applePayToken?: string;
  /** The shopper agreed to save the card. Absent: they did not. */
  saveCard?: true;
  /** Facts about this browser, for 3-D Secure. The header of the request adds `acceptHeader`. */
  browser?: Omit<BrowserInfo, 'acceptHeader'>;
  /** The fields with names that begin with `customer.`, nested: {document: {type, number}}. */
  customer?: { document?: { type?: string; number?: string } };
}

/** POST /cashier/{token}/remove-card: removes a saved card for good. */
export interface CardRemoval {
  /** The card's token. */
  card: string;
}

/** POST /cashier/{token}/apple-pay: answers the session for Apple's payment sheet, or 409 CashierState. */
export interface ApplePayOpening {
  optionId: string;
}

/** POST /cashier/{token}/simulate, only in test, and only for payments that no real provider has. */
export interface Simulation {
  /** The captures of an authorised payment (contract 16): the rest, half of the rest, or a capture that fails. */
  outcome: 'COMPLETED' | 'DECLINED' | 'ERROR' | 'EXPIRED' | 'CAPTURED' | 'CAPTURED_PART' | 'CAPTURE_FAILED';
}

/** Body of a 400, as everywhere in the API: each message begins with the name of the field and a colon. */
export interface CashierFaults {
  statusCode: number;
  /** 3004: the UTR or transaction id has confirmed another payment. */
  errorCode?: string;
  message: string | string[];
  requestId: string;
}

/** Inside <script type="application/json" id="start"> of the document. */
export interface Start {
  state: CashierState;
  /** The page's texts in `state.language`, by key. */
  messages: Record<string, string>;
  /**
   * `messages` are only those of the first screen, and the page requests the others after its first paint: the parts
   * shell, then choose (and later, for a payment that is held or asks for a mandate) or (any other screen) screens, and
   * test only in test.
   */
  partial?: boolean;
  /** For the choice of the language: code and own name. */
  languages: { code: Language; name: string }[];
  /** Whether it is the preview of the portal, which asks the gateway for nothing. */
  preview?: true;
}
