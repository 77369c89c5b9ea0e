// Do the tests of captures find bugs? They run against gateways without one guard, and each mutant must be found by its
// own words. Some guards stand one behind the other: without one of them nothing happens, without both the test finds
// the fault. Without mutation the tests find nothing, so the guard made the difference.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { eventually } from '../../stage/harness.ts';
import { type Change, guardedText } from '../mutants.ts';
import { ProviderStage } from '../provider-stage.ts';
import { capturedThere, capturePart, captureUntilAnswer, hold, PART, takeSeveral } from './held-order.ts';
import { captureTooMuch, captureTwice } from './two-processes.ts';

const TIMEOUT_MS = 560_000;
const A_WHILE_MS = 61_000;

const NO_KEY: Change = {
  name: 'each call of a capture has a key of its own',
  file: 'providers/adyen/captures.ts',
  original: 'idempotencyKey: capture.id }',
  replacement: `idempotencyKey: \`\${capture.id}-\${Date.now()}\` }`,
};
const NOT_DURABLE: Change = {
  name: 'Adyen is called before the capture is stored',
  file: 'actions/captures/create-capture.ts',
  original: 'const judged = await open(context, by, transaction,',
  replacement: `await providerOf(context, transaction)!.capture!(
    transaction,
    { id: timeOrderedId(context.now()), amountMinor: wanted.amountMinor, currency: transaction.currency } as never,
    callAbout(context, transaction, AbortSignal.timeout(9_000)),
  );
  const judged = await open(context, by, transaction,`,
};
const NO_RULE: Change = {
  name: 'no rule refuses a capture over the rest',
  file: 'domain/captures/capture.ts',
  original: 'if (amountMinor > restMinor || restMinor === 0n) return refused(CODE.captureTooLarge);',
  replacement: '',
};
const NO_SUMS = {
  file: 'storage/captures/write-captures.ts',
  original: 'checkSums(tx, changes),',
  replacement: '',
};
const NO_LOCK: Change = {
  name: 'the opening is not locked',
  file: 'storage/captures/write-captures.ts',
  original: 'order by id for update',
  replacement: 'order by id',
};
const NO_VERSION = {
  file: 'storage/captures/write-captures.ts',
  original: "round.map(asChange), 'fails')",
  replacement: "round.map(asChange), 'is left out')",
};
const NO_RULE_NO_SUMS: Change = { ...NO_RULE, also: [NO_SUMS] };
const NO_LOCK_NO_VERSION: Change = { ...NO_LOCK, also: [NO_VERSION] };

test('each guard of captures that a mutant lacks is still in its file', () => {
  for (const change of [NO_KEY, NOT_DURABLE, NO_RULE, NO_LOCK, NO_SUMS, NO_VERSION])
    assert.ok(guardedText(change));
});

async function openHeld(t: TestContext, amount: number, change?: Change): Promise<ProviderStage> {
  const stage = await ProviderStage.open(t, change);
  await takeSeveral(stage);
  await hold(stage, amount);
  return stage;
}

/** The answer to a capture is lost, and the gateway asks again. Answers what Adyen captured. */
async function loseAnswer(t: TestContext, change?: Change): Promise<number> {
  const stage = await openHeld(t, 32.01, change);
  stage.adyen.fault({ path: '/captures', fault: { kind: 'reset', when: 'after' } });
  await capturePart(stage, 32.01);
  await stage.passTime(A_WHILE_MS);
  // Adyen's answer to the second call has its id, so nobody asks any more.
  const isAnswered = async () => {
    const [row] = await stage.sql`select provider_reference from captures`;
    return row?.provider_reference !== null;
  };
  await eventually(isAnswered);
  return await capturedThere(stage, 32.01);
}

/** The gateway dies while Adyen captures. Answers the captures that the next process knows. */
async function killInCall(t: TestContext, change?: Change): Promise<number> {
  const stage = await openHeld(t, 32.03, change);
  await captureUntilAnswer(stage, 32.03);
  await stage.startAgain(undefined, 0);
  return (await stage.record('adyen', 32.03)).captures.length;
}

test('a capture whose answer was lost is made once; with a new key for each call it is made twice', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  assert.equal(await loseAnswer(t), PART);
  assert.equal(await loseAnswer(t, NO_KEY), 2 * PART);
});

test('a capture is stored before Adyen is called; called first, Adyen has captured what nobody knows', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  assert.equal(await killInCall(t), 1);
  assert.equal(await killInCall(t, NOT_DURABLE), 0);
});

test('two processes capture no more than authorised; without lock and version they do', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const sound = { answers: [201, 400], amountCaptured: 15, ledgerFaults: [] };
  assert.deepEqual(await captureTwice(t), sound);
  assert.deepEqual(await captureTwice(t, NO_LOCK), sound, 'the version of the step guards it too');
  const { answers, amountCaptured, ledgerFaults } = await captureTwice(t, NO_LOCK_NO_VERSION);
  assert.deepEqual([answers, amountCaptured], [[201, 201], 30]);
  assert.ok(ledgerFaults.length > 0, 'the proof of the ledger finds it');
});

test('no capture is over the rest; without rule and check of sums it is', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  assert.deepEqual(await captureTooMuch(t), [400, 0]);
  assert.deepEqual(await captureTooMuch(t, NO_RULE), [500, 0], 'the check of sums refuses the commit');
  assert.deepEqual(await captureTooMuch(t, NO_RULE_NO_SUMS), [201, 26]);
});
