// A shopper's proof of payment and the provider behind it (contract 8): the gateway stores it before it sends it, and
// sends it until the provider has received it.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  type ConfirmationRequest,
  confirmPayment,
} from '../../../src/actions/confirmations/confirm-payment.ts';
import { CONFIRMATION_LEASE_MS } from '../../../src/actions/confirmations/keep-confirmation.ts';
import { applyOutcome } from '../../../src/actions/submission/apply-outcome.ts';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { sealContext } from '../../../src/storage/keys/vault.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { eventually } from '../../stage/harness.ts';
import { ASKING, askForReceipts, aUtr } from '../../stage/receipt-provider.ts';
import { openActions } from '../open-actions.ts';

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
      const none = { essentialKey: null, additionalEssentialKey: aUtr(), document: null };
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

test('a confirmation is durable and sealed before the provider is asked, and its answer is applied', async (t) => {
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
  const after = await gate.confirm(opened, {
    essentialKey: 'me@bank',
    additionalEssentialKey: UTR,
    document,
  });
  assert.deepEqual(gate.provider.heard, [
    { essentialKey: 'me@bank', additionalEssentialKey: UTR, documentType: 'application/pdf' },
  ]);
  const stored = await gate.read(opened);
  assert.deepEqual(
    [after.version, stored.status, stored.resultType],
    [stored.version, 'PROCESSING', 'success'],
  );
});

test('if the provider decides at once, its answer is the outcome, with the shopper as actor', async (t) => {
  const gate = await stage(t);
  for (const [essentialKey, says, end] of [
    ['QK81ZX9P2M', { kind: 'completed' }, ['COMPLETED', null]],
    ['QK81ZX9P2N', { kind: 'declined', errorCode: '3004' }, ['DECLINED', '3004']],
  ] as const) {
    const opened = await gate.open('mPesa');
    assert.equal(opened.resultType, 'mobile');
    gate.provider.says = says;
    await gate.confirm(opened, { essentialKey, additionalEssentialKey: null });
    const { status, errorCode } = await gate.read(opened);
    assert.deepEqual([status, errorCode], end);
    const timeline = await gate.context.transactions.timeline(opened.merchantId, opened.id);
    assert.equal(timeline.at(-1)!.actor, 'shopper');
    await assert.rejects(gate.confirm(opened), refusal(400, new RegExp(status)));
  }
});

test('after a confirmation was accepted a second confirmation is refused', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  await gate.confirm(opened);
  await assert.rejects(gate.confirm(opened), refusal(400, /already has one/));
  assert.equal(gate.provider.heard.length, 1);
  assert.equal((await gate.stored(opened)).length, 1);
});

test('only one of many simultaneous confirmations is accepted and stored, with or without a receipt', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  gate.provider.says = { kind: 'unknown' };
  const document = { type: 'application/pdf' as const, bytes: PDF };
  const several = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) => gate.confirm(opened, i % 2 === 0 ? { document } : {})),
  );
  assert.deepEqual(
    several.flatMap((end) => (end.status === 'rejected' ? [end.reason.httpStatus] : [])),
    Array(29).fill(409),
  );
  assert.equal((await gate.stored(opened)).length, 1);
  // The provider has not received it yet, and this proof counts.
  assert.equal((await gate.read(opened)).resultType, 'receipt');
  await assert.rejects(gate.confirm(opened), refusal(409, /already has a confirmation/));
  assert.equal((await gate.stored(opened)).length, 1);
  gate.provider.says = { kind: 'completed' };
  gate.advance(20_000);
  await sweepDueTransactions(gate.context);
  const events = await gate.events(opened);
  assert.deepEqual(
    events.map((event) => event.eventType),
    ['payin.processing', 'payin.completed'],
  );
});

