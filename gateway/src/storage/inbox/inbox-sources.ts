// The rows that wait, as SQL: a source for each kind of the inbox. It reads the state where it stands, names the
// merchant and the brand first, and uses an index with little more than the waiting rows. read-inbox.ts and
// untold-work.ts read from the sources. Pure.
import { COUNTED_TO, type InboxKind } from '../../domain/inbox/inbox.ts';
import { isUnanswered } from '../after-end/failed-refunds.ts';

/** A table's alias gives the condition that a row belongs to the brand, or for all brands: true. */
type Scope = (alias: string) => string;
/** $1: now, $2: merchant, $3: brand. */
export const OF_BRAND: Scope = (alias) => `${alias}.merchant_id = $2 and ${alias}.brand_id = $3`;
export const OF_ALL: Scope = () => 'true';

/** Bounds the rows that are counted in groups, for one brand. `by`: as in an index. */
const oldest = (of: Scope, by: string) => (of === OF_BRAND ? `order by ${by} limit ${COUNTED_TO}` : '');

/** Not each source needs the time, but the statement must name it, so that its type is known. */
export const NAMES_NOW = '$1::timestamptz is not null';

interface Source {
  /** Its columns are those of `columns`. */
  rows: (of: Scope) => string;
  /** Columns of `rows`. */
  order: 'since, id' | 'until, id' | 'id';
}

type Column =
  | 'subject'
  | 'transaction'
  | 'reference'
  | 'currency'
  | 'amount'
  | 'quantity'
  | 'since'
  | 'until';

/** The columns of a source. `table`: the alias with merchant and brand. */
export const columns = (table: string, id: string, given: Partial<Record<Column, string>>): string =>
  [
    `${table}.merchant_id, ${table}.brand_id, ${id}::text as id`,
    `${given.subject}::text as subject`,
    `${given.transaction ?? 'null'}::uuid as transaction_id`,
    `${given.reference ?? 'null'}::text as reference`,
    `${given.currency ?? 'null'}::text as currency`,
    `${given.amount ?? 'null'}::bigint as amount_minor`,
    `${given.quantity ?? 'null'}::integer as quantity`,
    `${given.since ?? 'null'}::timestamptz as since`,
    `${given.until ?? 'null'}::timestamptz as until`,
  ].join(', ');

const undecided = (table: 'refunds' | 'captures', subject: string, of: Scope) =>
  `select ${columns('r', 'r.id', {
    subject: `'${subject}'`,
    transaction: 'r.transaction_id',
    currency: 'r.currency',
    amount: 'r.amount_minor',
    since: 'r.created_at',
  })} from ${table} r where ${of('r')} and r.status = 'PENDING' and r.due_at is null`;

/** Nobody has used the link, and nobody withdrew it. */
const HAS_LAPSED = `u.disabled_at is null and u.password_hash is null and u.single_sign_on_subject is null
  and u.invitation_used_at is null and u.invitation_expires_at <= $1::timestamptz
  and u.invitation_expires_at > $1::timestamptz - interval '30 days'
  and not exists (select 1 from audit_log a where a.merchant_id = u.merchant_id and a.target_id = u.id::text
    and a.action = 'user.invitation-withdrawn' and a.at = u.invitation_expires_at)`;

/**
 * The dispute `d` has no response that was sent or is being sent. A response whose outcome stays unknown needs a
 * person.
 */
export const UNANSWERED_DISPUTE = `not coalesce(d.response ->> 'answers' = d.status
  and (d.response ->> 'status' = 'SENT' or d.response_due_at is not null), false)`;

