// The parts of the `tollgate mcp` tools: no secret and no card number gets through in any text, and a signature is
// explained as the portal explains it. No payment names a person.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { explainSignature } from '../../gateway/src/domain/keys/signature-debug.ts';
import { RECORD_FIELDS } from '../../gateway/src/domain/records/record-fields.ts';
import { debugSignature, SIGNED } from '../src/cli/mcp/debug-signature.ts';
import { withoutPersons } from '../src/cli/mcp/payment-tools.ts';
import { redactFor } from '../src/cli/mcp/redact.ts';

const SECRET = 'tgs_Zm9vYmFyYmF6cXV4';
const access = {
  baseUrl: 'https://pay.example',
  source: 'a test',
  apiKey: 'tg_test_qbjs3Xk0uWcVn7ZrT1yHd5',
  signingSecret: SECRET,
};
const environment = {
  DB_PASSWORD: 'with "quotes" and \\ in it',
  NPM_TOKEN: 'npm_0123456789',
  DATABASE_URL: 'postgres://ada:s3cret-of-ada@db/shop',
  TOLLGATE_URL: 'https://pay.example',
  MAIL_PASS: 'pass-of-the-mail',
  SQL_PWD: 'pwd-of-the-sql',
  HOME: '/srv/ada',
  PWD: '/srv/ada/shop',
  OLDPWD: '/srv/ada/old',
};
const redact = redactFor(environment, access);
const HIDDEN = [
  access.apiKey,
  SECRET,
  environment.DB_PASSWORD,
  ...[environment.NPM_TOKEN, environment.MAIL_PASS, environment.SQL_PWD],
  environment.DATABASE_URL,
  's3cret-of-ada',
];

test('no answer contains a secret, not even as JSON within a text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(...HIDDEN), (before, after, secret) => {
      const text = `${before}${secret}${after}`;
      const answer = redact({ [text]: [text, { deep: JSON.stringify({ text }) }] });
      const seen = JSON.stringify(answer);
      assert.ok(!seen.includes(secret) && !seen.includes(JSON.stringify(secret).slice(1, -1)), seen);
    }),
  );
});

/** Numbers of a card scheme are found within other digits too. */
const SCHEMES = fc.oneof(
  fc.stringMatching(/^4\d{14}$/),
  fc.stringMatching(/^5[1-5]\d{13}$/),
  fc.stringMatching(/^2[3-6]\d{13}$/),
  fc.stringMatching(/^3[47]\d{12}$/),
  fc.stringMatching(/^36\d{11}$/),
  fc.stringMatching(/^62\d{13,16}$/),
);
const withCheckDigit = (digits: string) =>
  [...'0123456789'].map((last) => digits + last).find((one) => luhn(one))!;
const inGroups = (number: string, gap: string) => number.replaceAll(/(\d{4})(?=\d)/g, `$1${gap}`);

