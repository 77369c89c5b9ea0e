// Compares the card checks with spec 2.8 and contract 3 and 7: what they accept, what they refuse, what they never
// show.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  type CardDetails,
  type CardFault,
  checkCardDetails,
  checkTokenDetails,
} from '../../../src/domain/payment-data/card.ts';

const NOW = new Date('2026-08-15T10:00:00Z');
const GOOD = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2030',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
};

const check = (changes: Record<string, unknown>, now = NOW) => checkCardDetails({ ...GOOD, ...changes }, now);
const accepted = (changes: Record<string, unknown>, now = NOW): CardDetails => {
  const checked = check(changes, now);
  if (Array.isArray(checked)) assert.fail(`${JSON.stringify(changes)} → ${JSON.stringify(checked)}`);
  return checked;
};
const faultyFields = (changes: Record<string, unknown>, now = NOW): string[] => {
  const checked = check(changes, now);
  assert.ok(Array.isArray(checked), `${JSON.stringify(changes)} was accepted`);
  return checked.map((fault) => fault.field.replace('paymentData.', ''));
};

/** Adds the check digit for Luhn, computed in another way than in the source. */
function withCheckDigit(digits: string): string {
  const total = [...digits]
    .reverse()
    .reduce((sum, d, i) => sum + (i % 2 ? Number(d) : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(d)]!), 0);
  return digits + ((10 - (total % 10)) % 10);
}

test('a valid card is returned in its normal form', () => {
  assert.deepEqual(check({ expiryMonth: '3', expiryYear: '29' }), {
    number: '4242424242424242',
    first6: '424242',
    last4: '4242',
    brand: 'VISA',
    expiryMonth: '03',
    expiryYear: '2029',
    cvv: '123',
    holder: 'Ada Lovelace',
  });
});

test('every sandbox number of the contract is accepted', () => {
  const visas =
    '4242424242424242 4000000000000002 4000000000009995 4000000000009987 4000000000009979 4000000000000069 ' +
    '4000000000000127 4000000000003220 4000000000003055 4000008400001629 4000008400001280 4000000000000119 ' +
    '4000000000000259 4000000000000341';
  for (const cardNumber of visas.split(' ')) assert.equal(accepted({ cardNumber }).brand, 'VISA', cardNumber);
  assert.equal(accepted({ cardNumber: '5555555555554444' }).brand, 'MASTERCARD');
  const amex = accepted({ cardNumber: '378282246310005', cardCvv: '1234' });
  assert.deepEqual([amex.brand, amex.first6, amex.last4], ['AMEX', '378282', '0005']);
});

test('the first digits decide the brand of a card', () => {
  const brands = {
    '6011111111111117': 'DISCOVER',
    '3530111333300000': 'JCB',
    '30569309025904': 'DINERS',
    '6200000000000005': 'UNIONPAY',
    '2223003122003222': 'MASTERCARD',
    '6759649826438453': 'MAESTRO',
    '2200000000000004': 'MIR',
    '6074825972083818': 'RUPAY',
    '6082015309577308': 'RUPAY',
    [withCheckDigit('652765890000000')]: 'RUPAY',
    [withCheckDigit('508500000000000')]: 'RUPAY',
    [withCheckDigit('817200000000000')]: 'RUPAY',
    [withCheckDigit('820100000000000')]: 'RUPAY',
    // Ranges beside RuPay's belong to others, and ranges shared with JCB stay JCB's.
    [withCheckDigit('606282000000000')]: 'HIPERCARD',
    [withCheckDigit('652149000000000')]: 'DISCOVER',
    [withCheckDigit('653150000000000')]: 'DISCOVER',
    [withCheckDigit('817100000000000')]: 'UNIONPAY',
    '3566002020360505': 'JCB',
  };
  for (const [cardNumber, brand] of Object.entries(brands)) {
    assert.equal(accepted({ cardNumber }).brand, brand, cardNumber);
  }
});

