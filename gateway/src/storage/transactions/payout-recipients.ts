// The recipients of payouts, in a separate narrow table. It answers three questions. Was this account paid before? Did
// its user have another account? Is there a second, equal payout? The commit in which a payout begins to wait for
// approval, or is sent without one, writes the row. It stores accounts only as keyed hashes.
import { namedUser } from '../../domain/transactions/transaction.ts';
import type { Change } from '../../domain/transactions/transition.ts';
import type { AnyTransaction, Sql } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

const RECIPIENTS = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  transaction_id: 'uuid',
  recipient_key: 'text',
  name_key: 'text',
  user_id: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  created_at: 'timestamptz',
});

/** Pay-ins write nothing here, and send no statement. */
export async function insertPayoutRecipients(tx: AnyTransaction, changes: readonly Change[]): Promise<void> {
  const rows = [];
  for (const { before, after } of changes) {
    if (after.type !== 'PAYOUT' || !after.recipient?.key || !isComplete(before, after)) continue;
    rows.push({
      merchant_id: after.merchantId,
      brand_id: after.brandId,
      transaction_id: after.id,
      recipient_key: after.recipient.key,
      name_key: after.recipient.nameKey ?? null,
      user_id: namedUser(after),
      currency: after.currency,
      amount_minor: after.amountMinor,
      created_at: after.createdAt,
    });
  }
  if (rows.length === 0) return;
  const known = 'on conflict (merchant_id, transaction_id) do nothing';
  await insertRows(tx, { into: 'payout_recipients', after: known }, RECIPIENTS, rows);
}

/** The keyed hash of the account that each transaction pays. */
export async function recipientKeys(
  sql: Sql,
  { merchantId }: { merchantId: string },
  transactionIds: readonly string[],
): Promise<Map<string, string>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await sql`
    select transaction_id, recipient_key from payout_recipients
    where merchant_id = ${merchantId} and transaction_id = any(${transactionIds as string[]}::uuid[])`;
  return new Map(rows.map((row) => [row.transaction_id as string, row.recipient_key as string]));
}

/** From now on the payout's recipient does not change. */
function isComplete(before: Change['before'], after: Change['after']): boolean {
  if (before.status === 'PENDING') return false;
  return after.status === 'PENDING' || (after.moneyReserved && !before.moneyReserved);
}

export interface PayoutBackground {
  /** How often the account was paid before, `MOST_COUNTED` at most, and when last. */
  paidBefore: number;
  lastPaidAt: Date | null;
  /** The last paid account of the same user, if it is another account. */
  formerAccount: { account: string | null; paidAt: Date } | null;
  /** How many other names this account has among its latest payouts, paid or not. */
  otherNames: number;
  /** The last paid account under this name, if it is another account. */
  nameAccount: { account: string | null; paidAt: Date } | null;
  /** How many other accounts this name has among the payouts that wait for approval. */
  otherAccounts: number;
  /** Payouts of the same amount to the same account within a day before or after; three at most. */
  duplicates: { transactionId: string; merchantReference: string; status: string; createdAt: Date }[];
}

/** A higher number would not help anybody decide. */
const MOST_COUNTED = 100;
/** It reads only this many latest payouts of a user or a name. */
const MOST_LOOKED_AT = 100;

