// The contract of adapters (@tollgate/provider-kit/contract) as tests, one for each rule. It gives the gateway's own
// table of transitions, so an adapter is judged by what the gateway really does with its answers.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type ApplyOutcome, CHECKS, type Stage } from '@tollgate/provider-kit/contract';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { transition } from '../../src/domain/transactions/transition.ts';

/** A stage of a package makes the kit's transactions, which lack what only the gateway knows. */
export const applyAsGateway: ApplyOutcome = (before, outcome, by, now) =>
  transition({ receivedMinor: null, ...before } as Transaction, outcome, by, now)?.after ?? null;

/** Each rule is played on its own stage. */
export function testContract(name: string, open: (t: TestContext) => Stage | Promise<Stage>): void {
  for (const [rule, check] of Object.entries(CHECKS)) {
    test(`${name}: ${rule}`, async (t) => {
      const stage = await open(t);
      stage.apply = applyAsGateway;
      await check(stage);
      assert.deepEqual(stage.violations?.() ?? [], []);
    });
  }
}
