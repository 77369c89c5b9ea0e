// The nightly proof as a merchant reads it: what was compared and
// when, and only the faults of their own books.
import assert from 'node:assert/strict';
import test from 'node:test';
import { proveLedger } from '../../../../src/actions/ledger/prove-ledger.ts';
import { openMoneyStage } from './money-stage.ts';

test('the nightly proof is stored for each merchant with only its own faults', async (t) => {
  const { stage, setClock, pay, closeDays, as } = await openMoneyStage(t);
  await stage.createBrand();
  await pay(25);
  setClock('2026-03-29T02:00:00Z');
  await closeDays();
  const prove = () => proveLedger(stage.sql, stage.sql, stage.now());
  assert.equal((await prove()).ok, true);
  setClock('2026-03-30T03:00:00Z');
  const lost = await pay(30);
  await stage.sql`delete from transfers where transaction_id = ${lost}`;
  assert.equal((await prove()).ok, false);
  const { body } = await (await as('finance-approver'))('GET', '/proof');
  assert.deepEqual(
    body.items.map((one: Record<string, unknown>) => [
      one.provedAt,
      one.ok,
      one.transactions,
      one.transfers,
      one.days,
    ]),
    [
      ['2026-03-30T03:00:01.000Z', false, 1, 0, 1],
      ['2026-03-29T02:00:00.000Z', true, 1, 1, 1],
    ],
  );
  const faults = body.items[0].faults.join('\n');
  assert.match(faults, /^brand .* EUR: balance 5500 available, 0 reserved; transfers say 2500/m);
  const others =
    await stage.sql`select ok, faults from ledger_proofs where merchant_id <> ${stage.brand.merchantId}`;
  assert.deepEqual(
    others.map((one) => [one.ok, one.faults]),
    [
      [true, []],
      [true, []],
    ],
  );
});
