// What must be true of mandates and later charges after every step, and at rest (contract 16): a mandate ends once. Its
// steps have one event each. Nobody is charged after its end, or more than was agreed.
import assert from 'node:assert/strict';
import type { Network } from '../network/network.ts';
import { FOR_EVER } from '../network/stored-means.ts';
import type { StoredMandate, StoredTransaction } from '../stored.ts';

interface World {
  network: Network;
  forced: ReadonlySet<string>;
}

export function checkMandates(
  transactions: readonly StoredTransaction[],
  { network, forced }: World,
  memory: ReadonlyMap<string, StoredTransaction>,
): void {
  const mandates = new Map<string, StoredMandate>();
  for (const transaction of transactions) {
    const { id, mandate } = transaction;
    checkAgreement(transaction, forced.has(id));
    checkSteps(transaction);
    const before = memory.get(id)?.mandate;
    if (before) checkMove(mandate, before);
    if (!mandate) continue;
    mandates.set(mandate.id, mandate);
    const means = network.means.get(mandate.stored_id?.slice('means-'.length) ?? '');
    // The provider hears of every end.
    if (means?.isForgotten)
      assert.match(
        mandate.status,
        /REVOKED|EXPIRED|FAILED/,
        `mandate ${mandate.id}: the network forgot what it needs`,
      );
  }
  for (const charge of transactions)
    if (charge.mandate_id !== null) checkCharge(charge, mandates.get(charge.mandate_id), network);
}

/** A payer who was charged, or whose money is held, has agreed; nobody else has. */
function checkAgreement(transaction: StoredTransaction, isForced: boolean): void {
  const { id, asks_mandate, status, authorized, provider, mandate } = transaction;
  const isAgreed = asks_mandate && (authorized !== null || status === 'COMPLETED') && provider !== null;
  if (!isForced) assert.equal(mandate !== null, isAgreed, `${id}: has a mandate, or lacks the one agreed to`);
}

/** One event for each step, after the payer agreed and in the order of the steps. */
function checkSteps({ id, mandate, events }: StoredTransaction): void {
  const told = (events ?? []).filter(({ type }) => type.startsWith('mandate.'));
  const types = told.map(({ type }) => type.slice('mandate.'.length).toUpperCase());
  const { status, steps } = mandate ?? { status: 'PENDING', steps: 0 };
  const ends = status === 'PENDING' ? [] : [status];
  const ways = [ends.join(), ['ACTIVE', ...ends].join()];
  const isTold =
    status === 'PENDING' || status === 'ACTIVE' ? types.join() === ways[0] : ways.includes(types.join());
  assert(isTold, `${id}: its mandate is ${status}, and its events say ${types.join(', ') || 'nothing'}`);
  assert.equal(
    steps,
    told.length,
    `${id}: its mandate made ${steps} steps, and ${told.length} events tell them`,
  );
  const agreed = (events ?? []).find(({ type }) => /^payin\.(authorized|completed)$/.test(type));
  for (const { sequence } of told)
    assert(agreed && agreed.sequence < sequence, `${id}: its mandate is told before its payer agreed`);
}

function checkMove(now: StoredMandate | null, before: StoredMandate): void {
  assert(now, `mandate ${before.id} has vanished`);
  const isOver = !['PENDING', 'ACTIVE'].includes(before.status);
  const isSame = now.status === before.status && now.steps === before.steps;
  assert(
    isSame || (!isOver && now.status !== 'PENDING' && now.steps > before.steps),
    `mandate ${now.id}: went from ${before.status} to ${now.status}`,
  );
}

/** When nobody may charge it any more; Infinity: it is in force. */
function endOf({ status, updated_ms, failed_ms, expires_ms }: StoredMandate): number {
  const ended = ['REVOKED', 'EXPIRED', 'FAILED'].includes(status) ? updated_ms : Infinity;
  return Math.min(ended, failed_ms ?? Infinity, expires_ms ?? Infinity);
}

function checkCharge(charge: StoredTransaction, mandate: StoredMandate | undefined, network: Network): void {
  const { id, user_id, amount, result_type, created_at } = charge;
  const asks = result_type !== null && !['success', 'declined', 'error'].includes(result_type);
  assert(!asks, `${id}: the payer is absent, and its result is ${result_type}`);
  if (network.chargesOf(id).length === 0) {
    assert.notEqual(charge.status, 'COMPLETED', `${id}: is paid, and the network was never asked`);
    return;
  }
  assert(mandate, `${id}: was charged with a mandate that does not exist`);
  assert.equal(user_id, mandate.user_id, `${id}: was charged with the mandate of another user`);
  assert(created_at.getTime() <= endOf(mandate), `${id}: was charged after its mandate had ended`);
  const most = mandate.max_amount === null ? null : BigInt(mandate.max_amount);
  assert(most === null || BigInt(amount) <= most, `${id}: was charged more than its payer agreed to`);
}

/** Each end has its reason, and the network has heard each revocation. */
export function checkMandatesAtRest(
  transactions: readonly StoredTransaction[],
  { network, forced }: World,
): void {
  for (const { id, mandate, mandate_id } of transactions) {
    assert(mandate_id === null || mandate === null, `${id}: a later charge made a mandate`);
    // The network stored nothing for a payment that it did not make.
    if (!mandate || forced.has(id)) continue;
    const { status, stored_id } = mandate;
    const means = network
      .chargesOf(id)
      .map((deed) => network.means.get(deed.id))
      .find((one) => one !== undefined);
    const isRefusedForEver = transactions.some(
      (one) => one.mandate_id === mandate.id && one.status === 'DECLINED' && one.error_code === FOR_EVER,
    );
    const isNothing = means?.tells === 'nothing was stored';
    const name = `mandate ${mandate.id}`;
    assert.notEqual(status, 'PENDING', `${name}: the network was never asked what it stored`);
    if (status === 'FAILED') assert(isRefusedForEver || isNothing, `${name}: is FAILED, and nobody said so`);
    if (status === 'ACTIVE') {
      assert(!isRefusedForEver, `${name}: is ACTIVE, and its issuer will never pay again`);
      assert(!means?.isWithdrawn, `${name}: is ACTIVE, and its payer has ended it`);
      assert.equal(stored_id, means?.stored.id, `${name}: is ACTIVE with what nobody stored`);
    } else assert(!mandate.has_secrets, `${name}: has ended, and keeps what could be charged`);
    if (status !== 'ACTIVE' && !isNothing)
      assert(means?.isForgotten || means?.isWithdrawn, `${name}: the network was never told of its end`);
  }
}
