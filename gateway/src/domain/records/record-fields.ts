// The fields that the record of a transaction and its webhooks share, in the contract's order (contract 5): one entry
// for each. From these tables come the record, the bodies of webhooks, their schemas in the OpenAPI documents, what an
// operator sees, and what erasure leaves. Pure.
import { CODE, errorReason, retryAdvice } from '../errors/error-codes.ts';
import { choice, flag, type JsonSchema, number, object, orNull, text, time, uuid } from '../json-schema.ts';
import { toWire } from '../money/money.ts';
import { findOption } from '../options/payment-option.ts';
import {
  capturedMinor,
  MANDATE_STATUSES,
  RESULT_TYPES,
  STATUSES,
  type Transaction,
} from '../transactions/transaction.ts';

/** The parts of a transaction that a record needs. */
export type ShownTransaction = Omit<
  Transaction,
  | 'origin'
  | 'version'
  | 'referenceCountry'
  | 'cardKey'
  | 'panSealed'
  | 'paymentDataSealed'
  | 'moneyReserved'
  | 'result'
  | 'provider'
  | 'inquiries'
  | 'attempts'
  | 'attemptedAt'
  | 'paidAttempt'
  | 'dueAt'
>;

interface RecordField {
  /** null: there is none. A field is never left out. */
  value: (transaction: ShownTransaction) => unknown;
  schema: JsonSchema;
  /**
   * It says nothing about a person and has no words of a customer or a bank. Without this, operators do not see it
   * unless they help people (operator-record.ts), and erasure removes it from webhooks (domain/erasure/erased.ts).
   */
  impersonal?: true;
}

export const ERROR_CODE = text('The error code, four digits. The guide lists all error codes.'); // Contract 9

/** In the record, the customer follows after these fields. */
export const PAYMENT_FIELDS = {
  transactionId: { value: ({ id }) => id, schema: uuid('Identifies the transaction.'), impersonal: true },
  sessionId: { value: (t) => t.sessionId, schema: uuid('Id of its session.'), impersonal: true },
  type: { value: (t) => t.type, schema: choice(['PAYIN', 'PAYOUT'], 'Pay-in or payout.'), impersonal: true },
  status: {
    value: (t) => t.status,
    schema: choice(STATUSES, 'COMPLETED, DECLINED and ERROR are final; only COMPLETED is success.'), // Spec 3
    impersonal: true,
  },
  resultType: {
    value: (t) => t.resultType,
    schema: orNull(choice(RESULT_TYPES, 'Result type of the latest business result.')),
    impersonal: true,
  },
  statusCode: {
    value: (t) => t.statusCode,
    schema: { type: ['integer', 'null'], description: 'Result type of the latest business result.' },
    impersonal: true,
  },
  merchantReference: {
    value: (t) => t.merchantReference,
    schema: text('Your reference.'),
    impersonal: true,
  },
  paymentReference: {
    value: ({ details }) => details.paymentReference,
    schema: text('Payment or invoice reference.'),
    impersonal: true,
  },
  userId: { value: (t) => t.userId, schema: text('Your id of the customer.') },
  brandId: { value: (t) => t.brandId, schema: uuid('The brand it belongs to.'), impersonal: true },
  country: { value: (t) => t.country, schema: orNull(text('Two-letter country code.')), impersonal: true },
  currency: { value: (t) => t.currency, schema: text('Currency code.'), impersonal: true },
  amount: {
    value: ({ amountMinor, currency }) => toWire(amountMinor, currency),
    schema: number('In units of the currency.'),
    impersonal: true,
  },
  captureMode: {
    value: ({ type, details }) => (type === 'PAYIN' ? (details.captureMode ?? 'automatic') : null),
    schema: orNull(
      choice(
        ['automatic', 'manual'],
        'Charged at once, or authorised first and captured later; null for payouts.',
      ),
    ),
    impersonal: true,
  },
  amountAuthorized: {
    value: ({ authorized, currency }) => toWire(authorized?.amountMinor ?? 0n, currency),
    schema: number('What was authorised, in units of the currency; 0 before.'),
    impersonal: true,
  },
  amountCaptured: {
    value: (t) => toWire(capturedMinor(t), t.currency),
    schema: number('Sum of completed captures; without captures, the amount of a completed pay-in.'),
    impersonal: true,
  },
  captureBefore: {
    value: ({ authorized }) => authorized?.captureBefore.toISOString() ?? null,
    schema: orNull(time('Until when an authorised pay-in can be captured.')),
    impersonal: true,
  },
  initiator: {
    value: ({ type, details }) =>
      type === 'PAYIN' ? (details.mandateId === undefined ? 'CUSTOMER' : 'MERCHANT') : null,
    schema: orNull(
      choice(
        ['CUSTOMER', 'MERCHANT'],
        'MERCHANT: a later charge of a mandate, while the customer was absent; null for payouts.',
      ),
    ),
    impersonal: true,
  },
  mandate: {
    value: shownMandate,
    schema: orNull(
      object(
        {
          mandateId: uuid('Identifies the mandate.'),
          status: choice(MANDATE_STATUSES, 'Only an ACTIVE mandate can be charged.'),
        },
        'The mandate to which the customer agreed with this pay-in, from when it is ACTIVE; in a later charge the ' +
          'mandate that it used.',
      ),
    ),
    impersonal: true,
  },
  amountRefunded: {
    value: ({ amountRefundedMinor, currency }) => toWire(amountRefundedMinor, currency),
    schema: number('Sum of pending and completed refunds, in units of the currency.'),
    impersonal: true,
  },
  paymentOption: {
    value: ({ optionId }) => paymentOption(optionId),
    schema: orNull(
      object(
        {
          id: uuid('Option or suboption, as requested.'),
          name: orNull(text('Its display name; null for an unknown id.')),
          type: orNull(text('Its type, such as CARD.')),
        },
        'The payment or payout option.',
      ),
    ),
    impersonal: true,
  },
  card: {
    value: shownCard,
    schema: orNull(
      object(
        {
          brand: text('Card brand, such as VISA.'),
          first6: text('First six digits.'),
          last4: text('Last four digits.'),
          expiryMonth: text('Two digits.'),
          expiryYear: text('Four digits.'),
          token: orNull(text('Token of the saved card, after a completed payment with a userId.')),
        },
        'The parts of the card that may be shown.',
      ),
    ),
  },
  threeDS: {
    value: ({ threeDs }) => threeDs && { flow: threeDs.flow, status: threeDs.status },
    schema: orNull(
      object(
        {
          flow: choice(['CHALLENGE', 'FRICTIONLESS'], 'Whether the cardholder had to authenticate.'),
          status: text('PENDING, AUTHENTICATED, FAILED, ABANDONED or UNAVAILABLE.'),
        },
        '3-D Secure, if it was used.',
      ),
    ),
    impersonal: true,
  },
} satisfies Record<string, RecordField>;

