// Whatever happens in two months, each movement and each bank entry is in exactly one month-end, and the accounts close
// with the ledger's amounts. Histories are random: transfers that are paid in time, late or never, payouts, cards,
// refunds, strange entries, and statements that come after the month-end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import type { Entry } from '../../http/bank/messages.ts';
import { openMonthEnds } from './month-end-stage.ts';

const stage = await openMonthEnds();
const compact = (id: string) => id.replaceAll('-', '');

const act = fc.constantFrom('transfer', 'payout', 'card', 'refund', 'strange', 'cancelled' as const);
/** When the bank books it, and when its statement comes: within the month, in the next one, or never. */
const fate = fc.constantFrom('in time', 'told later', 'booked later', 'never' as const);
const history = fc.array(fc.tuple(act, fate), { minLength: 3, maxLength: 6 });

test('a month-end has every movement and every entry, and its accounts close with the balances of the ledger', async (t) => {
  await fc.assert(
    fc.asyncProperty(history, history, async (october, november) => {
      stage.setClock('2026-10-05T10:00:00Z');
      const brand = await stage.brand(t);
      const { merchantId } = brand.shop.brand;
      const { sql } = stage.providerStage.gateway.gateway.context;
      const later: { entry: Entry; day: string }[] = [];
      let name = 0;
      const month = async (acts: typeof october, day: string, laterDay: string) => {
        const now: Entry[] = [];
        const entry = (one: Entry, when: string) => {
          if (when === 'in time') now.push(one);
          if (when === 'told later') later.push({ entry: one, day });
          if (when === 'booked later') later.push({ entry: one, day: laterDay });
        };
        for (const [what, when] of acts) {
          const reference = `R${++name}`;
          if (what === 'transfer' || what === 'cancelled') {
            const { id, paid } = await brand.transfer(10 + name, reference);
            if (what === 'cancelled') await brand.shop.call('POST', '/cancel-payment', { transactionId: id });
            entry(paid, when);
          }
          if (what === 'payout') {
            const id = await brand.payOut(10 + name);
            await brand.shop.operator('POST', 'bank-files', {});
            const debit = { amount: `${10 + name}.00`, bankReference: reference, direction: 'DBIT' as const };
            entry({ ...debit, details: [{ endToEndId: compact(id) }] }, when);
          }
          if (what === 'strange')
            entry({ amount: '3.00', bankReference: reference, details: [{ text: 'hello' }] }, when);
          if (what === 'card' || what === 'refund') {
            await brand.shop.card({ amount: 20, merchantReference: reference });
            if (what === 'card') continue;
            await brand.shop.refund(reference, 5);
            await stage.payRefunds();
          }
        }
        if (now.length > 0) await brand.take(now, { day });
      };
      await month(october, '2026-10-05', '2026-11-03');
      stage.setClock('2026-11-02T10:00:00Z');
      const first = await brand.close('2026-10');
      stage.setClock('2026-11-03T10:00:00Z');
      for (const one of later.splice(0)) await brand.take([one.entry], { day: one.day });
      await month(november, '2026-11-05', '2026-12-01');
      stage.setClock('2026-12-01T10:00:00Z');
      for (const one of later.splice(0)) await brand.take([one.entry], { day: one.day });
      const second = await brand.close('2026-11');
      stage.setClock('2027-01-02T10:00:00Z');
      const third = await brand.close('2026-12');
      const all = [first, second, third];

      const ids = (rows: readonly Record<string, string>[], column: string) =>
        rows.map((row) => row[column]).sort();
      const transfers = await sql`select id from transfers where merchant_id = ${merchantId}`;
      const movements = all.flatMap((one) => one.table('movements.csv'));
      assert.deepEqual(ids(movements, 'Movement id'), transfers.map(({ id }) => id).sort());
      const booked =
        await sql`select id from bank_entries where merchant_id = ${merchantId} and direction <> 'status'`;
      const entries = all.flatMap((one) => one.table('bank-entries.csv'));
      assert.deepEqual(ids(entries, 'Bank entry id'), booked.map(({ id }) => id).sort());

      const sums = await sql`
        select account, sum(minor)::text as minor from (
          select to_account as account, amount_minor as minor from transfers where merchant_id = ${merchantId}
          union all select from_account, -amount_minor from transfers where merchant_id = ${merchantId}) moved
        group by account order by account`;
      assert.deepEqual(
        third.manifest.accounts.map(({ account, closing }) => [account, closing]),
        sums.map(({ account, minor }) => [account, minor]),
      );
      const verified = await Promise.all(all.map((one) => verifyMonthEnd(one.bytes)));
      assert.deepEqual(
        verified.flatMap(({ faults }) => faults),
        [],
      );
      assert.deepEqual(
        all.map(({ manifest }) => manifest.former?.sha256 ?? null),
        [null, verified[0]!.manifestSha256, verified[1]!.manifestSha256],
      );
      // A movement of the bank is matched, or differs.
      for (const row of movements.filter(
        ({ Provider, Proof }) => Provider === 'bank' && Proof !== 'internal',
      ))
        assert.ok(row['Bank entry id'] !== '' || row.Difference === 'not-booked', JSON.stringify(row));
    }),
    // A failing history is shown unchanged: shrinking it takes longer than a test may.
    { numRuns: 3, endOnFailure: true },
  );
});
