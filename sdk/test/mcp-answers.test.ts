// What the tools of `tollgate mcp` are made of: no secret and no card number gets through, whatever text it stands in, and a signature
// is explained as the portal explains it.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { explainSignature } from '../../gateway/src/domain/keys/signature-debug.ts';
import { debugSignature, SIGNED } from '../src/cli/mcp/debug-signature.ts';
import { redactFor } from '../src/cli/mcp/redact.ts';

const SECRET = 'tgs_Zm9vYmFyYmF6cXV4';
const access = {
  ...{ baseUrl: 'https://pay.example', source: 'a test' },
  ...{ apiKey: 'tg_test_qbjs3Xk0uWcVn7ZrT1yHd5', signingSecret: SECRET },
};
const environment = {
  DB_PASSWORD: 'with "quotes" and \\ in it',
  NPM_TOKEN: 'npm_0123456789',
  DATABASE_URL: 'postgres://ada:s3cret-of-ada@db/shop',
  TOLLGATE_URL: 'https://pay.example',
  HOME: '/srv/ada',
};
const redact = redactFor(environment, access);
const HIDDEN = [
  access.apiKey,
  SECRET,
  environment.DB_PASSWORD,
  environment.NPM_TOKEN,
  environment.DATABASE_URL,
  's3cret-of-ada',
];

test('no secret gets through, at any place of an answer, also as JSON within a text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(...HIDDEN), (before, after, secret) => {
      const text = `${before}${secret}${after}`;
      const answer = redact({ [text]: [text, { deep: JSON.stringify({ text }) }] });
      const seen = JSON.stringify(answer);
      assert.ok(!seen.includes(secret) && !seen.includes(JSON.stringify(secret).slice(1, -1)), seen);
    }),
  );
});

test('no card number gets through, and other numbers do', () => {
  const withCheckDigit = (digits: string) =>
    [...'0123456789'].map((last) => digits + last).find((one) => luhn(one))!;
  fc.assert(
    fc.property(
      fc.stringMatching(/^[2-9]\d{11,17}$/),
      fc.constantFrom('', ' ', '-'),
      fc.constantFrom('', ' ', '"', 'card: ', '{"n":"'),
      (digits, gap, before) => {
        const number = withCheckDigit(digits).replaceAll(/(\d{4})(?=\d)/g, `$1${gap}`);
        const shown = redact(`${before}${number} and more`);
        assert.ok(!shown.includes(number), shown);
      },
    ),
  );
  assert.equal(redact(4242424242424242), '[card number]' as never);
  const kept = [
    ...['01a20133-1983-7688-8501-012345678901', '2026-03-01T00:00:00.000Z', '/srv/ada', '4242424242424241'],
    ...['https://pay.example/docs/errors', 'DE89370400440532013000', 'order-1001', '25.00 EUR'],
  ];
  for (const text of kept) assert.equal(redact(text), text);
  assert.doesNotMatch(redact('{"cardCvv":"987","token":"tok_abc"} tok_def'), /987|abc|def/);
});

function luhn(digits: string): boolean {
  const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1));
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

const BODY = '{"merchantReference":"order/1","amount":50.00,"customer":{"name":"Zoé"},"note":""}';
const CARD_BODY = '{"paymentOptionId":"o","merchantReference":null,"currency":"EUR","amount":50.00}';
const compact = JSON.stringify(JSON.parse(BODY));

test('it explains what the portal explains', () => {
  const texts = [
    ...[compact, BODY, `${compact}\n`, JSON.stringify(JSON.parse(BODY), null, 2)],
    ...[compact.replace('é', '\\u00e9'), compact.replace('/', '\\/'), compact.replace('""', 'null')],
    '{"merchantReference": "order/1", "amount": 50, "customer": {"name": "Zoé"}, "note": ""}',
    '{"amount":50,"customer":{"name":"Zoé"},"merchantReference":"order/1","note":""}',
    ...['o::EUR:50', 'o:null:EUR:50', 'o::EUR:50.00', 'o::EUR:5000', 'nothing of the kind'],
  ];
  const secrets = [SECRET, `${SECRET}\n`, SECRET.slice(4), Buffer.from(SECRET, 'base64'), 'tgs_other'];
  const encodings = ['base64', 'hex', 'base64url'] as const;
  // Each mistake alone: all of them together would be a quarter of a million signatures.
  const cases = [
    ...texts.map((text) => [text, SECRET, 'base64'] as const),
    ...secrets.map((secret) => [compact, secret, 'base64'] as const),
    ...encodings.map((encoding) => [`${compact}\n`, SECRET.slice(4), encoding] as const),
  ];
  let explained = 0;
  for (const signed of SIGNED.filter((one) => one !== 'card-answer'))
    for (const [text, secret, encoding] of cases) {
      const body = signed === 'card-request' ? CARD_BODY : BODY;
      const signature = createHmac('sha256', secret).update(text).digest(encoding);
      const portal = explainSignature(
        { thing: signed, body, header: signature, sent: null },
        [{ id: 'one', secret: SECRET, expiresAt: null }],
        new Date(),
      );
      const { verdict, stringToSign, mistakes } = debugSignature({ signed, body, signature }, SECRET);
      const which = `${signed}, ${text}, ${encoding}`;
      assert.deepEqual([verdict, stringToSign], [portal.verdict, portal.stringToSign], which);
      assert.equal(mistakes.length, portal.mistakes.length, which);
      if (verdict === 'explained') explained++;
    }
  assert.ok(explained > 30, String(explained));
});

test("the caller's own text is compared, and no signature is made for anybody", () => {
  const question = { signed: 'request', body: BODY, signature: 'wrong' } as const;
  const told = debugSignature({ ...question, signedText: compact.replace('50', '5000') }, SECRET);
  assert.deepEqual(
    [told.verdict, told.difference!.at, told.stringToSign],
    ['unexplained', compact.indexOf(',"customer'), compact],
  );
  const right = createHmac('sha256', SECRET).update(compact).digest('base64');
  assert.ok(!JSON.stringify(told).includes(right));
  assert.equal(debugSignature({ ...question, signature: right }, SECRET).verdict, 'matches');
});
