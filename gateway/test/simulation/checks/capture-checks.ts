// What must be true of captures after every step, and at rest (contract 16): the sums hold, the money that came in is
// what was captured, each step has its event, and the books have what the network captured.
import assert from 'node:assert/strict';
import { takenOf } from '../network/held-money.ts';
import type { Network } from '../network/network.ts';
import type { StoredTransaction } from '../stored.ts';

export function checkCaptures(transaction: StoredTransaction): void {
  const { id, authorized, captured, amount, status } = transaction;
  const captures = transaction.captures ?? [];
  const sum = (of: string) =>
    captures.filter((one) => one.status === of).reduce((total, one) => total + BigInt(one.amount), 0n);
  if (authorized === null) {
    assert.deepEqual(captures, [], `${id}: has captures, and was never authorised`);
    const paid = transaction.capture_mode === null && status === 'COMPLETED' ? amount : '0';
    assert.equal(captured, paid, `${id}: ${captured} were captured`);
    if (transaction.capture_mode === 'manual')
      assert.notEqual(status, 'COMPLETED', `${id}: paid without a capture`);
    return;
  }
  assert.equal(
    BigInt(authorized.capturedMinor),
    sum('COMPLETED'),
    `${id}: captured is not the sum of its captures`,
  );
  assert.equal(
    BigInt(authorized.pendingMinor),
    sum('PENDING'),
    `${id}: pending is not the sum of its captures`,
  );
  assert(
    sum('COMPLETED') + sum('PENDING') <= BigInt(authorized.amountMinor),
    `${id}: more is captured than was held`,
  );
  if (status === 'DECLINED' || status === 'ERROR')
    assert.equal(sum('COMPLETED') + sum('PENDING'), 0n, `${id}: is ${status}, and has captures`);
  const isOver =
    captures.some((one) => one.final && one.status === 'COMPLETED') ||
    authorized.capturedMinor === authorized.amountMinor;
  if (isOver) assert.equal(status, 'COMPLETED', `${id}: nothing is left to capture, and it is ${status}`);
  checkEvents(transaction);
}

/** One event for each end of a capture, and one entry for each move of the pay-in. */
function checkEvents({ id, events, timeline, captures }: StoredTransaction): void {
  const own = (events ?? []).filter(({ type }) => !/^(refund|mandate)\./.test(type));
  for (const status of ['COMPLETED', 'FAILED']) {
    const ended = (captures ?? []).filter((one) => one.status === status).length;
    const told = own.filter(({ type }) => type === `capture.${status.toLowerCase()}`).length;
    assert.equal(told, ended, `${id}: ${ended} captures are ${status}, and ${told} events tell it`);
  }
  const times = (type: string) => own.filter((one) => one.type === type).length;
  assert.equal(times('payin.authorized'), 1, `${id}: is not told once as authorised`);
  for (const { sequence, to } of timeline ?? []) {
    const type = own.find((one) => one.sequence === sequence)?.type ?? 'no event';
    const fits =
      to === 'PROCESSING'
        ? /^(payin\.(processing|authorized)|capture\.(completed|failed))$/.test(type)
        : type === `payin.${to.toLowerCase()}`;
    assert(fits, `${id}: its entry ${sequence} moved it to ${to}, and ${type} tells it`);
  }
}

/** The books have what the network captured, and nothing is held for a pay-in that could still be captured. */
export function checkCapturesAtRest(
  { id, status, captured, captures }: StoredTransaction,
  network: Network,
): void {
  const there = takenOf(network.deeds, id, 'paid');
  assert.equal(BigInt(captured), there, `${id}: ${captured} were captured, the network says ${there}`);
  assert.equal(status === 'COMPLETED', there > 0n, `${id}: is ${status}, the network captured ${there}`);
  for (const one of captures ?? []) assert.notEqual(one.status, 'PENDING', `capture ${one.id} never ended`);
}
