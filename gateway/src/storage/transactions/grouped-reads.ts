// Reads transactions by their id, in groups: ids that arrive during a query go into the next query, as group commit
// does with writes; an idle gateway queries at once. Only transaction-store.ts calls it. A missing id is null, not a
// fault; if a query fails, each of its callers gets the fault. It never writes.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { Capture } from '../../domain/captures/capture.ts';
import { type ErrorCode, errorReason } from '../../domain/errors/error-codes.ts';
import type { PaymentSettlement } from '../../domain/records/payment-settlement.ts';
import type { ShownTransaction } from '../../domain/records/record-fields.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import type { MandateStatus, Transaction } from '../../domain/transactions/transaction.ts';
import type { TimelineEntry } from '../../domain/transactions/transition.ts';
import { LONG_LOCK_TIMEOUT, type Pipeline, send } from '../database/database.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { fromCaptureRow } from './capture-row.ts';
import { fromDisputeRow } from './dispute-row.ts';
import { fromRefundRow } from './refund-row.ts';
import { COLUMNS, fromRow } from './transaction-row.ts';

export interface Wanted {
  merchantId: string;
  id: string;
}

/** A transaction with its timeline and refunds, all from the same moment. */
export interface Recorded {
  transaction: ShownTransaction;
  /** Status changes, and the declined attempts in between. */
  timeline: TimelineEntry[];
  /** Refunds and disputes, oldest first. */
  refunds: Refund[];
  disputes: Dispute[];
  captures: Capture[];
  /** null: the provider has not paid it out yet. */
  settlement: PaymentSettlement | null;
}

const ALL = COLUMNS.split(',').map((column) => column.trim());
/** Columns that no record shows, and a large part of a row: without them, a record costs a tenth less here. */
const NOT_SHOWN =
  `origin, version, reference_country, pan_sealed, payment_data_sealed, money_reserved, result, provider,
  inquiries, attempts, attempted_at, due_at`.split(/,\s+/);
const listed = (columns: string[]) => columns.map((column) => `t.${column}`).join(', ');
const TRANSACTION = listed(ALL);
const SHOWN = listed(ALL.filter((column) => !NOT_SHOWN.includes(column)));

// Lists are sent as JSON, with amounts as text: JSON has no eight-byte integers. Steps after the end count in the
// sequence and have no entry in the timeline, so most transactions need no look at refunds and disputes.
const story = (merchant: string) => `, l.entries as timeline, case when t.sequence > l.count then (
    select json_agg(to_jsonb(f) || jsonb_build_object('amount_minor', f.amount_minor::text,
      'refundable_after_minor', f.refundable_after_minor::text) order by f.created_at, f.id)
    from refunds f where f.merchant_id = ${merchant} and f.transaction_id = t.id) end as refunds,
  case when t.sequence > l.count then (
    select json_agg(to_jsonb(d) || jsonb_build_object('amount_minor', d.amount_minor::text) order by d.created_at, d.id)
    from disputes d where d.merchant_id = ${merchant} and d.transaction_id = t.id) end as disputes,
  case when t.authorized is not null then (
    select json_agg(to_jsonb(c) || jsonb_build_object('amount_minor', c.amount_minor::text,
      'requested_minor', c.requested_minor::text, 'answered_capturable_minor', c.answered_capturable_minor::text)
      order by c.created_at, c.id)
    from captures c where c.merchant_id = ${merchant} and c.transaction_id = t.id) end as captures,
  case when t.amount_captured_minor > 0 then (
    select json_build_object('settlementId', s.id, 'currency', s.currency, 'paidAt', s.paid_at,
      'gross', sum(n.gross_minor)::text, 'fee', sum(n.fee_minor)::text, 'net', sum(n.net_minor)::text)
    from settlement_lines n join settlements s on s.merchant_id = ${merchant} and s.id = n.settlement_id
    where n.merchant_id = ${merchant} and n.transaction_id = t.id and n.kind = 'charge' and n.state = 'matched'
    group by s.id, s.currency, s.paid_at order by s.id desc limit 1) end as settlement,
  case when jsonb_exists(t.details, 'mandateStatus') then (
    select m.status from mandates m
    where m.merchant_id = ${merchant} and m.id = (t.details ->> 'mandateId')::uuid) end as mandate_status,
  case when t.attempts > 0 then (
    select json_agg(json_build_array(a.sequence, a.at, a.error_code, a.actor) order by a.attempt)
    from declined_attempts a where a.merchant_id = ${merchant} and a.transaction_id = t.id) end as declined_attempts`;
const timelineOf = (merchant: string) => `cross join lateral (
    select count(*) as count,
      json_agg(json_build_array(e.sequence, e.at, e.from_status, e.to_status, e.actor, e.reason) order by e.sequence) as entries
    from timeline e where e.merchant_id = ${merchant} and e.transaction_id = t.id) l`;

const OF_ONE = 'where t.merchant_id = $1 and t.id = $2';
/** If all ids belong to one merchant, the query names it: Citus then asks one node. */
const OF_ONE_MERCHANT = 'where t.merchant_id = $1 and t.id = any($2::uuid[])';
const KEYS = new Recordset({ merchant_id: 'uuid', id: 'uuid' });
const OF_SEVERAL = `where (t.merchant_id, t.id) in (
    select r.merchant_id, r.id from ${KEYS.rows})`;

/** Shorter than the limit for a group: only the readers wait for a query. */
const SILENCE_MS = 10_000;

export const READING_PIPELINE = { silenceMs: SILENCE_MS, connection: LONG_LOCK_TIMEOUT };

