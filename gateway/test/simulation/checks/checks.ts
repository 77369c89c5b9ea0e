// What must be true after every step, whatever happened (the invariants of contract 3, 4, 5 and 10), and what must be
// true once everything has come to rest. A fault is a sentence; its seed can be played again.
import assert from 'node:assert/strict';
import { mayMove, type Status } from '../../../src/domain/transactions/transaction.ts';
import { KEY_LIFETIME_MS } from '../../../src/storage/transactions/idempotency-keys.ts';
import type { Network } from '../network/network.ts';
import type { StoredBrand, StoredTransaction } from '../stored.ts';
import { checkAttempts } from './attempt-checks.ts';
import { checkCaptures, checkCapturesAtRest } from './capture-checks.ts';
import { checkMandates, checkMandatesAtRest } from './mandate-checks.ts';

/** The state of the previous check, to compare with. */
export type Memory = Map<string, StoredTransaction>;

export function checkStep(
  brand: StoredBrand,
  { network, forced }: { network: Network; forced: ReadonlySet<string> },
  memory: Memory,
  at: Date,
): void {
  const before = new Map(memory);
  for (const transaction of brand.transactions) {
    checkMoves(transaction, memory.get(transaction.id), forced.has(transaction.id));
    checkKey(transaction, memory.get(transaction.id), at);
    const confirmed = transaction.confirmed ?? [];
    assert.equal(
      new Set(confirmed).size,
      confirmed.length,
      `${transaction.id}: two proofs of one attempt are kept`,
    );
    checkEvents(transaction);
    checkClaim(transaction);
    checkMoney(transaction);
    if (transaction.type === 'PAYIN') checkCaptures(transaction);
    checkAttempts(transaction, memory.get(transaction.id));
    memory.set(transaction.id, transaction);
  }
  assert.equal(
    new Set(brand.transactions.map((one) => one.reference)).size,
    brand.transactions.length,
    'a reference stands twice',
  );
  checkMandates(brand.transactions, { network, forced }, before);
  checkNetwork(network);
  assert(
    brand.available >= 0n && brand.reserved >= 0n,
    `a balance is below zero: ${brand.available}, ${brand.reserved}`,
  );
  assert.equal(brand.available, brand.availableByTransfers, 'available is not the sum of its transfers');
  assert.equal(brand.reserved, brand.reservedByTransfers, 'reserved is not the sum of its transfers');
  assert.equal(
    brand.reserved,
    reservedByStatus(brand),
    'reserved is not what payouts and refunds under way say',
  );
}

/**
 * Money that a provider reports counts after any end. An ERROR that nobody forced means that nothing was paid, so no
 * payment follows it.
 */
function checkMoves(now: StoredTransaction, before: StoredTransaction | undefined, isForced: boolean): void {
  const path = [...(now.timeline ?? [])];
  let status = 'INIT' as Status;
  for (const { from, to } of path) {
    assert.equal(from, status, `${now.id}: its timeline jumps from ${status} to ${from}`);
    const mayFollow = from === 'DECLINED' || (from === 'ERROR' && isForced);
    const late = mayFollow && to === 'COMPLETED' && now.type === 'PAYIN' && now.late_success;
    const isHeld = now.capture_mode === 'manual' && from === 'PROCESSING' && to === 'PROCESSING';
    assert(mayMove(from as Status, to as Status) || late || isHeld, `${now.id}: moved from ${from} to ${to}`);
    status = to as Status;
  }
  assert.equal(now.status, status, `${now.id}: is ${now.status}, its timeline ends in ${status}`);
  if (!before) return;
  assert(now.version >= before.version, `${now.id}: its version went back`);
}

