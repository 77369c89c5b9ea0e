// SIGKILL while payments are at Adyen and at Stripe (contract 4, 13). Each process dies at another point and inherits
// the work of the one before. Every payment is charged at most once, ends as the provider has it, and the ledger is
// exact.
import assert from 'node:assert/strict';
import test from 'node:test';
import { partOf } from '../stage/how-much.ts';
import { guardedText } from './mutants.ts';
import { KILLS as ALL_KILLS } from './provider-kills.ts';
import { ProviderStage } from './provider-stage.ts';

const KILLS = partOf('moments at which a gateway is killed while a payment is at a provider', ALL_KILLS);
/** Longer than every lease of a dead process, and than the time after which its calls count as ended. */
const A_WHILE_MS = 61_000;

test('a killed gateway charges once and finds out how each payment ended', {
  timeout: 560_000,
}, async (t) => {
  for (const { change } of ALL_KILLS) if (change) assert.ok(guardedText(change));
  const stage = await ProviderStage.open(t, KILLS[0]!.change);
  for (const [i, kill] of KILLS.entries()) {
    await t.test(kill.name, async () => {
      await kill.begin(stage);
      await (kill.change ? stage.died() : stage.kill());
      await stage.startAgain(KILLS[i + 1]?.change, A_WHILE_MS);
      await kill.recover(stage);
      for (const { at, amount, status, errorCode, charges } of kill.orders) {
        const record = await stage.becomes(
          at,
          amount,
          (found) => found.status === status && found.errorCode === errorCode,
        );
        assert.equal(stage[at].charges(record.transactionId), charges);
      }
      assert.deepEqual(await stage.ledgerFaults(), []);
    });
  }
  // Later kills must not have changed how the earlier payments ended.
  for (const { at, amount, status, charges } of KILLS.flatMap(({ orders }) => orders)) {
    const record = await stage.record(at, amount);
    assert.deepEqual(
      [record.status, stage[at].charges(record.transactionId)],
      [status, charges],
      String(amount),
    );
  }
  for (const at of ['adyen', 'stripe'] as const)
    for (const { state, reason } of await stage.judged(at))
      assert.ok(state === 'applied' || state === 'ignored', `${at}: ${state}, ${reason}`);
  const moved = await stage.sql`select from_account, to_account, sum(amount_minor)::text as sum from transfers
    group by 1, 2 order by 1, 2`;
  const paid = KILLS.flatMap(({ orders }) => orders).filter(({ charges }) => charges === 1);
  const minor = (amounts: number[]) => String(Math.round(100 * amounts.reduce((sum, one) => sum + one, 0)));
  assert.deepEqual(
    moved.map((row) => ({ ...row })),
    [
      { from_account: 'available', to_account: 'reserved', sum: minor([18.01, 18.02]) },
      { from_account: 'provider', to_account: 'available', sum: minor(paid.map(({ amount }) => amount)) },
      { from_account: 'reserved', to_account: 'provider', sum: minor([18.01, 18.02]) },
    ],
  );
});