test('spaces in the number are removed, and any other character that is no digit is refused', () => {
  assert.equal(accepted({ cardNumber: ' 4242 4242 4242 4242 ' }).number, '4242424242424242');
  for (const cardNumber of [
    '4242-4242-4242-4242',
    '4242424242424242x',
    '４２４２４２４２４２４２４２４２',
    '    ',
  ]) {
    assert.deepEqual(faultyFields({ cardNumber }), ['cardNumber'], cardNumber);
  }
});

test('a number that fails Luhn or the length of its brand is refused', () => {
  for (const cardNumber of [
    '4242424242424241',
    '6200000000000006', // UnionPay: held to Luhn as well
    withCheckDigit('42424242424242'), // Visa of 15 digits
    withCheckDigit('55555555555544444'), // Mastercard of 18
    withCheckDigit('3782822463100050'), // American Express of 17
    '0',
    '4',
    withCheckDigit('9999999999'), // unknown brand, 11 digits
    withCheckDigit('9999999999999999999'), // 20 digits
  ]) {
    assert.deepEqual(faultyFields({ cardNumber }), ['cardNumber'], cardNumber);
  }
});

test('any number of an unknown brand passes with 12 to 19 digits, Luhn, and a CVV of 3 or 4', () => {
  fc.assert(
    // 9792 is Troy, which has its own lengths.
    fc.property(fc.stringMatching(/^9[0-68]\d{9,16}$/), fc.stringMatching(/^\d{3,4}$/), (digits, cardCvv) => {
      const cardNumber = withCheckDigit(digits);
      const card = accepted({ cardNumber, cardCvv });
      assert.equal(card.brand, 'UNKNOWN', cardNumber);
      assert.equal(card.number, cardNumber);
    }),
    { numRuns: 200 },
  );
});

test('a valid number with any single digit changed is refused', () => {
  fc.assert(
    fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digit = (Number(GOOD.cardNumber[at]) + by) % 10;
      const cardNumber = GOOD.cardNumber.slice(0, at) + digit + GOOD.cardNumber.slice(at + 1);
      assert.ok(faultyFields({ cardNumber }).includes('cardNumber'), cardNumber);
    }),
  );
});

test('a masked card number hides at least four digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^9[0-6]\d{9,16}$/), (digits) => {
      const card = accepted({ cardNumber: withCheckDigit(digits) });
      const shown = card.first6.replaceAll('*', '').length + card.last4.length;
      assert.ok(card.number.length - shown >= 4, card.number);
      assert.equal(card.first6.length, 6);
    }),
  );
  assert.equal(accepted({ cardNumber: withCheckDigit('50000000061') }).first6, '5000**');
});

test('a card is valid until its month has ended in every time zone', () => {
  const august = { expiryMonth: '08', expiryYear: '2026' };
  accepted(august, new Date('2026-08-31T23:59:59Z'));
  accepted(august, new Date('2026-09-01T11:59:00Z'));
  assert.deepEqual(faultyFields(august, new Date('2026-09-01T12:00:00Z')), ['expiryMonth']);
  accepted({ expiryMonth: '12', expiryYear: '26' }, new Date('2026-12-31T23:00:00Z'));
  assert.deepEqual(faultyFields({ expiryMonth: '12', expiryYear: '26' }, new Date('2027-01-02T00:00:00Z')), [
    'expiryYear',
  ]);
  assert.deepEqual(faultyFields({ expiryYear: '2025' }), ['expiryYear']);
  assert.deepEqual(faultyFields({ expiryYear: '25' }), ['expiryYear']);
});

test('an invalid month, an invalid year and a year too far ahead are refused', () => {
  for (const expiryMonth of ['0', '00', '13', '1 ', '-1', 'Dec', '012', '']) {
    assert.deepEqual(faultyFields({ expiryMonth }), ['expiryMonth'], expiryMonth);
  }
  for (const expiryYear of ['3', '203', '20300', 'xx', '1e3', '2077', '77', '99', '0000', '1999']) {
    assert.deepEqual(faultyFields({ expiryYear }), ['expiryYear'], expiryYear);
  }
  for (const expiryYear of ['2046', '2047', '2076', '76']) accepted({ expiryYear });
  accepted({ expiryMonth: '12', expiryYear: '2076' }, new Date('2026-01-01T00:00:00Z'));
});

