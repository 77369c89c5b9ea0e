// Gathers the page of one transaction in one answer: the row, its timeline, and everything that belongs to it. Routes
// that act answer with it too, so that a page always shows the state after its action.
import type { Context } from '../../../actions/context.ts';
import type { Dispute } from '../../../domain/after-end/dispute.ts';
import { nameOfMonth } from '../../../domain/archive/month.ts';
import { type AuditRow, withWords } from '../../../domain/audit/audit.ts';
import type { Capture } from '../../../domain/captures/capture.ts';
import { asksForConfirmation } from '../../../domain/confirmations/confirmation.ts';
import { type ErrorCode, errorReason, retryAdvice } from '../../../domain/errors/error-codes.ts';
import { mandateIdOf } from '../../../domain/mandates/mandate.ts';
import { toWire } from '../../../domain/money/money.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import { toRecord, toRecordCore } from '../../../domain/records/record.ts';
import { actionsOf, isUndecidedRefund } from '../../../domain/records/transaction-actions.ts';
import { sentenceOf } from '../../../domain/records/transaction-sentence.ts';
import { type Refund, refundableMinor, unrefundedMinor } from '../../../domain/refunds/refund.ts';
import { namedUser, paidReference, type Transaction } from '../../../domain/transactions/transaction.ts';
import { archivedMonthOf } from '../../../storage/archive/closed-months.ts';
import { listAudit } from '../../../storage/audit/audit-log.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import { findMandate } from '../../../storage/mandates/mandate-store.ts';
import { notificationsOf } from '../../../storage/notifications/notification-store.ts';
import { type Note, notesOf, tagsOf } from '../../../storage/transactions/note-store.ts';
import { readSentCharges } from '../../../storage/transactions/sent-charges.ts';
import {
  type AttemptOfTransaction,
  attemptsOf,
  disputesOf,
  type TransferOfTransaction,
  transfersOf,
  type WebhookOfTransaction,
  webhooksOf,
} from '../../../storage/transactions/transaction-story.ts';
import type { PortalCaller } from '../../auth/portal-session.ts';
import { toPortalMandate } from '../mandates/portal-mandate.ts';
import { providerName, shownAccount } from '../providers/provider-name.ts';
import { shownNotifications } from '../providers/shown-notification.ts';
import { nameOf, toItem } from '../transactions/transaction-item.ts';
import { authorizationOf, toPageCapture } from './capture-steps.ts';
import { othersOf } from './others-of.ts';
import { pageDisputes } from './page-dispute.ts';
import type { TransactionPage } from './page-schemas.ts';
import { riskOf } from './risk-of.ts';
import { settlementsOf } from './settlements-of.ts';
import { refundActors, timelineOf } from './timeline-of.ts';

/** How many audit rows of one transaction the page shows. */
const MOST_AUDIT_ROWS = 200;
const MOST_NOTIFICATIONS = 50;

export async function transactionPage(
  context: Context,
  { brand, session: { user } }: Pick<PortalCaller, 'brand' | 'session'>,
  transaction: Transaction,
): Promise<TransactionPage> {
  const { sql, refunds: refundStore, captures: captureStore, transactions } = context;
  const { merchantId, id, currency } = transaction;
  const [
    timeline,
    storedCaptures,
    storedRefunds,
    disputes,
    attempts,
    webhooks,
    transfers,
    audit,
    notes,
    tags,
    balances,
    risk,
    others,
    exchange,
    notifications,
    away,
    mandate,
  ] = await Promise.all([
    transactions.timeline(merchantId, id),
    transaction.authorized ? captureStore.ofTransaction(merchantId, id) : [],
    refundStore.ofTransaction(merchantId, id),
    disputesOf(sql, transaction),
    attemptsOf(sql, transaction),
    webhooksOf(sql, transaction),
    transfersOf(sql, transaction),
    listAudit(sql, { merchantId, target: id, after: null, limit: MOST_AUDIT_ROWS }),
    notesOf(sql, merchantId, id),
    tagsOf(sql, merchantId, id),
    balancesOf(sql, merchantId, brand.brandId),
    riskOf(context, brand, transaction),
    othersOf(context, brand, transaction),
    exchangeOf(context, transaction),
    notificationsOf(sql, transaction, MOST_NOTIFICATIONS),
    archivedMonthOf(sql, id),
    mandateOf(context, transaction),
  ]);
  const now = context.now();
  const captures = storedCaptures.map((one) => named(context, one));
  const refunds = storedRefunds.map((one) => named(context, one));
  const told = (audit ?? []).map(withWords);
  const story = { transaction, timeline, attempts, captures, refunds, disputes, audit: told };
  const provider = capabilitiesOf(context, transaction);
  const ground = { transaction, captures, refunds, disputes, provider, now };
  return {
    transaction: toItem(transaction, { disputes, refunds }),
    sentence: sentenceOf(transaction, { by: timeline.at(-1)?.actor ?? null, disputes, refunds, now }),
    actions: actionsOf(ground, user.role),
    facts: factsOf(transaction),
    person: personOf(transaction),
    authorization: authorizationOf(transaction),
    captures: captures.map((one) => toPageCapture(one, told)),
    mandate,
    ...amountsOf(transaction, disputes, balances),
    timeline: timelineOf(story),
    attempts: attempts.map(toAttempt),
    exchange,
    refunds: refunds.map((refund) => toRefund(refund, told)),
    notifications: await shownNotifications(context, brand, notifications),
    disputes: pageDisputes(context, { transaction, audit: told, role: user.role }, disputes),
    webhooks: webhooks.map(toWebhook),
    webhooksArchived: away && nameOfMonth(away),
    transfers: transfers.map((one) => toTransfer(one, currency)),
    settlements: await settlementsOf(context, transaction, user.role),
    risk,
    notes: notes.map((note) => toNote(note, user.id)),
    tags,
    ...others,
  };
}