// proves 4.6 purpose
test('only an unexpired pay-in that waits for a confirmation can be confirmed', async (t) => {
  const gate = await stage(t);
  const card = await gate.pay('4242424242424242');
  assert.equal(card.status, 'PROCESSING');
  await assert.rejects(gate.confirm(card), refusal(400, /needs no confirmation/));
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

test('an unreachable provider gets the confirmation later, and until then the pay-in still asks for a confirmation', async (t) => {
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
    const utr = aUtr();
    await gate.confirm(opened, { additionalEssentialKey: utr });
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
    assert.equal(gate.provider.heard[2]!.additionalEssentialKey, utr);
    assert.equal((await gate.read(opened)).errorCode, '3004');
  }
});

test('if a process dies after the commit, the resolver sends the stored confirmation', async (t) => {
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

test('a payment with a confirmation that no provider received does not expire', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open();
  gate.provider.says = { kind: 'unknown' };
  await gate.confirm(opened);
  gate.advance(30 * 60_000);
  await sweepDueTransactions(gate.context);
  const { status, errorCode } = await gate.read(opened);
  assert.deepEqual([status, errorCode], ['PROCESSING', '9001']);
});

test('a process that dies before the document is stored blocks others only until its lease ends', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open('p2p');
  const document = { type: 'application/pdf' as const, bytes: PDF };
  const handIn = () => gate.confirm(opened, { additionalEssentialKey: null, document });
  const { confirmations } = gate.context;
  const never = new Promise<never>(() => {});
  const dying = { ...gate.context, confirmations: { ...confirmations, keepDocument: () => never } };
  const request = { brand: gate.brand, sessionId: opened.sessionId, essentialKey: null, document };
  void confirmPayment(dying, { ...request, additionalEssentialKey: null });
  await eventually(async () => (await gate.stored(opened)).length === 1);
  // The confirmation is claimed but not stored yet, so the resolver passes nothing on.
  await assert.rejects(handIn(), refusal(409, /being stored/));
  await sweepDueTransactions(gate.context);
  assert.deepEqual(gate.provider.heard, []);
  gate.advance(CONFIRMATION_LEASE_MS);
  await sweepDueTransactions(gate.context);
  await handIn();
  const [row, ...more] = await gate.stored(opened);
  assert.deepEqual([more.length, row!.leased_until, row!.document_type], [0, null, 'application/pdf']);
  assert.equal(gate.provider.heard.length, 1);
});

test('a process that dies before the document is stored reserves its UTR only until its lease ends', async (t) => {
  const gate = await stage(t);
  const [died, other] = [await gate.open(), await gate.open()];
  const document = { type: 'application/pdf' as const, bytes: PDF };
  const utr = aUtr();
  const { confirmations } = gate.context;
  const never = new Promise<never>(() => {});
  const dying = { ...gate.context, confirmations: { ...confirmations, keepDocument: () => never } };
  const request = { brand: gate.brand, sessionId: died.sessionId, essentialKey: null, document };
  void confirmPayment(dying, { ...request, additionalEssentialKey: utr });
  await eventually(async () => (await gate.stored(died)).length === 1);
  const used = refusal(400, /has already confirmed another payment/);
  gate.advance(CONFIRMATION_LEASE_MS - 1_000);
  await assert.rejects(gate.confirm(other, { additionalEssentialKey: utr }), used);
  assert.equal((await gate.stored(other)).length, 0);
  gate.advance(1_000);
  await gate.confirm(other, { additionalEssentialKey: utr });
  assert.deepEqual(
    gate.provider.heard.map((one) => one.additionalEssentialKey),
    [utr],
  );
  // The first payment's shopper comes back. The right to confirm is free again; that UTR is not.
  await assert.rejects(gate.confirm(died, { additionalEssentialKey: utr }), used);
  await gate.confirm(died);
  assert.equal(gate.provider.heard.length, 2);
});

test('if the document cannot be stored, the claim is released at once', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open('p2p');
  const document = { type: 'application/pdf' as const, bytes: PDF };
  const { confirmations } = gate.context;
  const full = new Error('no space left on device');
  gate.context.confirmations = { ...confirmations, keepDocument: () => Promise.reject(full) };
  await assert.rejects(gate.confirm(opened, { additionalEssentialKey: null, document }), full);
  assert.equal((await gate.stored(opened)).length, 0);
  gate.context.confirmations = confirmations;
  await gate.confirm(opened, { additionalEssentialKey: null, document });
  assert.equal((await gate.stored(opened)).length, 1);
});