/** By transaction. Payouts that are older than the table, and those with an unknown account, have none. */
export async function readBackgrounds(
  sql: Sql,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<Map<string, PayoutBackground>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await sql.unsafe(
    `select p.transaction_id, paid.times, paid.last_at, former.account, former.paid_at, names.others, accounts.waiting,
       elsewhere.account as name_account, elsewhere.paid_at as name_paid_at, twins.list
     from payout_recipients p
     cross join lateral (
       select count(*)::integer as times, max(t.completed_at) as last_at from (
         select e.transaction_id from payout_recipients e
         where e.merchant_id = $1 and e.brand_id = p.brand_id and e.recipient_key = p.recipient_key
           and (e.created_at, e.transaction_id) < (p.created_at, p.transaction_id)
         order by e.created_at desc, e.transaction_id desc limit ${MOST_COUNTED}) e
       join transactions t on t.merchant_id = $1 and t.id = e.transaction_id and t.status = 'COMPLETED'
     ) paid
     left join lateral (
       select e.recipient_key, t.recipient ->> 'account' as account, t.completed_at as paid_at from (
         select e.transaction_id, e.recipient_key, e.created_at from payout_recipients e
         where e.merchant_id = $1 and e.brand_id = p.brand_id and e.user_id = p.user_id
           and (e.created_at, e.transaction_id) < (p.created_at, p.transaction_id)
         order by e.created_at desc, e.transaction_id desc limit ${MOST_LOOKED_AT}) e
       join transactions t on t.merchant_id = $1 and t.id = e.transaction_id and t.status = 'COMPLETED'
       order by e.created_at desc, e.transaction_id desc limit 1
     ) former on former.recipient_key <> p.recipient_key
     cross join lateral (
       select count(distinct e.name_key)::integer as others from (
         select e.name_key from payout_recipients e
         where e.merchant_id = $1 and e.brand_id = p.brand_id and e.recipient_key = p.recipient_key
         order by e.created_at desc, e.transaction_id desc limit ${MOST_COUNTED}) e
       where e.name_key <> p.name_key
     ) names
     cross join lateral (
       select count(distinct e.recipient_key)::integer as waiting from (
         select e.transaction_id, e.recipient_key from payout_recipients e
         where e.merchant_id = $1 and e.brand_id = p.brand_id and e.name_key = p.name_key
         order by e.created_at desc, e.transaction_id desc limit ${MOST_LOOKED_AT}) e
       join transactions t on t.merchant_id = $1 and t.id = e.transaction_id and t.status = 'PENDING'
       where e.recipient_key <> p.recipient_key
     ) accounts
     left join lateral (
       select e.recipient_key, t.recipient ->> 'account' as account, t.completed_at as paid_at from (
         select e.transaction_id, e.recipient_key, e.created_at from payout_recipients e
         where e.merchant_id = $1 and e.brand_id = p.brand_id and e.name_key = p.name_key
           and (e.created_at, e.transaction_id) < (p.created_at, p.transaction_id)
         order by e.created_at desc, e.transaction_id desc limit ${MOST_LOOKED_AT}) e
       join transactions t on t.merchant_id = $1 and t.id = e.transaction_id and t.status = 'COMPLETED'
       order by e.created_at desc, e.transaction_id desc limit 1
     ) elsewhere on elsewhere.recipient_key <> p.recipient_key
     cross join lateral (
       select coalesce(json_agg(twin order by twin."createdAt"), '[]'::json) as list from (
         select t.id as "transactionId", t.merchant_reference as "merchantReference", t.status,
           t.created_at as "createdAt"
         from payout_recipients e
         join transactions t on t.merchant_id = $1 and t.id = e.transaction_id
           and t.status in ('PENDING', 'PROCESSING', 'COMPLETED')
         where e.merchant_id = $1 and e.brand_id = p.brand_id and e.recipient_key = p.recipient_key
           and e.created_at between p.created_at - interval '24 hours' and p.created_at + interval '24 hours'
           and e.currency = p.currency and e.amount_minor = p.amount_minor and e.transaction_id <> p.transaction_id
         limit 3) twin
     ) twins
     where p.merchant_id = $1 and p.transaction_id = any($2::uuid[])`,
    [merchantId, transactionIds as string[]],
  );
  return new Map(
    rows.map((row) => [
      row.transaction_id as string,
      {
        paidBefore: row.times,
        lastPaidAt: row.last_at,
        formerAccount: row.paid_at === null ? null : { account: row.account, paidAt: row.paid_at },
        otherNames: row.others,
        otherAccounts: row.waiting,
        nameAccount:
          row.name_paid_at === null ? null : { account: row.name_account, paidAt: row.name_paid_at },
        duplicates: row.list.map((one: { createdAt: string }) => ({
          ...one,
          createdAt: new Date(one.createdAt),
        })),
      },
    ]),
  );
}