export const SOURCES: Readonly<Record<InboxKind, Source>> = {
  'unknown-outcome': {
    rows: (of) => `select ${columns('w', 'w.transaction_id', {
      subject: `'transaction'`,
      transaction: 'w.transaction_id',
      since: 'w.created_at',
    })} from open_work w where ${of('w')} and w.status = 'PROCESSING' and w.error_code = '9001' and w.due_at is null
      union all ${undecided('refunds', 'refund', of)} union all ${undecided('captures', 'capture', of)}`,
    order: 'since, id',
  },
  'failed-refund': {
    rows: (of) =>
      `select ${columns('r', 'r.id', {
        subject: `'failed'`,
        transaction: 'r.transaction_id',
        currency: 'r.currency',
        amount: 'r.amount_minor',
        since: 'r.updated_at',
      })} from refunds r where ${of('r')} and r.updated_at > $1::timestamptz - interval '30 days'
      and ${isUnanswered('r.merchant_id')}`,
    order: 'since, id',
  },
  // After the deadline nobody can answer it any more. Whoever answered it need not do it again.
  dispute: {
    rows: (of) => `select ${columns('d', 'd.id', {
      subject: `case d.status when 'INQUIRY' then 'inquiry' else 'chargeback' end`,
      transaction: 'd.transaction_id',
      currency: 'd.currency',
      amount: 'd.amount_minor',
      since: 'd.created_at',
      until: 'd.deadline',
    })} from disputes d where ${of('d')} and d.status in ('INQUIRY', 'OPEN')
      and (d.deadline is null or d.deadline > $1::timestamptz) and ${UNANSWERED_DISPUTE}`,
    order: 'until, id',
  },
  webhook: {
    rows: (of) => `select ${columns('e', 'e.endpoint_id', {
      subject: `'paused'`,
      reference: 'e.url',
      since: 'e.paused_at',
    })} from webhook_endpoints e where ${of('e')} and e.paused_at is not null
      union all select ${columns('q', 'q.endpoint_id', {
        subject: `'given-up'`,
        quantity: 'count(*)',
        since: 'min(q.created_at)',
      })} from (
        select q.merchant_id, q.brand_id, q.endpoint_id, q.created_at from webhook_queue q
        where ${of('q')} and q.state = 'abandoned' and q.created_at > $1::timestamptz - interval '30 days'
        ${oldest(of, 'q.created_at')}
      ) q group by q.merchant_id, q.brand_id, q.endpoint_id`,
    order: 'since, id',
  },
  authorization: {
    rows: (of) => `select ${columns('w', 'w.transaction_id', {
      subject: `'authorized'`,
      transaction: 'w.transaction_id',
      since: 'w.created_at',
      until: 'w.capture_before',
    })} from open_work w join transactions t on t.merchant_id = w.merchant_id and t.id = w.transaction_id
      where ${of('w')} and w.capture_before < $1::timestamptz + interval '1 day'
        and not (t.authorized ->> 'isFinal')::boolean
        and (t.authorized ->> 'amountMinor')::bigint > (t.authorized ->> 'capturedMinor')::bigint
          + (t.authorized ->> 'pendingMinor')::bigint`,
    order: 'until, id',
  },
  payout: {
    rows: (of) =>
      `select ${columns('w', 'w.transaction_id', {
        subject: `'payout'`,
        transaction: 'w.transaction_id',
        since: 'w.created_at',
      })} from open_work w where ${of('w')} and w.status = 'PENDING'`,
    order: 'since, id',
  },
  notification: {
    rows: (of) =>
      `select ${columns('w', 'w.notification_id', {
        subject: 'w.state',
        transaction: 'w.transaction_id',
      })} from notification_work w where ${of('w')} and w.state in ('unmatched', 'conflict')`,
    order: 'id',
  },
  'bank-entry': {
    rows: (of) =>
      `select ${columns('e', 'e.id', {
        subject: 'e.direction',
        transaction: 'e.transaction_id',
        currency: 'e.currency',
        amount: 'e.amount_minor',
      })} from bank_entries e where ${of('e')} and e.state in ('unmatched', 'conflict')`,
    order: 'id',
  },
  // A payout whose lines are not among the oldest of the brand comes up when people have decided those.
  settlement: {
    rows: (of) => `select ${columns('s', 's.id', {
      subject: `case s.state when 'conflict' then 'odd-payout' else 'lines' end`,
      reference: 's.reference',
      currency: 's.currency',
      quantity: 'l.lines',
      since: 's.created_at',
    })} from settlements s left join (
        select l.merchant_id, l.settlement_id, count(*) as lines from (
          select l.merchant_id, l.settlement_id from settlement_lines l
          where ${of('l')} and l.state <> 'matched' ${oldest(of, 'l.id')}
        ) l group by l.merchant_id, l.settlement_id
      ) l on l.merchant_id = s.merchant_id and l.settlement_id = s.id
      where ${of('s')} and (s.state = 'conflict' or l.lines > 0)`,
    order: 'since, id',
  },
  // Users belong to the merchant: their invitations wait in the inbox of each brand.
  invitation: {
    rows: () => `select ${columns('b', 'u.id', {
      subject: `'invited'`,
      reference: 'u.email',
      since: 'u.invitation_expires_at',
    })} from users u join brands b on b.merchant_id = u.merchant_id
      where u.merchant_id = $2 and b.brand_id = $3 and ${HAS_LAPSED}`,
    order: 'since, id',
  },
};