export const OUTCOME_FIELDS = {
  recipient: {
    value: ({ recipient }) => recipient && { name: recipient.name, account: recipient.account },
    schema: orNull(
      object(
        {
          name: orNull(text('Name of the account or card holder, as sent; null if the method has none.')),
          account: orNull(
            text('IBAN, account, card, key, phone or address: `***` and its last four characters.'),
          ),
        },
        'Recipient of a payout, as soon as it is known; null for pay-ins.',
      ),
    ),
  },
  errorCode: { value: (t) => t.errorCode, schema: orNull(ERROR_CODE), impersonal: true },
  errorReason: {
    value: ({ errorCode }) => errorCode && errorReason(errorCode),
    schema: orNull(text('The text of the error code.')),
    impersonal: true,
  },
  retryAdvice: {
    value: adviceOf,
    schema: orNull(
      choice(
        ['DO_NOT_RETRY', 'RETRY_LATER', 'OTHER_METHOD', 'FIX_DATA', 'RECONCILE'],
        'What the merchant should do next.',
      ),
    ),
    impersonal: true,
  },
  providerReference: {
    value: (t) => t.providerReference,
    schema: orNull(text("The payment network's reference.")),
    impersonal: true,
  },
  extra1: { value: ({ details }) => details.extra1, schema: orNull(text('Yours.')) },
  extra2: { value: ({ details }) => details.extra2, schema: orNull(text('Yours.')) },
  extra3: { value: ({ details }) => details.extra3, schema: orNull(text('Yours.')) },
  redirectUrl: {
    value: ({ details }) => details.redirectUrl,
    schema: orNull(text('Address to which the customer returns.')),
  },
  lateSuccess: {
    value: (t) => t.lateSuccess,
    schema: flag('The money arrived after the transaction had expired or been cancelled.'),
    impersonal: true,
  },
  createdAt: { value: (t) => t.createdAt.toISOString(), schema: time('ISO 8601, UTC.'), impersonal: true },
  updatedAt: { value: (t) => t.updatedAt.toISOString(), schema: time('ISO 8601, UTC.'), impersonal: true },
  completedAt: {
    value: (t) => t.completedAt?.toISOString() ?? null,
    schema: orNull(time('When the status became final.')),
    impersonal: true,
  },
  expiresAt: {
    value: (t) => t.expiresAt?.toISOString() ?? null,
    schema: orNull(time('When the instructions or the link expire.')),
    impersonal: true,
  },
  returned: {
    value: ({ returned, amountMinor, currency }) =>
      returned && {
        amount: toWire(BigInt(returned.amountMinor ?? amountMinor), currency),
        reason: returned.reason,
        at: returned.at,
      },
    schema: orNull(
      object(
        {
          amount: number('In units of the currency.'),
          reason: orNull(text('In the words of the bank.')),
          at: time('When it came back.'),
        },
        'A payout or debit that came back after it was COMPLETED.', // Contract 13
      ),
    ),
  },
} satisfies Record<string, RecordField>;

/** All of them, in their order. */
export const RECORD_FIELDS: readonly [string, RecordField][] = [
  ...Object.entries(PAYMENT_FIELDS),
  ...Object.entries(OUTCOME_FIELDS),
];

function shownMandate({ details, mandate }: ShownTransaction) {
  const { mandateId, mandateStatus } = details;
  if (mandateId !== undefined && mandateStatus !== undefined) return { mandateId, status: mandateStatus };
  return mandate && { mandateId: mandate.id, status: mandate.status };
}

/** In a later charge nobody can be asked to confirm their identity: the customer must pay themselves (contract 16). */
function adviceOf({ errorCode, details }: Pick<Transaction, 'errorCode' | 'details'>) {
  if (errorCode === CODE.threeDsRequired && details.mandateId !== undefined) return 'OTHER_METHOD';
  return errorCode && retryAdvice(errorCode);
}

/** An option or suboption by its id. If the catalogue does not know it, only the id. */
export function paymentOption(optionId: string | null) {
  if (optionId === null) return null;
  const found = findOption(optionId);
  if (!found) return { id: optionId, name: null, type: null };
  return { id: optionId, name: found.suboption?.name ?? found.option.name, type: found.option.type };
}

function shownCard({ card, status }: ShownTransaction) {
  return (
    card && {
      brand: card.brand,
      first6: card.first6,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      token: status === 'COMPLETED' ? (card.token ?? null) : null,
    }
  );
}
