// SIGKILL between the four moments of a capture at Stripe: stored, called, answered, applied (contract 16). Unlike
// Adyen, Stripe can be asked. So the next process finds out whether the capture was made, and never sends it again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { guardedText } from '../mutants.ts';
import { ProviderStage } from '../provider-stage.ts';
import { A_WHILE_MS, BEFORE_CALL, BEFORE_EFFECT } from './deaths.ts';
import {
  capturedAtStripe,
  captureKeys,
  capturePartAtStripe,
  captureUntilStripeAnswers,
  holdAtStripe,
} from './held-at-stripe.ts';
import { PART } from './held-order.ts';

/** Longer than Stripe may need for a call of the dead process. */
const MINUTES_PASS_MS = 400_000;

const KILLS = [
  {
    name: 'after Stripe captured, before its answer',
    amount: 41.01,
    change: undefined,
    ends: 'COMPLETED',
  },
  {
    name: 'after the capture was stored, before Stripe is called',
    amount: 41.02,
    change: BEFORE_CALL,
    ends: 'FAILED',
  },
  {
    name: 'after Stripe’s answer, before the answer is applied',
    amount: 41.03,
    change: BEFORE_EFFECT,
    ends: 'COMPLETED',
  },
] as const;

for (const { name, amount, change, ends } of KILLS)
  test(`a gateway that is killed ${name} captures at most once at Stripe, under one key`, {
    timeout: 560_000,
  }, async (t) => {
    if (change) assert.ok(guardedText(change));
    const stage = await ProviderStage.open(t);
    await holdAtStripe(stage, amount);
    await stage.startAgain(change, 0);
    if (change) {
      assert.equal(await capturePartAtStripe(stage, amount), null);
      await stage.died();
    } else {
      await captureUntilStripeAnswers(stage, amount);
      await stage.kill();
    }
    await stage.startAgain(undefined, A_WHILE_MS);
    stage.stripe.faults.release();
    const taken = ends === 'COMPLETED' ? PART : 0;
    await stage.passTime(MINUTES_PASS_MS);
    await stage.tellStripe();
    const after = await stage.becomes('stripe', amount, ({ captures }) => captures[0]?.status === ends);
    const [first] = after.captures;
    assert.deepEqual(
      [after.captures.length, first.captureReference, first.amount, after.status, after.amountCaptured],
      [1, 'box', PART, 'PROCESSING', taken],
    );
    const again = await capturePartAtStripe(stage, amount);
    assert.deepEqual([again?.status, JSON.parse(again!.text).captureId], [201, first.captureId]);
    assert.deepEqual(captureKeys(stage), taken === 0 ? [] : [first.captureId]);
    assert.equal(await capturedAtStripe(stage, amount), taken);

    assert.equal((await stage.capture('stripe', amount, {}))?.status, 201);
    await stage.tellStripe();
    const done = await stage.becomes('stripe', amount, ({ status }) => status === 'COMPLETED');
    assert.deepEqual([done.amountCaptured, await capturedAtStripe(stage, amount)], [amount, amount]);
    assert.deepEqual([...new Set(captureKeys(stage))], captureKeys(stage), 'no capture was sent twice');
    assert.deepEqual(new Set(stage.stripe.books.captured.values()), new Set([1]));
    for (const { state, reason } of await stage.judged('stripe'))
      assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
    assert.deepEqual(await stage.ledgerFaults(), []);
  });
