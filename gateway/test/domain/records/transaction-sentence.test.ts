// The sentence at the top of a transaction's page,
// for each state and for every code.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Dispute, type DisputeNews, judgeDispute } from '../../../src/domain/after-end/dispute.ts';
import { ERROR_CODES } from '../../../src/domain/errors/error-codes.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { sentenceOf } from '../../../src/domain/records/transaction-sentence.ts';
import { openRefund, type Refund } from '../../../src/domain/refunds/refund.ts';
import type { Authorized, Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aTransaction } from '../../stage/builders.ts';

const optionId = optionsOf('PAYIN').find(({ type }) => type === 'CARD')!.id;
const pix = optionsOf('PAYIN').find(({ name }) => name === 'PIX')!.id;
const said = (fields: Partial<Transaction>) => sentenceOf(aTransaction(fields));
const soon = new Date('2036-01-01T00:00:00Z');

const sevenDays = new Date('2026-03-08T12:00:00Z');

function held(fields: Partial<Authorized>, over: Partial<Transaction> = {}): Partial<Transaction> {
  const nothing = { capturedMinor: 0n, pendingMinor: 0n, isFinal: false, takesSeveral: true };
  const authorized = { amountMinor: 2500n, captureBefore: sevenDays, ...nothing, ...fields };
  return { status: 'PROCESSING', resultType: 'success', optionId: pix, authorized, ...over };
}

