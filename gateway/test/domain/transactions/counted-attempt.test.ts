// Which counts an attempt adds to which subject, and
// what is never counted (contract 12).
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { completeLimits, STANDARD_LIMITS } from '../../../src/domain/risk/risk.ts';
import {
  attemptCheck,
  attemptMark,
  countedDeclines,
  markBoundary,
} from '../../../src/domain/transactions/counted-attempt.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aTransaction } from '../../stage/builders.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HOUR = 3_600;
const optionOf = (method: string) => optionsOf('PAYIN').find((one) => one.method === method)!.id;

function cardPayin(fields: Partial<Transaction> = {}): Transaction {
  const { details } = aTransaction();
  return aTransaction({
    card: { brand: 'VISA', first6: '424242', last4: '4242', expiryMonth: '12', expiryYear: '2035' },
    cardKey: Buffer.alloc(16, 0xab),
    details: { ...details, customer: { ip: '203.0.113.7' } },
    ...fields,
  });
}

const subjectsAt = (transaction: Transaction) => attemptCheck(STANDARD_LIMITS, transaction, NOW)!.subjects;

test('an attempt is counted by its card, its source, its user and its BIN', () => {
  assert.deepEqual(subjectsAt(cardPayin()), [
    `code:${'ab'.repeat(16)}`,
    'source:203.0.113.7/32',
    'user:user-1',
    'bin:424242',
  ]);
});

test("the source is the browser's address if known, with IPv6 by its /64", () => {
  const { details } = cardPayin();
  const sourceOf = (more: Partial<Transaction['details']>) =>
    subjectsAt(cardPayin({ details: { ...details, ...more } })).find((one) => one?.startsWith('source:'));
  assert.equal(sourceOf({ browserIp: '198.51.100.1' }), 'source:198.51.100.1/32');
  assert.equal(sourceOf({ browserIp: '::ffff:198.51.100.1' }), 'source:198.51.100.1/32');
  assert.equal(sourceOf({ browserIp: '2001:db8:1:2:3:4:5:6' }), 'source:2001:db8:1:2::/64');
  assert.equal(sourceOf({ browserIp: '2001:db8:1:2:ffff::1' }), 'source:2001:db8:1:2::/64');
  assert.equal(sourceOf({ customer: null }), undefined);
});

test('a user id that the gateway made does not count as a user', () => {
  const id = randomUUIDv7();
  const subjects = subjectsAt(cardPayin({ id, userId: `user-${id}` }));
  assert(!subjects.some((one) => one?.startsWith('user:')));
});

test('a card that is entered at the provider counts by its source and user, and never as another card', () => {
  const elsewhere = { card: null, cardKey: null, optionId: optionOf('card') };
  assert.deepEqual(subjectsAt(cardPayin(elsewhere)), [null, 'source:203.0.113.7/32', 'user:user-1', null]);
  const attempt = cardPayin(elsewhere);
  const keyOf = (transaction: Transaction) => attemptCheck(STANDARD_LIMITS, transaction, NOW)!.cardKey;
  assert.equal(keyOf(attempt).length, 16);
  assert.deepEqual(keyOf(attempt), keyOf(attempt));
  assert.notDeepEqual(keyOf(attempt), keyOf({ ...attempt, attempts: attempt.attempts + 1 }));
  assert.notDeepEqual(keyOf(attempt), keyOf(cardPayin({ ...elsewhere, id: randomUUIDv7() })));
  const declined = { errorCode: '2005', actor: 'provider', at: NOW } as const;
  const counted = countedDeclines(STANDARD_LIMITS, { ...attempt, provider: 'stripe' }, declined);
  assert.deepEqual(
    counted.map(({ subject }) => subject),
    ['source:203.0.113.7/32', 'user:user-1'],
  );
});

test('attempts are not counted if the rules are off or the payment is not by card', () => {
  assert.equal(attemptCheck(null, cardPayin(), NOW), null);
  const byBank = optionOf('sepa-direct-debit');
  assert.equal(attemptCheck(STANDARD_LIMITS, cardPayin({ card: null, optionId: byBank }), NOW), null);
  assert.equal(attemptCheck(STANDARD_LIMITS, cardPayin({ cardKey: null }), NOW), null);
  assert.equal(attemptCheck(STANDARD_LIMITS, cardPayin({ type: 'PAYOUT' }), NOW), null);
  const off = completeLimits({});
  const check = attemptCheck(off, cardPayin(), NOW)!;
  assert.deepEqual(check.subjects, [null, null, null, null]);
});

test('only declines by issuer or network are counted, and a wrong code also counts for its card', () => {
  const counted = (code: string, fields: Partial<Transaction> = {}, actor = 'merchant') =>
    countedDeclines(STANDARD_LIMITS, cardPayin(fields), {
      errorCode: code as never,
      actor: actor as never,
      at: NOW,
    }).map((one) => one.subject.split(':')[0]);
  for (const code of ['2001', '2005', '2007', '2101', '2104', '2201', '2202'])
    assert.deepEqual(counted(code), ['source', 'user', 'bin'], code);
  assert.deepEqual(counted('2004'), ['code', 'source', 'user', 'bin']);
  for (const code of ['1011', '1001', '3001', '3002', '9002']) assert.deepEqual(counted(code), [], code);
  for (const actor of ['shopper', 'provider', 'resolver']) assert.equal(counted('2005', {}, actor).length, 3);
  for (const actor of ['gateway', 'operator', 'sandbox', 'expiry'])
    assert.deepEqual(counted('2202', {}, actor), [], actor);
  assert.deepEqual(counted('2005', { provider: null }), []);
  assert.deepEqual(counted('2005', { card: null }), []);
  assert.deepEqual(countedDeclines(null, cardPayin(), { errorCode: '2005', actor: 'merchant', at: NOW }), []);
});

test('a counted decline has the time until which it counts', () => {
  const at = cardPayin({ attempts: 3 });
  const wrongCode = { errorCode: '2004', actor: 'provider', at: NOW } as const;
  const [code, source] = countedDeclines(STANDARD_LIMITS, at, wrongCode);
  assert.equal(code!.expiresAt.getTime() - NOW.getTime(), 24 * HOUR * 1_000);
  assert.equal(source!.expiresAt.getTime() - NOW.getTime(), HOUR * 1_000);
  assert.deepEqual([source!.attempt, source!.transactionId], [3, at.id]);
});

test('marks sort by time, differ in everything else, and a boundary sorts right after its time', () => {
  const [first, second] = [randomUUIDv7(), randomUUIDv7()];
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  const mark = attemptMark(NOW, first, 1);
  assert.match(mark, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(attemptMark(NOW, first, 1), mark);
  assert.equal(new Set([mark, attemptMark(NOW, first, 2), attemptMark(NOW, second, 1)]).size, 3);
  assert(mark < attemptMark(at(1), second, 0));
  assert(mark <= markBoundary(NOW) && markBoundary(NOW) < attemptMark(at(1), first, 0));
  assert(markBoundary(at(-1)) < mark);
});
