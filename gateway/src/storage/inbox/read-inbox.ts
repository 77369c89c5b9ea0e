// What waits for a person of a brand, read from where it stands: nothing is stored for the inbox. Each kind has its
// statement, which names the merchant and the brand first and uses an index with little more than the waiting rows. A
// count stops at COUNTED_TO. It only reads.
import { COUNTED_TO, type InboxKind } from '../../domain/inbox/inbox.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';

export interface InboxItem {
  id: string;
  /** What it is, within its kind. */
  subject: string;
  transactionId: string | null;
  /** As people of the merchant know it: a merchant reference, an address of webhooks, an e-mail address. */
  reference: string | null;
  currency: string | null;
  amountMinor: bigint | null;
  /** For what stands for several: how many. */
  quantity: number | null;
  since: Date;
  /** Until when a person may decide it. */
  until: Date | null;
}

export interface InboxGroup {
  kind: InboxKind;
  /** At most COUNTED_TO. */
  count: number;
  /** Those to decide first. */
  items: InboxItem[];
}

interface Source {
  /** $1: merchant, $2: brand, $3: now. The columns are those of `COLUMNS`. */
  rows: string;
  /** Columns of `rows`. */
  order: 'since, id' | 'until, id' | 'id';
}

const place = (table: string) => `${table}.merchant_id = $1 and ${table}.brand_id = $2`;
const columns = (given: Partial<Record<keyof InboxItem | 'amount', string>>) =>
  [
    `${given.id}::text as id`,
    `${given.subject}::text as subject`,
    `${given.transactionId ?? 'null'}::uuid as transaction_id`,
    `${given.reference ?? 'null'}::text as reference`,
    `${given.currency ?? 'null'}::text as currency`,
    `${given.amount ?? 'null'}::bigint as amount_minor`,
    `${given.quantity ?? 'null'}::integer as quantity`,
    `${given.since ?? 'null'}::timestamptz as since`,
    `${given.until ?? 'null'}::timestamptz as until`,
  ].join(', ');

const undecided = (table: 'refunds' | 'captures', subject: string) =>
  `select ${columns({
    id: 'r.id',
    subject: `'${subject}'`,
    transactionId: 'r.transaction_id',
    currency: 'r.currency',
    amount: 'r.amount_minor',
    since: 'r.created_at',
  })} from ${table} r where ${place('r')} and r.status = 'PENDING' and r.due_at is null`;

/** A failed refund is open until a later refund of its payment was made, for 30 days. */
export const IS_OPEN_FAILURE = `r.status = 'FAILED' and r.updated_at > $3::timestamptz - interval '30 days'
  and not exists (select 1 from refunds later where later.merchant_id = r.merchant_id
    and later.transaction_id = r.transaction_id and later.created_at > r.updated_at)`;

/** A dispute that can still be answered. */
export const IS_ANSWERABLE = `d.status in ('INQUIRY', 'OPEN') and (d.deadline is null or d.deadline > $3::timestamptz)`;

/** Nobody has used the link, and nobody withdrew it. */
const HAS_LAPSED = `u.disabled_at is null and u.password_hash is null and u.single_sign_on_subject is null
  and u.invitation_used_at is null and u.invitation_expires_at <= $3::timestamptz
  and u.invitation_expires_at > $3::timestamptz - interval '30 days'
  and not exists (select 1 from audit_log a where a.merchant_id = $1 and a.target_id = u.id::text
    and a.action = 'user.invitation-withdrawn' and a.at = u.invitation_expires_at)`;

