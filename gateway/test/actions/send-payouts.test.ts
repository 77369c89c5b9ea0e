// A payout at its providers, and its state after a process dies or a provider does not answer (contract 4, 8): no
// provider is asked before the money is reserved, no other provider is asked after an unknown outcome, and money of a
// payout that was certainly not sent is released.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import { fundBrand } from '../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { settlePayout } from '../../src/actions/payouts/settle-payout.ts';
import { approvePayout } from '../../src/actions/submission/approve-payout.ts';
import { createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { balancesOf } from '../../src/storage/ledger/ledger-store.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { IBAN, payoutOption, type Script, withProviders } from '../stage/payouts.ts';
import { type Actions, openActions } from './open-actions.ts';

const SECOND = 1_000;

interface How {
  automaticApproval?: boolean;
  /** Replaces the stage's own context. */
  context?: Context;
}

interface Stage extends Actions {
  /** `available` and `reserved`. */
  balance(): Promise<bigint[]>;
  /** A payout of 40.00, approved automatically with these providers. */
  payOut(scripts: Record<string, Script>, how?: How): Promise<Transaction>;
  timeline(transaction: Transaction): Promise<unknown[]>;
}

async function openStage(t: Parameters<typeof openActions>[0]): Promise<Stage> {
  const actions = await openActions(t);
  const { context, brand } = actions;
  await fundBrand(context, ROOT, brand.brandId, { currency: 'EUR', amountMinor: 10_000n, reference: 'wire' });
  const { details } = actions.request('');
  return {
    ...actions,
    async balance() {
      const [eur] = await balancesOf(context.sql, brand.merchantId, brand.brandId);
      return [eur!.availableMinor, eur!.reservedMinor];
    },
    async payOut(scripts, { automaticApproval = true, context: own = context } = {}) {
      const { result } = await createTransaction(withProviders(own, scripts), {
        type: 'PAYOUT',
        brand: { ...brand, automaticApproval },
        origin: 'v3',
        optionId: payoutOption('sepa-transfer').id,
        currency: 'EUR',
        amountMinor: 4_000n,
        country: 'DE',
        merchantReference: `payout-${randomUUIDv7()}`,
        paymentReference: null,
        userId: null,
        details,
        card: null,
        paymentData: { iban: IBAN, accountHolder: 'Ada Lovelace' },
        idempotency: null,
      });
      return actions.read({ merchantId: brand.merchantId, id: result.transactionId });
    },
    async timeline(transaction) {
      const entries = await context.transactions.timeline(transaction.merchantId, transaction.id);
      return entries.map(({ to, actor }) => [to, actor]);
    },
  };
}

const says =
  (outcome: Outcome, asked: string[] = [], name = ''): NonNullable<Script['payOut']> =>
  async () => {
    asked.push(name);
    return outcome;
  };

async function soundLedger({ context }: Stage) {
  const { ok, faults } = await verifyLedger(context.sql);
  assert.deepEqual({ ok, faults }, { ok: true, faults: [] });
}

test('a provider gets the recipient only after the money is set aside', async (t) => {
  const stage = await openStage(t);
  const handed: unknown[] = [];
  const payout = await stage.payOut({
    one: {
      payOut: async (transaction, recipient) => {
        const stored = await stage.read(transaction);
        handed.push(recipient, [stored.status, stored.moneyReserved, stored.provider], await stage.balance());
        return { kind: 'pending', providerReference: 'one-1' };
      },
    },
  });
  assert.deepEqual(handed, [
    { iban: IBAN, accountHolder: 'Ada Lovelace' },
    ['PROCESSING', true, 'one'],
    [6_000n, 4_000n],
  ]);
  assert.deepEqual([payout.status, payout.providerReference], ['PROCESSING', 'one-1']);
  assert.ok(payout.paymentDataSealed, 'kept until the end');
  assert.deepEqual(await stage.timeline(payout), [['PROCESSING', 'gateway']]);
});

test('the next provider is asked if the one before is known not to have acted', async (t) => {
  const stage = await openStage(t);
  const asked: string[] = [];
  const failed: Outcome = { kind: 'failed', errorCode: '9002' };
  const payout = await stage.payOut({
    one: { payOut: says(failed, asked, 'one') },
    two: { payOut: says({ kind: 'failed', errorCode: '1011' }, asked, 'two') },
    three: { payOut: says({ kind: 'completed' }, asked, 'three') },
    four: {},
  });
  assert.deepEqual(asked, ['one', 'two', 'three']);
  assert.deepEqual([payout.status, payout.provider, payout.paymentDataSealed], ['COMPLETED', 'three', null]);
  assert.deepEqual(await stage.balance(), [6_000n, 0n]);

  const nobody = await stage.payOut({ one: { payOut: says(failed) }, two: { payOut: says(failed) } });
  assert.deepEqual([nobody.status, nobody.statusCode, nobody.errorCode], ['DECLINED', 999, '9002']);
  assert.deepEqual(await stage.balance(), [6_000n, 0n]);
  await soundLedger(stage);
});

test('after a decline or an unknown outcome no other provider is asked', async (t) => {
  const stage = await openStage(t);
  const declined = await stage.payOut({
    one: { payOut: says({ kind: 'declined', errorCode: '4002' }) },
    two: {},
  });
  assert.deepEqual([declined.status, declined.statusCode, declined.errorCode], ['DECLINED', 900, '4002']);
  assert.deepEqual(await stage.balance(), [10_000n, 0n]);

  const { context, brand } = stage;
  await fundBrand(context, ROOT, brand.brandId, { currency: 'EUR', amountMinor: 10_000n, reference: 'more' });
  // An unsent payout gives its money back, so no late answer may come: the call ends at its deadline.
  let given: AbortSignal | undefined;
  const hanging: Provider['payOut'] = (_payout, _recipient, { signal }) => {
    given = signal;
    return new Promise(() => {});
  };
  const unknowns: Script[] = [
    { payOut: says({ kind: 'unknown' }) },
    { payOut: hanging, deadlineMs: 20 },
    { payOut: () => Promise.reject(new Error('connection reset')) },
  ];
  for (const script of unknowns) {
    const unknown = await stage.payOut({ one: script, two: {} });
    assert.deepEqual(
      [unknown.status, unknown.statusCode, unknown.errorCode, unknown.provider],
      ['PROCESSING', 200, '9001', 'one'],
    );
  }
  assert.equal(given?.aborted, true);
  assert.deepEqual(await stage.balance(), [8_000n, 12_000n]);
  await soundLedger(stage);
});

test('an unknown payout ends as its provider reports later: completed, or unheard with the money released', async (t) => {
  const stage = await openStage(t);
  const ends: [Outcome | { kind: 'unheard' }, unknown[], bigint[]][] = [
    [{ kind: 'unheard' }, ['DECLINED', 999, '9002'], [10_000n, 0n]],
    [{ kind: 'declined', errorCode: '4007' }, ['DECLINED', 900, '4007'], [10_000n, 0n]],
    [{ kind: 'completed' }, ['COMPLETED', 200, null], [6_000n, 0n]],
  ];
  for (const [answer, end, balance] of ends) {
    const payout = await stage.payOut({ one: { payOut: says({ kind: 'unknown' }) } });
    stage.advance(10 * SECOND);
    await sweepDueTransactions(withProviders(stage.context, { one: { inquire: async () => answer } }));
    const after = await stage.read(payout);
    assert.deepEqual([after.status, after.statusCode, after.errorCode], end);
    assert.deepEqual([after.moneyReserved, after.paymentDataSealed], [false, null]);
    assert.deepEqual(await stage.balance(), balance);
  }
  await soundLedger(stage);
});

test('a process that dies between approval and answer leaves the payout to the resolver', async (t) => {
  const stage = await openStage(t);
  for (const [answer, status, balance] of [
    [{ kind: 'unheard' }, 'DECLINED', [10_000n, 0n]],
    [{ kind: 'completed' }, 'COMPLETED', [6_000n, 0n]],
  ] as const) {
    const payout = await stage.payOut({ one: {} }, { automaticApproval: false });
    assert.deepEqual([payout.status, payout.provider], ['PENDING', null]);
    await new Promise<void>((died) => {
      const context = withProviders(stage.context, { one: { payOut: says({ kind: 'completed' }) }, two: {} });
      const apply = () => {
        died();
        return new Promise<never>(() => {});
      };
      const transactions = { ...context.transactions, apply };
      void settlePayout({ ...context, transactions }, ROOT, payout, { action: 'APPROVE' });
    });
    assert.deepEqual(await stage.balance(), [6_000n, 4_000n]);
    const inquired: string[] = [];
    const after = withProviders(stage.context, {
      one: {
        inquire: async ({ id }) => {
          inquired.push(id);
          return answer;
        },
      },
    });
    stage.advance(20 * SECOND - 1);
    await sweepDueTransactions(after);
    assert.deepEqual(inquired, []);
    stage.advance(1);
    await sweepDueTransactions(after);
    assert.deepEqual(inquired, [payout.id]);
    assert.equal((await stage.read(payout)).status, status);
    assert.deepEqual(await stage.balance(), balance);
  }
  await soundLedger(stage);
});

test('if a process dies before the first step, nothing is ever sent', async (t) => {
  const stage = await openStage(t);
  const { transactions } = stage.context;
  for (const automaticApproval of [false, true]) {
    const dying: Context = {
      ...stage.context,
      transactions: {
        ...transactions,
        open: async (job) => {
          assert.deepEqual(await transactions.open(job), { kind: 'opened' });
          throw new Error('killed');
        },
      },
    };
    await assert.rejects(stage.payOut({ one: {} }, { automaticApproval, context: dying }), /killed/);
    const [row] = await stage.context.sql`select id, merchant_id from transactions where status = 'INIT'`;
    stage.advance(20 * SECOND);
    await sweepDueTransactions(withProviders(stage.context, { one: {} }));
    const after = await stage.read({ merchantId: row!.merchant_id, id: row!.id });
    assert.deepEqual([after.status, after.statusCode, after.errorCode], ['DECLINED', 999, '9002']);
  }
  assert.deepEqual(await stage.balance(), [10_000n, 0n]);
  await soundLedger(stage);
});

test('a payout that was stored too slowly is not sent, because the resolver might ask first', async (t) => {
  const stage = await openStage(t);
  const payout = await stage.payOut({ one: {} }, { automaticApproval: false });
  const slow = withProviders(stage.context, { one: { deadlineMs: 5 * SECOND } });
  const { transactions } = slow;
  const approve: typeof transactions.approve = async (job) => {
    const answer = await transactions.approve(job);
    stage.advance(15 * SECOND + 1);
    return answer;
  };
  const approval = await approvePayout(
    { ...slow, transactions: { ...transactions, approve } },
    payout,
    'merchant',
  );
  assert.equal(approval.kind, 'approved');
  const after = await stage.read(payout);
  assert.deepEqual([after.status, after.errorCode], ['PROCESSING', '9001']);
  stage.advance(10 * SECOND);
  const unheard = { inquire: async () => ({ kind: 'unheard' }) as const };
  await sweepDueTransactions(withProviders(stage.context, { one: unheard }));
  assert.deepEqual([(await stage.read(payout)).status, await stage.balance()], ['DECLINED', [10_000n, 0n]]);
});

test('a payout without a provider is declined on approval, and nothing is set aside', async (t) => {
  const stage = await openStage(t);
  const payout = await stage.payOut({ one: {} }, { automaticApproval: false });
  const settled = await settlePayout(withProviders(stage.context, {}), ROOT, payout, { action: 'APPROVE' });
  assert.equal(settled.kind, 'declined');
  const after = await stage.read(payout);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '1011']);
  assert.deepEqual(await stage.balance(), [10_000n, 0n]);
  await soundLedger(stage);
});

test('a payout that waited for its recipient is approved from PROCESSING, and its money moves as usual', async (t) => {
  const stage = await openStage(t);
  const payout = await stage.payOut({ one: {} }, { automaticApproval: false });
  const { sql } = stage.context;
  // The state after the cashier: PROCESSING, recipient complete, no money reserved.
  await sql`update steps set status = 'PROCESSING' where transaction_id = ${payout.id}`;
  await sql`update open_work set status = 'PROCESSING' where transaction_id = ${payout.id}`;
  await sql`update events set body = replace(body, 'pending', 'processing') where transaction_id = ${payout.id}`;
  const script = { payOut: says({ kind: 'pending' }) };
  const filled = await stage.read(payout);
  const approval = await approvePayout(withProviders(stage.context, { one: script }), filled, 'gateway');
  assert.equal(approval.kind, 'approved');
  assert.deepEqual(await stage.balance(), [6_000n, 4_000n]);
  await soundLedger(stage);
});