/** A key, its request's HMAC and its stored answer are forgotten together, and after 48 hours at the earliest. */
function checkKey(now: StoredTransaction, before: StoredTransaction | undefined, at: Date): void {
  const { id, idempotency_key: key, fingerprinted, answer } = now;
  assert.equal(fingerprinted, key !== null, `${id}: an HMAC without its key, or a key without its HMAC`);
  if (!before || before.idempotency_key === null) return;
  if (key === null) {
    const age = at.getTime() - now.created_at.getTime();
    assert(age > KEY_LIFETIME_MS, `${id}: its key was forgotten after ${age} ms`);
    assert.equal(answer, null, `${id}: its key was forgotten, and its answer was not`);
  } else if (before.answer !== null) assert.equal(answer, before.answer, `${id}: its stored answer changed`);
}

/** One event for each status change and each change of a refund, numbered without a gap. */
function checkEvents(transaction: StoredTransaction): void {
  const events = transaction.events ?? [];
  assert.deepEqual(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
    `${transaction.id}: its events are not numbered 1, 2, 3 …`,
  );
  assert.equal(
    events.length,
    transaction.sequence,
    `${transaction.id}: sequence and number of events differ`,
  );
  const kind = transaction.type === 'PAYIN' ? 'payin' : 'payout';
  if (transaction.capture_mode === null)
    assert.deepEqual(
      events
        .filter((event) => !/^(refund|mandate)\./.test(event.type))
        .map((event) => [event.sequence, event.type]),
      (transaction.timeline ?? []).map((entry) => [entry.sequence, `${kind}.${entry.to.toLowerCase()}`]),
      `${transaction.id}: its events do not tell its timeline`,
    );
  const ended = (transaction.refunds ?? []).filter((refund) => refund.status !== 'PENDING').length;
  const refundEvents = events.filter((event) => event.type.startsWith('refund.'));
  assert.equal(
    refundEvents.length,
    (transaction.refunds ?? []).length + ended,
    `${transaction.id}: its refunds and their events differ`,
  );
}

/** The country in the record and in the webhook is the country under which its reference is claimed (contract 3). */
function checkClaim({ id, country, claimed_for, status, sequence, events }: StoredTransaction): void {
  assert.equal(
    claimed_for,
    country ?? '',
    `${id}: its country is ${country}, its reference is claimed for another`,
  );
  const last = events?.find(
    (event) => event.sequence === sequence && event.type.endsWith(status.toLowerCase()),
  );
  if (['COMPLETED', 'DECLINED', 'ERROR'].includes(status) && last)
    assert.equal(last.country, country, `${id}: its last event names another country`);
}

function checkMoney(transaction: StoredTransaction): void {
  const sum = (from: string, to: string) =>
    (transaction.transfers ?? [])
      .filter((one) => one.from === from && one.to === to)
      .reduce((total, one) => total + BigInt(one.amount), 0n);
  const amount = BigInt(transaction.amount);
  const captured = BigInt(transaction.captured);
  const completed = transaction.type === 'PAYOUT' && transaction.status === 'COMPLETED' ? amount : captured;
  const refunds = (transaction.refunds ?? []).map((one) => ({ ...one, amount: BigInt(one.amount) }));
  const total = (...statuses: string[]) =>
    refunds.filter((one) => statuses.includes(one.status)).reduce((all, one) => all + one.amount, 0n);
  if (transaction.type === 'PAYIN') {
    assert.equal(
      sum('provider', 'available'),
      completed,
      `${transaction.id}: what came in is not what was paid`,
    );
    assert.equal(
      sum('available', 'reserved'),
      total('PENDING', 'COMPLETED', 'FAILED'),
      `${transaction.id}: refunds set aside`,
    );
    assert.equal(sum('reserved', 'provider'), total('COMPLETED'), `${transaction.id}: refunds paid`);
    assert.equal(sum('reserved', 'available'), total('FAILED'), `${transaction.id}: refunds given up`);
    assert.equal(
      BigInt(transaction.refunded),
      total('PENDING', 'COMPLETED'),
      `${transaction.id}: amountRefunded`,
    );
    assert(total('PENDING', 'COMPLETED') <= captured, `${transaction.id}: more is refunded than was paid`);
    return;
  }
  const aside = sum('available', 'reserved');
  assert(aside === 0n || aside === amount, `${transaction.id}: ${aside} of ${amount} were set aside`);
  assert.equal(
    sum('reserved', 'provider'),
    completed,
    `${transaction.id}: what went out is not what was approved`,
  );
  const back = sum('reserved', 'available');
  assert.equal(
    aside - completed - back,
    transaction.money_reserved ? amount : 0n,
    `${transaction.id}: reserved`,
  );
}

