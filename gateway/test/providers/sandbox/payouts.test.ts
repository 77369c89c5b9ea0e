import assert from 'node:assert/strict';
import test from 'node:test';
import { INQUIRY_DELAYS_MS } from '../../../src/domain/transactions/outcome-step.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aTransaction } from '../../stage/builders.ts';
import { at, DELAY_MS, essence, START, sandboxAt, stored } from './stage.ts';

const RECIPIENT = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };

/** A stored payout with its money reserved. */
function approved(ending = 0n): Transaction {
  const opened = aTransaction({ createdAt: START, type: 'PAYOUT', amountMinor: 10_000n + ending });
  return stored(opened, { kind: 'approved' }, 0);
}
const send = (payout: Transaction) => sandboxAt(0).payOut(payout, RECIPIENT);

test('a payout is pending, and completes after the delay', async () => {
  const payout = approved();
  const said = await send(payout);
  assert.deepEqual(essence(said), { kind: 'pending', askAgainAt: at(DELAY_MS) });
  const sent = stored(payout, said, 0);
  assert.deepEqual([sent.status, sent.statusCode, sent.errorCode], ['PROCESSING', 200, null]);
  assert.equal((await sandboxAt(DELAY_MS - 1).inquire(sent)).kind, 'pending');
  assert.equal((await sandboxAt(DELAY_MS).inquire(sent)).kind, 'completed');
  const lost = stored(sent, { kind: 'unknown' }, 5_000);
  assert.equal((await sandboxAt(DELAY_MS).inquire(lost)).kind, 'completed');
});

test('an amount ending in 02 is declined, and an amount ending in 04 cannot be submitted', async () => {
  assert.deepEqual(essence(await send(approved(2n))), { kind: 'declined', errorCode: '2005' });
  const payout = approved(4n);
  const failed = await send(payout);
  assert.deepEqual(essence(failed), { kind: 'failed', errorCode: '9002' });
  const after = stored(payout, failed, 0);
  assert.deepEqual([after.status, after.statusCode, after.resultType], ['DECLINED', 999, 'error']);
});

test('an amount ending in 03 gets no answer to any inquiry, until a person decides', async () => {
  const payout = approved(3n);
  let open = stored(payout, await send(payout), 0);
  for (const [index] of INQUIRY_DELAYS_MS.entries()) {
    const afterMs = (index + 1) * 86_400_000;
    const answer = await sandboxAt(afterMs).inquire(open);
    assert.deepEqual(essence(answer), { kind: 'pending' });
    open = stored(open, answer, afterMs);
  }
  assert.equal(open.status, 'PROCESSING');
});

test('an amount ending in 05 gets no answer, and an inquiry finds it completed', async () => {
  const payout = approved(5n);
  const said = await send(payout);
  assert.deepEqual(said, { kind: 'unknown' });
  const unknown = stored(payout, said, 0);
  assert.deepEqual(
    [unknown.status, unknown.statusCode, unknown.resultType, unknown.errorCode],
    ['PROCESSING', 200, 'success', '9001'],
  );
  assert.equal((await sandboxAt(10_000).inquire(unknown)).kind, 'completed');
});

test('an approved payment without an answer is unheard', async () => {
  for (const ending of [0n, 2n, 3n, 4n, 5n])
    assert.deepEqual(await sandboxAt(20_000).inquire(approved(ending)), { kind: 'unheard' });
});

test('a payout to a card is a payout, not a charge of that card', async () => {
  const card = { brand: 'visa', first6: '424242', last4: '4242', expiryMonth: '12', expiryYear: '2035' };
  assert.deepEqual(await sandboxAt(20_000).inquire({ ...approved(), card }), { kind: 'unheard' });
});