const SOURCES: Readonly<Record<InboxKind, Source>> = {
  'unknown-outcome': {
    rows: `select ${columns({
      id: 'w.transaction_id',
      subject: `'transaction'`,
      transactionId: 'w.transaction_id',
      since: 'w.created_at',
    })} from open_work w where ${place('w')} and w.status = 'PROCESSING' and w.error_code = '9001' and w.due_at is null
      union all ${undecided('refunds', 'refund')} union all ${undecided('captures', 'capture')}`,
    order: 'since, id',
  },
  'failed-refund': {
    rows: `select ${columns({
      id: 'r.id',
      subject: `'failed'`,
      transactionId: 'r.transaction_id',
      currency: 'r.currency',
      amount: 'r.amount_minor',
      since: 'r.updated_at',
    })} from refunds r where ${place('r')} and ${IS_OPEN_FAILURE}`,
    order: 'since, id',
  },
  dispute: {
    rows: `select ${columns({
      id: 'd.id',
      subject: `case d.status when 'INQUIRY' then 'inquiry' else 'chargeback' end`,
      transactionId: 'd.transaction_id',
      currency: 'd.currency',
      amount: 'd.amount_minor',
      since: 'd.created_at',
      until: 'd.deadline',
    })} from disputes d where ${place('d')} and ${IS_ANSWERABLE}`,
    order: 'until, id',
  },
  webhook: {
    rows: `select ${columns({
      id: 'e.endpoint_id',
      subject: `'paused'`,
      reference: 'e.url',
      since: 'e.paused_at',
    })} from webhook_endpoints e where ${place('e')} and e.paused_at is not null
      union all select ${columns({
        id: 'q.endpoint_id',
        subject: `'given-up'`,
        quantity: 'count(*)',
        since: 'min(q.created_at)',
      })} from (
        select q.endpoint_id, q.created_at from webhook_queue q
        where ${place('q')} and q.state = 'abandoned' and q.created_at > $3::timestamptz - interval '30 days'
        limit ${COUNTED_TO}
      ) q group by q.endpoint_id`,
    order: 'since, id',
  },
  authorization: {
    rows: `select ${columns({
      id: 't.id',
      subject: `'authorized'`,
      transactionId: 't.id',
      since: 't.created_at',
      until: 'w.capture_before',
    })} from open_work w join transactions t on t.merchant_id = w.merchant_id and t.id = w.transaction_id
      where ${place('w')} and w.capture_before < $3::timestamptz + interval '1 day'
        and not (t.authorized ->> 'isFinal')::boolean
        and (t.authorized ->> 'amountMinor')::bigint > (t.authorized ->> 'capturedMinor')::bigint
          + (t.authorized ->> 'pendingMinor')::bigint`,
    order: 'until, id',
  },
  payout: {
    rows: `select ${columns({
      id: 'w.transaction_id',
      subject: `'payout'`,
      transactionId: 'w.transaction_id',
      since: 'w.created_at',
    })} from open_work w where ${place('w')} and w.status = 'PENDING'`,
    order: 'since, id',
  },
  notification: {
    rows: `select ${columns({
      id: 'w.notification_id',
      subject: 'w.state',
      transactionId: 'w.transaction_id',
    })} from notification_work w where ${place('w')} and w.state in ('unmatched', 'conflict')`,
    order: 'id',
  },
  'bank-entry': {
    rows: `select ${columns({
      id: 'e.id',
      subject: 'e.direction',
      transactionId: 'e.transaction_id',
      currency: 'e.currency',
      amount: 'e.amount_minor',
    })} from bank_entries e where ${place('e')} and e.state in ('unmatched', 'conflict')`,
    order: 'id',
  },
  settlement: {
    rows: `select ${columns({
      id: 's.id',
      subject: `case s.state when 'conflict' then 'odd-payout' else 'lines' end`,
      reference: 's.reference',
      currency: 's.currency',
      quantity: 'l.lines',
      since: 's.created_at',
    })} from settlements s left join (
        select l.settlement_id, count(*) as lines from settlement_lines l
        where ${place('l')} and l.state <> 'matched' group by l.settlement_id
      ) l on l.settlement_id = s.id
      where ${place('s')} and (s.state = 'conflict' or l.lines > 0)`,
    order: 'since, id',
  },
  invitation: {
    rows: `select ${columns({
      id: 'u.id',
      subject: `'invited'`,
      reference: 'u.email',
      since: 'u.invitation_expires_at',
    })} from users u where u.merchant_id = $1 and $2::uuid is not null and ${HAS_LAPSED}`, // Users have no brand.
    order: 'since, id',
  },
};

/** The kinds of which something waits, in the order of `kinds`. `most`: items of each kind. */
export async function readInbox(
  sql: Sql,
  brand: BrandId,
  { now, kinds, most }: { now: Date; kinds: readonly InboxKind[]; most: number },
): Promise<InboxGroup[]> {
  const groups = await Promise.all(kinds.map((kind) => readKind(sql, brand, { kind, now, most })));
  return groups.filter(({ count }) => count > 0);
}

async function readKind(
  sql: Sql,
  brand: BrandId,
  { kind, now, most }: { kind: InboxKind; now: Date; most: number },
): Promise<InboxGroup> {
  const items = await itemsOf(sql, brand, { kind, now, most });
  // Fewer than asked for are all that there are.
  const count = items.length < most ? items.length : await countKind(sql, brand, kind, now);
  return { kind, count, items };
}

/** How many of each kind wait; kinds without any are missing. */
export async function countInbox(
  sql: Sql,
  brand: BrandId,
  { now, kinds }: { now: Date; kinds: readonly InboxKind[] },
): Promise<Map<InboxKind, number>> {
  const counted = await Promise.all(
    kinds.map(async (kind) => [kind, await countKind(sql, brand, kind, now)] as const),
  );
  return new Map(counted.filter(([, count]) => count > 0));
}

async function countKind(sql: Sql, { merchantId, brandId }: BrandId, kind: InboxKind, now: Date) {
  const [row] = await sql.unsafe(
    `select count(*)::integer as count from (select w.id from (${SOURCES[kind].rows}) w limit ${COUNTED_TO}) counted`,
    valuesOf(kind, merchantId, brandId, now),
    { prepare: true },
  );
  return row!.count as number;
}

/** A statement gets only the values that it uses: PostgreSQL cannot tell the type of the others. */
const valuesOf = (kind: InboxKind, merchantId: string, brandId: string, now: Date) =>
  SOURCES[kind].rows.includes('$3') ? [merchantId, brandId, now] : [merchantId, brandId];

async function itemsOf(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { kind, now, most }: { kind: InboxKind; now: Date; most: number },
): Promise<InboxItem[]> {
  const { rows: source, order } = SOURCES[kind];
  // The openings are joined after the limit, so that only the shown ones are read.
  const rows = await sql.unsafe(
    `select w.id, w.subject, w.transaction_id, coalesce(w.reference, o.merchant_reference) as reference,
       coalesce(w.currency, o.currency) as currency, coalesce(w.amount_minor, o.amount_minor) as amount_minor,
       w.quantity, w.since, w.until
     from (select * from (${source}) w order by ${order} limit ${most}) w
     left join openings o on o.merchant_id = $1 and o.id = w.transaction_id
     order by w.${order.replace(', ', ', w.')}`,
    valuesOf(kind, merchantId, brandId, now),
    { prepare: true },
  );
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    transactionId: row.transaction_id,
    reference: row.reference,
    currency: row.currency,
    amountMinor: row.amount_minor,
    quantity: row.quantity,
    since: row.since ?? timeOfId(row.id),
    until: row.until,
  }));
}
