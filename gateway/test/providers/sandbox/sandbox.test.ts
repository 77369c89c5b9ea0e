import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { readPageToken } from '../../../src/domain/transactions/page-token.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { createSandbox } from '../../../src/providers/sandbox/sandbox.ts';
import { aTransaction } from '../../stage/builders.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const DELAY_MS = 10_000;
const seal = (text: string) => Buffer.from(text);
const fingerprint = (text: string) => createHmac('sha256', 'key').update(text).digest();

function sandboxAt(afterMs: number) {
  const now = new Date(START.getTime() + afterMs);
  return createSandbox({
    publicUrl: 'https://pay.example',
    delayMs: DELAY_MS,
    now: () => now,
    fingerprint,
    seal,
  });
}

function payinWith(number: string, fields: Partial<Transaction> = {}): Transaction {
  const card = {
    brand: 'visa',
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth: '12',
    expiryYear: '2035',
  };
  return aTransaction({ createdAt: START, card, ...fields });
}

function cardInHand(number: string) {
  return { details: { number, expiryMonth: '12', expiryYear: '2035' }, holder: null, cvv: '123' };
}

const charge = (number: string) =>
  sandboxAt(0).payIn(payinWith(number), { kind: 'card', card: cardInHand(number) });

/** The outcome less what is the same for all. */
function essence(outcome: Outcome | { kind: 'unheard' }) {
  const { providerReference: _reference, ...rest } = outcome as Outcome & { providerReference?: string };
  return rest;
}

const PLAIN: [number: string, outcome: object][] = [
  ['4242424242424242', { kind: 'completed' }],
  ['5555555555554444', { kind: 'completed' }],
  ['378282246310005', { kind: 'completed' }],
  ['4111111111111111', { kind: 'completed' }],
  ['4000000000000002', { kind: 'declined', errorCode: '2005' }],
  ['4000000000009995', { kind: 'declined', errorCode: '2001' }],
  ['4000000000009987', { kind: 'declined', errorCode: '2006' }],
  ['4000000000009979', { kind: 'declined', errorCode: '2007' }],
  ['4000000000000069', { kind: 'declined', errorCode: '2002' }],
  ['4000000000000127', { kind: 'declined', errorCode: '2004' }],
  ['4000000000003055', { kind: 'completed', threeDs: { flow: 'FRICTIONLESS', status: 'AUTHENTICATED' } }],
  [
    '4000008400001280',
    { kind: 'declined', errorCode: '2104', threeDs: { flow: 'CHALLENGE', status: 'UNAVAILABLE' } },
  ],
  ['4000000000000119', { kind: 'failed', errorCode: '9002' }],
];

for (const [number, outcome] of PLAIN) {
  test(`card ${number} ends as in the contract, and an inquiry after a crash answers the same`, async () => {
    assert.deepEqual(essence(await charge(number)), outcome);
    assert.deepEqual(essence(await sandboxAt(60_000).inquire(payinWith(number))), outcome);
  });
}

test('a number that only looks like a test card completes', async () => {
  assert.equal((await charge('4000001234560002')).kind, 'completed');
  assert.equal((await charge('constructor')).kind, 'completed');
});

test('a slow card is pending until the delay is over, from any process', async () => {
  const slow = payinWith('4000000000000259');
  const settlesAt = new Date(START.getTime() + DELAY_MS);
  assert.deepEqual(essence(await charge('4000000000000259')), { kind: 'pending', askAgainAt: settlesAt });
  assert.deepEqual(essence(await sandboxAt(DELAY_MS - 1).inquire(slow)), {
    kind: 'pending',
    askAgainAt: settlesAt,
  });
  assert.equal((await sandboxAt(DELAY_MS).inquire(slow)).kind, 'completed');
});

test('a silent card gives no answer at first and is completed later', async () => {
  assert.equal((await charge('4000000000000341')).kind, 'unknown');
  const unknown = payinWith('4000000000000341', { status: 'PROCESSING', errorCode: '9001' });
  assert.equal((await sandboxAt(10_000).inquire(unknown)).kind, 'completed');
});

// proves 2.10 redirect
test('a challenge redirects to a page of this transaction that is open for 15 minutes', async () => {
  const transaction = payinWith('4000000000003220');
  const outcome = await sandboxAt(500).payIn(transaction, {
    kind: 'card',
    card: cardInHand('4000000000003220'),
  });
  assert.ok(outcome.kind === 'redirect');
  assert.deepEqual(outcome.threeDs, { flow: 'CHALLENGE', status: 'PENDING' });
  assert.equal(outcome.expiresAt.getTime(), START.getTime() + 500 + 15 * 60_000);
  const prefix = 'https://pay.example/sandbox/3ds/';
  assert.ok(outcome.redirectUrl.startsWith(prefix));
  assert.equal(
    readPageToken('3ds-page', outcome.redirectUrl.slice(prefix.length), fingerprint),
    transaction.id,
  );
});

test('an inquiry about a challenge that was never shown is unheard', async () => {
  assert.deepEqual(await sandboxAt(30_000).inquire(payinWith('4000000000003220')), { kind: 'unheard' });
});

test('an unanswered challenge is still the same redirect', async () => {
  const expiresAt = new Date(START.getTime() + 900_500);
  const open = payinWith('4000000000003220', {
    status: 'PROCESSING',
    threeDs: { flow: 'CHALLENGE', status: 'PENDING' },
    expiresAt,
  });
  const answer = await sandboxAt(60_000).inquire(open);
  assert.ok(answer.kind === 'redirect');
  assert.deepEqual(answer.expiresAt, expiresAt);
});

test('after the challenge the card number decides, at once and by an inquiry after a crash', async () => {
  const expected: [string, object][] = [
    ['4000000000003220', { kind: 'completed' }],
    ['4000008400001629', { kind: 'declined', errorCode: '2005' }],
  ];
  const threeDs = { flow: 'CHALLENGE', status: 'AUTHENTICATED' } as const;
  for (const [number, verdict] of expected) {
    const authenticated = payinWith(number, { status: 'PROCESSING', threeDs });
    const now = await sandboxAt(60_000).completeChallenge(authenticated, cardInHand(number));
    assert.deepEqual(essence(now), { ...verdict, threeDs });
    assert.deepEqual(essence(await sandboxAt(90_000).inquire(authenticated)), { ...verdict, threeDs });
  }
});

test('an inquiry about a payment that the rules refused before sending is unheard', async () => {
  assert.deepEqual(await sandboxAt(30_000).inquire(aTransaction({ card: null })), { kind: 'unheard' });
});
