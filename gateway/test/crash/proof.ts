// The proof after the load: it compares what clients and the webhook receiver saw with the database. It only reads and
// complains.
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import type { Complain } from './complaint.ts';
import { isLateSuccess, type Shop } from './shop.ts';
import type { WebhookRecorder } from './webhook-recorder.ts';

/** A worker takes a due row within one turn of its loop; this is many turns. */
const OVERDUE_MS = 3_000;

interface Stored {
  id: string;
  status: string;
  sequence: number;
  merchant_reference: string;
  amount_minor: bigint;
  late_success: boolean;
}

export async function prove(parts: {
  sql: Sql;
  shop: Shop;
  recorder: WebhookRecorder;
  /** Now on the moved clock. */
  now: Date;
  complain: Complain;
}): Promise<{ transactions: number; leftInInit: number }> {
  const { sql, shop, recorder, now, complain } = parts;
  const rows = await sql<Stored[]>`
    select id, status, sequence, merchant_reference, amount_minor, late_success from transactions`;
  const stored = new Map(rows.map((row) => [row.id, row]));
  proveAnswers(shop, stored, complain);
  proveWebhooks(recorder, rows, complain);
  await proveSingleCharges(sql, complain);
  await proveNothingStuck(sql, now, shop.finalAnswers, complain);
  for (const order of shop.undecided) complain('stuck', `the order with key ${order.key} has no answer yet`);
  for (const fault of (await verifyLedger(sql)).faults) complain('ledger', fault);
  // The request was accepted, and the process died before it recorded the end.
  const [left] = await sql`select count(*)::integer as times from timeline
    where from_status = 'INIT' and actor = 'resolver'`;
  return { transactions: rows.length, leftInInit: left!.times };
}

function proveAnswers(shop: Shop, stored: ReadonlyMap<string, Stored>, complain: Complain): void {
  for (const { transactionId, amount, answer } of shop.orders) {
    if (transactionId === null) continue;
    const row = stored.get(transactionId);
    const reference = JSON.parse(answer!).result.merchantReference;
    if (row?.merchant_reference !== reference || row?.amount_minor !== BigInt(Math.round(amount * 100))) {
      const found = row ? `${row.merchant_reference}, ${row.amount_minor} minor` : 'nothing';
      complain('payment lost', `answered ${answer}, stored ${found}`);
    }
  }
  for (const [id, seen] of shop.endings) {
    const row = stored.get(id);
    if (!row) complain('payment lost', `a client saw ${id} ${seen.status}; it is not stored`);
    else if (
      row.status !== seen.status &&
      !(row.late_success && isLateSuccess(seen, row, shop.finalAnswers.has(id)))
    )
      complain('final status changed', `transaction ${id}: a client saw ${seen.status}, it is ${row.status}`);
  }
}

export function proveWebhooks(
  recorder: WebhookRecorder,
  rows: readonly Pick<Stored, 'id' | 'status' | 'sequence'>[],
  complain: Complain,
): void {
  for (const fault of [...recorder.faults, ...recorder.outOfTurn]) complain('webhook differs', fault);
  for (const { id, status, sequence } of rows) {
    const events = recorder.byTransaction.get(id) ?? new Map();
    for (let n = 1; n <= sequence; n++) {
      if (!events.get(n)?.accepted)
        complain('webhook missing', `transaction ${id} (${status}): event ${n} of ${sequence}`);
    }
    const last = Math.max(0, ...events.keys());
    if (last > sequence)
      complain('webhook differs', `transaction ${id}: event ${last}, but only ${sequence} changes`);
    const inTurn = [...events].sort(([a], [b]) => a - b).map(([, event]) => event);
    const reported = inTurn.findLast((event) => event.status !== null)?.status;
    if (reported !== undefined && reported !== status)
      complain('webhook differs', `transaction ${id} is ${status}, its last event says ${reported}`);
  }
  const ids = new Set(rows.map((row) => row.id));
  for (const id of recorder.byTransaction.keys()) {
    if (!ids.has(id)) complain('payment lost', `a webhook told of transaction ${id}, which is not stored`);
  }
}

async function proveSingleCharges(sql: Sql, complain: Complain): Promise<void> {
  const twice = await sql`
    select t.merchant_reference, count(distinct t.id)::integer as transactions, count(m.id)::integer as charges
    from transactions t
    left join transfers m on m.merchant_id = t.merchant_id and m.transaction_id = t.id
      and m.from_account = 'provider' and m.to_account = 'available'
    group by t.merchant_reference
    having count(distinct t.id) > 1 or count(m.id) > 1`;
  for (const { merchant_reference, transactions, charges } of twice)
    complain(
      'charged twice',
      `reference ${merchant_reference}: ${transactions} transactions, ${charges} charges`,
    );
}

async function proveNothingStuck(
  sql: Sql,
  now: Date,
  finalAnswers: ReadonlySet<string>,
  complain: Complain,
): Promise<void> {
  const late = new Date(now.getTime() - OVERDUE_MS);
  const open = await sql`
    select id, status, due_at from transactions where status in ('INIT', 'PENDING', 'PROCESSING')`;
  for (const { id, status, due_at } of open)
    complain('stuck', `transaction ${id} is ${status}, due ${due_at?.toISOString() ?? 'never'}`);
  const overdue = await sql`select id, status from transactions where due_at < ${late}`;
  for (const { id, status } of overdue) complain('stuck', `transaction ${id} (${status}) is overdue`);
  // A payment forced by hand may contradict a bank decision of the same moment. A person looks at those.
  const notices = await sql`select transaction_id, state, reason from notification_work
    where state not in ('applied', 'ignored')`;
  for (const { transaction_id, state, reason } of notices)
    if (state !== 'conflict' || !finalAnswers.has(transaction_id))
      complain('stuck', `a notification of transaction ${transaction_id} is ${state}: ${reason}`);
  const events = await sql`select transaction_id, sequence, state, tries, next_try_at from webhook_events
    where state <> 'delivered'`;
  for (const { transaction_id, sequence, state, tries, next_try_at } of events) {
    const due = next_try_at === null ? 'never due' : `due ${now.getTime() - next_try_at.getTime()} ms ago`;
    complain(
      'stuck',
      `event ${sequence} of transaction ${transaction_id} is ${state} after ${tries} tries, ${due}`,
    );
  }
}
