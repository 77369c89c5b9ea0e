// Tests money.ts: its checks must complain about
// errors, and only about errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  checkDecisions,
  checkDeeds,
  checkPayments,
  checkRefundAnswers,
  checkRefunds,
  type RefundRow,
  type Row,
} from './money.ts';
import type { Deed } from './world/bank-words.ts';

const ROW: Row = {
  id: 't1',
  merchant_id: 'm1',
  status: 'COMPLETED',
  sequence: 2,
  merchant_reference: 'payout-1',
  amount_minor: 1_050n,
  currency: 'EUR',
  error_code: null,
  late_success: false,
};
const REFUND: RefundRow = {
  id: 'r1',
  transaction_id: 't1',
  status: 'COMPLETED',
  amount_minor: 500n,
  currency: 'EUR',
  refund_reference: 'refund-payout-1',
  provider: 'sandbox',
  provider_reference: null,
};
const PAID: Deed = {
  key: 't1',
  kind: 'payout',
  transactionId: 't1',
  reference: 'payout-1',
  amountMinor: '1050',
  currency: 'EUR',
  state: 'paid',
  payments: 1,
  said: { kind: 'completed' },
};
const REFUNDED: Deed = { ...PAID, key: 'r1', kind: 'refund', amountMinor: '500' };
const ANSWER = JSON.stringify({ refundId: 'r1', transactionId: 't1', status: 'PENDING', amount: 5 });
const BY_MERCHANT = { status: 'DECLINED', error_code: '4005' };

interface Parts {
  deeds?: Deed[];
  row?: Partial<Row>;
  refunds?: RefundRow[];
  decisions?: ('APPROVE' | 'DECLINE')[];
  refundAmount?: number;
}

function complaintsAbout(parts: Parts): string[] {
  const { deeds = [PAID, REFUNDED], refunds = [REFUND], decisions = ['APPROVE'], refundAmount = 5 } = parts;
  const kinds = new Set<string>();
  const complain = (kind: string) => void kinds.add(kind);
  const rows = [{ ...ROW, ...parts.row }];
  const refund = { amount: refundAmount, answer: ANSWER };
  const orders = [{ reference: 'payout-1', transactionId: 't1', decisions, refund }];
  checkDeeds(deeds, rows, refunds, complain);
  checkPayments(deeds, rows, complain);
  checkDecisions(orders, deeds, rows, complain);
  checkRefunds(deeds, refunds, complain);
  checkRefundAnswers(orders, refunds, complain);
  return [...kinds];
}

test('no difference is reported if bank, answers and record agree', () => {
  assert.deepEqual(complaintsAbout({}), []);
  assert.deepEqual(complaintsAbout({ row: BY_MERCHANT, decisions: ['DECLINE'], deeds: [REFUNDED] }), []);
  const byProvider = { status: 'DECLINED', error_code: '2005' };
  assert.deepEqual(complaintsAbout({ row: byProvider, deeds: [{ ...PAID, payments: 0 }, REFUNDED] }), []);
});

test('an acknowledged refund that is not stored as acknowledged is reported as lost', () => {
  assert.deepEqual(complaintsAbout({ refunds: [], deeds: [PAID] }), ['payment lost']);
  assert.deepEqual(complaintsAbout({ refunds: [{ ...REFUND, transaction_id: 't2' }] }), ['payment lost']);
  assert.deepEqual(complaintsAbout({ refundAmount: 6 }), ['payment lost']);
});

test('a charge at the bank without a record, or with another amount or currency, is reported', () => {
  const unknown: Deed = { ...PAID, key: 't9', transactionId: 't9', reference: 'payout-9' };
  assert.deepEqual(complaintsAbout({ deeds: [PAID, REFUNDED, unknown] }), ['money differs']);
  assert.deepEqual(complaintsAbout({ deeds: [{ ...PAID, amountMinor: '1051' }, REFUNDED] }), [
    'money differs',
  ]);
  assert.deepEqual(complaintsAbout({ deeds: [PAID, { ...REFUNDED, currency: 'USD' }] }), ['money differs']);
  assert.deepEqual(complaintsAbout({ deeds: [PAID, REFUNDED, { ...REFUNDED, key: 'r9' }] }), [
    'money differs',
  ]);
});

test('the check reports a paid declined payout, and an approved payout declined by its merchant', () => {
  assert.deepEqual(complaintsAbout({ decisions: ['DECLINE'] }), ['final status changed', 'money differs']);
  assert.deepEqual(complaintsAbout({ row: BY_MERCHANT, deeds: [REFUNDED] }), ['final status changed']);
  assert.deepEqual(
    complaintsAbout({
      row: BY_MERCHANT,
      decisions: ['DECLINE'],
      deeds: [{ ...PAID, payments: 0, state: 'under way' }, REFUNDED],
    }),
    ['money differs'],
  );
});
