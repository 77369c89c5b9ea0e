// The queue of mails, and what mails told already. A mail is stored before it is sent, in the commit that makes it
// necessary; a worker claims it by a lease. This file never sees an address: the user or the payment has it.
import type { MailKind } from '../../domain/inbox/mail.ts';
import { claimDueRows } from '../database/claim-due.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';

export interface NewMail {
  merchantId: string;
  id: string;
  /** null: it goes to the customer of `transactionId`. */
  userId: string | null;
  transactionId: string | null;
  brandId: string | null;
  kind: MailKind;
  /** JSON; null: the mail is about its link alone. */
  content: string | null;
  linkSealed: Buffer | null;
}

export interface StoredMail extends NewMail {
  tries: number;
  unanswered: number;
  createdAt: Date;
}

export async function queueMail(tx: SqlTransaction, mail: NewMail, at: Date): Promise<void> {
  await tx`
    insert into mails (merchant_id, id, user_id, transaction_id, brand_id, kind, content, link_sealed, due_at, tries,
      unanswered, created_at)
    values (${mail.merchantId}, ${mail.id}, ${mail.userId}, ${mail.transactionId}, ${mail.brandId}, ${mail.kind},
      ${mail.content}, ${mail.linkSealed}, ${at}, 0, 0, ${at})`;
}

/** Claims up to `limit` mails that are due, for `leaseMs`: until then nobody else gets them. */
export async function claimDueMails(
  sql: Sql,
  now: Date,
  limit: number,
  leaseMs: number,
): Promise<StoredMail[]> {
  const due = await sql<{ merchant_id: string; id: string }[]>`
    select merchant_id, id from mails where due_at <= ${now} order by due_at limit ${limit}`;
  if (due.length === 0) return [];
  return await claimDueRows(sql, 'mails', due.sort(byKey), async (tx, keys, merchantOf) => {
    const rows = await tx`
      update mails m set due_at = ${new Date(now.getTime() + leaseMs)}
      from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, id uuid)
      where m.merchant_id = due.merchant_id and m.id = due.id and m.due_at <= ${now} ${merchantOf('m.merchant_id')}
      returning m.*`;
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      id: row.id,
      userId: row.user_id,
      transactionId: row.transaction_id,
      brandId: row.brand_id,
      kind: row.kind,
      content: row.content,
      linkSealed: row.link_sealed,
      tries: row.tries,
      unanswered: row.unanswered,
      createdAt: row.created_at,
    }));
  });
}

type MailId = Pick<StoredMail, 'merchantId' | 'id' | 'unanswered'>;

/** From now on the server may have it. False: another process has begun it meanwhile. */
export async function noteHandOver(sql: Sql, { merchantId, id, unanswered }: MailId): Promise<boolean> {
  const { count } = await sql`update mails set unanswered = unanswered + 1
    where merchant_id = ${merchantId} and id = ${id} and unanswered = ${unanswered}`;
  return count > 0;
}

/** `isUnanswered`: the server may have it. Else it certainly does not. */
export async function postponeMail(
  sql: Sql,
  { merchantId, id, unanswered }: MailId,
  { dueAt, isUnanswered }: { dueAt: Date; isUnanswered: boolean },
): Promise<void> {
  await sql`update mails set due_at = ${dueAt}, tries = tries + 1,
      unanswered = ${isUnanswered ? unanswered + 1 : unanswered}
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** It was taken, refused or given up, or nobody needs it any more. */
export async function removeMail(
  sql: Sql,
  { merchantId, id }: Pick<StoredMail, 'merchantId' | 'id'>,
): Promise<void> {
  await sql`delete from mails where merchant_id = ${merchantId} and id = ${id}`;
}

/** Notes that mails tell of these now. Answers how many of them no mail told before. */
export async function noteTold(
  tx: SqlTransaction,
  { merchantId, brandId }: { merchantId: string; brandId: string },
  things: readonly string[],
  at: Date,
): Promise<number> {
  let noted = 0;
  for (const what of things) {
    const { count } = await tx`
      insert into told_by_mail (merchant_id, brand_id, what, told_at) values (${merchantId}, ${brandId}, ${what}, ${at})
      on conflict (merchant_id, brand_id, what) do nothing`;
    noted += count;
  }
  return noted;
}

export async function isTold(
  sql: Sql,
  { merchantId, brandId }: { merchantId: string; brandId: string },
  what: string,
): Promise<boolean> {
  const rows = await sql`select 1 from told_by_mail
    where merchant_id = ${merchantId} and brand_id = ${brandId} and what = ${what}`;
  return rows.length > 0;
}

/**
 * Notes a mail that comes again and again, such as the digest. False: it notes nothing, because the last one was at
 * `at` or less than `apartMs` before it.
 */
export async function noteRepeated(
  tx: SqlTransaction,
  { merchantId, brandId }: { merchantId: string; brandId: string },
  what: string,
  { at, apartMs }: { at: Date; apartMs: number },
): Promise<boolean> {
  const { count } = await tx`
    insert into told_by_mail as m (merchant_id, brand_id, what, told_at)
    values (${merchantId}, ${brandId}, ${what}, ${at})
    on conflict (merchant_id, brand_id, what) do update set told_at = excluded.told_at
      where m.told_at < ${new Date(at.getTime() - apartMs)}`;
  return count > 0;
}

/** Deletes what no mail can repeat any more, and mails that were never sent. */
export async function forgetOldMails(
  sql: Sql,
  { toldBefore, madeBefore }: { toldBefore: Date; madeBefore: Date },
): Promise<void> {
  await sql`delete from told_by_mail where told_at < ${toldBefore}`;
  await sql`delete from mails where created_at < ${madeBefore}`;
}

const DIGESTS = 'digests';

/** Up to when the moments of digests are over. Its mark has the time as the id of that time. */
export async function digestsDoneUntil(sql: Sql, otherwise: string): Promise<string> {
  const [row] = await sql`select after_id from chore_marks where chore = ${DIGESTS}`;
  if (row) return row.after_id;
  await sql`insert into chore_marks (chore, after_id) values (${DIGESTS}, ${otherwise})
    on conflict (chore) do nothing`;
  return otherwise;
}

export async function noteDigestsDone(sql: Sql, until: string): Promise<void> {
  await sql`update chore_marks set after_id = ${until} where chore = ${DIGESTS} and after_id < ${until}::uuid`;
}
