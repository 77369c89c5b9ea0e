// Gathers the operator's view of one payment: the record, its webhooks with their tries, the requests to providers and
// their notifications, and the ids under which it appears in the logs. Without the scope `support` it must hold nothing
// about a person.
import type { Context } from '../../../actions/context.ts';
import { nameOfMonth } from '../../../domain/archive/month.ts';
import { withWords } from '../../../domain/audit/audit.ts';
import type { Capture } from '../../../domain/captures/capture.ts';
import { operatorRecord, untilColon } from '../../../domain/records/operator-record.ts';
import { toRecord } from '../../../domain/records/record.ts';
import type { Refund } from '../../../domain/refunds/refund.ts';
import {
  chargeReference,
  paidReference,
  type Transaction,
} from '../../../domain/transactions/transaction.ts';
import { archivedMonthOf } from '../../../storage/archive/closed-months.ts';
import { listAudit } from '../../../storage/audit/audit-log.ts';
import { notificationsOf } from '../../../storage/notifications/notification-store.ts';
import { listRequests } from '../../../storage/requests/request-log.ts';
import { readSentCharges, type SentCharge } from '../../../storage/transactions/sent-charges.ts';
import { type TriedWebhook, triesOf } from '../../../storage/transactions/transaction-story.ts';
import { toWireNotification } from '../../schemas/notification-schemas.ts';

const MOST = 50;
const MOST_ACTS = 200;
/** Another process may have written the payment's time, and its clock may differ by some seconds. */
const BEFORE_MS = 60_000;

/** null: there is no payment with this id, or its merchant's data has been deleted meanwhile. */
export async function operatorPayment(
  context: Context,
  transaction: Transaction,
  { seesPeople }: { seesPeople: boolean },
) {
  const { sql, transactions } = context;
  const { merchantId, brandId, id, createdAt } = transaction;
  const from = new Date(createdAt.getTime() - BEFORE_MS);
  const log = { merchantId, brandId, filter: { transactionId: id, from }, before: null, limit: MOST };
  const [recorded, webhooks, charges, notifications, requests, audit, away] = await Promise.all([
    transactions.record(merchantId, id),
    triesOf(sql, { merchantId, id }),
    readSentCharges(sql, merchantId, id),
    notificationsOf(sql, { merchantId, id }, MOST),
    listRequests(sql, log),
    listAudit(sql, { merchantId, target: id, after: null, limit: MOST_ACTS }),
    archivedMonthOf(sql, id),
  ]);
  if (recorded === null) return null;
  const { transaction: current, timeline, ...afterEnd } = recorded;
  const record = toRecord(current, timeline, afterEnd);
  return {
    ...operatorRecord(record, { seesPeople }),
    merchantId,
    requestId: transaction.details.requestId ?? null,
    webhooks: webhooks.map((one) => toWebhook(one, seesPeople)),
    webhooksArchived: away && nameOfMonth(away),
    providerCalls: [
      ...lastOfEach(charges, id).map((charge) => toCharge(charge, transaction)),
      ...(afterEnd.captures ?? []).flatMap((capture) => toSentCall('capture', capture, transaction)),
      ...(afterEnd.refunds ?? []).flatMap((refund) => toSentCall('refund', refund, transaction)),
    ],
    providerNotifications: notifications.map((one) =>
      toWireNotification(seesPeople ? one : { ...one, reason: untilColon(one.reason) }),
    ),
    requests: requests.rows
      .reverse()
      .map(({ requestId, at, method, path, status, durationMs, errorCode }) => ({
        requestId,
        at: at.toISOString(),
        method,
        path,
        status,
        durationMs,
        errorCode,
      })),
    audit: (audit ?? []).map(withWords).map(({ id: auditId, at, action, actor, requestId }) => ({
      auditId,
      at,
      action,
      requestId,
      actor: seesPeople || actor.kind !== 'user' ? actor : { ...actor, name: null },
    })),
  };
}

function toWebhook(webhook: TriedWebhook, seesPeople: boolean) {
  const { eventId, eventType, sequence, state, createdAt, deliveredAt, nextTryAt, history } = webhook;
  return {
    eventId,
    eventType,
    sequence,
    state,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    tries: history.map(({ tryNumber, at, durationMs, url, statusCode, error, excerpt }) => ({
      tryNumber,
      at: at.toISOString(),
      durationMs,
      // The path may name the customer.
      url: seesPeople || url === null ? url : (URL.parse(url)?.origin ?? null),
      statusCode,
      error,
      answer: seesPeople ? excerpt : null,
    })),
  };
}

/** The last row of each charge, by its reference: an opening and its first step belong to one charge. */
function lastOfEach(charges: readonly SentCharge[], id: string): SentCharge[] {
  return [...new Map(charges.map((charge) => [chargeReference({ ...charge, id }), charge])).values()];
}

function toCharge(charge: SentCharge, transaction: Transaction) {
  const { provider, providerAccount: accountId } = charge;
  const reference = chargeReference({ ...charge, id: transaction.id });
  const isPresent = reference === paidReference(transaction);
  return {
    kind: 'charge',
    provider,
    accountId,
    reference,
    providerReference: isPresent ? transaction.providerReference : null,
    status: isPresent ? transaction.status : 'left',
    inquiries: isPresent ? transaction.inquiries : 0,
    nextQuestionAt: isPresent ? (transaction.dueAt?.toISOString() ?? null) : null,
  };
}

/** Leaves out what somebody made at the provider: the gateway never sent it. */
function toSentCall(kind: 'refund' | 'capture', sent: Refund | Capture, { providerAccount }: Transaction) {
  const { id, provider, providerReference, status, inquiries, dueAt, origin } = sent;
  if (provider === null || origin === 'provider') return [];
  return [
    {
      kind,
      provider,
      accountId: providerAccount,
      reference: id,
      providerReference,
      status,
      inquiries,
      nextQuestionAt: dueAt?.toISOString() ?? null,
    },
  ];
}