const WRITTEN: [fields: Partial<Transaction>, what: string, next: string | null][] = [
  [
    { status: 'COMPLETED' },
    '25.00 EUR was paid.',
    'The whole amount is in the balance; nothing was refunded.',
  ],
  [
    { status: 'COMPLETED', optionId: pix, amountRefundedMinor: 1000n },
    '25.00 EUR was paid with PIX. 10.00 EUR of it was refunded, 15.00 EUR remains.',
    'The balance keeps 15.00 EUR, which can still be refunded.',
  ],
  [
    { status: 'COMPLETED', optionId: pix, amountRefundedMinor: 2500n },
    '25.00 EUR was paid with PIX, and refunded in full.',
    'The balance keeps none of the amount.',
  ],
  [
    { status: 'COMPLETED', lateSuccess: true },
    '25.00 EUR was paid, after it had expired or been cancelled.',
    'Deliver the order, or refund the payment.',
  ],
  [{ status: 'COMPLETED', type: 'PAYOUT' }, '25.00 EUR was paid out.', 'The balance decreased by 25.00 EUR.'],
  [
    { status: 'COMPLETED', type: 'PAYOUT', returned: { reason: 'closed account', at: 'a day' } },
    "25.00 EUR was paid out, and the recipient's bank sent it back: closed account.",
    'The balance has the 25.00 EUR again. Check the account before a new payout.',
  ],
  [
    { status: 'COMPLETED', optionId: pix, returned: { reason: null, at: 'a day' } },
    "25.00 EUR was paid with PIX, and the payer's bank took it back.",
    'The balance decreased by 25.00 EUR. Ask the customer for another payment.',
  ],
  [
    { status: 'DECLINED', errorCode: '2001', optionId },
    'Declined by the issuer: insufficient funds.',
    'The shopper may try another card.',
  ],
  [
    { status: 'DECLINED', errorCode: '2004', optionId },
    'Declined by the issuer: CVV is wrong.',
    'The shopper may check the details and try again.',
  ],
  [
    { status: 'DECLINED', errorCode: '2006', optionId },
    'Declined by the issuer: card was reported lost.',
    'Do not try it again.',
  ],
  [
    { status: 'DECLINED', errorCode: '2203', optionId },
    "Declined by the brand's block list: customer or card is blocked.",
    'The shopper may try another card.',
  ],
  [
    { status: 'DECLINED', errorCode: '3006' },
    "Declined by the payment method: amount is over the payer's limit.",
    'The shopper may try another way to pay.',
  ],
  [{ status: 'DECLINED', errorCode: '3001' }, 'Cancelled. Nothing was paid.', null],
  [
    { status: 'DECLINED', errorCode: '3002' },
    'Expired: nobody paid in time.',
    'The shopper may begin a new payment. If the money still arrives, this payment is completed.',
  ],
  [
    { status: 'DECLINED', errorCode: '4005', type: 'PAYOUT' },
    'Declined by a person: payout was declined by the merchant.',
    'Do not try it again.',
  ],
  [
    { status: 'ERROR', errorCode: '9002' },
    'Failed for a technical reason. Nothing was paid.',
    'The same payment may be tried again.',
  ],
  [
    { status: 'PENDING', type: 'PAYOUT' },
    'Waiting for approval. No money has moved.',
    'A user with the right to approve payouts must approve or decline it.',
  ],
  [
    { status: 'PROCESSING', errorCode: '9001', dueAt: soon },
    'The outcome is not known yet: the provider did not report it. The gateway asks again automatically.',
    'Do not try it again before the outcome is known.',
  ],
  [
    { status: 'PROCESSING', errorCode: '9001', dueAt: null },
    'It is not known whether this was paid: the provider gave no outcome, and the gateway no longer asks.',
    'Ask the provider for the outcome, then decide.',
  ],
  [
    {
      status: 'PROCESSING',
      resultType: 'redirect',
      threeDs: { flow: 'CHALLENGE', status: 'PENDING' },
    },
    'Waiting for the shopper to pass 3-D Secure.',
    null,
  ],
  [{ status: 'PROCESSING', resultType: 'qrcode' }, 'Waiting for the shopper to scan the code and pay.', null],
  [
    {
      status: 'PROCESSING',
      provider: null,
      cashierTokenHash: Buffer.alloc(32),
      attempts: 1,
      errorCode: '2001',
    },
    'The last attempt was declined: insufficient funds. The shopper may try again on the payment page.',
    null,
  ],
  [
    { status: 'INIT', provider: null, cashierTokenHash: Buffer.alloc(32) },
    'Waiting for the shopper on the payment page.',
    null,
  ],
  [held({}), '25.00 EUR is held with PIX. Nothing is charged yet.', 'Capture it in time, or void it.'],
  [
    held({ capturedMinor: 1000n }),
    '10.00 EUR was captured, and 15.00 EUR is still held with PIX.',
    'Capture the rest in time, or void it.',
  ],
  [
    held({ capturedMinor: 500n, pendingMinor: 1000n }),
    '5.00 EUR was captured, 10.00 EUR is being captured, and 10.00 EUR is still held with PIX.',
    'Capture the rest in time, or void it.',
  ],
  [
    held({ pendingMinor: 1000n, isFinal: true }),
    '10.00 EUR is being captured with PIX.',
    'The provider has not confirmed the capture yet. The gateway asks again automatically. The other 15.00 EUR is ' +
      'released afterwards.',
  ],
  [
    held({ capturedMinor: 2500n }, { status: 'COMPLETED' }),
    '25.00 EUR was paid with PIX.',
    'The whole amount is in the balance; nothing was refunded.',
  ],
  [
    held({ capturedMinor: 1000n, isFinal: true }, { status: 'COMPLETED' }),
    '10.00 EUR of the authorised 25.00 EUR was paid with PIX.',
    'The whole amount is in the balance; nothing was refunded. The other 15.00 EUR was released.',
  ],
  [
    held({ capturedMinor: 1000n, isFinal: true }, { status: 'COMPLETED', amountRefundedMinor: 400n }),
    '10.00 EUR of the authorised 25.00 EUR was paid with PIX. 4.00 EUR of it was refunded, 6.00 EUR remains.',
    'The balance keeps 6.00 EUR, which can still be refunded.',
  ],
  [
    held(
      { capturedMinor: 0n, isFinal: true },
      { status: 'COMPLETED', returned: { amountMinor: '1000', reason: null, at: 'a day' } },
    ),
    '10.00 EUR was captured with PIX, and the capture failed after all.',
    'The balance decreased by 10.00 EUR. Ask the customer for another payment.',
  ],
  [
    held({}, { status: 'DECLINED', errorCode: '3001' }),
    'Voided. The customer gets the held 25.00 EUR back; nothing was charged.',
    null,
  ],
  [
    held({}, { status: 'DECLINED', errorCode: '3002' }),
    'Lapsed: nobody captured it in time. The customer gets the held 25.00 EUR back; nothing was charged.',
    'A charge now needs a new payment.',
  ],
];

test('an authorised payment needs attention on its last day', () => {
  const toneAt = (now: string) => sentenceOf(aTransaction(held({})), { by: null, now: new Date(now) }).tone;
  assert.equal(toneAt('2026-03-07T11:59:00Z'), 'waiting');
  assert.equal(toneAt('2026-03-07T12:01:00Z'), 'attention');
});

test('each state has its sentence and the next step', () => {
  for (const [fields, what, next] of WRITTEN) {
    const { what: saidWhat, next: saidNext } = said(fields);
    assert.deepEqual([saidWhat, saidNext], [what, next]);
  }
});

test('the sentence names who cancelled', () => {
  const cancelled = aTransaction({ status: 'DECLINED', errorCode: '3001' });
  assert.equal(sentenceOf(cancelled, { by: 'shopper' }).what, 'Cancelled by the shopper. Nothing was paid.');
});

