// Documents after their time: shoppers' receipts and references are deleted, the HMAC that lets a UTR confirm once
// stays. The evidence of merchants is deleted too.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { confirmPayment } from '../../src/actions/confirmations/confirm-payment.ts';
import { Refusal } from '../../src/domain/errors/refusal.ts';
import { removeOldDocuments } from '../../src/worker/remove-documents.ts';
import { openActions } from '../actions/open-actions.ts';
import { moveByHand } from '../stage/move-by-hand.ts';
import { ASKING, askForReceipts, aUtr } from '../stage/receipt-provider.ts';

const DAY = 86_400_000;
const document = { type: 'application/pdf' as const, bytes: Buffer.from('%PDF-1.7 a receipt') };

test('documents and references are removed 400 days after the end of their payment, and not before it has ended', async (t) => {
  const actions = await openActions(t);
  const { context, brand } = actions;
  const provider = askForReceipts(context);
  async function confirmed(additionalEssentialKey: string) {
    const { paymentOptionId: optionId, currency, country } = ASKING.upiTransfer;
    const opened = await actions.pay('', { optionId, currency, country, card: null, paymentData: {} });
    const handedIn = {
      brand,
      sessionId: opened.sessionId,
      essentialKey: null,
      additionalEssentialKey,
      document,
    };
    await confirmPayment(context, handedIn);
    return opened;
  }
  const kept = async () =>
    (
      await context.sql`select keys_sealed is not null as keys, document_sealed is not null as document, document_type,
        reference_hash is not null as reference from confirmations order by id`
    ).map(({ keys, document, document_type, reference }) => [keys, document, document_type, reference]);
  const all = [true, true, 'application/pdf', true];
  const gone = [false, false, 'application/pdf', true];

  const utr = aUtr();
  provider.says = { kind: 'completed' };
  await confirmed(utr);
  provider.says = { kind: 'pending' };
  await confirmed(aUtr());
  actions.advance(400 * DAY);
  assert.equal(await removeOldDocuments(context), 'done');
  assert.deepEqual(await kept(), [all, all]);
  actions.advance(1);
  assert.equal(await removeOldDocuments(context), 'done');
  assert.deepEqual(await kept(), [gone, all], 'the second payment is still open');
  assert.equal(await removeOldDocuments(context), 'done');

  provider.says = { kind: 'completed' };
  await assert.rejects(
    confirmed(utr),
    (error) => error instanceof Refusal && error.extras.errorCode === '3004',
  );
  for (const { id } of await context.sql`select id from transactions where status = 'PROCESSING'`)
    await moveByHand(context.sql, id, { status: 'DECLINED', updated_at: context.now() });
  const { config } = context;
  const shorter = { ...context, config: { ...config, documentRetentionDays: 30 } };
  actions.advance(30 * DAY + 1);
  assert.equal(await removeOldDocuments(shorter, 1), 'more');
  assert.equal(await removeOldDocuments(shorter, 1), 'done');
  assert.deepEqual(await kept(), [gone, gone]);
});

test('evidence is removed 400 days after its dispute ended, or stood still and its deadline passed', async (t) => {
  const { context, brand } = await openActions(t);
  const { sql } = context;
  const daysAgo = (days: number) => new Date(context.now().getTime() - days * DAY - 1);
  interface Handed {
    status: string;
    /** In days. */
    changed: number;
    handedIn?: number;
    deadline?: number;
    isAsked?: boolean;
  }
  const handIn = async ({ status, changed, handedIn = 500, deadline, isAsked = false }: Handed) => {
    const { merchantId, brandId } = brand;
    const [transactionId, disputeId] = [randomUUID(), randomUUID()];
    await sql`insert into disputes (merchant_id, transaction_id, id, brand_id, status, amount_minor, currency, funds_withheld,
        deadline, created_at, updated_at, steps, response_due_at)
      values (${merchantId}, ${transactionId}, ${disputeId}, ${brandId}, ${status}, 1, 'EUR', false,
        ${deadline === undefined ? null : daysAgo(deadline)}, ${daysAgo(500)}, ${daysAgo(changed)}, 1,
        ${isAsked ? context.now() : null})`;
    await sql`insert into dispute_evidence (merchant_id, transaction_id, id, dispute_id, content_sealed, created_at)
      values (${merchantId}, ${transactionId}, ${randomUUID()}, ${disputeId}, 'sealed', ${daysAgo(handedIn)})`;
    return async () => {
      const [row] = await sql`
        select content_sealed is not null as kept from dispute_evidence where transaction_id = ${transactionId}`;
      return row!.kept as boolean;
    };
  };
  const gone = [
    await handIn({ status: 'WON', changed: 400 }),
    await handIn({ status: 'OPEN', changed: 400 }),
    await handIn({ status: 'INQUIRY', changed: 410, deadline: 400 }),
  ];
  const kept = [
    await handIn({ status: 'LOST', changed: 399 }),
    await handIn({ status: 'OPEN', changed: 399 }),
    await handIn({ status: 'OPEN', changed: 410, deadline: 399 }),
    await handIn({ status: 'OPEN', changed: 410, handedIn: 399 }),
    await handIn({ status: 'OPEN', changed: 410, isAsked: true }),
  ];
  const standing = async (of: typeof gone) => await Promise.all(of.map((isKept) => isKept()));
  assert.equal(await removeOldDocuments(context, 2), 'more');
  assert.equal(await removeOldDocuments(context, 2), 'done');
  assert.deepEqual(
    [await standing(gone), await standing(kept)],
    [gone.map(() => false), kept.map(() => true)],
  );
});
