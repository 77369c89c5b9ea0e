// The ledger's statements on the real database: folding,
// spending and funding, alone and all at once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { fundBrand } from '../../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { createBrand } from '../../../src/actions/merchants/create-brand.ts';
import { createMerchant } from '../../../src/actions/merchants/create-merchant.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import {
  balanceEffect,
  type Movement,
  payinCompleted,
  payoutApproved,
} from '../../../src/domain/ledger/ledger.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { foldWaitingBalances } from '../../../src/storage/ledger/fold-balance-batch.ts';
import {
  balancesOf,
  foldBalance,
  insertBalanceChanges,
  insertTransfers,
  spend,
} from '../../../src/storage/ledger/ledger-store.ts';
import { openTestContext } from '../../http/operator/operator-app.ts';

const at = new Date('2026-03-01T12:00:00Z');
const account = () => ({ merchantId: randomUUID(), brandId: randomUUID(), currency: 'EUR' });
type Account = ReturnType<typeof account>;

/** What apply-changes.ts does in each commit. */
function append(sql: Sql, whose: Account, movements: Movement[]): Promise<unknown> {
  return sql.begin(async (tx) => {
    const effect = { availableMinor: 0n, reservedMinor: 0n };
    for (const movement of movements) {
      effect.availableMinor += balanceEffect(movement).availableMinor;
      effect.reservedMinor += balanceEffect(movement).reservedMinor;
    }
    await Promise.all([
      insertTransfers(
        tx,
        movements.map((movement) => ({ ...whose, transactionId: randomUUID(), movement, at })),
      ),
      insertBalanceChanges(tx, [{ ...whose, ...effect }]),
    ]);
  });
}

async function payOut(sql: Sql, whose: Account, amountMinor: bigint): Promise<boolean> {
  const movement = payoutApproved(amountMinor)[0]!;
  return sql.begin(
    async (tx) => (await spend(tx, { ...whose, transactionId: randomUUID(), movement, at })) !== null,
  );
}

const waiting = async (sql: Sql) => (await sql`select count(*)::int as n from balance_changes`)[0]!.n;

test('unfolded changes count in the balance, and folding does not change it', async (t) => {
  const { context } = await openTestContext(t);
  const { sql } = context;
  const whose = account();
  await append(sql, whose, [...payinCompleted(2_500n), ...payinCompleted(9_007_199_254_740_993n)]);
  await append(sql, whose, payinCompleted(1n));
  const expected = [{ currency: 'EUR', availableMinor: 9_007_199_254_743_494n, reservedMinor: 0n }];
  assert.equal(await waiting(sql), 2);
  assert.deepEqual(await balancesOf(sql, whose.merchantId, whose.brandId), expected);
  assert.equal((await foldWaitingBalances(sql, 10)).folded, 1);
  assert.equal(await waiting(sql), 0);
  assert.deepEqual(await balancesOf(sql, whose.merchantId, whose.brandId), expected);
  assert.equal((await foldWaitingBalances(sql, 10)).folded, 0);
});

test('folding processes the given number of balances and not the others', async (t) => {
  const { context } = await openTestContext(t);
  for (let i = 0; i < 5; i++) await append(context.sql, account(), payinCompleted(1n));
  assert.equal((await foldWaitingBalances(context.sql, 3)).folded, 3);
  assert.equal(await waiting(context.sql), 2);
});

test('committed but unfolded money can be spent, and no more', async (t) => {
  const { context } = await openTestContext(t);
  const { sql } = context;
  const whose = account();
  await append(sql, whose, payinCompleted(100n));
  assert.equal(await payOut(sql, whose, 101n), false);
  assert.equal(await payOut(sql, whose, 100n), true);
  assert.equal(await payOut(sql, whose, 1n), false);
  assert.deepEqual(await balancesOf(sql, whose.merchantId, whose.brandId), [
    { currency: 'EUR', availableMinor: 0n, reservedMinor: 100n },
  ]);
  const [{ n }] = (await sql`select count(*)::int as n from transfers`) as unknown as [{ n: number }];
  assert.equal(n, 2);
});

test('spending, adding and folding at once from two pools never overspends and loses no money', async (t) => {
  const { context: one, databaseUrl } = await openTestContext(t);
  const { context: other } = await openTestContext(t, { databaseUrl });
  const accounts = [account(), account()];
  for (const whose of accounts) await append(one.sql, whose, payinCompleted(500n));
  const work: Promise<unknown>[] = [];
  let paidOut = 0n;
  for (let i = 0; i < 60; i++) {
    const { sql } = i % 2 ? one : other;
    const whose = accounts[i % 3 ? 0 : 1]!;
    work.push(append(sql, whose, payinCompleted(3n)));
    work.push(
      payOut(sql, whose, 20n).then((done) => {
        if (done) paidOut += 20n;
      }),
    );
    if (i % 5 === 0) work.push(foldWaitingBalances(sql, 10));
  }
  await Promise.all(work);
  let available = 0n;
  let reserved = 0n;
  for (const { merchantId, brandId } of accounts) {
    for (const balance of await balancesOf(one.sql, merchantId, brandId)) {
      assert.ok(balance.availableMinor >= 0n);
      available += balance.availableMinor;
      reserved += balance.reservedMinor;
    }
  }
  assert.ok(paidOut > 0n && paidOut < 1_200n, String(paidOut));
  assert.deepEqual([available, reserved], [1_000n + 180n - paidOut, paidOut]);
});

test('the same funding sent twenty times at once by two processes is booked once', async (t) => {
  const { context: one, databaseUrl } = await openTestContext(t);
  const { context: other } = await openTestContext(t, { databaseUrl });
  const { merchantId } = await createMerchant(one, ROOT, { name: 'Example Ltd' });
  const { brandId } = await createBrand(one, ROOT, merchantId, { name: 'Demo Shop' });
  const funding = { currency: 'EUR', amountMinor: 5_000n, reference: 'wire-1' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => fundBrand(i % 2 ? one : other, ROOT, brandId, funding)),
  );
  for (const balances of answers) {
    assert.deepEqual(balances, [{ currency: 'EUR', availableMinor: 5_000n, reservedMinor: 0n }]);
  }
  // Ten spend at once, and six of them find enough.
  const taken = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) =>
      fundBrand(i % 2 ? one : other, ROOT, brandId, {
        ...funding,
        amountMinor: -800n,
        reference: `back-${i}`,
      }),
    ),
  );
  const refused = taken.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 4);
  for (const { reason } of refused) assert.ok(reason instanceof Refusal && reason.httpStatus === 400);
  assert.equal((await balancesOf(one.sql, merchantId, brandId))[0]!.availableMinor, 200n);
  assert.deepEqual(await verifyLedger(one.sql).then(({ ok, faults }) => ({ ok, faults })), {
    ok: true,
    faults: [],
  });
});

test('a balance is locked while it is spent from, and can be read without waiting', async (t) => {
  const { context } = await openTestContext(t);
  const { sql } = context;
  const whose = account();
  await append(sql, whose, payinCompleted(100n));
  let second: Promise<boolean> | undefined;
  await sql.begin(async (tx) => {
    await foldBalance(tx, whose.merchantId, whose.brandId, whose.currency);
    second = payOut(sql, whose, 60n);
    const movement = payoutApproved(60n)[0]!;
    assert.ok(await spend(tx, { ...whose, transactionId: randomUUID(), movement, at }));
    assert.equal((await balancesOf(sql, whose.merchantId, whose.brandId))[0]!.availableMinor, 100n);
  });
  assert.equal(await second, false);
});
