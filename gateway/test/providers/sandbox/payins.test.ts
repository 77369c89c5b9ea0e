// Each method with each ending of the amount, from the first answer to the end (contract 7). The answers come as from a
// process that knows only the stored transaction.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Confirmation } from '../../../src/domain/confirmations/confirmation.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { aTransaction } from '../../stage/builders.ts';
import {
  ask,
  at,
  DELAY_MS,
  essence,
  HOUR,
  METHOD_CASES,
  PUBLIC_URL,
  payinBy,
  START,
  sandboxAt,
  shown,
  stored,
} from './stage.ts';

const UTR: Confirmation = { essentialKey: '123456789012', additionalEssentialKey: null, documentType: null };
const CASES = METHOD_CASES;
const by = (waitsFor: string) => CASES.filter((one) => one.waitsFor === waitsFor);

test('the cases cover all methods, and the sandbox serves every option of the catalogue', () => {
  const sold = optionsOf('PAYIN').flatMap(({ method, suboptions }) =>
    suboptions.length > 0 ? suboptions.map((one) => one.method) : [method],
  );
  assert.deepEqual(new Set(['card', ...CASES.map((one) => one.method)]), new Set(sold));
  const { capabilities } = sandboxAt(0);
  const anywhere = { countries: 'any', currencies: 'any' };
  // Contract 16
  const later = (method: string) => ({
    ...(['card', 'paypal', 'klarna'].includes(method) ? { isCapturedLater: true } : {}),
    ...(method === 'card' ? { isSavedWithoutCvv: true } : {}),
    ...(['card', 'sepa-direct-debit', 'paypal'].includes(method)
      ? { isStorable: true, isStorableWithoutCharge: true }
      : {}),
  });
  for (const direction of ['PAYIN', 'PAYOUT'] as const)
    for (const option of optionsOf(direction))
      for (const { method } of [option, ...option.suboptions])
        assert.deepEqual(
          capabilities.methods.filter((one) => one.direction === direction && one.method === method),
          [{ direction, method, ...anywhere, ...(direction === 'PAYIN' ? later(method) : {}) }],
        );
  const { refund, cancel, inquiry } = capabilities;
  assert.deepEqual({ refund, cancel, inquiry }, { refund: true, cancel: true, inquiry: 'supported' });
});

for (const one of CASES) {
  const { method, waitsFor } = one;

  test(`${method}: an amount with any other ending has instructions, with the expiry of the contract`, async () => {
    const payin = payinBy(one);
    const outcome = await ask(one, payin, 3_000);
    const expiresAt = at(3_000 + one.lifetimeMs);
    assert.ok(outcome.kind === 'instructions' || outcome.kind === 'redirect');
    assert.deepEqual(outcome.expiresAt, expiresAt);
    assert.deepEqual(outcome.askAgainAt, waitsFor === 'nothing' ? at(3_000 + DELAY_MS) : undefined);
    const after = stored(payin, outcome, 3_000);
    assert.deepEqual(
      [after.status, after.statusCode, after.resultType],
      ['PROCESSING', one.statusCode, one.resultType],
    );
    assert.deepEqual(after.expiresAt, expiresAt);
  });

  test(`${method}: an amount ending in 03 has instructions, is never paid, and may expire`, async () => {
    const open = await shown(one, 3n);
    assert.deepEqual([open.status, open.resultType], ['PROCESSING', one.resultType]);
    for (const afterMs of [DELAY_MS, one.lifetimeMs - 1, one.lifetimeMs, one.lifetimeMs * 2]) {
      assert.deepEqual(essence(await sandboxAt(afterMs).inquire(open)), { kind: 'waiting' });
    }
  });

  test(`${method}: an amount ending in 04 fails at once, and 05 gives no answer until an inquiry`, async () => {
    const failing = payinBy(one, 4n);
    assert.deepEqual(essence(await ask(one, failing)), { kind: 'failed', errorCode: '9002' });
    // A process that died before it stored the answer hears it again.
    assert.deepEqual(essence(await sandboxAt(20_000).inquire(failing)), {
      kind: 'failed',
      errorCode: '9002',
    });

    const silent = payinBy(one, 5n);
    const outcome = await ask(one, silent);
    assert.deepEqual(outcome, { kind: 'unknown' });
    const unknown = stored(silent, outcome, 0);
    assert.deepEqual([unknown.status, unknown.errorCode, unknown.statusCode], ['PROCESSING', '9001', 999]);
    assert.equal((await sandboxAt(10_000).inquire(unknown)).kind, 'completed');
    assert.equal((await sandboxAt(20_000).inquire(silent)).kind, 'completed');
    assert.deepEqual(await sandboxAt(5_000).cancel(unknown), { kind: 'unknown' });
  });

  test(`${method}: a payment that was lost before its instructions is unheard`, async () => {
    assert.deepEqual(await sandboxAt(20_000).inquire(payinBy(one)), { kind: 'unheard' });
    const unanswered = stored(payinBy(one), { kind: 'unknown' }, 0);
    assert.deepEqual(await sandboxAt(20_000).inquire(unanswered), { kind: 'unheard' });
  });

  test(`${method}: a payment can be cancelled until it was paid`, async () => {
    const open = await shown(one);
    const cancelled = await sandboxAt(DELAY_MS - 1).cancel(open);
    assert.deepEqual(essence(cancelled), { kind: 'declined', errorCode: '3001' });
    const late = await sandboxAt(DELAY_MS).cancel(open);
    assert.equal(late.kind, waitsFor === 'nothing' ? 'completed' : 'declined');
  });
}

