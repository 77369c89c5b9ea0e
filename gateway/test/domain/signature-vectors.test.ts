// Compares openapi/signature-vectors.json with the script that makes it, and with a second computation that shares
// nothing with domain/keys/signature.ts: Web Crypto for the HMAC, JSON.parse and JSON.stringify with a replacer for
// bodies, and its own multipart reader. Some strings are written out here, so that both ways cannot be wrong together.

import assert from 'node:assert/strict';
import test from 'node:test';
import { signatureVectors } from '../../scripts/make-signature-vectors.ts';
import { VECTOR_GROUPS, VECTORS_TEXT, type Vector } from '../stage/signature-vectors.ts';

async function webCryptoHmac(secret: string, message: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return btoa(
    String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(message)))),
  );
}

function multipartTextFields(raw: string, contentType: string): [string, string][] {
  const delimiter = `--${contentType.split('boundary=')[1]}`;
  const fields: [string, string][] = [];
  for (const part of raw.split(delimiter).slice(1, -1)) {
    const split = part.indexOf('\r\n\r\n');
    const head = part.slice(0, split);
    if (!head.includes('filename=')) fields.push([head.split('"')[1]!, part.slice(split + 4, -2)]);
  }
  return fields;
}

const colons = (...segments: unknown[]) => segments.map((segment) => segment ?? '').join(':');

const INDEPENDENT: Record<string, (vector: Vector) => string> = {
  body: ({ input }) => JSON.stringify(JSON.parse(input)),
  session: ({ input }) => JSON.stringify(JSON.parse(input, (_, value) => (value === '' ? null : value))),
  multipart: ({ input, contentType }) => {
    const fields = multipartTextFields(input, contentType!);
    const names = fields.map(([name]) => name).filter((name, i, all) => all.indexOf(name) === i);
    const last = (name: string) => fields.findLast(([field]) => field === name)![1];
    return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(last(name))}`).join(',')}}`;
  },
  cardRequest: ({ input }) => {
    const body = JSON.parse(input);
    return colons(body.paymentOptionId, body.merchantReference, body.currency, JSON.stringify(body.amount));
  },
  cardResponse: ({ input }) => {
    const { result } = JSON.parse(input);
    return colons(
      result.transactionId,
      result.merchantReference,
      result.currency,
      result.amount,
      result.status,
    );
  },
  webhook: ({ input }) => JSON.stringify(JSON.parse(input)),
};

test('the file is the output of the script', () => {
  assert.equal(VECTORS_TEXT, signatureVectors(), 'run: node gateway/scripts/make-signature-vectors.ts');
});

test('there are at least 40 vectors, in every group, with unique names', () => {
  assert.deepEqual(Object.keys(VECTOR_GROUPS), Object.keys(INDEPENDENT));
  const names = Object.entries(VECTOR_GROUPS).flatMap(([group, { vectors }]) =>
    vectors.map(({ name }) => `${group}: ${name}`),
  );
  assert.ok(names.length >= 40, String(names.length));
  assert.equal(new Set(names).size, names.length);
});

for (const [group, { vectors }] of Object.entries(VECTOR_GROUPS)) {
  // proves 5.3; 5.4; 5 rule 1; 6.2
  test(`the ${group} vectors agree with a second computation`, async () => {
    for (const vector of vectors) {
      assert.equal(vector.stringToSign, INDEPENDENT[group]!(vector), vector.name);
      assert.equal(vector.signature, await webCryptoHmac(vector.secret, vector.stringToSign), vector.name);
    }
  });
}

test('the Standard Webhooks headers agree with a second computation', async () => {
  for (const { name, input, signature, secrets, headers } of VECTOR_GROUPS.webhook!.vectors) {
    assert.equal(headers!['x-signature'], signature, name);
    assert.equal(headers!['webhook-id'], JSON.parse(input).eventId, name);
    const signed = `${headers!['webhook-id']}.${headers!['webhook-timestamp']}.${input}`;
    const expected = await Promise.all(
      secrets!.map(async (secret) => `v1,${await webCryptoHmac(secret, signed)}`),
    );
    assert.equal(headers!['webhook-signature'], expected.join(' '), name);
  }
});

test('some signed strings equal strings that were written by hand', () => {
  const expected: Record<string, Record<string, string>> = {
    body: {
      'trailing zeros of a number go': '{"amount":50,"b":50.1,"c":0.5}',
      'minus zero is zero': '{"a":0,"b":0,"c":0,"d":-1.5}',
      'names that are integers come first, ascending': '{"2":4,"10":2,"b":1,"a":3,"-1":5,"01":6,"1.5":7}',
      'integers beyond 2^53 become the nearest double':
        '{"a":9007199254740991,"b":9007199254740992,"c":12345678901234567000,"d":-9007199254740996}',
      'a number too large for a double becomes null': '{"a":null}',
      'U+2028 and U+2029 are not escaped': '{"a":"x\u2028y\u2029z"}',
    },
    session: { 'null stays null, order stays': '{"z":null,"a":null,"m":null}' },
    multipart: { 'names that are integers keep the submitted order': '{"b":"1","10":"2","a":"3","2":"4"}' },
    cardRequest: {
      '50.00 signs as 50': '6f1c1c1e-3a44-4c1b-9d1f-0b5a6c7d8e9f:order-2:EUR:50',
      'no reference is an empty segment': '6f1c1c1e-3a44-4c1b-9d1f-0b5a6c7d8e9f::EUR:10',
    },
  };
  for (const [group, strings] of Object.entries(expected)) {
    for (const [name, stringToSign] of Object.entries(strings)) {
      assert.equal(
        VECTOR_GROUPS[group]!.vectors.find((vector) => vector.name === name)?.stringToSign,
        stringToSign,
        name,
      );
    }
  }
});
