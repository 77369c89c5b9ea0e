// SIGKILL between the four moments of a capture at Adyen: stored, called, answered, applied (contract 16). The next
// process ends the capture: Adyen captures once, the books have the same amount, and the merchant who repeats the call
// gets the first answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually } from '../../stage/harness.ts';
import { guardedText } from '../mutants.ts';
import { ProviderStage } from '../provider-stage.ts';
import { A_WHILE_MS, BEFORE_CALL, BEFORE_EFFECT } from './deaths.ts';
import { capturedThere, capturePart, captureUntilAnswer, hold, PART, takeSeveral } from './held-order.ts';

const KILLS = [
  {
    name: 'after the capture was stored, before Adyen is called',
    amount: 31.01,
    change: BEFORE_CALL,
  },
  { name: 'after Adyen captured, before its answer', amount: 31.03, change: undefined },
  {
    name: 'after Adyen’s answer, before the answer is applied',
    amount: 31.04,
    change: BEFORE_EFFECT,
  },
];

for (const { name, amount, change } of KILLS)
  test(`a gateway that is killed ${name} captures once`, { timeout: 560_000 }, async (t) => {
    if (change) assert.ok(guardedText(change));
    const stage = await ProviderStage.open(t);
    await takeSeveral(stage);
    await hold(stage, amount);
    await stage.startAgain(change, 0);
    if (change) {
      assert.equal(await capturePart(stage, amount), null);
      await stage.died();
    } else {
      await captureUntilAnswer(stage, amount);
      await stage.kill();
    }
    await stage.startAgain(undefined, A_WHILE_MS);
    const found = await stage.becomes('adyen', amount, ({ captures }) => captures.length === 1);
    assert.deepEqual(
      [found.captures[0].captureReference, found.captures[0].amount, found.amountCaptured],
      ['box', PART, 0],
    );
    await stage.passTime(A_WHILE_MS);
    await eventually(async () => (await capturedThere(stage, amount)) > 0);
    await stage.tellAdyen();
    const after = await stage.becomes('adyen', amount, ({ captures }) => captures[0].status === 'COMPLETED');
    assert.deepEqual(
      [after.status, after.amountCaptured, await capturedThere(stage, amount)],
      ['PROCESSING', PART, PART],
    );
    const again = await capturePart(stage, amount);
    assert.deepEqual([again?.status, JSON.parse(again!.text).captureId], [201, after.captures[0].captureId]);
    const rest = await stage.capture('adyen', amount, {});
    assert.equal(rest?.status, 201);
    await stage.tellAdyen();
    await stage.becomes('adyen', amount, ({ status }) => status === 'COMPLETED');
    assert.equal(await capturedThere(stage, amount), amount);
    for (const { state, reason } of await stage.judged('adyen'))
      assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
    assert.deepEqual(await stage.ledgerFaults(), []);
  });