for (const one of [...by('nothing'), ...by('confirmation')]) {
  test(`${one.method}: an amount ending in 02 is declined at once with 2005, also by an inquiry after a crash`, async () => {
    const expected = { kind: 'declined', errorCode: '2005' };
    assert.deepEqual(essence(await ask(one, payinBy(one, 2n))), expected);
    assert.deepEqual(essence(await sandboxAt(20_000).inquire(payinBy(one, 2n))), expected);
  });
}

for (const one of by('nothing')) {
  test(`${one.method}: a payment is paid one delay after its instructions, also in the last moment`, async () => {
    const open = await shown(one, 0n, 500);
    const early = await sandboxAt(500 + DELAY_MS - 1).inquire(open);
    assert.deepEqual(essence(early), { kind: 'waiting', askAgainAt: at(500 + DELAY_MS) });
    // Asking early does not delay it.
    const asked = stored(open, early, DELAY_MS);
    assert.equal((await sandboxAt(500 + DELAY_MS).inquire(asked)).kind, 'completed');
    const paid = await sandboxAt(one.lifetimeMs + 500).inquire(open);
    assert.equal(paid.kind, 'completed');
    assert.equal(stored(open, paid, one.lifetimeMs).providerReference, open.providerReference);
  });

  test(`${one.method}: an inquiry later finds an answer that was lost`, async () => {
    const open = await shown(one);
    const unknown = stored(open, { kind: 'unknown' }, 5_000);
    assert.equal(unknown.expiresAt, null);
    assert.equal((await sandboxAt(6_000).inquire(unknown)).kind, 'pending');
    assert.equal((await sandboxAt(15_000).inquire(unknown)).kind, 'completed');
    const lost = stored(await shown(one, 3n), { kind: 'unknown' }, 5_000);
    assert.deepEqual(essence(await sandboxAt(6_000).inquire(lost)), {
      kind: 'pending',
      askAgainAt: at(one.lifetimeMs),
    });
    assert.deepEqual(await sandboxAt(one.lifetimeMs).inquire(lost), { kind: 'expired' });
  });
}

for (const one of by('confirmation')) {
  test(`${one.method}: an unconfirmed payment waits for the payer, and a confirmed one is paid one delay later`, async () => {
    const open = await shown(one);
    assert.deepEqual(await sandboxAt(HOUR).inquire(open), { kind: 'waiting' });
    const said = await sandboxAt(HOUR).confirm(open, UTR);
    assert.deepEqual(essence(said), { kind: 'pending', askAgainAt: at(HOUR + DELAY_MS) });
    const confirmed = stored(open, said, HOUR);
    assert.deepEqual([confirmed.status, confirmed.resultType], ['PROCESSING', 'success']);
    const early = await sandboxAt(HOUR + DELAY_MS - 1).inquire(confirmed);
    assert.deepEqual(essence(early), { kind: 'pending', askAgainAt: at(HOUR + DELAY_MS) });
    const asked = stored(confirmed, early, HOUR + DELAY_MS);
    assert.equal((await sandboxAt(HOUR + DELAY_MS).inquire(asked)).kind, 'completed');
    const lost = stored(confirmed, { kind: 'unknown' }, HOUR + 1);
    assert.equal((await sandboxAt(HOUR + DELAY_MS).inquire(lost)).kind, 'completed');
  });

  test(`${one.method}: an unknown reference is declined with 3004, in either key`, async () => {
    const zeros = '000000000000';
    for (const keys of [
      { essentialKey: zeros, additionalEssentialKey: null },
      { essentialKey: 'payer@bank', additionalEssentialKey: zeros },
    ]) {
      const said = await sandboxAt(0).confirm(await shown(one), { ...keys, documentType: null });
      assert.deepEqual(essence(said), { kind: 'declined', errorCode: '3004' });
    }
  });

  test(`${one.method}: an amount ending in 03 stays unpaid after its confirmation and keeps its expiry`, async () => {
    const open = await shown(one, 3n);
    const said = await sandboxAt(1_000).confirm(open, UTR);
    assert.deepEqual(said, { kind: 'waiting' });
    const confirmed = stored(open, said, 1_000);
    assert.deepEqual([confirmed.resultType, confirmed.expiresAt], [one.resultType, open.expiresAt]);
    assert.equal((await sandboxAt(one.lifetimeMs).inquire(confirmed)).kind, 'waiting');
  });
}