test('every code of the catalogue gives a complete sentence, for pay-ins and payouts', () => {
  for (const type of ['PAYIN', 'PAYOUT'] as const) {
    for (const errorCode of ERROR_CODES) {
      const { what, next } = said({ type, status: 'DECLINED', errorCode });
      assert.match(what, /^[A-Z].*[a-zA-Z)]\.$/, errorCode);
      assert.doesNotMatch(`${what} ${next ?? ''}`, /undefined|null\b|please|!/, errorCode);
    }
  }
});

test('a disputed payment shows the withheld amount, and a won dispute does not', () => {
  const payin = aTransaction({ status: 'COMPLETED', optionId: pix });
  const of = (...steps: DisputeNews[]) => {
    let dispute: Dispute | null = null;
    for (const news of steps) {
      const judged = judgeDispute(payin, dispute, { ...news, id: 'd-1' }, soon);
      assert.ok(judged.kind === 'moved');
      dispute = judged.change.dispute;
    }
    const { what, next, tone } = sentenceOf(payin, { by: null, disputes: dispute ? [dispute] : [] });
    return [what, next, tone];
  };
  assert.deepEqual(of({ status: 'INQUIRY' }), [
    "25.00 EUR was paid with PIX, and the payer's bank asks about it.",
    'Answer it before the deadline.',
    'attention',
  ]);
  assert.deepEqual(of({ status: 'OPEN', amountMinor: 1_000n, reason: 'fraudulent' }), [
    '25.00 EUR was paid with PIX, and the payer disputes 10.00 EUR: fraudulent.',
    'The provider has taken 10.00 EUR out of the balance. Answer it before the deadline.',
    'attention',
  ]);
  assert.deepEqual(of({ status: 'OPEN' }, { status: 'LOST' }), [
    '25.00 EUR was paid with PIX, and a dispute of 25.00 EUR was lost.',
    'The balance decreased by 25.00 EUR. Nothing is left to refund.',
    'bad',
  ]);
  assert.deepEqual(of({ status: 'LOST', amountMinor: 1_000n }), [
    '25.00 EUR was paid with PIX, and a dispute of 10.00 EUR was lost.',
    'The balance decreased by 10.00 EUR. 15.00 EUR of the payment is left.',
    'bad',
  ]);
  assert.deepEqual(of({ status: 'OPEN' }, { status: 'WON' }), of());
});

test('the sentence of a refunded payment says whether each refund is pending, completed or failed', () => {
  const payin = aTransaction({ status: 'COMPLETED', optionId: pix, amountRefundedMinor: 1_500n });
  const ground = { disputes: [], availableMinor: 9_999n, first: null, supported: true };
  const request = { id: 'r-1', amountMinor: 1_000n, refundReference: null, reason: null };
  const judged = openRefund(request, { ...ground, transaction: { ...payin, amountRefundedMinor: 0n } }, soon);
  assert.ok(judged.kind === 'opened');
  const refund = (fields: Partial<Refund>): Refund => ({ ...judged.change.refund, ...fields });
  const of = (amountRefundedMinor: bigint, ...refunds: Refund[]) => {
    const { what, next, tone } = sentenceOf({ ...payin, amountRefundedMinor }, { by: null, refunds });
    return [what, next, tone];
  };
  const pending = refund({ status: 'PENDING', dueAt: soon });
  const done = refund({ status: 'COMPLETED', dueAt: null });
  assert.deepEqual(of(1_000n, pending), [
    '25.00 EUR was paid with PIX. 10.00 EUR of it is being refunded, 15.00 EUR remains.',
    'The provider has not confirmed the refund yet. 10.00 EUR is reserved for it.',
    'waiting',
  ]);
  assert.deepEqual(of(2_500n, { ...pending, amountMinor: 2_500n }).slice(0, 1), [
    '25.00 EUR was paid with PIX, and is being refunded in full.',
  ]);
  assert.deepEqual(of(2_000n, done, pending).slice(0, 1), [
    '25.00 EUR was paid with PIX. 10.00 EUR of it was refunded, and 10.00 EUR of it is being refunded, 5.00 EUR remains.',
  ]);
  assert.deepEqual(of(1_000n, { ...pending, dueAt: null }).slice(1), [
    'It is not known whether the refund was made. Ask the provider for the outcome, then decide.',
    'attention',
  ]);
  assert.deepEqual(of(1_000n, done).slice(2), ['quiet']);
  const failed = refund({ status: 'FAILED', dueAt: null, errorCode: '5005' });
  assert.deepEqual(of(0n, failed), [
    '25.00 EUR was paid with PIX. The refund of 10.00 EUR failed: refund failed at the provider.',
    'The customer has not got it. Refund it again, or pay the customer in another way.',
    'attention',
  ]);
  const again = refund({ status: 'COMPLETED', createdAt: new Date(failed.updatedAt.getTime() + 1) });
  assert.deepEqual(of(1_000n, failed, again).slice(2), ['quiet']);
});