test('a process that continues after its lease ended finds the claim taken and stores nothing', async (t) => {
  const gate = await stage(t);
  const opened = await gate.open('p2p');
  const document = { type: 'application/pdf' as const, bytes: PDF };
  const { confirmations } = gate.context;
  let wake = () => {};
  const slept = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const sleeping = {
    ...gate.context,
    confirmations: {
      ...confirmations,
      keepDocument: async (...args: Parameters<typeof confirmations.keepDocument>) => {
        await slept;
        return confirmations.keepDocument(...args);
      },
    },
  };
  const request = { brand: gate.brand, sessionId: opened.sessionId, essentialKey: 'slow', document };
  const slow = confirmPayment(sleeping, { ...request, additionalEssentialKey: null });
  await eventually(async () => (await gate.stored(opened)).length === 1);
  gate.advance(CONFIRMATION_LEASE_MS);
  await gate.confirm(opened, { essentialKey: 'quick', additionalEssentialKey: null, document });
  wake();
  await assert.rejects(slow, refusal(409, /already has a confirmation/));
  assert.equal((await gate.stored(opened)).length, 1);
  assert.deepEqual(
    gate.provider.heard.map((one) => one.essentialKey),
    ['quick'],
  );
});

test('a UTR or transaction id confirms only one payment of a merchant, in any spelling', async (t) => {
  const gate = await stage(t);
  const used = refusal(
    400,
    /^\w*ssentialKey: this UTR or transaction id has already confirmed another payment$/,
  );
  const code = (error: unknown) => used(error) && (error as Refusal).extras.errorCode === '3004';
  const utr = aUtr();
  const first = await gate.open();
  await gate.confirm(first, { additionalEssentialKey: utr });
  gate.provider.says = { kind: 'completed' };
  for (const fields of [
    { additionalEssentialKey: utr },
    { additionalEssentialKey: null, essentialKey: utr },
    { additionalEssentialKey: utr, document: { type: 'application/pdf' as const, bytes: PDF } },
  ]) {
    const second = await gate.open();
    await assert.rejects(gate.confirm(second, fields), code);
    assert.equal((await gate.stored(second)).length, 0, 'the payer may still name the right one');
    await gate.confirm(second);
    assert.equal((await gate.read(second)).status, 'COMPLETED');
  }
  await gate.confirm(await gate.open('mPesa'), { essentialKey: 'QK81ZX9P2M', additionalEssentialKey: null });
  const again = await gate.open('mPesa');
  await assert.rejects(
    gate.confirm(again, { essentialKey: 'qk81zx9p2m', additionalEssentialKey: null }),
    code,
  );
  // A sender's phone number beside a receipt names no transfer, and neither do zeros.
  const phone = { essentialKey: '919876543210', additionalEssentialKey: null };
  for (let i = 0; i < 2; i++) {
    const document = { type: 'application/pdf' as const, bytes: PDF };
    await gate.confirm(await gate.open(), { ...phone, document });
    await gate.confirm(await gate.open(), { additionalEssentialKey: '000000000000' });
  }
});

test('only one of two payments that name the same UTR at once gets it', async (t) => {
  const gate = await stage(t);
  for (let round = 0; round < 5; round++) {
    const utr = aUtr();
    const payments = [await gate.open(), await gate.open(), await gate.open()];
    const ends = await Promise.allSettled(
      payments.map((one) => gate.confirm(one, { additionalEssentialKey: utr })),
    );
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const end of ends)
      if (end.status === 'rejected') assert.equal(end.reason.extras.errorCode, '3004', end.reason);
  }
});

test('the UTR of a declined payment may confirm another; that of an open payment may not', async (t) => {
  const gate = await stage(t);
  const utr = aUtr();
  const declined = await gate.open();
  gate.provider.says = { kind: 'declined', errorCode: '3004' };
  await gate.confirm(declined, { additionalEssentialKey: utr });
  assert.equal((await gate.read(declined)).status, 'DECLINED');
  gate.provider.says = { kind: 'pending' };
  const cancelled = await gate.open();
  await gate.confirm(cancelled, { additionalEssentialKey: utr });
  await applyOutcome(gate.context, await gate.read(cancelled), { kind: 'cancelled' }, { actor: 'merchant' });
  assert.equal((await gate.read(cancelled)).errorCode, '3001');
  await assert.rejects(
    gate.confirm(await gate.open(), { additionalEssentialKey: utr }),
    refusal(400, /has already confirmed another payment/),
  );
  // Another merchant's payments do not count here.
  const elsewhere = await stage(t);
  await elsewhere.confirm(await elsewhere.open(), { additionalEssentialKey: utr });
});
