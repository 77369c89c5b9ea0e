// Which actions each state of a transaction allows, written out,
// and which of them each role may take.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dispute } from '../../../src/domain/after-end/dispute.ts';
import type { Capture } from '../../../src/domain/captures/capture.ts';
import { actionsOf, type TransactionAction } from '../../../src/domain/records/transaction-actions.ts';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import type { Authorized, Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aTransaction } from '../../stage/builders.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');
/** Offered in every state; tested below. */
const ALWAYS: TransactionAction[] = ['note', 'resend-webhook', 'block-email', 'block-user', 'block-card'];

function offered(
  fields: Partial<Transaction>,
  {
    refund = true,
    cancel = true,
    capture = true,
    refunds = [] as Partial<Refund>[],
    captures = [] as Partial<Capture>[],
    disputes = [] as Pick<Dispute, 'status' | 'fundsWithheld' | 'amountMinor'>[],
  } = {},
): TransactionAction[] {
  const ground = {
    transaction: aTransaction({ provider: 'sandbox', ...fields }),
    refunds: refunds as Refund[],
    captures: captures as Capture[],
    disputes: disputes as Dispute[],
    provider: { refund, cancel, capture },
    now,
  };
  return actionsOf(ground, 'owner').filter((one) => !ALWAYS.includes(one));
}

function held(authorized: Partial<Authorized>): Partial<Transaction> {
  const nothing = { capturedMinor: 0n, pendingMinor: 0n, isFinal: false, takesSeveral: true };
  return {
    status: 'PROCESSING',
    resultType: 'success',
    authorized: { amountMinor: 2500n, captureBefore: later, ...nothing, ...authorized },
  };
}

const STATES: [name: string, fields: Partial<Transaction>, actions: TransactionAction[]][] = [
  ['a new session', { status: 'INIT', provider: null }, ['cancel']],
  ['a pay-in that is being submitted', { status: 'INIT', resultType: null }, []],
  ['a paid one', { status: 'COMPLETED' }, ['refund']],
  ['one refunded in part', { status: 'COMPLETED', amountRefundedMinor: 1n }, ['refund']],
  ['one refunded in full', { status: 'COMPLETED', amountRefundedMinor: 2500n }, []],
  ['a declined one', { status: 'DECLINED', errorCode: '2005' }, []],
  ['an expired one', { status: 'DECLINED', errorCode: '3002' }, []],
  ['a failed one', { status: 'ERROR', errorCode: '9002' }, []],
  ['one at a bank', { status: 'PROCESSING', resultType: 'redirect', expiresAt: later }, ['cancel']],
  [
    'one that asks for a receipt',
    { status: 'PROCESSING', resultType: 'receipt', expiresAt: later },
    ['cancel', 'confirm'],
  ],
  [
    'one that asked for a receipt in vain',
    { status: 'PROCESSING', resultType: 'receipt', expiresAt: now },
    ['cancel'],
  ],
  [
    'an unknown outcome that is asked about',
    { status: 'PROCESSING', resultType: 'error', errorCode: '9001', dueAt: later },
    [],
  ],
  [
    'an unknown outcome that nobody asks about',
    { status: 'PROCESSING', resultType: 'error', errorCode: '9001', dueAt: null },
    ['decide'],
  ],
  ['a payout that waits', { type: 'PAYOUT', status: 'PENDING' }, ['cancel', 'settle-payout']],
  ['a payout on its way', { type: 'PAYOUT', status: 'PROCESSING', resultType: 'success' }, []],
  [
    'a payout whose outcome nobody knows',
    { type: 'PAYOUT', status: 'PROCESSING', resultType: 'success', errorCode: '9001', dueAt: null },
    ['decide'],
  ],
  ['an authorised pay-in', held({}), ['capture', 'void']],
  ['a pay-in captured in part', held({ capturedMinor: 1000n }), ['capture', 'void']],
  ['a pay-in whose last capture is pending', held({ pendingMinor: 1000n, isFinal: true }), []],
  ['a pay-in with one of several captures pending', held({ pendingMinor: 1000n }), ['capture']],
  ['an authorised pay-in whose time is over', held({ captureBefore: now }), ['void']],
  [
    'a pay-in of which a part was captured, and refunded',
    {
      ...held({ capturedMinor: 1000n, isFinal: true }),
      status: 'COMPLETED',
      amountRefundedMinor: 1000n,
    },
    [],
  ],
  ['a payout that was paid out', { type: 'PAYOUT', status: 'COMPLETED' }, []],
];

test('each state allows exactly its actions', () => {
  for (const [name, fields, actions] of STATES) assert.deepEqual(offered(fields), actions, name);
});

test('actions that the provider cannot do are not offered', () => {
  assert.deepEqual(offered({ status: 'COMPLETED' }, { refund: false }), []);
  const accepted = { status: 'PROCESSING', resultType: 'success', expiresAt: null } as const;
  assert.deepEqual(offered(accepted), ['cancel']);
  assert.deepEqual(offered(accepted, { cancel: false }), []);
  assert.deepEqual(offered(held({}), { cancel: false }), ['capture']);
  assert.deepEqual(offered(held({}), { capture: false }), ['void']);
});

test('a payment whose money a dispute holds is refunded only in spite of the dispute', () => {
  const paid = { status: 'COMPLETED', amountMinor: 2500n } as const;
  const of = (status: Dispute['status'], fundsWithheld: boolean, amountMinor = 2500n) =>
    offered(paid, { disputes: [{ status, fundsWithheld, amountMinor }] });
  assert.deepEqual(of('LOST', true), ['refund-disputed']);
  assert.deepEqual(of('LOST', false), ['refund-disputed']);
  assert.deepEqual(of('OPEN', true, 1000n), ['refund-disputed']);
  assert.deepEqual(of('INQUIRY', false), ['refund']);
  assert.deepEqual(of('WON', false), ['refund']);
  const back = { reason: null, at: now.toISOString() };
  assert.deepEqual(offered({ ...paid, returned: back }), []);
});

test('a refund can be decided when its provider is no longer asked', () => {
  const refunded = { status: 'COMPLETED', amountRefundedMinor: 2500n } as const;
  assert.deepEqual(offered(refunded, { refunds: [{ status: 'PENDING', dueAt: later }] }), []);
  assert.deepEqual(offered(refunded, { refunds: [{ status: 'PENDING', dueAt: null }] }), ['decide-refund']);
  assert.deepEqual(offered(refunded, { refunds: [{ status: 'COMPLETED', dueAt: null }] }), []);
});

test('a capture can be decided when its provider is no longer asked', () => {
  const held = { status: 'PROCESSING', resultType: 'success' } as const;
  const decides = (capture: Partial<Capture>) =>
    offered(held, { cancel: false, captures: [capture] }).includes('decide-capture');
  assert.equal(decides({ status: 'PENDING', dueAt: later }), false);
  assert.equal(decides({ status: 'PENDING', dueAt: null }), true);
  assert.equal(decides({ status: 'COMPLETED', dueAt: null }), false);
});

test('each role is offered the actions of its permissions', () => {
  const ground = {
    transaction: aTransaction({ status: 'COMPLETED', sequence: 1 }),
    refunds: [],
    captures: [],
    disputes: [],
    provider: { refund: true, cancel: true, capture: true },
    now,
  };
  assert.deepEqual(actionsOf(ground, 'read-only'), []);
  assert.deepEqual(actionsOf(ground, 'developer'), ['resend-webhook', 'note']);
  assert.deepEqual(actionsOf(ground, 'finance-maker'), ['refund', 'note']);
  assert.deepEqual(actionsOf(ground, 'finance-approver'), ['note']);
});
