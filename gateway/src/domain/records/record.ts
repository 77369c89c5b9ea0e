// The transaction record that merchants read (contract 5): GET /payments and, less some fields, every webhook. A field
// without a value is null and must never be left out. Pure.
import { type Dispute, toDisputeRecord } from '../after-end/dispute.ts';
import { errorReason, retryAdvice } from '../errors/error-codes.ts';
import { toWire } from '../money/money.ts';
import { findOption } from '../options/payment-option.ts';
import type { Address, Customer } from '../payment-data/customer.ts';
import { type Refund, toRefundRecord } from '../refunds/refund.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TimelineEntry } from '../transactions/transition.ts';

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

/** The part of the record that webhooks have too, in the contract's order. */
export function toRecordCore(transaction: Transaction) {
  return { ...toPayment(transaction), ...toOutcome(transaction) };
}

function toPayment(transaction: ShownTransaction) {
  const { details, card, threeDs } = transaction;
  return {
    transactionId: transaction.id,
    sessionId: transaction.sessionId,
    type: transaction.type,
    status: transaction.status,
    resultType: transaction.resultType,
    statusCode: transaction.statusCode,
    merchantReference: transaction.merchantReference,
    paymentReference: details.paymentReference,
    userId: transaction.userId,
    brandId: transaction.brandId,
    country: transaction.country,
    currency: transaction.currency,
    amount: toWire(transaction.amountMinor, transaction.currency),
    amountRefunded: toWire(transaction.amountRefundedMinor, transaction.currency),
    paymentOption: paymentOption(transaction.optionId),
    card: card && {
      brand: card.brand,
      first6: card.first6,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      token: transaction.status === 'COMPLETED' ? (card.token ?? null) : null,
    },
    threeDS: threeDs && { flow: threeDs.flow, status: threeDs.status },
  };
}

function toOutcome(transaction: ShownTransaction) {
  const { details, recipient } = transaction;
  return {
    recipient: recipient && { name: recipient.name, account: recipient.account },
    errorCode: transaction.errorCode,
    errorReason: transaction.errorCode && errorReason(transaction.errorCode),
    retryAdvice: transaction.errorCode && retryAdvice(transaction.errorCode),
    providerReference: transaction.providerReference,
    extra1: details.extra1,
    extra2: details.extra2,
    extra3: details.extra3,
    redirectUrl: details.redirectUrl,
    lateSuccess: transaction.lateSuccess,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    completedAt: transaction.completedAt?.toISOString() ?? null,
    expiresAt: transaction.expiresAt?.toISOString() ?? null,
    returned: toReturned(transaction),
  };
}

/** Money always comes back whole. */
function toReturned({ returned, amountMinor, currency }: ShownTransaction) {
  if (!returned) return null;
  return { amount: toWire(amountMinor, currency), reason: returned.reason, at: returned.at };
}

interface Beside {
  /** Both oldest first. */
  refunds?: Refund[];
  disputes?: Dispute[];
  /** The address of its page, while it can be used. */
  cashierUrl?: string | null;
}

/** The whole record of GET /payments/{transactionId}; the timeline oldest first. */
export function toRecord(
  transaction: ShownTransaction,
  timeline: TimelineEntry[],
  { refunds = [], disputes = [], cashierUrl = null }: Beside = {},
) {
  return {
    ...toPayment(transaction),
    customer: maskedCustomer(transaction.details.customer),
    ...toOutcome(transaction),
    cashierUrl,
    refunds: refunds.map(toRefundRecord),
    disputes: disputes.map(toDisputeRecord),
    timeline: [
      {
        at: transaction.createdAt.toISOString(),
        from: null,
        to: 'INIT',
        actor: 'merchant',
        reason: null as string | null,
      },
      ...timeline.map(({ at, from, to, actor, reason }) => ({
        at: at.toISOString(),
        from,
        to,
        actor,
        reason,
      })),
    ],
  };
}

/** An option or suboption by its id. If the catalogue does not know it, only the id. */
function paymentOption(optionId: string | null) {
  if (optionId === null) return null;
  const found = findOption(optionId);
  if (!found) return { id: optionId, name: null, type: null };
  return { id: optionId, name: found.suboption?.name ?? found.option.name, type: found.option.type };
}

export function maskedCustomer(customer: Customer | null) {
  if (!customer) return null;
  return {
    firstName: customer.firstName ?? null,
    lastName: customer.lastName ?? null,
    name: customer.name ?? null,
    email: customer.email ? maskEmail(customer.email) : null,
    phone: customer.phone ? maskPhone(customer.phone) : null,
    ip: customer.ip ?? null,
    userDevice: customer.userDevice ?? null,
    userAgent: customer.userAgent ?? null,
    address: customer.address ? wholeAddress(customer.address) : null,
    document: customer.document
      ? { number: maskTail(customer.document.number ?? ''), type: customer.document.type ?? null }
      : null,
  };
}

function wholeAddress(address: Address) {
  const { street, streetNumber, zipCode, city, state, country } = address;
  return {
    street: street ?? null,
    streetNumber: streetNumber ?? null,
    zipCode: zipCode ?? null,
    city: city ?? null,
    state: state ?? null,
    country: country ?? null,
  };
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
}

function maskPhone(phone: string): string {
  return phone.length <= 5 ? '***' : `${phone.slice(0, 3)}***${phone.slice(-2)}`;
}

function maskTail(text: string): string | null {
  if (text === '') return null;
  return text.length <= 4 ? '***' : `***${text.slice(-2)}`;
}
