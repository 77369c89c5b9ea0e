import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReturnParameters } from '@tollgate/provider-kit';
import { readPageToken } from '../../../src/domain/transactions/page-token.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { signDecision } from '../../../src/domain/transactions/visit-decision.ts';
import { aTransaction } from '../../stage/builders.ts';
import {
  DELAY_MS,
  essence,
  fingerprint,
  METHOD_CASES,
  MINUTE,
  START,
  sandboxAt,
  shown,
  stored,
} from './stage.ts';

const caseOfVisit = METHOD_CASES.find(({ waitsFor }) => waitsFor === 'visit')!;

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

async function challenged(number: string): Promise<Transaction> {
  const transaction = payinWith(number);
  const shown = await sandboxAt(0).payIn(transaction, { kind: 'card', card: cardInHand(number) });
  return stored(transaction, shown, 0);
}

test('after the challenge the card number decides, at once and by an inquiry after a crash', async () => {
  const expected: [string, object][] = [
    ['4000000000003220', { kind: 'completed' }],
    ['4000008400001629', { kind: 'declined', errorCode: '2005' }],
  ];
  const threeDs = { flow: 'CHALLENGE', status: 'AUTHENTICATED' } as const;
  for (const [number, verdict] of expected) {
    const open = await challenged(number);
    assert.deepEqual(essence(await sandboxAt(60_000).decide(open, 'approve')), { ...verdict, threeDs });
    const authenticated = payinWith(number, { status: 'PROCESSING', threeDs });
    assert.deepEqual(essence(await sandboxAt(90_000).inquire(authenticated)), { ...verdict, threeDs });
  }
});

test('a challenge that the shopper refused or left is declined with 2101 and 2103', async () => {
  const open = await challenged('4000000000003220');
  assert.deepEqual(essence(await sandboxAt(60_000).decide(open, 'decline')), {
    kind: 'declined',
    errorCode: '2101',
    threeDs: { flow: 'CHALLENGE', status: 'FAILED' },
  });
  assert.deepEqual(essence(await sandboxAt(60_000).decide(open, 'cancel')), {
    kind: 'declined',
    errorCode: '2103',
    threeDs: { flow: 'CHALLENGE', status: 'ABANDONED' },
  });
});

test('a return is decided only by a result that the bank signed for this charge, and only before its end', async () => {
  for (const open of [await challenged('4000000000003220'), await shown(caseOfVisit)]) {
    const signed = signDecision(open.id, 'approve', fingerprint);
    const [, mark] = signed.split('.');
    const worthless: ReturnParameters[] = [
      {},
      { redirectResult: signed },
      { sandboxResult: '' },
      { sandboxResult: 'approve' },
      { sandboxResult: 'approve.' },
      { sandboxResult: `decline.${mark}` },
      { sandboxResult: `${signed}A` },
      { sandboxResult: signDecision(`${open.id}-2`, 'approve', fingerprint) },
      { sandboxResult: signDecision(open.id, 'approve', (text) => Buffer.from(text)) },
    ];
    for (const parameters of worthless)
      assert.deepEqual(
        await sandboxAt(60_000).resume(open, parameters),
        { kind: 'waiting' },
        JSON.stringify(parameters),
      );
    assert.deepEqual(await sandboxAt(15 * MINUTE).decide(open, 'approve'), { kind: 'waiting' });
    assert.notEqual((await sandboxAt(15 * MINUTE - 1).decide(open, 'approve')).kind, 'waiting');
  }
});

test('an inquiry about a payment that the rules refused before sending is unheard', async () => {
  assert.deepEqual(await sandboxAt(30_000).inquire(aTransaction({ card: null })), { kind: 'unheard' });
});
