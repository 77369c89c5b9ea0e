// A transaction as a row and back: every field has its column, and the
// row of an opening never has the card number.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  COLUMNS,
  fromRow,
  OPENING_COLUMNS,
  STEP_COLUMNS,
  toRow,
  toStep,
} from '../../../src/storage/transactions/transaction-row.ts';
import { aTransaction } from '../../stage/builders.ts';

/** Each field has its own value, so that a swapped pair shows. */
function marked(): Transaction {
  const fields = Object.keys(aTransaction());
  const { details } = aTransaction();
  const marks = fields.map((field) => [field, `value of ${field}`]);
  return { ...Object.fromEntries(marks), details } as unknown as Transaction;
}

test('a transaction is unchanged after it was stored, and each column has a field', () => {
  const transaction = { ...marked(), authorized: null };
  const row = {
    ...toRow(transaction),
    pan_sealed: transaction.panSealed,
    paid_attempt: transaction.paidAttempt,
    received_minor: transaction.receivedMinor,
    returned: transaction.returned,
    authorized: null,
    mandate: transaction.mandate,
  };
  assert.deepEqual(fromRow(row), transaction);
  assert.deepEqual(Object.keys(row).sort(), COLUMNS.split(', ').sort());
  assert.equal(row.three_ds, 'value of threeDs');
  assert.equal(row.amount_refunded_minor, 'value of amountRefundedMinor');
});

test('empty details and a made-up payment reference are not stored', () => {
  const opened = aTransaction();
  const details = { ...opened.details, extra1: 'a', extra2: null, paymentReference: `pay-${opened.id}` };
  const transaction = { ...opened, details };
  const row = toRow(transaction);
  assert.equal('extra2' in row.details, false);
  assert.equal('paymentReference' in row.details, false);
  assert.deepEqual(fromRow(row).details, details);
  const named = { ...transaction, details: { ...details, paymentReference: 'pay-own' } };
  assert.equal(fromRow(toRow(named)).details.paymentReference, 'pay-own');
});

test('the row of an opening has no card number, and has each column of its table', () => {
  const row = toRow(marked());
  assert.equal('pan_sealed' in row, false);
  for (const column of Object.keys(OPENING_COLUMNS)) assert.ok(column in row, column);
});

test('a step has all columns of its table', () => {
  const [before, after] = [aTransaction(), aTransaction()];
  const step = toStep({ before, after, entry: null });
  for (const column of Object.keys(STEP_COLUMNS)) assert.ok(column in step, column);
});
