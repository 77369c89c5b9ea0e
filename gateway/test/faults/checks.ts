// What must be true after a fault, seen from outside. Compares the clients' answers, the bank's actions, the receivers'
// events and the records. It only reads.
import type { Complain } from '../crash/complaint.ts';
import { proveWebhooks } from '../crash/proof.ts';
import { type Load, wasShownNoPage } from './load.ts';
import {
  checkDecisions,
  checkDeeds,
  checkPayments,
  checkRefundAnswers,
  checkRefunds,
  type RefundRow,
  type Row,
} from './money.ts';
import type { Deed } from './world/bank-words.ts';
import type { World } from './world.ts';

export async function check(world: World, load: Load, complain: Complain): Promise<void> {
  const { sql, merchants, bank, gateways } = world;
  const rows = await sql<Row[]>`
    select id, merchant_id, status, sequence, merchant_reference, amount_minor, currency, error_code, late_success
    from transactions`;
  const refunds = await sql<RefundRow[]>`
    select id, transaction_id, status, amount_minor, currency, refund_reference, provider, provider_reference
    from refunds`;
  const deeds = [...(await bank.deeds()), ...((await world.providers?.deeds()) ?? [])];
  checkAnswers(load, rows, complain);
  checkDeeds(deeds, rows, refunds, complain);
  checkPayments(deeds, rows, complain);
  checkDecisions(load.orders, deeds, rows, complain);
  checkRefunds(deeds, refunds, complain);
  checkRefundAnswers(load.orders, refunds, complain);
  for (const { merchantId, receiver } of merchants)
    proveWebhooks(
      receiver,
      rows.filter((row) => row.merchant_id === merchantId),
      complain,
    );
  // Nothing here lives shorter than a test, so nothing may expire.
  for (const {
    merchant_reference,
    error_code,
  } of await sql`select merchant_reference, error_code from transactions
    where error_code in ('3002', '4006')`)
    complain('expired early', `${merchant_reference} has ${error_code}`);
  await checkNothingStuck(world, load, deeds, complain);
  await proveByCommand(world, rows.length, complain);
  for (const death of gateways.flatMap((one) => one.deaths)) complain('process ended', death);
}

/** Runs the commands that an operator would run now, and checks their exit code and output. */
async function proveByCommand(world: World, transactions: number, complain: Complain): Promise<void> {
  const [audit] = await world.sql`
    select count(*)::int as rows, count(distinct merchant_id)::int as chains from audit_log`;
  const expected = {
    'ledger:verify': `The ledger is right: ${transactions} transactions, `,
    'audit:verify': `The audit log is right: ${audit!.rows} rows of ${audit!.chains} merchants checked`,
  };
  for (const name of ['ledger:verify', 'audit:verify'] as const) {
    const { code, output } = await world.command(name);
    const lines = output.trim().split('\n');
    if (code === 0 && lines.some((line) => line.startsWith(expected[name]))) continue;
    const kind = name === 'ledger:verify' ? 'ledger' : 'audit log';
    for (const line of lines.slice(0, 20)) complain(kind, line);
    complain(kind, `${name} ended with ${code}; wanted is 0 and: ${expected[name]}`);
  }
}

/** A payment that was paid before its merchant cancelled it counts as paid (contract 13). */
function checkAnswers(load: Load, rows: readonly Row[], complain: Complain): void {
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { reference, amount, transactionId, ending, answer, isCalledOff } of load.orders) {
    if (transactionId === null) continue;
    const row = stored.get(transactionId);
    if (row?.merchant_reference !== reference || row.amount_minor !== BigInt(Math.round(amount * 100)))
      complain(
        'payment lost',
        `${reference} was answered ${answer}; stored is ${row?.merchant_reference ?? 'nothing'}`,
      );
    else if (ending !== null && row.status !== ending && !(isCalledOff && row.late_success))
      complain('final status changed', `${reference}: a client saw ${ending}, it is ${row.status}`);
  }
}

/** Everything has ended, and every event has arrived. */
export async function isQuiet(world: World, load: Load): Promise<boolean> {
  const { sql } = world;
  const deeds = (await world.providers?.deeds()) ?? [];
  if ((await openRows(world, load, deeds)).length > 0) return false;
  const made = deeds.filter(({ kind }) => kind === 'refund').map(({ key }) => key);
  const [row] = await sql`select
    exists (select 1 from notification_work where state = 'waiting')
    or exists (select 1 from refunds where status = 'PENDING' and (provider = 'sandbox'
      or id::text = any(${made}) and not (provider like 'prism-%' and provider_reference is null)))
    or exists (select 1 from webhook_queue) as busy`;
  return !row!.busy;
}

/**
 * Rows that must still end. If a provider may have received a payment and did not charge it, the payment rightly stays
 * unknown for longer than this suite waits: Stripe is asked after minutes, Adyen cannot be asked (contract 13). A 3-D
 * Secure challenge that came after the bank's deadline is abandoned: the merchant already has an answer without the
 * page, and the payment expires after 15 minutes (contract 4).
 */
async function openRows({ sql }: World, load: Load, deeds: readonly Deed[]) {
  const unseen = new Set(load.orders.filter(wasShownNoPage).map(({ transactionId }) => transactionId));
  const charged = new Set(deeds.filter(({ payments }) => payments > 0).map((deed) => deed.transactionId));
  const rows =
    await sql`select id, merchant_reference, status, error_code, due_at, provider, result_type from transactions
    where status in ('INIT', 'PENDING', 'PROCESSING')`;
  return rows.filter(({ id, status, error_code, provider, result_type }) => {
    if (status !== 'PROCESSING') return true;
    if (provider !== 'sandbox') return error_code !== '9001' || charged.has(id);
    return result_type !== 'redirect' || !unseen.has(id) || charged.has(id);
  });
}

async function checkNothingStuck(
  world: World,
  load: Load,
  deeds: readonly Deed[],
  complain: Complain,
): Promise<void> {
  const { sql } = world;
  for (const { merchant_reference, id, status, error_code, due_at } of await openRows(world, load, deeds))
    complain(
      'stuck',
      `${merchant_reference} (${id}) is ${status} ${error_code ?? ''}, due ${due_at?.toISOString() ?? 'never'}`,
    );
  const notes = await sql`select w.transaction_id, w.state, w.reason, n.kind from notification_work w
    join provider_notifications n on n.merchant_id = w.merchant_id and n.id = w.notification_id
    where w.state not in ('applied', 'ignored')`;
  for (const { transaction_id, state, reason, kind } of notes)
    complain('stuck', `a notification ${kind} of ${transaction_id} is ${state}: ${reason}`);
  const events = await sql`select transaction_id, sequence, state, tries, next_try_at from webhook_events
    where state <> 'delivered'`;
  for (const { transaction_id, sequence, state, tries, next_try_at } of events)
    complain(
      'stuck',
      `event ${sequence} of ${transaction_id} is ${state} after ${tries} tries, next ${next_try_at?.toISOString() ?? 'never'}`,
    );
}