function checkNetwork(network: Network): void {
  assert.deepEqual(network.faults, [], 'the network was asked for what it must not be asked');
  const paid = new Map<string, number>();
  for (const deed of network.deeds.values()) {
    assert(deed.payments <= 1, `${deed.id}: the network paid ${deed.payments} times`);
    if (deed.kind === 'pay-in' && deed.state === 'paid')
      paid.set(deed.reference, (paid.get(deed.reference) ?? 0) + 1);
  }
  for (const [reference, times] of paid) assert.equal(times, 1, `${reference} was charged ${times} times`);
}

function reservedByStatus(brand: StoredBrand): bigint {
  let sum = 0n;
  for (const transaction of brand.transactions) {
    if (transaction.money_reserved) sum += BigInt(transaction.amount);
    for (const refund of transaction.refunds ?? [])
      if (refund.status === 'PENDING') sum += BigInt(refund.amount);
  }
  return sum;
}

/** At rest everything has ended, and as the network knows it, unless the sandbox's lever `forced` it. */
export function checkRest(brand: StoredBrand, network: Network, forced: ReadonlySet<string>): void {
  for (const transaction of brand.transactions) {
    const deed =
      transaction.type === 'PAYIN' ? network.chargesOf(transaction.id)[0] : network.deeds.get(transaction.id);
    // The answer with the instructions was lost: the shopper cannot know how to pay, the network waits, and a person
    // decides.
    const forHumans =
      transaction.error_code === '9001' &&
      transaction.due_at === null &&
      (deed?.state === 'open' || deed?.state === 'challenged');
    if (forHumans) continue;
    const open = ['INIT', 'PENDING', 'PROCESSING'].includes(transaction.status);
    assert(
      !open,
      `${transaction.id}: still ${transaction.status} when everything has come to rest; the network says ${deed?.state ?? 'never heard of'}; ${JSON.stringify(transaction)}`,
    );
    if (transaction.capture_mode === 'manual') checkCapturesAtRest(transaction, network);
    else if (!forced.has(transaction.id))
      assert.equal(
        transaction.status === 'COMPLETED',
        deed?.state === 'paid',
        `${transaction.id}: is ${transaction.status} (${transaction.error_code}), the network says ${deed?.state ?? 'never heard of'}`,
      );
    for (const refund of transaction.refunds ?? []) {
      assert.notEqual(refund.status, 'PENDING', `refund ${refund.id} never ended`);
      assert.equal(
        refund.status === 'COMPLETED',
        network.deeds.get(refund.id)?.state === 'paid',
        `refund ${refund.id}`,
      );
    }
  }
  checkMandatesAtRest(brand.transactions, { network, forced });
  for (const { transaction_id, kind, state, reason } of brand.notices) {
    const isHeard = state === 'applied' || state === 'ignored';
    const isOverruled = state === 'conflict' && transaction_id !== null && forced.has(transaction_id);
    // It was authorised after its end, and a person voids it.
    const isHeldInVain = state === 'conflict' && kind === 'authorized';
    assert(
      isHeard || isOverruled || isHeldInVain,
      `${transaction_id}: its notification "${kind}" is ${state} when everything has come to rest: ${reason}`,
    );
  }
  assert.equal(brand.reserved, 0n, 'money is reserved for nothing');
}
