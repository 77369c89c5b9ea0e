// What signature.ts promises (spec 5): the signed strings,
// character by character, and safe comparison.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  bodyString,
  cardRequestString,
  cardResponseString,
  emptyStringsToNull,
  hmacBase64,
  multipartString,
  signaturesMatch,
  webhookHeaders,
} from '../../../src/domain/keys/signature.ts';

// proves 5.3; 5.4
test('the signature is Base64 of HMAC-SHA256, as in published examples', () => {
  // RFC 4231, test case 2
  const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(
    hmacBase64('Jefe', 'what do ya want for nothing?'),
    Buffer.from(hex, 'hex').toString('base64'),
  );
});

const codePoint = fc.integer({ min: 1, max: 0x10ffff }).filter((point) => (point & 0xfff800) !== 0xd800);
const anyText = fc.string({ unit: codePoint.map((point) => String.fromCodePoint(point)), maxLength: 50 });

// proves 5 rule 5
test('a signature matches only itself, and the comparison never throws', () => {
  const expected = hmacBase64('secret', 'text');
  assert.equal(signaturesMatch(expected, expected), true);
  for (const given of [
    undefined,
    '',
    expected.slice(1),
    `${expected} `,
    expected.toLowerCase(),
    '\u0141'.repeat(44),
  ]) {
    assert.equal(signaturesMatch(expected, given), false, String(given));
  }
  for (const given of [null, 5, ['a'], {}]) assert.equal(signaturesMatch(expected, given as never), false);
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      assert.equal(signaturesMatch(a, b), a === b);
      assert.equal(signaturesMatch(a, a), true);
    }),
  );
});

test('a signature that differs only in the high byte of a letter does not match', () => {
  assert.equal(signaturesMatch('A', '\u0141'), false);
});

// proves 5 table, card request
test('the string of a card request has four segments, with an empty reference if there is none', () => {
  const request = { paymentOptionId: 'id', currency: 'EUR', amount: 50.0 };
  assert.equal(cardRequestString(request), 'id::EUR:50');
  assert.equal(cardRequestString({ ...request, merchantReference: null }), 'id::EUR:50');
  assert.equal(cardRequestString({ ...request, merchantReference: 'a:b', amount: 1e21 }), 'id:a:b:EUR:1e+21');
  assert.equal(cardRequestString({ ...request, amount: -0 }), 'id::EUR:0');
});

// proves 5 rule 4
test('the amount in a card string is the text that JSON gives the number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
      const text = cardRequestString({ paymentOptionId: 'p', currency: 'EUR', amount });
      assert.equal(text, `p::EUR:${JSON.stringify(amount)}`);
    }),
  );
});

// proves 5 table, card response
test('the string of a card answer has the five segments of its result', () => {
  const result = {
    transactionId: 't',
    merchantReference: 'r',
    currency: 'EUR',
    amount: 10.5,
    status: 'COMPLETED',
  };
  assert.equal(cardResponseString(result), 't:r:EUR:10.5:COMPLETED');
});

// proves 5 rule 1
test('parsing the body string of a parsed body gives the same string again', () => {
  fc.assert(
    fc.property(fc.json(), (wire) => {
      const once = bodyString(JSON.parse(wire));
      assert.equal(bodyString(JSON.parse(once)), once);
    }),
  );
});

// proves 5 rule 1
test('properties that are not integers keep their order', () => {
  const names = fc.uniqueArray(
    fc.string({ minLength: 1 }).map((name) => `n${name}`),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(names, (order) => {
      const members = order.map((name, i) => [JSON.stringify(name), i] as const);
      const wire = `{${members.map(([name, i]) => `${name}: ${i}`).join(' , ')}}`;
      assert.equal(bodyString(JSON.parse(wire)), `{${members.map(([name, i]) => `${name}:${i}`).join(',')}}`);
    }),
    { examples: [[['nb', 'na', 'n__proto__']]] },
  );
});

test('empty strings become null at any depth, and the payload itself does not change', () => {
  const wire = '{"a":"","b":[{"c":""},"",[""]],"__proto__":"","d":{"__proto__":{"e":""}},"f":" "}';
  const payload = JSON.parse(wire);
  assert.equal(
    bodyString(emptyStringsToNull(payload)),
    '{"a":null,"b":[{"c":null},null,[null]],"__proto__":null,"d":{"__proto__":{"e":null}},"f":" "}',
  );
  assert.equal(bodyString(payload), wire);
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false } as never), (value) => {
      const before = JSON.stringify(value);
      const expected = JSON.stringify(value, (_, member) => (member === '' ? null : member));
      assert.equal(bodyString(emptyStringsToNull(value)), expected);
      assert.equal(JSON.stringify(value), before);
    }),
  );
});

test('a body of nothing but brackets does not overflow the stack', () => {
  const depth = 120_000;
  const wire = `${'['.repeat(depth)}""${']'.repeat(depth)}`;
  assert.equal(bodyString(emptyStringsToNull(JSON.parse(wire))), wire.replace('""', 'null'));
});

test('multipart fields keep the submitted order, also integer names', () => {
  assert.equal(multipartString([]), '{}');
  assert.equal(
    multipartString([
      ['b', '1'],
      ['2', 'x"y'],
      ['1', ''],
    ]),
    '{"b":"1","2":"x\\"y","1":""}',
  );
  assert.equal(
    multipartString([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ]),
    '{"a":"3","b":"2"}',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(fc.string(), fc.nat().map(String)), fc.string())), (fields) => {
      const text = multipartString(fields);
      // Read as JSON it gives the same as these members one after another; as text it keeps their order.
      const naive = `{${fields.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`;
      assert.deepEqual(JSON.parse(text), JSON.parse(naive));
      const unique = new Set(fields.map(([name]) => name));
      if (unique.size === fields.length) assert.equal(text, naive);
    }),
  );
});

test('webhook headers carry the stored X-Signature and one v1 signature for each secret', () => {
  const body = '{"eventId":"e"}';
  const headers = webhookHeaders({
    eventId: 'e',
    timestampSeconds: 17,
    body,
    xSignature: 'stored',
    secrets: ['new', 'old'],
  });
  assert.deepEqual(headers, {
    'x-signature': 'stored',
    'webhook-id': 'e',
    'webhook-timestamp': '17',
    'webhook-signature': `v1,${hmacBase64('new', `e.17.${body}`)} v1,${hmacBase64('old', `e.17.${body}`)}`,
  });
});
