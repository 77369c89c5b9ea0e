// The moves of the play: what merchants, shoppers, networks, operators and time do to a gateway. Each move is one call
// of an action, as a route or a loop makes it. A refusal is a normal answer; any other exception is a fault.

import assert from 'node:assert/strict';
import type { Context } from '../../src/actions/context.ts';
import { moveFunding } from '../../src/actions/ledger/fund-brand.ts';
import { settlePayout } from '../../src/actions/payouts/settle-payout.ts';
import { createRefund } from '../../src/actions/refunds/create-refund.ts';
import { cancelTransaction } from '../../src/actions/transactions/cancel-transaction.ts';
import { type CreateRequest, createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import { Refusal } from '../../src/domain/errors/refusal.ts';
import { findOption } from '../../src/domain/options/payment-option.ts';
import { NO_DETAILS } from '../../src/domain/transactions/new-transaction.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { foldChanges, waitingChanges } from '../../src/storage/listing/fold-changes.ts';
import { KEY_LIFETIME_MS } from '../../src/storage/transactions/idempotency-keys.ts';
import { sweepDueCaptures } from '../../src/worker/due-captures.ts';
import { sweepDueMandates } from '../../src/worker/due-mandates.ts';
import { sweepDueNotifications } from '../../src/worker/due-notifications.ts';
import { sweepDueRefunds } from '../../src/worker/due-refunds.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { foldBalances } from '../../src/worker/fold-balances.ts';
import { sweepOldKeys } from '../../src/worker/forget-keys.ts';
import { forgetOldCounts } from '../../src/worker/forget-old-counts.ts';
import { removeOldDocuments } from '../../src/worker/remove-documents.ts';
import { capture, captureAndVoid } from './capture-steps.ts';
import { CASHIER_MOVES, cashierMove, hear, prove, race } from './cashier-steps.ts';
import { chargeAndRevoke, laterRequest, revoke, withdraw } from './mandate-steps.ts';
import { proofOf } from './network/network.ts';
import { newRequest } from './new-request.ts';
import { type Play, some, UPI_PAYOUT } from './play.ts';
import { Killed } from './process.ts';

/** Weights of the moves. Seeds play merchants who call the API, shoppers in the cashier, or charges without a payer. */
const AT_THE_API = {
  payIn: 22,
  payAgain: 8,
  otherData: 3,
  takenReference: 3,
  confirm: 6,
  payOut: 10,
  settle: 10,
  settleTwice: 3,
  cancel: 6,
  refund: 10,
  capture: 16,
  captureAndVoid: 4,
  later: 4,
  revoke: 1,
  callback: 10,
  network: 10,
  time: 8,
  sweep: 10,
  fold: 3,
  fund: 3,
} as const;

const IN_THE_CASHIER = {
  ...CASHIER_MOVES,
  payIn: 4,
  confirm: 5,
  payOut: 2,
  settle: 3,
  cancel: 2,
  capture: 3,
  later: 4,
  revoke: 1,
  callback: 7,
  network: 7,
  time: 4,
  sweep: 9,
} as const;

const CHARGE_LATER = {
  payIn: 20,
  payAgain: 10,
  otherData: 2,
  later: 30,
  chargeAndRevoke: 5,
  revoke: 3,
  withdraw: 2,
  capture: 4,
  refund: 3,
  cancel: 2,
  callback: 8,
  network: 8,
  time: 8,
  sweep: 10,
} as const;

const MOVES = { api: AT_THE_API, cashier: IN_THE_CASHIER, 'charge later': CHARGE_LATER };
type Move = keyof typeof AT_THE_API | keyof typeof IN_THE_CASHIER | keyof typeof CHARGE_LATER;

/** One move, or two at once. Each moves the clock a little. */
export async function move(play: Play): Promise<void> {
  const { world } = play;
  const name: Move = world.random.weighted<Move>(MOVES[play.place]);
  play.said.push(name);
  world.advance(1);
  if (name !== 'race')
    return await survive(
      play,
      world.process.run((context) => makeMove(name, play, context)),
    );
  const beside = world.startAnother();
  const acts = await race(play, world.context);
  const runs = acts.map((act, index) => (index === 0 ? world.process : beside).run(act));
  const ended = await Promise.allSettled(runs.map((run) => survive(play, run)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** A killed process and a refusal are normal results. */
async function survive(play: Play, run: Promise<unknown>): Promise<void> {
  const { world } = play;
  try {
    await run;
  } catch (error) {
    if (error instanceof Killed) {
      play.said.push('killed');
      if (world.process.dead) world.restart();
    } else if (error instanceof Refusal && error.httpStatus < 500) play.said.push(`${error.httpStatus}`);
    else throw error;
  }
}

async function makeMove(name: Exclude<Move, 'race'>, play: Play, context: Context): Promise<void> {
  const { world } = play;
  const { random } = world;
  // A killed process may have stored nothing of a request without an answer.
  const isKept = ({ at, answer }: Play['sent'][number]) =>
    answer !== null && context.now().getTime() - at.getTime() <= KEY_LIFETIME_MS;
  switch (name) {
    case 'payIn':
      await payIn(play, context, newRequest(play));
      return;
    case 'payAgain': {
      const earlier = some(play, play.sent);
      if (earlier) await payAgain(context, earlier);
      return;
    }
    case 'otherData': {
      const earlier = some(play, play.sent.filter(isKept));
      if (!earlier) return;
      const idempotency = { key: earlier.request.idempotency!.key, fingerprint: Buffer.alloc(32, 255) };
      return await refused(createTransaction(context, { ...newRequest(play), idempotency }), [422]);
    }
    case 'takenReference': {
      const earlier = some(
        play,
        play.sent.filter((one) => one.answer !== null),
      );
      if (!earlier) return;
      const { merchantReference, country } = earlier.request;
      return await refused(
        createTransaction(context, { ...newRequest(play), merchantReference, country }),
        [409],
      );
    }
    case 'confirm': {
      const transaction = await someTransaction(play, context);
      if (!transaction) return;
      // Sometimes with a UTR that has already completed another payment.
      const [other] = random.chance(0.3) ? await provenPayments(play, context) : [];
      if (other && other.id !== transaction.id)
        return await refused(prove(play, context, transaction, proofOf(other)), [400, 409]);
      return await prove(play, context, transaction);
    }
    case 'payOut':
      return await payOut(play, context);
    case 'settle':
    case 'settleTwice': {
      const payout = await someTransaction(play, context, { type: 'PAYOUT' });
      if (!payout) return;
      const settle = () =>
        settlePayout(context, ROOT, payout, { action: random.chance(0.8) ? 'APPROVE' : 'DECLINE' });
      const words = name === 'settle' ? [settle()] : [settle(), settle()];
      const settled = await Promise.allSettled(words);
      const counted = settled.filter((one) => one.status === 'fulfilled' && one.value.kind !== 'short');
      assert(counted.length <= 1, `${payout.id}: two words on one payout counted`);
      for (const one of settled) if (one.status === 'rejected') throw one.reason;
      return;
    }
    case 'cancel': {
      const transaction = await someTransaction(play, context);
      if (transaction) await cancelTransaction(context, ROOT, transaction, null);
      return;
    }
    case 'refund':
      return await refund(play, context);
    case 'capture':
      return await capture(play, context);
    case 'captureAndVoid':
      return await captureAndVoid(play, context);
    case 'later':
    case 'chargeAndRevoke': {
      const request = await laterRequest(play, context, newRequest(play));
      if (!request) return;
      if (name === 'later') await payIn(play, context, request);
      else await chargeAndRevoke(context, request, () => payIn(play, context, request));
      return;
    }
    case 'revoke':
      return await revoke(play, context);
    case 'withdraw':
      return await withdraw(play, context);
    case 'callback':
      return await callBack(play, context);
    case 'network':
      return world.network.goOn();
    case 'time':
      return world.advance(random.pick([1_000, 15_000, 70_000, 400_000, 3_700_000, 90_000_000]));
    case 'sweep':
      return await sweep(context);
    case 'fold':
      await foldBalances(context)();
      assert.deepEqual(await foldChanges(world.database.folding, await waitingChanges(context.sql)), []);
      return;
    case 'fund':
      return await fund(play, context);
    default:
      return await cashierMove(name, play, context);
  }
}

async function payIn(play: Play, context: Context, request: CreateRequest): Promise<string> {
  const note: Play['sent'][number] = { request, answer: null, at: context.now() };
  const isCard = findOption(request.optionId)!.option.method === 'card';
  if (isCard || request.mandateId !== undefined) play.sent.push(note);
  else request.idempotency = null;
  const { body } = await createTransaction(context, request);
  note.answer = body;
  return body;
}

/**
 * Repeats a request: the answer has the same bytes, or is a conflict while the first is unanswered; never a second
 * payment.
 */
async function payAgain(context: Context, earlier: Play['sent'][number]): Promise<void> {
  try {
    const { body, replayed } = await createTransaction(context, earlier.request);
    if (earlier.answer !== null) {
      assert(replayed, 'a repeated request was taken for a new one');
      assert.equal(body, earlier.answer, 'a repeated request got another answer');
    }
    earlier.answer = body;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    assert.equal(error.httpStatus, 409, `a repeated request was refused with ${error.httpStatus}`);
    // After 48 hours the key is forgotten and only the reference protects (spec 8).
    const kept = context.now().getTime() - earlier.at.getTime() <= KEY_LIFETIME_MS;
    assert(earlier.answer === null || !kept, 'a request that was answered before is a conflict now');
  }
}

async function payOut({ world }: Play, context: Context): Promise<void> {
  const { random, brand } = world;
  await createTransaction(context, {
    type: 'PAYOUT',
    brand: random.chance(0.4) ? { ...brand, automaticApproval: true } : brand,
    origin: 'v3',
    optionId: UPI_PAYOUT,
    currency: 'INR',
    amountMinor: BigInt(random.between(100, 9_000)),
    country: 'IN',
    merchantReference: null,
    paymentReference: null,
    userId: null,
    details: NO_DETAILS,
    card: null,
    paymentData: random.chance(0.9) ? { vpa: 'ada@upi' } : {},
    idempotency: null,
  });
}

async function refund(play: Play, context: Context): Promise<void> {
  const { random } = play.world;
  const payin = await someTransaction(play, context, { type: 'PAYIN', status: 'COMPLETED' });
  if (!payin) return;
  const part = BigInt(random.between(1, Number(payin.amountMinor)));
  await createRefund(context, ROOT, payin, {
    amountMinor: random.chance(0.3) ? null : part,
    refundReference: random.chance(0.5) ? `refund-${random.between(1, 5)}` : null,
    reason: null,
  });
}

async function callBack(play: Play, context: Context): Promise<void> {
  const { world } = play;
  const { callbacks } = world.network;
  if (callbacks.length === 0) return;
  const index = world.random.between(0, callbacks.length - 1);
  const callback = callbacks[index]!;
  // Sometimes a callback is heard and comes again anyway.
  if (world.random.chance(0.8)) callbacks.splice(index, 1);
  await hear(play, context, callback);
}

async function sweep(context: Context): Promise<void> {
  await sweepDueNotifications(context);
  await sweepDueTransactions(context);
  await sweepDueRefunds(context);
  await sweepDueCaptures(context);
  await sweepDueMandates(context);
  await sweepOldKeys(context);
  await removeOldDocuments(context);
  await forgetOldCounts(context);
}

async function fund({ world }: Play, context: Context): Promise<void> {
  const { random, brand } = world;
  const { merchantId, brandId } = brand;
  const amountMinor = BigInt(random.between(1, 5_000)) * (random.chance(0.5) ? 1n : -1n);
  const reference = `funding-${random.between(0, 1_000_000)}`;
  await context.sql.begin((tx) =>
    moveFunding(tx, { merchantId, brandId, reference, currency: 'INR', amountMinor, at: world.now() }),
  );
}

/** All work has ended, all callbacks are heard, all clocks have run out. No process dies here. */
export async function comeToRest(play: Play): Promise<void> {
  const { world } = play;
  const { context, network } = world;
  network.comeToRest();
  for (let round = 0; round < 40; round++) {
    for (const callback of network.callbacks.splice(0)) await hear(play, context, callback);
    const [open] = await context.sql`select
      (select count(*)::int from transactions where merchant_id = ${world.brand.merchantId} and due_at is not null)
      + (select count(*)::int from refunds where merchant_id = ${world.brand.merchantId} and due_at is not null)
      + (select count(*)::int from captures where merchant_id = ${world.brand.merchantId} and due_at is not null)
      + (select count(*)::int from mandates where merchant_id = ${world.brand.merchantId} and due_at is not null)
      + (select count(*)::int from notification_work where merchant_id = ${world.brand.merchantId} and due_at is not null)
      as left`;
    if (open!.left === 0) return;
    world.advance(round < 10 ? 3_600_000 : 4 * 86_400_000);
    await sweep(context);
  }
}

async function provenPayments({ world }: Play, context: Context) {
  return await context.sql<{ id: string; attempts: number }[]>`
    select t.id, t.attempts from transactions t join confirmations c
      on c.merchant_id = t.merchant_id and c.transaction_id = t.id and c.attempt = t.attempts
    where t.merchant_id = ${world.brand.merchantId} and t.status = 'COMPLETED' order by t.id desc limit 1`;
}

async function refused(work: Promise<unknown>, statuses: number[]): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal && statuses.includes(error.httpStatus)) return;
    throw error;
  }
  assert.fail(`accepted, where ${statuses.join(' or ')} was due`);
}

async function someTransaction(
  { world }: Play,
  context: Context,
  { type, status }: { type?: 'PAYIN' | 'PAYOUT'; status?: string } = {},
): Promise<Transaction | undefined> {
  const { merchantId } = world.brand;
  const rows = await context.sql`select id from transactions where merchant_id = ${merchantId}
    and type = coalesce(${type ?? null}, type) and status = coalesce(${status ?? null}, status) order by id`;
  if (rows.length === 0) return undefined;
  return (await context.transactions.find(merchantId, world.random.pick(rows).id)) ?? undefined;
}
