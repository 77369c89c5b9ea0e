// Makes openapi/signature-vectors.json: worked examples of every signature (spec 5), raw text in, string to sign and
// signature out, for our tests and for developers of clients in other languages. `node
// gateway/scripts/make-signature-vectors.ts` writes the file; signature-vectors.test.ts compares the file with this
// script and with a second computation. The raw texts are written by hand; only what follows from them is computed.

import { writeFileSync } from 'node:fs';
import {
  bodyString,
  cardRequestString,
  cardResponseString,
  emptyStringsToNull,
  hmacBase64,
  multipartString,
  webhookHeaders,
} from '../src/domain/keys/signature.ts';

const SECRET = 'tgs_4eC39HqLyjWDarjtT1zdp7dcKq8Xz2Lm';
/** It looks like Base64 or hex and is neither: the gateway uses a secret unchanged (spec 5.3). */
const HEX_SECRET = '00112233445566778899aabbccddeeff';
const BASE64_SECRET = 'c2VjcmV0LXRoYXQtbG9va3MtZW5jb2RlZA==';
const UNICODE_SECRET = 'tgs_schlüssel-🔑';
const OPTION = '6f1c1c1e-3a44-4c1b-9d1f-0b5a6c7d8e9f';
const TRANSACTION = '01976b1e-9c00-7a4b-8a52-1f2e3d4c5b6a';

interface Example {
  name: string;
  input: string;
  secret?: string;
}

const BODIES: readonly Example[] = [
  { name: 'an empty object', input: '{}' },
  { name: 'a plain settlement', input: `{"action":"APPROVE","transactionId":"${TRANSACTION}"}` },
  {
    name: 'a v3 payout of a brand that signs all requests',
    input: `{"paymentOptionId":"${OPTION}","currency":"EUR","amount":40.00,"country":"DE","merchantReference":"withdrawal-7","userId":"","paymentData":{"iban":"DE89370400440532013000","accountHolder":"Zo\\u00eb Ada"}}`,
  },
  {
    name: 'blanks and line ends outside strings go',
    input: `{\r\n  "action" : "DECLINE",\n\t"transactionId": "${TRANSACTION}"\n}\n`,
  },
  {
    name: 'the order of properties stays',
    input: `{"transactionId":"${TRANSACTION}","action":"APPROVE","b":1,"a":2}`,
  },
  {
    name: 'names that are integers come first, ascending',
    input: '{"b":1,"10":2,"a":3,"2":4,"-1":5,"01":6,"1.5":7}',
  },
  { name: 'of two equal names the first place and the last value count', input: '{"a":1,"b":2,"a":3}' },
  { name: 'an escaped name equals the plain one', input: '{"\\u0061":1,"b":2,"a":3}' },
  { name: 'empty strings stay outside of session requests', input: '{"reason":"","note":null}' },
  { name: 'true, false and null', input: '{"a":true,"b":false,"c":null,"d":[null,true]}' },
  { name: 'nested objects and arrays', input: '{"a":{"b":[{"c":[]},{}, [1,[2]]]},"d":[]}' },
  { name: 'trailing zeros of a number go', input: '{"amount":50.00,"b":50.10,"c":0.50}' },
  {
    name: 'exponents as JavaScript writes them',
    input: '{"a":1e21,"b":1E+22,"c":1.5e300,"d":123e5,"e":1e-3}',
  },
  { name: 'the largest number without an exponent', input: '{"a":1e20,"b":999999999999999900000}' },
  { name: 'small numbers', input: '{"a":0.000001,"b":1e-6,"c":0.0000001,"d":1.5e-7,"e":0.00000001}' },
  { name: 'minus zero is zero', input: '{"a":-0,"b":-0.0,"c":-0e5,"d":-1.50}' },
  {
    name: 'floating sums keep all their digits',
    input: '{"a":0.30000000000000004,"b":0.1,"c":4.35,"d":1.005,"e":0.1000000000000000055}',
  },
  {
    name: 'integers beyond 2^53 become the nearest double',
    input: '{"a":9007199254740991,"b":9007199254740993,"c":12345678901234567890,"d":-9007199254740995}',
  },
  { name: 'the edges of a double', input: '{"a":5e-324,"b":1.7976931348623157e308,"c":2e-324}' },
  { name: 'a number too large for a double becomes null', input: '{"a":1e400}' },
  {
    name: 'escapes of printable characters go',
    input: '{"a":"\\u0041\\u00e9\\/","b":"\\u003cb\\u003e\\u0026"}',
  },
  { name: 'quotes and backslashes stay escaped', input: '{"a":"say \\"hi\\" \\\\ bye"}' },
  { name: 'slashes and markup are not escaped', input: '{"url":"https://shop.example/a?b=1&c=<d>\'"}' },
  {
    name: 'control characters take their short escapes',
    input: '{"a":"\\u0008\\u0009\\u000a\\u000c\\u000d","b":"\\u0001\\u001F","c":"\\u007f"}',
  },
  { name: 'an emoji, written and escaped', input: '{"a":"😀","b":"\\ud83d\\ude00","c":"\\uD83D\\uDE00"}' },
  { name: 'combining characters are not normalised', input: '{"a":"e\u0301","b":"\u00e9","c":"\u212b"}' },
  { name: 'U+2028 and U+2029 are not escaped', input: '{"a":"x\\u2028y\\u2029z"}' },
  { name: 'right-to-left text and a zero-width joiner', input: '{"a":"שלום","b":"👩‍💻"}' },
  { name: 'a secret that looks like hex is not decoded', input: '{"a":1}', secret: HEX_SECRET },
  { name: 'a secret that looks like Base64 is not decoded', input: '{"a":1}', secret: BASE64_SECRET },
  { name: 'a secret is taken as UTF-8', input: '{"a":1}', secret: UNICODE_SECRET },
];

