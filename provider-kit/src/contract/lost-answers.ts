// What every adapter must keep when the network fails (contract 13): a rule of rules.ts. A wrong "nothing was done"
// would charge a shopper twice, because another account is asked then.
import assert from 'node:assert/strict';
import { NOTHING_DONE, NOTHING_DONE_STATUSES, type Outcome } from '../provider-kit.ts';
import type { Fault } from '../stand-in/faults.ts';
import { send, sendAs } from './sending.ts';
import type { PayinCase, PayoutCase, Stage } from './stage.ts';

/** More requests than one call sends. */
const EVERY = 50;

/** The call may have been carried out, and its answer says nothing. */
const LOST: Readonly<Record<string, Fault>> = {
  'the connection was cut after the call': { kind: 'lost', when: 'after' },
  'the connection was cut before the call': { kind: 'lost', when: 'before' },
  'half an answer came': { kind: 'half' },
  'a page came with status 200': { kind: 'page' },
  'status 500 came': { kind: 'answer', when: 'after', answer: { status: 500, text: 'Internal error' } },
  'status 409 came': { kind: 'answer', when: 'after', answer: { status: 409, json: {} } },
  'a page came with status 404': {
    kind: 'answer',
    when: 'after',
    answer: { status: 404, text: 'Not found' },
  },
};

export async function knowsLostAnswers(stage: Stage): Promise<void> {
  const { faults } = stage;
  if (!faults) return;
  for (const one of [...stage.payins, ...stage.payouts]) {
    if (one.answers === 'failed') continue;
    for (const [what, fault] of Object.entries(LOST)) {
      faults.fault({ times: EVERY, fault });
      const { transaction, outcome } = await send(stage, one);
      faults.noFaults();
      assert.equal(outcome.kind, 'unknown', `${one.name}: ${what}, and it said ${outcome.kind}`);
      await sendAs(stage, one, transaction);
      const charges = stage.charges?.(transaction.id) ?? 0;
      assert.ok(charges <= 1, `${one.name}: ${what}, and it charged ${charges} times`);
    }
    await knowsNothingDone(stage, one);
  }
}

/** The provider was not reached, or refused: certainly nothing was done. */
async function knowsNothingDone(stage: Stage, one: PayinCase | PayoutCase): Promise<void> {
  const faults = stage.faults!;
  for (const status of NOTHING_DONE_STATUSES) {
    faults.fault({ times: EVERY, fault: { kind: 'answer', answer: { status, json: {} } } });
    const { outcome } = await send(stage, one);
    faults.noFaults();
    assertNothingDone(outcome, `${one.name}: the provider refused it with ${status}`);
  }
  await faults.stopListening();
  let refused: Outcome = { kind: 'unknown' };
  // A connection that is kept alive ends during the first call, and nobody knows whether that call was read.
  for (let turn = 0; turn < 3 && refused.kind === 'unknown'; turn += 1)
    refused = (await send(stage, one)).outcome;
  await faults.listen();
  assertNothingDone(refused, `${one.name}: the connection was refused`);
}

function assertNothingDone(outcome: Outcome, what: string): void {
  const said = 'errorCode' in outcome ? `${outcome.kind} ${outcome.errorCode}` : outcome.kind;
  assert.equal(said, `failed ${NOTHING_DONE}`, `${what}, and it said ${said}`);
}
