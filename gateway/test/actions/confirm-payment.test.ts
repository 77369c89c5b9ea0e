// A shopper's proof of payment and the provider behind it (contract 8): stored before it is sent, sent until it is heard.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type ConfirmationRequest, confirmPayment } from '../../src/actions/confirm-payment.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { sealContext } from '../../src/storage/vault.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { ASKING, askForReceipts } from '../receipt-provider.ts';
import { openActions } from './open-actions.ts';

const UTR = '412345678901';
const PDF = Buffer.from('%PDF-1.7 a receipt');

async function stage(t: TestContext) {
  const actions = await openActions(t);
  const provider = askForReceipts(actions.context);
  const { context, brand } = actions;
  return {
    ...actions,
    provider,
    open(method: keyof typeof ASKING = 'upiTransfer'): Promise<Transaction> {
      const { paymentOptionId: optionId, currency, country } = ASKING[method];
      const paymentData: Record<string, string> = method === 'mPesa' ? { phoneNumber: '+254712345678' } : {};
      return actions.pay('', { optionId, currency, country, card: null, paymentData });
    },
    confirm({ sessionId }: { sessionId: string }, fields: Partial<ConfirmationRequest> = {}) {
      const none = { essentialKey: null, additionalEssentialKey: UTR, document: null };
      return confirmPayment(context, { brand, sessionId, ...none, ...fields });
    },
    stored: async (transaction: Transaction) =>
      await context.sql`select * from confirmations where transaction_id = ${transaction.id} order by id`,
  };
}

const refusal = (status: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.httpStatus, status);
  assert.match(error.message, message);
  return true;
};

test('a confirmation is durable and sealed before the provider hears of it, and its answer is applied', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  assert.deepEqual([opened.status, opened.resultType], ['PROCESSING', 'receipt']);
  gate.provider.says = async () => {
    const [row, ...more] = await gate.stored(opened);
    assert.equal(more.length, 0);
    const context = sealContext.confirmation(opened.merchantId);
    const keys = await gate.context.vault.open(row!.keys_sealed, context);
    assert.deepEqual(JSON.parse(keys.toString()), { essentialKey: 'me@bank', additionalEssentialKey: UTR });
    assert.deepEqual(await gate.context.vault.open(row!.document_sealed, context), PDF);
    assert.equal(row!.document_type, 'application/pdf');
    assert.ok(!JSON.stringify(row).includes(UTR) && !row!.document_sealed.includes(PDF));
    return { kind: 'pending' };
  };
  const document = { type: 'application/pdf' as const, bytes: PDF };
  const after = await gate.confirm(opened, { essentialKey: 'me@bank', document });
  assert.deepEqual(gate.provider.heard, [
    { essentialKey: 'me@bank', additionalEssentialKey: UTR, documentType: 'application/pdf' },
  ]);
  const stored = await gate.read(opened);
  assert.deepEqual(
    [after.version, stored.status, stored.resultType],
    [stored.version, 'PROCESSING', 'success'],
  );
});

test('what the provider decides at once is the outcome, by the hand of the shopper', async (t) => {
  const gate = await stage(t);
  for (const [says, end] of [
    [{ kind: 'completed' }, ['COMPLETED', null]],
    [{ kind: 'declined', errorCode: '3004' }, ['DECLINED', '3004']],
  ] as const) {
    const opened = await gate.open('mPesa');
    assert.equal(opened.resultType, 'mobile');
    gate.provider.says = says;
    await gate.confirm(opened, { essentialKey: 'QK81ZX9P2M', additionalEssentialKey: null });
    const { status, errorCode } = await gate.read(opened);
    assert.deepEqual([status, errorCode], end);
    const timeline = await gate.context.transactions.timeline(opened.merchantId, opened.id);
    assert.equal(timeline.at(-1)!.actor, 'shopper');
    await assert.rejects(gate.confirm(opened), refusal(400, new RegExp(status)));
  }
});

test('once one was accepted no other is asked for', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  await gate.confirm(opened);
  await assert.rejects(gate.confirm(opened), refusal(400, /has got one/));
  assert.equal(gate.provider.heard.length, 1);
  assert.equal((await gate.stored(opened)).length, 1);
});

