// What waits over all brands, for mail: urgent things of which no mail told yet. Each statement reads partial indexes
// with little more than the waiting rows. It only reads.
import type { Topic } from '../../domain/inbox/inbox.ts';
import type { Sql } from '../database/database.ts';
import { columns, NAMES_NOW, OF_ALL, SOURCES, UNANSWERED_DISPUTE } from './inbox-sources.ts';
import { type InboxItem, itemOf } from './read-inbox.ts';

export interface Untold extends InboxItem {
  merchantId: string;
  brandId: string;
  topic: Topic;
  /** Names it among all that mails told of. */
  what: string;
}

/** Disputes that must be answered within two days. */
const NEAR_DEADLINES = `select ${columns('d', 'd.id', {
  subject: `'deadline'`,
  transaction: 'd.transaction_id',
  currency: 'd.currency',
  amount: 'd.amount_minor',
  since: 'd.created_at',
  until: 'd.deadline',
})} from disputes d where d.status in ('INQUIRY', 'OPEN')
    and d.deadline > $1::timestamptz and d.deadline < $1::timestamptz + interval '2 days'
    and ${UNANSWERED_DISPUTE}`;

/** Whoever paused an endpoint by hand knows of it. */
const PAUSED = `select ${columns('e', 'e.endpoint_id', { subject: `'paused'`, since: 'e.paused_at' })}
  from webhook_endpoints e where e.paused_at is not null and e.pause_reason not like 'paused by %'`;

const URGENT: readonly { topic: Topic; rows: string; what: string }[] = [
  { topic: 'unknown-outcome', rows: SOURCES['unknown-outcome'].rows(OF_ALL), what: 'w.id' },
  { topic: 'failed-refund', rows: SOURCES['failed-refund'].rows(OF_ALL), what: 'w.id' },
  // An inquiry that becomes a chargeback is told again.
  { topic: 'dispute', rows: SOURCES.dispute.rows(OF_ALL), what: `w.id || ' ' || w.subject` },
  { topic: 'deadline', rows: NEAR_DEADLINES, what: 'w.id' },
  { topic: 'webhook', rows: PAUSED, what: `w.id || ' ' || extract(epoch from w.since)` },
];

/** What is noted of the last mail about a topic of a brand. */
export const markOf = (topic: Topic): string => `topic ${topic}`;

/**
 * The oldest of each topic come first. `apartMs`: brands that had a mail about the topic so lately wait, and hold back
 * no other brand.
 */
export async function untoldUrgent(
  sql: Sql,
  now: Date,
  { mostOfTopic, apartMs }: { mostOfTopic: number; apartMs: number },
): Promise<Untold[]> {
  const found: Untold[] = [];
  for (const { topic, rows, what } of URGENT) {
    const untold = await sql.unsafe(
      `select w.*, '${topic} ' || ${what} as what from (${rows}) w
       left join told_by_mail m on m.merchant_id = w.merchant_id and m.brand_id = w.brand_id
         and m.what = '${topic} ' || ${what}
       left join told_by_mail k on k.merchant_id = w.merchant_id and k.brand_id = w.brand_id
         and k.what = '${markOf(topic)}' and k.told_at >= $2
       where m.what is null and k.what is null and ${NAMES_NOW} order by w.since limit ${mostOfTopic}`,
      [now, new Date(now.getTime() - apartMs)],
      { prepare: true },
    );
    for (const row of untold)
      found.push({
        ...itemOf(row),
        merchantId: row.merchant_id,
        brandId: row.brand_id,
        topic,
        what: row.what,
      });
  }
  return found;
}
