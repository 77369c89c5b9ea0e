// What must be true after every step, whatever happened (the invariants of contract 3, 4, 5 and 10), and what must be
// true once everything has come to rest. A fault is a sentence; the run that found it can be played again.
import assert from 'node:assert/strict';
import { mayMove, type Status } from '../../src/domain/transaction.ts';
import { checkAttempts } from './attempt-checks.ts';
import type { Network } from './network.ts';
import type { StoredBrand, StoredTransaction } from './stored.ts';

/** What the last look saw, to compare with. */
export type Memory = Map<string, StoredTransaction>;

export function checkStep(brand: StoredBrand, network: Network, memory: Memory): void {
  for (const transaction of brand.transactions) {
    checkMoves(transaction, memory.get(transaction.id));
    checkEvents(transaction);
    checkMoney(transaction);
    checkAttempts(transaction, memory.get(transaction.id));
    memory.set(transaction.id, transaction);
  }
  assert.equal(
    new Set(brand.transactions.map((one) => one.reference)).size,
    brand.transactions.length,
    'a reference stands twice',
  );
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

function checkMoves(now: StoredTransaction, before: StoredTransaction | undefined): void {
  const path = [...(now.timeline ?? [])];
  let status = 'INIT' as Status;
  for (const { from, to } of path) {
    assert.equal(from, status, `${now.id}: its timeline jumps from ${status} to ${from}`);
    const late = from === 'DECLINED' && to === 'COMPLETED' && now.type === 'PAYIN' && now.late_success;
    assert(mayMove(from as Status, to as Status) || late, `${now.id}: moved from ${from} to ${to}`);
    status = to as Status;
  }
  assert.equal(now.status, status, `${now.id}: is ${now.status}, its timeline ends in ${status}`);
  if (!before) return;
  assert(now.version >= before.version, `${now.id}: its version went back`);
  if (before.answer !== null) assert.equal(now.answer, before.answer, `${now.id}: its stored answer changed`);
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
  assert.deepEqual(
    events.filter((event) => !event.type.startsWith('refund.')).map((event) => [event.sequence, event.type]),
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

function checkMoney(transaction: StoredTransaction): void {
  const sum = (from: string, to: string) =>
    (transaction.transfers ?? [])
      .filter((one) => one.from === from && one.to === to)
      .reduce((total, one) => total + BigInt(one.amount), 0n);
  const amount = BigInt(transaction.amount);
  const completed = transaction.status === 'COMPLETED' ? amount : 0n;
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
    assert(total('PENDING', 'COMPLETED') <= amount, `${transaction.id}: more is refunded than was paid`);
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

/** At rest: everything has ended, and ended as the network knows it, but where the sandbox's lever was `forced`. */
export function checkRest(brand: StoredBrand, network: Network, forced: ReadonlySet<string>): void {
  for (const transaction of brand.transactions) {
    const deed =
      transaction.type === 'PAYIN' ? network.chargesOf(transaction.id)[0] : network.deeds.get(transaction.id);
    // The answer that held the instructions was lost: nobody knows how to pay, the network waits, and a human decides.
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
    if (!forced.has(transaction.id))
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
  assert.equal(brand.reserved, 0n, 'money is reserved for nothing');
}