const SESSIONS: readonly Example[] = [
  {
    name: 'a session without empty strings',
    input: '{"country":"DE","currency":"EUR","amount":50.00,"redirectUrl":"https://shop.example/back"}',
  },
  {
    name: 'empty strings become null',
    input: '{"country":"DE","currency":"EUR","amount":10,"language":"","userId":""}',
  },
  {
    name: 'nested empty strings become null',
    input: '{"currency":"EUR","amount":10,"customer":{"name":"","address":{"street":"","city":"Berlin"}}}',
  },
  {
    name: 'empty strings in arrays become null',
    input: '{"currency":"EUR","amount":1,"orderDetails":[{"productName":"","quantity":1},"",["",{"a":""}]]}',
  },
  { name: 'a blank is not empty, nor is zero or false', input: '{"a":" ","b":0,"c":false,"d":[],"e":{}}' },
  { name: 'an empty name is a name', input: '{"":"","a":{"":"x"}}' },
  { name: 'null stays null, order stays', input: '{"z":"","a":null,"m":""}' },
];

interface Form {
  name: string;
  parts: readonly string[];
}

const textPart = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const filePart = (name: string, content: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="receipt.pdf"\r\nContent-Type: application/pdf\r\n\r\n${content}`;

const FORMS: readonly Form[] = [
  {
    name: 'text fields alone',
    parts: [textPart('sessionId', TRANSACTION), textPart('essentialKey', 'a@bank')],
  },
  {
    name: 'the file is left out, wherever it stands',
    parts: [
      textPart('sessionId', TRANSACTION),
      filePart('document', '%PDF-1.7 not signed'),
      textPart('additionalEssentialKey', '412345678901'),
    ],
  },
  { name: 'values stay strings', parts: [textPart('a', '12'), textPart('b', 'true'), textPart('c', 'null')] },
  {
    name: 'names that are integers keep the submitted order',
    parts: [textPart('b', '1'), textPart('10', '2'), textPart('a', '3'), textPart('2', '4')],
  },
  {
    name: 'of two equal names the first place and the last value count',
    parts: [textPart('a', '1'), textPart('b', '2'), textPart('a', '3')],
  },
  { name: 'empty values stay empty', parts: [textPart('sessionId', ''), textPart('essentialKey', '')] },
  {
    name: 'unicode, quotes and line ends in a value',
    parts: [textPart('essentialKey', 'Zoë "😀"\\\r\nline 2\u2028'), textPart('x', 'e\u0301')],
  },
  { name: 'a file alone signs an empty object', parts: [filePart('document', '%PDF-1.7')] },
];

const cardRequest = (rest: string) => `{"paymentOptionId":"${OPTION}",${rest}}`;

const CARD_REQUESTS: readonly Example[] = [
  {
    name: 'an ordinary payment',
    input: cardRequest('"merchantReference":"order-1","currency":"EUR","amount":50.25'),
  },
  {
    name: '50.00 signs as 50',
    input: cardRequest('"merchantReference":"order-2","currency":"EUR","amount":50.00'),
  },
  {
    name: '50.10 signs as 50.1',
    input: cardRequest('"merchantReference":"order-3","currency":"EUR","amount":50.10'),
  },
  { name: 'no reference is an empty segment', input: cardRequest('"currency":"EUR","amount":10') },
  {
    name: 'a null reference too',
    input: cardRequest('"merchantReference":null,"currency":"EUR","amount":10'),
  },
  {
    name: 'an empty reference too',
    input: cardRequest('"merchantReference":"","currency":"EUR","amount":10'),
  },
  {
    name: 'a reference with colons and blanks',
    input: cardRequest('"merchantReference":"a:b: c","currency":"JPY","amount":1002'),
  },
  {
    name: 'a reference in unicode, escaped on the wire',
    input: cardRequest('"merchantReference":"Zo\\u00eb \\ud83d\\ude00 \\"1\\"","currency":"EUR","amount":1'),
  },
  { name: 'zero and minus zero', input: cardRequest('"merchantReference":"z","currency":"EUR","amount":-0') },
  {
    name: 'a large amount',
    input: cardRequest('"merchantReference":"l","currency":"EUR","amount":999999999999.99'),
  },
  {
    name: 'an amount with an exponent',
    input: cardRequest('"merchantReference":"x","currency":"EUR","amount":1.5E3'),
  },
  {
    name: '1e21 as JavaScript writes it',
    input: cardRequest('"merchantReference":"x","currency":"EUR","amount":1e21'),
  },
  {
    name: '1e-7 as JavaScript writes it',
    input: cardRequest('"merchantReference":"x","currency":"BTC","amount":1e-7'),
  },
  {
    name: 'the order of properties does not matter',
    input: `{"amount":7.70,"currency":"GBP","paymentData":{"cardNumber":"4111111111111111"},"merchantReference":"r","paymentOptionId":"${OPTION}"}`,
  },
];

const cardResponse = (statusCode: number, resultType: string, rest: string) =>
  `{"statusCode":${statusCode},"resultType":"${resultType}","result":{"transactionId":"${TRANSACTION}",${rest}}}`;

const CARD_RESPONSES: readonly Example[] = [
  {
    name: 'a completed payment',
    input: cardResponse(
      200,
      'success',
      '"merchantReference":"order-1","currency":"EUR","amount":50.25,"status":"COMPLETED"',
    ),
  },
  {
    name: 'a redirect, amount without decimals',
    input: cardResponse(
      300,
      'redirect',
      '"merchantReference":"order-2","currency":"EUR","amount":50,"status":"PROCESSING","redirectUrl":"https://pay.example/3ds"',
    ),
  },
  {
    name: 'a decline, reference in unicode',
    input: cardResponse(
      900,
      'declined',
      '"merchantReference":"Zoë 😀","currency":"USD","amount":0.1,"status":"DECLINED","errorCode":"2005"',
    ),
  },
  {
    name: 'an error',
    input: cardResponse(
      999,
      'error',
      '"merchantReference":"a:b","currency":"KWD","amount":1.23,"status":"ERROR","errorCode":"9002"',
    ),
  },
];

interface Delivery extends Example {
  timestampSeconds: number;
  secrets?: readonly string[];
}

const EVENT = '01976b1f-0d2a-7c11-b0a4-5e6f70819203';
const event = (rest: string) => `{"eventId":"${EVENT}","eventType":"payin.completed","sequence":2,${rest}}`;

const DELIVERIES: readonly Delivery[] = [
  {
    name: 'a completed pay-in',
    input: event(
      `"transactionId":"${TRANSACTION}","status":"COMPLETED","currency":"EUR","amount":50.25,"card":null`,
    ),
    timestampSeconds: 1767225600,
  },
  {
    name: 'a retry: other timestamp, same X-Signature',
    input: event(
      `"transactionId":"${TRANSACTION}","status":"COMPLETED","currency":"EUR","amount":50.25,"card":null`,
    ),
    timestampSeconds: 1767225605,
  },
  {
    name: 'unicode in the body',
    input: event('"extra1":"Zoë 😀\u2028","extra2":""'),
    timestampSeconds: 1767225600,
  },
  {
    name: 'two secrets while one replaces the other, the new one first',
    input: event('"status":"DECLINED","errorCode":"2005"'),
    timestampSeconds: 1767225600,
    secrets: [SECRET, UNICODE_SECRET],
  },
];

const BOUNDARY = 'tollgate-vector-boundary';
const multipartText = (parts: readonly string[]) =>
  `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`;

function signed(example: Example, stringToSign: string) {
  const secret = example.secret ?? SECRET;
  const { name, input } = example;
  return { name, secret, input, stringToSign, signature: hmacBase64(secret, stringToSign) };
}

function multipartVector({ name, parts }: Form) {
  const fields = parts.flatMap((part): [string, string][] => {
    const [, field, value] =
      /^Content-Disposition: form-data; name="([^"]*)"\r\n\r\n([\s\S]*)$/.exec(part) ?? [];
    return field === undefined || value === undefined ? [] : [[field, value]];
  });
  const vector = signed({ name, input: multipartText(parts) }, multipartString(fields));
  return { ...vector, contentType: `multipart/form-data; boundary=${BOUNDARY}` };
}

function webhookVector(delivery: Delivery) {
  const vector = signed(delivery, delivery.input);
  const secrets = delivery.secrets ?? [vector.secret];
  const headers = webhookHeaders({
    eventId: EVENT,
    timestampSeconds: delivery.timestampSeconds,
    body: delivery.input,
    xSignature: vector.signature,
    secrets,
  });
  return { ...vector, secrets, headers };
}

/** The whole file as text, ASCII only: other characters are \u escapes, so that no editor can change them. */
export function signatureVectors(): string {
  const vectors = {
    description:
      'Signatures of the Tollgate API. `input` is the text as received on the wire, `stringToSign` what is signed, ' +
      '`signature` the standard Base64 of HMAC-SHA256 over its UTF-8 bytes, keyed with the UTF-8 bytes of `secret`.',
    groups: {
      body: {
        rule: 'X-Signature of body-signed requests and their answers, and of every POST of a brand that signs all requests: JSON.stringify of the parsed body.',
        vectors: BODIES.map((example) => signed(example, bodyString(JSON.parse(example.input)))),
      },
      session: {
        rule: 'X-Signature of /payment-session and /payout-session: as body, with every empty string null.',
        vectors: SESSIONS.map((example) =>
          signed(example, bodyString(emptyStringsToNull(JSON.parse(example.input)))),
        ),
      },
      multipart: {
        rule: 'X-Signature of a multipart /confirm-payment: JSON of the text fields in submitted order, values as strings, no file.',
        vectors: FORMS.map(multipartVector),
      },
      cardRequest: {
        rule: 'Signature of a card POST /v3/payment: paymentOptionId:merchantReference:currency:amount.',
        vectors: CARD_REQUESTS.map((example) =>
          signed(example, cardRequestString(JSON.parse(example.input))),
        ),
      },
      cardResponse: {
        rule: 'X-Signature of a card v3 answer: transactionId:merchantReference:currency:amount:status of its result.',
        vectors: CARD_RESPONSES.map((example) =>
          signed(example, cardResponseString(JSON.parse(example.input).result)),
        ),
      },
      webhook: {
        rule:
          'X-Signature of a webhook: its body as sent. `headers` adds the Standard Webhooks headers: v1, and the Base64 ' +
          'HMAC of id.timestamp.body under each of `secrets`.',
        vectors: DELIVERIES.map(webhookVector),
      },
    },
  };
  const text = JSON.stringify(vectors, null, 2);
  const escaped = text.replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${escaped}\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../../openapi/signature-vectors.json', import.meta.url), signatureVectors());
}