/** With the provider's name in words. */
const named = <Row extends Capture | Refund>(context: Context, row: Row): Row => ({
  ...row,
  provider: row.provider && providerName(context, row.provider),
});

function capabilitiesOf({ provider }: Context, transaction: Transaction) {
  const known =
    transaction.provider === null ? undefined : provider(transaction.provider, transaction.providerAccount);
  return {
    refund: known?.capabilities.refund === true,
    cancel: known?.capabilities.cancel === true,
    capture: known?.capture !== undefined,
  };
}

/** The mandate that it made or used. */
async function mandateOf(context: Context, transaction: Transaction): Promise<TransactionPage['mandate']> {
  const { id, details } = transaction;
  const mandateId = details.mandateId ?? (details.mandate && mandateIdOf(id));
  const found = mandateId && (await findMandate(context.sql, transaction, mandateId));
  return found ? toPortalMandate(context, found) : null;
}

function amountsOf(
  transaction: Transaction,
  disputes: readonly Dispute[],
  balances: Awaited<ReturnType<typeof balancesOf>>,
) {
  const { currency } = transaction;
  const balance = balances.find((one) => one.currency === currency);
  return {
    refundable: toWire(refundableMinor(transaction, disputes), currency),
    unrefunded: toWire(unrefundedMinor(transaction), currency),
    available: toWire(balance?.availableMinor ?? 0n, currency),
  };
}

function factsOf(transaction: Transaction): TransactionPage['facts'] {
  const { details, errorCode, card, recipient, sessionId, origin } = transaction;
  return {
    sessionId,
    origin,
    initiator: toRecordCore(transaction).initiator,
    extra1: details.extra1,
    extra2: details.extra2,
    extra3: details.extra3,
    retryAdvice: errorCode && retryAdvice(errorCode),
    cardExpiry: card && `${card.expiryMonth}/${card.expiryYear}`,
    recipient: recipient?.account ?? null,
    confirmBy: confirmBy(transaction),
  };
}

function confirmBy(transaction: Transaction): string | null {
  if (!asksForConfirmation(transaction)) return null;
  const found = transaction.optionId === null ? undefined : findOption(transaction.optionId);
  const method = found && (found.suboption ?? found.option).method;
  if (method === 'upi-transfer') return 'UTR';
  if (method === 'm-pesa') return 'TRANSACTION_ID';
  return method === 'p2p' ? 'DOCUMENT' : 'ANY';
}

function personOf(transaction: Transaction): TransactionPage['person'] {
  const { customer } = toRecord(transaction, []);
  return {
    userId: namedUser(transaction),
    name: nameOf(transaction),
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    ip: transaction.details.browserIp ?? customer?.ip ?? null,
    country: transaction.country,
  };
}

async function exchangeOf(context: Context, transaction: Transaction): Promise<TransactionPage['exchange']> {
  const { provider, providerReference, resultType, statusCode, result, threeDs, attempts } = transaction;
  const [account, charges] = await Promise.all([
    shownAccount(context, transaction, transaction.providerAccount),
    readSentCharges(context.sql, transaction.merchantId, transaction.id),
  ]);
  const asked = new Set(charges.map((one) => `${one.provider} ${one.providerAccount}`));
  return {
    provider: provider && providerName(context, provider),
    providerId: provider === 'sandbox' ? null : provider,
    account,
    accountsAsked: asked.size,
    chargeReference: provider === null ? null : paidReference(transaction),
    providerReference,
    resultType,
    statusCode,
    answered: Object.keys(result ?? {}),
    threeDs: threeDs && `${threeDs.flow} ${threeDs.status}`,
    attempts,
    inquiries: transaction.inquiries,
    nextQuestionAt: transaction.dueAt?.toISOString() ?? null,
    expiresAt: transaction.expiresAt?.toISOString() ?? null,
  };
}

function toAttempt({ attempt, at, optionId, errorCode }: AttemptOfTransaction) {
  const found = optionId === null ? undefined : findOption(optionId);
  return {
    attempt,
    at: at.toISOString(),
    option: found ? (found.suboption?.name ?? found.option.name) : null,
    errorCode,
    errorReason: errorReason(errorCode as ErrorCode),
  };
}

function toRefund(refund: Refund, audit: readonly AuditRow[]): TransactionPage['refunds'][number] {
  const { errorCode } = refund;
  return {
    id: refund.id,
    amount: toWire(refund.amountMinor, refund.currency),
    status: refund.status,
    undecided: isUndecidedRefund(refund),
    origin: refund.origin,
    reason: refund.reason,
    refundReference: refund.refundReference,
    providerReference: refund.providerReference,
    errorCode,
    errorReason: errorCode && errorReason(errorCode),
    inquiries: refund.inquiries,
    ...refundActors(refund, audit),
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  };
}

function toTransfer(
  { amountMinor, at, ...transfer }: TransferOfTransaction,
  currency: string,
): TransactionPage['transfers'][number] {
  return { ...transfer, amount: toWire(amountMinor, currency), at: at.toISOString() };
}

function toWebhook(webhook: WebhookOfTransaction): TransactionPage['webhooks'][number] {
  return {
    ...webhook,
    nextTryAt: webhook.nextTryAt?.toISOString() ?? null,
    createdAt: webhook.createdAt.toISOString(),
    deliveredAt: webhook.deliveredAt?.toISOString() ?? null,
  };
}

export function toNote({ id, note, userName, userId, createdAt }: Note, asker: string) {
  return { id, note, by: userName, own: userId === asker, createdAt: createdAt.toISOString() };
}
