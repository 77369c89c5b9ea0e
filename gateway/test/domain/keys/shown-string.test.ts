// How a refusal shows the signed string: no card number and no CVV, in any form of value, and everything else
// unchanged.
import assert from 'node:assert/strict';
import test from 'node:test';
import { shownString } from '../../../src/domain/keys/shown-string.ts';

test('a card number and a CVV are masked, at the same length', () => {
  for (const [text, shown] of [
    [
      '{"cardNumber":"4242424242424242","cardCvv":"739"}',
      '{"cardNumber":"424242••••••4242","cardCvv":"•••"}',
    ],
    ['{"cvv":739,"amount":50}', '{"cvv":•••,"amount":50}'],
    ['{"cardCvv":["739"],"amount":50}', '{"cardCvv":["•••"],"amount":50}'],
    ['{"cardCvv":["7]39",739],"amount":50}', '{"cardCvv":["•]••",•••],"amount":50}'],
    ['{"cvc":{"is":"739"},"amount":50}', '{"cvc":{"••":"•••"},"amount":50}'],
    ['{"pan":["4242424242424242"]}', '{"pan":["424242••••••4242"]}'],
    ['{"note":"4242 4242 4242 4242"}', '{"note":"4242 42•• •••• 4242"}'],
    ['{"iban":"DE89370400440532013000 4242424242424242"}', null],
  ] as const) {
    const given = shownString(text);
    assert.equal(given.length, text.length);
    if (shown !== null) assert.equal(given, shown);
    assert.doesNotMatch(given, /739|4242424/);
  }
});

test('an IBAN, a UUID and an order number stay visible', () => {
  for (const text of [
    '{"iban":"GB33BUKB20201555555555"}',
    '{"iban":"ES9121000418450200051332"}',
    '{"iban":"DE89 3704 0044 0532 0130 00","cardNumber":null}',
    '{"id":"00000000-0000-4000-8000-000000000001","other":"4a000000-4242-4242-8242-424242424242"}',
    '{"merchantReference":"4242424242424241"}',
  ])
    assert.equal(shownString(text), text);
});
