// The arguments of each call about a charge, and what happens to an answer about another charge (contract 13). Real
// database and vault.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Call, ChargeState, Outcome, Provider, Transaction } from '@tollgate/provider-kit';
import type { Context } from '../../../src/actions/context.ts';
import { cancelTransaction } from '../../../src/actions/transactions/cancel-transaction.ts';
import { createTransaction } from '../../../src/actions/transactions/create-transaction.ts';
import { resumeTransaction } from '../../../src/actions/transactions/resume-transaction.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { chargeReference } from '../../../src/domain/transactions/transaction.ts';
import { routeTo } from '../../../src/providers/registry.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { aProvider } from '../../providers/a-provider.ts';
import { asOwner, openTestPool } from '../../stage/harness-database.ts';
import { openActions } from '../open-actions.ts';

const MINUTE = 60_000;
const PAGE = 'https://bank.example/pay';

async function openStage(t: TestContext, fields: Partial<Provider>, ...more: Partial<Provider>[]) {
  const actions = await openActions(t);
  const expiresAt = () => new Date(actions.context.now().getTime() + 15 * MINUTE);
  const redirect = (): Outcome => ({ kind: 'redirect', redirectUrl: PAGE, expiresAt: expiresAt() });
  const ids = ['first', 'second'];
  const providers = [fields, ...more].map((one, i) =>
    aProvider({
      payIn: async () => redirect(),
      inquire: async () => ({ kind: 'waiting' }),
      ...one,
      id: ids[i]!,
    }),
  );
  const routes = routeTo(providers);
  const context: Context = { ...actions.context, providersFor: routes.forOption, provider: routes.byId };
  return {
    ...actions,
    context,
    redirect,
    async pay() {
      const { result } = await createTransaction(context, actions.request('4242424242424242'));
      return await actions.read({ merchantId: actions.brand.merchantId, id: result.transactionId });
    },
  };
}

test('each later call of a charge gets what the adapter stored for it, sealed, until the charge ends', async (t) => {
  const heard: [string, ChargeState | null][] = [];
  const listen = async (what: string, call: Call) => heard.push([what, await call.state()]);
  const kept = { object: 'obj_1', clientKey: 'not for everybody' };
  let laterCall: Call | undefined;
  const stage = await openStage(t, {
    async payIn(_transaction, _instrument, call) {
      await listen('payIn', call);
      await call.keep({ object: 'obj_0' });
      await listen('kept', call);
      await call.keep(kept);
      return stage.redirect();
    },
    async resume(_transaction, _parameters, call) {
      await listen('resume', call);
      return { kind: 'waiting' };
    },
    async inquire(_transaction, call) {
      await listen('inquire', call);
      return { kind: 'waiting', askAgainAt: new Date(stage.context.now().getTime() + MINUTE) };
    },
    async cancel(_transaction, call) {
      await listen('cancel', call);
      laterCall = call;
      return { kind: 'declined', errorCode: '3001' };
    },
  });
  const shown = await stage.pay();
  await resumeTransaction(stage.context, shown, {});
  stage.advance(16 * MINUTE);
  await sweepDueTransactions({ ...stage.context, provider: stage.context.provider });
  const [row] = await stage.context
    .sql`select count(*)::int as times from open_work where charge_state_sealed is not null`;
  const open = await stage.pay();
  const [sealed] = await stage.context
    .sql`select charge_state_sealed as bytes from open_work where transaction_id = ${open.id}`;
  assert.ok(sealed!.bytes.length > 0);
  for (const text of ['obj_1', 'not for everybody', open.id])
    assert.ok(!sealed!.bytes.includes(text), `${text} is stored in clear`);
  await cancelTransaction(stage.context, ROOT, open, null);
  assert.deepEqual(
    heard.filter(([what]) => what !== 'payIn').map(([what, state]) => [what, state?.object]),
    [
      ['kept', 'obj_0'],
      ['resume', 'obj_1'],
      ['inquire', 'obj_1'],
      ['kept', 'obj_0'],
      ['cancel', 'obj_1'],
    ],
  );
  for (const [what, state] of heard) if (what === 'payIn') assert.equal(state, null);
  assert.equal(row!.times, 0, 'the first payment has expired');

  assert.equal(await laterCall!.state(), null);
  await assert.rejects(laterCall!.keep(kept), /has ended/);
});

test('another account of a charge starts without stored values, and does not see those of the first account', async (t) => {
  const heard: unknown[] = [];
  const stage = await openStage(
    t,
    {
      async payIn(_transaction, _instrument, call) {
        await call.keep({ of: 'the first' });
        return { kind: 'failed', errorCode: '1011' };
      },
    },
    {
      async payIn(transaction, _instrument, call) {
        heard.push(chargeReference(transaction), await call.state());
        await call.keep({ of: 'the second' });
        return stage.redirect();
      },
      async resume(_transaction, _parameters, call) {
        heard.push(await call.state());
        return { kind: 'completed' };
      },
    },
  );
  const shown = await stage.pay();
  assert.deepEqual([shown.provider, shown.reroutes], ['second', 1]);
  assert.equal((await resumeTransaction(stage.context, shown, {})).status, 'COMPLETED');
  assert.deepEqual(heard, [`${shown.id}-r1`, null, { of: 'the second' }]);
});

test("if the adapter's values cannot be stored, the outcome of the call is unknown", async (t) => {
  let refused: unknown;
  const stage = await openStage(t, {
    async payIn(_transaction, _instrument, call) {
      await call.keep({ object: 'obj_1' }).catch((error) => {
        refused = error;
        throw error;
      });
      return { kind: 'completed' };
    },
  });
  stage.wearOut();
  const owner = await openTestPool(asOwner(stage.databaseUrl), { maxConnections: 1 });
  await owner`alter table open_work add constraint stores_nothing check (charge_state_sealed is null)`;
  await owner.end();
  const paid = await stage.pay();
  assert.match(String(refused), /stores_nothing/);
  assert.deepEqual([paid.status, paid.errorCode], ['PROCESSING', '9001']);
});

test('an answer about another amount, currency or charge is never applied', async (t) => {
  const wrong = (transaction: Transaction) => {
    const right = { reference: transaction.id, amountMinor: 2500n, currency: 'EUR' };
    return [
      { ...right, amountMinor: 2499n },
      { ...right, currency: 'USD' },
      { ...right, reference: `${transaction.id}-2` },
    ];
  };
  for (const i of [0, 1, 2]) {
    const about = (transaction: Transaction) => ({ of: wrong(transaction)[i]! });
    const stage = await openStage(t, {
      payIn: async (transaction) => ({ kind: 'completed', ...about(transaction) }),
      inquire: async (transaction) => ({ kind: 'completed', ...about(transaction) }),
    });
    const unknown = await stage.pay();
    assert.deepEqual([unknown.status, unknown.errorCode], ['PROCESSING', '9001']);
    stage.advance(MINUTE);
    await sweepDueTransactions(stage.context);
    const asked = await stage.read(unknown);
    assert.deepEqual([asked.status, asked.errorCode], ['PROCESSING', '9001']);

    const open = await openStage(t, {
      cancel: async (transaction) => ({ kind: 'declined', errorCode: '3001', ...about(transaction) }),
    });
    const shown = await open.pay();
    await assert.rejects(cancelTransaction(open.context, ROOT, shown, null), /try again/);
    assert.equal((await open.read(shown)).version, shown.version);
  }
});