test('the CVV has the length of its brand and only digits', () => {
  for (const cardCvv of ['12', '1234', '12a', ' 123', '١٢٣', '']) {
    assert.deepEqual(faultyFields({ cardCvv }), ['cardCvv'], cardCvv);
  }
  assert.deepEqual(faultyFields({ cardNumber: '378282246310005', cardCvv: '123' }), ['cardCvv']);
  assert.deepEqual(faultyFields({ cardNumber: withCheckDigit('900000000000'), cardCvv: '12345' }), [
    'cardCvv',
  ]);
});

test('the holder is not blank, not too long and without control characters', () => {
  assert.equal(accepted({ cardHolder: '💳'.repeat(255) }).holder.length, 510);
  for (const cardHolder of [undefined, null, '', '   ', 'x'.repeat(256), 'a\u0000b', '\ud800', 7]) {
    assert.deepEqual(faultyFields({ cardHolder }), ['cardHolder']);
  }
});

test('every fault is reported, in the order of the fields', () => {
  const checked = checkCardDetails({}, NOW) as CardFault[];
  assert.deepEqual(
    checked.map((fault) => `${fault.field}: ${fault.message}`),
    ['cardNumber', 'expiryMonth', 'expiryYear', 'cardCvv', 'cardHolder'].map(
      (field) => `paymentData.${field}: required`,
    ),
  );
  const wrongTypes = { cardNumber: 4242424242424242, expiryMonth: 12, expiryYear: 2030, cardCvv: 123 };
  assert.deepEqual(faultyFields(wrongTypes), ['cardNumber', 'expiryMonth', 'expiryYear', 'cardCvv']);
});

test('no fault quotes digits or text of the request', () => {
  const anything = fc.oneof(fc.stringMatching(/^[0-9 ]{5,24}$/), fc.string({ minLength: 5 }));
  fc.assert(
    fc.property(anything, fc.stringMatching(/^[0-9x]{5,9}$/), (cardNumber, cardCvv) => {
      const checked = check({ cardNumber, cardCvv });
      if (!Array.isArray(checked)) return;
      const said = JSON.stringify(checked);
      assert.ok(!said.includes(cardNumber.trim()) || cardNumber.trim().length < 5, said);
      assert.ok(!said.includes(cardCvv), said);
      assert.doesNotMatch(said, /\d{4}/);
    }),
    { numRuns: 300 },
  );
});

test('a saved card needs its token and a CVV that fits its brand', () => {
  assert.deepEqual(checkTokenDetails({ token: 'tok_1', cardCvv: '123' }, { brand: 'VISA' }), {
    token: 'tok_1',
    cvv: '123',
  });
  assert.deepEqual(checkTokenDetails({ token: 'tok_1', cardCvv: '1234' }), { token: 'tok_1', cvv: '1234' });
  const fields = (paymentData: Record<string, unknown>, brand?: string) => {
    const checked = checkTokenDetails(paymentData, brand === undefined ? {} : { brand });
    return Array.isArray(checked) ? checked.map((fault) => fault.field) : [];
  };
  assert.deepEqual(fields({ token: 'tok_1', cardCvv: '1234' }, 'VISA'), ['paymentData.cardCvv']);
  assert.deepEqual(fields({ token: 'tok_1', cardCvv: '123' }, 'AMEX'), ['paymentData.cardCvv']);
  assert.deepEqual(fields({ token: 'tok_1' }), ['paymentData.cardCvv']);
  assert.deepEqual(fields({ token: '', cardCvv: '123' }), ['paymentData.token']);
  assert.deepEqual(fields({ token: 't'.repeat(256), cardCvv: '123' }), ['paymentData.token']);
  assert.deepEqual(fields({ token: 5, cardCvv: 123 }), ['paymentData.token', 'paymentData.cardCvv']);
});

test('a CVV that may be left out is still checked if it is given', () => {
  const optional = { brand: 'VISA', isCvvOptional: true };
  assert.deepEqual(checkTokenDetails({ token: 'tok_1' }, optional), { token: 'tok_1', cvv: null });
  assert.ok(Array.isArray(checkTokenDetails({ token: 'tok_1', cardCvv: '1234' }, optional)));
});