export async function findGroup(pipeline: Pipeline, wanted: Wanted[]): Promise<(Transaction | null)[]> {
  const rows = await askFor(pipeline, () => `select ${TRANSACTION} from transactions t`, wanted);
  return inTheOrderOf(wanted, rows.map(fromRow));
}

export async function recordGroup(pipeline: Pipeline, wanted: Wanted[]): Promise<(Recorded | null)[]> {
  const select = (merchant: string) =>
    `select ${SHOWN} ${story(merchant)} from transactions t ${timelineOf(merchant)}`;
  const rows = await askFor(pipeline, select, wanted);
  const stories = new Map(rows.map((row) => [row.id, row]));
  const shown = rows.map((row): ShownTransaction => fromRow(row));
  return inTheOrderOf(wanted, shown).map((transaction) => {
    if (!transaction) return null;
    const story = stories.get(transaction.id)!;
    const { timeline, refunds, disputes, captures, declined_attempts, settlement } = story;
    const { mandate_status: status } = story;
    return {
      transaction: status === null ? transaction : withMandateStatus(transaction, status),
      timeline: withAttempts((timeline ?? []).map(fromEntry), declined_attempts),
      refunds: (refunds ?? []).map(fromRefundJson),
      disputes: (disputes ?? []).map(fromDisputeJson),
      captures: (captures ?? []).map(fromCaptureJson),
      settlement: settlement && fromSettlementJson(settlement),
    };
  });
}

/** The record of a later charge shows its mandate as it is now. */
const withMandateStatus = (
  transaction: ShownTransaction,
  mandateStatus: MandateStatus,
): ShownTransaction => ({
  ...transaction,
  details: { ...transaction.details, mandateStatus },
});

async function askFor(pipeline: Pipeline, select: (merchant: string) => string, wanted: Wanted[]) {
  const { merchantId, id: first } = wanted[0]!;
  if (wanted.length === 1) return await send(pipeline, `${select('$1')} ${OF_ONE}`, [merchantId, first]);
  if (wanted.every((one) => one.merchantId === merchantId)) {
    const ids = `{${wanted.map(({ id }) => id).join(',')}}`;
    return await send(pipeline, `${select('$1')} ${OF_ONE_MERCHANT}`, [merchantId, ids]);
  }
  const keys = wanted.map((one) => ({ merchant_id: one.merchantId, id: one.id }));
  return await send(pipeline, `${select('t.merchant_id')} ${OF_SEVERAL}`, KEYS.parameters(keys));
}

/** Callers that ask for the same id get the same object. Ids may arrive in capitals. */
function inTheOrderOf<One extends Wanted>(wanted: Wanted[], found: One[]): (One | null)[] {
  const byKey = new Map(found.map((one) => [`${one.merchantId} ${one.id}`, one]));
  return wanted.map(({ merchantId, id }) => byKey.get(`${merchantId} ${id}`.toLowerCase()) ?? null);
}

type EntryJson = [
  number,
  string,
  TimelineEntry['from'],
  TimelineEntry['to'],
  TimelineEntry['actor'],
  string | null,
];

function fromEntry([sequence, at, from, to, actor, reason]: EntryJson): TimelineEntry {
  return { sequence, at: new Date(at), from, to, actor, reason };
}

type AttemptJson = [number, string, ErrorCode, TimelineEntry['actor']];

/** Each attempt follows the status change before it. */
function withAttempts(entries: TimelineEntry[], attempts: AttemptJson[] | null): TimelineEntry[] {
  if (!attempts) return entries;
  const declined = attempts.map(
    ([sequence, at, errorCode, actor]): TimelineEntry => ({
      sequence,
      at: new Date(at),
      from: 'PROCESSING',
      to: 'PROCESSING',
      actor,
      reason: `${errorCode} ${errorReason(errorCode)}`,
    }),
  );
  return [...entries, ...declined].sort((a, b) => a.sequence - b.sequence);
}

const time = (text: string | null) => text && new Date(text);

// biome-ignore lint/suspicious/noExplicitAny: a row in the form of to_jsonb, with the columns of dispute-row.ts
function fromDisputeJson(row: any): Dispute {
  return fromDisputeRow({
    ...row,
    amount_minor: BigInt(row.amount_minor),
    deadline: time(row.deadline),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the object that `story` builds
function fromSettlementJson({ gross, fee, net, paidAt, ...of }: any): PaymentSettlement {
  const [grossMinor, feeMinor, netMinor] = [gross, fee, net].map(BigInt) as [bigint, bigint, bigint];
  return { ...of, grossMinor, feeMinor, netMinor, paidAt: time(paidAt) };
}

// biome-ignore lint/suspicious/noExplicitAny: a row in the form of to_jsonb, with the columns of capture-row.ts
function fromCaptureJson(row: any): Capture {
  return fromCaptureRow({
    ...row,
    amount_minor: BigInt(row.amount_minor),
    requested_minor: row.requested_minor === null ? null : BigInt(row.requested_minor),
    answered_capturable_minor: BigInt(row.answered_capturable_minor),
    due_at: time(row.due_at),
    completed_at: time(row.completed_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a row in the form of to_jsonb, with the columns of refund-row.ts
function fromRefundJson(row: any): Refund {
  return fromRefundRow({
    ...row,
    amount_minor: BigInt(row.amount_minor),
    refundable_after_minor: BigInt(row.refundable_after_minor),
    due_at: time(row.due_at),
    completed_at: time(row.completed_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  });
}
