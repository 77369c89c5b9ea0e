// The faults of the library's process, before and after the call to the connector: provider-process-killed, -hangs and
// -answers-garbage. Before it certainly nothing was sent. After it nobody knows, and nothing is sent again.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { callOf, newCapture, newRefund } from '@tollgate/provider-kit/contract';
import { LibraryProcess } from '../src/process/library-process.ts';
import { deadlineFor, recordedCommand } from './open-library.ts';
import { fresh, openStage } from './stage.ts';
import { CHECKOUT } from './stand-ins/checkout.ts';

const FAULTS = {
  'provider-process-killed': 'die',
  'provider-process-hangs': 'hang',
  'provider-process-answers-garbage': 'garbage',
};
const NO_LOG = { warn: () => {} };

/** A stage whose library has these faults from the beginning, or from `spoil` on. */
async function withFaults(t: TestContext, when: 'now' | 'later', ...faults: string[]) {
  const open = (...wanted: string[]) => {
    const library = new LibraryProcess({
      command: recordedCommand('checkout', ...wanted),
      log: NO_LOG,
      deadlineOf: deadlineFor(...wanted),
    });
    t.after(() => library.stop());
    return library;
  };
  let current = when === 'now' ? open(...faults) : open();
  const stop = () => {};
  const stage = await openStage(t, CHECKOUT, { ask: (question) => current.ask(question), stop });
  return Object.assign(stage, {
    /** A process that has not died yet. */
    spoil() {
      current = open(...faults);
    },
  });
}

for (const [name, fault] of Object.entries(FAULTS)) {
  test(`${name} before the call: nothing was sent, and another account may be asked`, async (t) => {
    const stage = await withFaults(t, 'now', `${fault}:request`);
    const { transaction, instrument } = stage.payins[0]!;
    const payin = fresh(transaction);
    const outcome = await stage.provider.payIn(payin, instrument, callOf(stage, payin));
    assert.deepEqual(outcome, { kind: 'failed', errorCode: '1011' });
    assert.deepEqual(stage.standIn.calls, []);
  });

  test(`${name} after the call: the outcome is unknown, and nothing is charged again`, async (t) => {
    const stage = await withFaults(t, 'now', `${fault}:answer`);
    const { transaction, instrument } = stage.payins[0]!;
    const payin = fresh(transaction);
    const call = callOf(stage, payin);
    assert.deepEqual(await stage.provider.payIn(payin, instrument, call), { kind: 'unknown' });
    assert.equal(stage.charges!(payin.id), 1);
    assert.deepEqual(await stage.provider.inquire(payin, call), { kind: 'unknown' });
    assert.deepEqual(await stage.provider.payIn(payin, instrument, call), { kind: 'unknown' });
    assert.deepEqual(await stage.provider.cancel(payin, call), { kind: 'unknown' });
    assert.equal(stage.charges!(payin.id), 1);
  });

  test(`${name} after a refund or a capture was sent: unknown, and never sent twice`, async (t) => {
    const stage = await withFaults(t, 'later', `${fault}:answer`);
    const held = await stage.authorized!();
    const call = callOf(stage, held);
    stage.spoil();
    const [refund, capture] = [newRefund(held), newCapture(held)];
    const soon = AbortSignal.timeout(20_000);
    const outcomes: { kind: string }[] = [
      await stage.provider.capture!(held, capture, call),
      await stage.provider.capture!(held, capture, call),
    ];
    stage.spoil();
    outcomes.push(await stage.provider.refund(held, refund, soon));
    outcomes.push(await stage.provider.refund(held, refund, soon));
    for (const { kind } of outcomes) assert.equal(kind, 'unknown');
    const sent = stage.standIn.calls.map((one) => one.split('/').at(-1));
    assert.equal(sent.filter((one) => one === 'refunds').length, 1);
    assert.equal(sent.filter((one) => one === 'captures').length, 1);
  });
}

test('a process that dies once while it reads an answer is asked again, and the payment completes', async (t) => {
  const mark = join(await temporary(t), 'died');
  const stage = await withFaults(t, 'now', `die-once:answer:${mark}`);
  const { transaction, instrument } = stage.payins[0]!;
  const payin = fresh(transaction);
  assert.equal((await stage.provider.payIn(payin, instrument, callOf(stage, payin))).kind, 'completed');
  assert.equal(stage.charges!(payin.id), 1);
});

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
