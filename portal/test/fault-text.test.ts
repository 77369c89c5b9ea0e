// The gateway's faults as people read them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { faultText } from '../src/parts/fault-text.ts';

test('the portal shows a fault as a sentence without field names or statuses in capitals', () => {
  const words: [said: string, shown: string][] = [
    ['amount: is more than what is left to refund', 'The amount is more than what is left to refund.'],
    ['merchantReference: must not be empty', 'The merchant reference must not be empty.'],
    [
      'transactionId: the payout is PROCESSING; only a PENDING payout can be settled',
      'The payout is processing. Only a pending payout can be settled.',
    ],
    [
      'note: must not hold a card number; card numbers belong only in paymentData',
      'Your text contains a card number. Card numbers are never stored, so remove it.',
    ],
    ['this role may not do that', 'This role may not do that.'],
    ['password: is wrong', 'This password is wrong.'],
  ];
  for (const [said, shown] of words) assert.equal(faultText(said), shown);
});