test('no answer contains a card number, and other numbers stay unchanged', () => {
  const gaps = fc.constantFrom('', ' ', '-', '\u00a0');
  fc.assert(
    fc.property(
      fc.stringMatching(/^[2-9]\d{10,17}$/),
      gaps,
      fc.stringMatching(/^([A-Za-z"(:.]|\\n|\d{1,6}[ -]|\d{1,4} - )?$/),
      fc.stringMatching(/^([A-Za-z"),.\\]|[ -]\d{1,6}| \d\d\/\d\d \d{3})?$/),
      (digits, gap, before, after) => {
        const number = inGroups(withCheckDigit(digits), gap);
        const shown = redact(`${before}${number}${after} and more`);
        assert.ok(!shown.includes(number), shown);
      },
    ),
  );
  fc.assert(
    fc.property(SCHEMES, gaps, fc.stringMatching(/^\d{0,9}$/), fc.stringMatching(/^\d{0,9}$/), (...given) => {
      const [digits, gap, before, after] = given;
      const number = inGroups(withCheckDigit(digits), gap);
      const shown = redact(`order ${before}${number}${after}`);
      assert.ok(!shown.includes(number), shown);
    }),
  );
  const card = '4242424242424242';
  for (const [text, shown] of [
    [`${card} 12/27 123`, '•••••••••••••••• 12/27 123'],
    [`order 7 ${card}`, 'order 7 ••••••••••••••••'],
    [`${card}-12`, '••••••••••••••••-12'],
    [`x${card}`, 'x••••••••••••••••'],
    ['4242 4242-4242 4242', '•••• ••••-•••• ••••'],
  ] as const)
    assert.equal(redact(text), shown);
  assert.equal(redact(4242424242424242), '••••••••••••••••' as never);
  const kept = [
    ...['01a20133-1983-7688-8501-012345678901', '2026-03-01T00:00:00.000Z', '/srv/ada', '4242424242424241'],
    ...['https://pay.example/docs/errors', 'DE89370400440532013000', 'order-1001', '25.00 EUR'],
    ...['/srv/ada/shop and /srv/ada/old', '4242424242424241 12', '7-01a20133-1983-7688-8501-012345678901'],
  ];
  for (const text of kept) assert.equal(redact(text), text);
});

test('no answer contains the value of a card data field, in any spelling', () => {
  for (const name of [
    'cardCvv',
    'cardcvv',
    'card_cvc',
    'cvv',
    'cvc2',
    'CVC',
    'securityCode',
    'pan',
    'cardnum',
    'token',
  ])
    for (const value of ['739', 739, ['739'], ' 739', '7"39', 'a\\739'])
      for (const text of [
        JSON.stringify({ a: 1, [name]: value, b: 2 }),
        JSON.stringify({ [name]: value }, null, 2),
        JSON.stringify(JSON.stringify({ a: 'x', [name]: value })),
        JSON.stringify(JSON.stringify(JSON.stringify({ [name]: value }))),
        `{'${name}': '739', 'amount': 5}`,
        `{"${name}":"739`,
      ]) {
        assert.doesNotMatch(redact(text), /739|39/, text);
        assert.equal(redact.inPlace(text).length, text.length);
      }
  assert.equal(redact('{"cvv":"739","amount":50,"note":"739"}'), '{"cvv":"•••","amount":50,"note":"739"}');
  assert.deepEqual(redact({ cvv: 739, card: { token: 't1', pan: ['42'] }, n: 739 }), {
    cvv: '•••',
    card: { token: '••', pan: ['••'] },
    n: 739,
  } as never);
  assert.doesNotMatch(redact('tok_def'), /def/);
});

function luhn(digits: string): boolean {
  const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1));
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

const BODY = '{"merchantReference":"order/1","amount":50.00,"customer":{"name":"Zoé"},"note":""}';
const CARD_BODY = '{"paymentOptionId":"o","merchantReference":null,"currency":"EUR","amount":50.00}';
const compact = JSON.stringify(JSON.parse(BODY));
const PAN = '5105105105105100';

test('the signature debugger explains the same mistakes as the portal', () => {
  const texts = [
    ...[compact, BODY, `${compact}\n`, JSON.stringify(JSON.parse(BODY), null, 2)],
    ...[compact.replace('é', '\\u00e9'), compact.replace('/', '\\/'), compact.replace('""', 'null')],
    '{"merchantReference": "order/1", "amount": 50, "customer": {"name": "Zoé"}, "note": ""}',
    '{"amount":50,"customer":{"name":"Zoé"},"merchantReference":"order/1","note":""}',
    ...['o::EUR:50', 'o:null:EUR:50', 'o::EUR:50.00', 'o::EUR:5000', 'nothing of the kind'],
  ];
  const secrets = [SECRET, `${SECRET}\n`, SECRET.slice(4), Buffer.from(SECRET, 'base64'), 'tgs_other'];
  const encodings = ['base64', 'hex', 'base64url'] as const;
  // Each mistake alone: all combinations would be a quarter of a million signatures.
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
      const { verdict, stringToSign, mistakes } = debugSignature(
        { signed, body, signature },
        SECRET,
        redact.inPlace,
      );
      const which = `${signed}, ${text}, ${encoding}`;
      assert.deepEqual([verdict, stringToSign], [portal.verdict, portal.stringToSign], which);
      assert.equal(mistakes.length, portal.mistakes.length, which);
      if (verdict === 'explained') explained++;
    }
  assert.ok(explained > 30, String(explained));
});

test("the signature debugger compares the caller's text, and never reveals a right signature", () => {
  const question = { signed: 'request', body: BODY, signature: 'wrong' } as const;
  const told = debugSignature(
    { ...question, signedText: compact.replace('50', '5000') },
    SECRET,
    redact.inPlace,
  );
  assert.deepEqual(
    [told.verdict, told.difference!.at, told.stringToSign],
    ['unexplained', compact.indexOf(',"customer'), compact],
  );
  const right = createHmac('sha256', SECRET).update(compact).digest('base64');
  assert.ok(!JSON.stringify(told).includes(right));
  assert.equal(debugSignature({ ...question, signature: right }, SECRET, redact.inPlace).verdict, 'matches');
});

test('the shown difference of two texts never contains a card number or a secret', () => {
  const body = `{"paymentData":{"cardNumber":"${PAN}","cardCvv":739},"cvv":"739","note":"${SECRET} ${PAN}"}`;
  const parts = (text: string, length: number) =>
    Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
  const leaks = ['739', ...parts(PAN, 7), ...parts(SECRET.slice(4), 8)];
  for (let at = 0; at < body.length; at += 3) {
    const changed = `${body.slice(0, at)}~${body.slice(at + 1)}`;
    for (const [signedBody, signedText] of [
      [body, changed],
      [changed, body],
    ] as const) {
      const question = { signed: 'webhook', body: signedBody, signature: 'x', signedText } as const;
      const told = redact(debugSignature(question, SECRET, redact.inPlace));
      assert.equal(told.difference!.at, at);
      const shown = JSON.stringify(told);
      for (const leak of leaks) assert.ok(!shown.includes(leak), `${leak} at ${at}: ${shown}`);
    }
  }
});

test('an assistant sees each field of a payment except those that may name a person or open its page', () => {
  const { components } = JSON.parse(
    readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
  );
  const names = Object.keys(components.schemas.Transaction.properties);
  // The gateway says of each shared field whether it is personal. Only the record has these two.
  const personal = RECORD_FIELDS.flatMap(([name, { impersonal }]) => (impersonal ? [] : name));
  const hidden = [...personal, 'customer', 'cashierUrl'];
  assert.deepEqual(
    hidden.filter((name) => !names.includes(name)),
    [],
  );
  const card = { brand: 'VISA', first6: '424242', last4: '4242', token: 'tok' };
  const returned = { amount: 25, at: '2026-03-01T00:00:00.000Z', reason: 'Ada moved' };
  const whole = { ...Object.fromEntries(names.map((name) => [name, name])), card, returned };
  const shown = withoutPersons(whole as never) as Record<string, unknown>;
  // Only a part of these two is personal.
  const inPart = ['card', 'returned'];
  assert.deepEqual(
    names.filter((name) => !(name in shown)).sort(),
    hidden.filter((name) => !inPart.includes(name)).sort(),
  );
  const { token, ...shownCard } = card;
  const { reason, ...shownReturn } = returned;
  assert.deepEqual([shown.card, shown.returned], [shownCard, shownReturn]);
  assert.deepEqual(Object.keys(withoutPersons({ card: null, returned: null } as never)), inPart);
});
