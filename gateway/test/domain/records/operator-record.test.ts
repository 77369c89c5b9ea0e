// An operator's view of a record: a token without the scope support does not see a new field by default, and nobody
// sees data that opens the payment.
import assert from 'node:assert/strict';
import test from 'node:test';
import { operatorRecord } from '../../../src/domain/records/operator-record.ts';
import { toRecord } from '../../../src/domain/records/record.ts';
import { completedCardPayin } from '../../../src/http/examples/card-examples.ts';

const { transaction, timeline } = completedCardPayin;
const record = {
  ...toRecord(transaction, timeline),
  cashierUrl: 'https://pay.example/cashier/token',
  ofTomorrow: 'Ada',
};

test('without the scope support new fields are hidden, and the link to the cashier is always hidden', () => {
  const whole = operatorRecord(record, { seesPeople: true }) as unknown as typeof record;
  assert.deepEqual([whole.cashierUrl, whole.ofTomorrow], [null, 'Ada']);
  const hidden = operatorRecord(record, { seesPeople: false }) as unknown as typeof record;
  assert.deepEqual([hidden.cashierUrl, hidden.ofTomorrow, hidden.customer], [null, null, null]);
  assert.deepEqual(Object.keys(hidden), Object.keys(record), 'no field is left out');
  assert.deepEqual(
    [hidden.transactionId, hidden.status, hidden.card?.brand],
    [record.transactionId, 'COMPLETED', 'VISA'],
  );
});