for (const one of by('visit')) {
  test(`${one.method}: a payment approved on the page is paid one delay later`, async () => {
    const open = await shown(one);
    assert.deepEqual(await sandboxAt(60_000).inquire(open), { kind: 'waiting' });
    const said = await sandboxAt(60_000).decide(open, 'approve');
    assert.deepEqual(essence(said), { kind: 'pending', askAgainAt: at(60_000 + DELAY_MS) });
    const approved = stored(open, said, 60_000);
    assert.equal((await sandboxAt(60_000 + DELAY_MS - 1).inquire(approved)).kind, 'pending');
    assert.equal((await sandboxAt(60_000 + DELAY_MS).inquire(approved)).kind, 'completed');
  });

  test(`${one.method}: declined and cancelled on the page, a payment ends with 3006 and 3001`, async () => {
    const open = await shown(one);
    const declined = await sandboxAt(60_000).decide(open, 'decline');
    assert.deepEqual(essence(declined), { kind: 'declined', errorCode: '3006' });
    const cancelled = await sandboxAt(60_000).decide(open, 'cancel');
    assert.deepEqual(essence(cancelled), { kind: 'declined', errorCode: '3001' });
  });

  test(`${one.method}: an amount ending in 02 is declined only after approval by the shopper, and 03 stays open`, async () => {
    const refused = await shown(one, 2n);
    assert.equal(refused.resultType, one.resultType);
    assert.deepEqual(await sandboxAt(60_000).inquire(refused), { kind: 'waiting' });
    assert.deepEqual(essence(await sandboxAt(60_000).decide(refused, 'approve')), {
      kind: 'declined',
      errorCode: '2005',
    });
    const unpaid = await shown(one, 3n);
    assert.deepEqual(await sandboxAt(60_000).decide(unpaid, 'approve'), { kind: 'waiting' });
  });
}

test('the ending is read in minor units, also of yen and crypto', async () => {
  const wallet = CASES.find((one) => one.method === 'wallet')!;
  const yen = { ...payinBy(wallet), currency: 'JPY', amountMinor: 1_004n };
  assert.equal((await ask(wallet, yen)).kind, 'failed');
  const crypto = CASES.find((one) => one.method === 'crypto')!;
  assert.equal((await ask(crypto, { ...payinBy(crypto), amountMinor: 150_002n })).kind, 'declined');
  assert.equal((await ask(crypto, { ...payinBy(crypto), amountMinor: 150_020n })).kind, 'instructions');
});

test('an inquiry about a pay-in that still waits at the cashier is unheard, whatever its amount', async () => {
  for (const ending of [0n, 2n, 3n, 4n, 5n]) {
    const session = aTransaction({ createdAt: START, optionId: null, amountMinor: 1_000n + ending });
    const outcome = {
      kind: 'redirect',
      redirectUrl: `${PUBLIC_URL}/cashier/x`,
      expiresAt: at(HOUR),
    } as const;
    assert.deepEqual(await sandboxAt(HOUR).inquire(stored(session, outcome, 0)), { kind: 'unheard' });
  }
});

test('a method outside the catalogue fails, and nothing is done', async () => {
  const outcome = await sandboxAt(0).payIn(aTransaction({ createdAt: START }), {
    kind: 'method',
    method: 'constructor',
    data: {},
  });
  assert.deepEqual(outcome, { kind: 'failed', errorCode: '9002' });
});