test('many at once: the outcome is applied once, and nobody is told of an error of ours', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  gate.provider.says = { kind: 'unknown' };
  await Promise.all(Array.from({ length: 30 }, () => gate.confirm(opened)));
  assert.equal((await gate.read(opened)).resultType, 'receipt');
  gate.provider.says = { kind: 'completed' };
  const ends = await Promise.allSettled(Array.from({ length: 30 }, () => gate.confirm(opened)));
  for (const end of ends) if (end.status === 'rejected') assert.equal(end.reason.httpStatus, 400, end.reason);
  assert.ok(ends.some(({ status }) => status === 'fulfilled'));
  const events = await gate.events(opened);
  assert.deepEqual(
    events.map((event) => event.eventType),
    ['payin.processing', 'payin.completed'],
  );
});

test('only a pay-in that asks is confirmed, and none whose time is up', async (t) => {
  const gate = await stage(t);
  const card = await gate.pay('4242424242424242');
  assert.equal(card.status, 'PROCESSING');
  await assert.rejects(gate.confirm(card), refusal(400, /asks for no confirmation/));
  const late = await gate.open();
  gate.advance(30 * 60_000);
  await assert.rejects(gate.confirm(late), refusal(400, /has expired/));
  await sweepDueTransactions(gate.context);
  assert.equal((await gate.read(late)).errorCode, '3002');
  await assert.rejects(gate.confirm(late), refusal(400, /has expired/));
  await assert.rejects(gate.confirm({ sessionId: card.id }), refusal(404, /^sessionId: no such session/));
  assert.deepEqual(gate.provider.heard, []);
  assert.equal((await gate.stored(late)).length, 0);
});

test('a provider that is not reached gets the confirmation later, and the pay-in goes on asking until then', async (t) => {
  const gate = await stage(t);
  gate.provider.deadlineMs = 30;
  const troubles: (typeof gate.provider.says)[] = [
    { kind: 'unknown' },
    { kind: 'failed', errorCode: '1011' },
    { kind: 'failed', errorCode: '9002' },
    () => Promise.reject(new Error('socket hang up')),
    () => new Promise(() => {}),
  ];
  for (const trouble of troubles) {
    const opened = await gate.open();
    gate.provider.heard = [];
    gate.provider.says = trouble;
    await gate.confirm(opened);
    const kept = await gate.read(opened);
    assert.deepEqual(
      [kept.status, kept.resultType, kept.errorCode, kept.expiresAt],
      ['PROCESSING', 'receipt', null, opened.expiresAt],
    );
    gate.advance(20_000);
    await sweepDueTransactions(gate.context);
    assert.equal((await gate.read(opened)).resultType, 'receipt');
    gate.provider.says = { kind: 'declined', errorCode: '3004' };
    gate.advance(20_000);
    await sweepDueTransactions(gate.context);
    assert.deepEqual(gate.provider.heard.length, 3);
    assert.equal(gate.provider.heard[2]!.additionalEssentialKey, UTR);
    assert.equal((await gate.read(opened)).errorCode, '3004');
  }
});

test('a process that dies behind the commit: the resolver hands on what was kept', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  gate.provider.says = { kind: 'completed' };
  const dying = new Error('killed');
  const { transactions } = gate.context;
  const died = {
    ...gate.context,
    transactions: { ...transactions, apply: () => Promise.reject(dying) },
  };
  const request = { brand: gate.brand, sessionId: opened.sessionId, essentialKey: null, document: null };
  await assert.rejects(confirmPayment(died, { ...request, additionalEssentialKey: UTR }), dying);
  assert.equal((await gate.stored(opened)).length, 1);
  gate.advance(30 * 60_000);
  await sweepDueTransactions(gate.context);
  assert.deepEqual([gate.provider.heard.length, (await gate.read(opened)).status], [1, 'COMPLETED']);
});

test('with a confirmation in hand that no provider hears, the end of the time declines nothing', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  gate.provider.says = { kind: 'unknown' };
  await gate.confirm(opened);
  gate.advance(30 * 60_000);
  await sweepDueTransactions(gate.context);
  const { status, errorCode } = await gate.read(opened);
  assert.deepEqual([status, errorCode], ['PROCESSING', '9001']);
});
