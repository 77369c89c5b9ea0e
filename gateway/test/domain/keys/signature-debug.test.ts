// The signature debugger names each known mistake, and never shows
// a signature that the caller did not send.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import {
  explainSignature,
  type SignedThing,
  stringToSign,
} from '../../../src/domain/keys/signature-debug.ts';
import type { SigningSecret } from '../../../src/domain/merchants/brand.ts';

const NOW = new Date('2026-05-01T10:00:00Z');
const SECRET = 'tgs_Zm9vYmFyYmF6cXV4';
const SECRETS: SigningSecret[] = [
  { id: 'new', secret: SECRET, expiresAt: null },
  { id: 'old', secret: 'tgs_old', expiresAt: new Date('2026-04-01T00:00:00Z') },
];
const BODY = '{"merchantReference":"order/1","amount":50.00,"customer":{"name":"Zoé"},"note":""}';

const sign = (text: string, secret: string | Buffer = SECRET) => createHmac('sha256', secret).update(text);
const ask = (header: string, body = BODY, thing: SignedThing = 'request', sent: string | null = null) =>
  explainSignature({ thing, body, header, sent }, SECRETS, NOW);

test('a correct signature matches, and the answer names its secret', () => {
  const answer = ask(sign(stringToSign('request', BODY)).digest('base64'));
  assert.deepEqual([answer.verdict, answer.secretId, answer.mistakes], ['matches', 'new', []]);
  assert.equal(
    answer.stringToSign,
    '{"merchantReference":"order/1","amount":50,"customer":{"name":"Zoé"},"note":""}',
  );
  assert.equal(answer.difference!.at, BODY.indexOf('.00'));
});

const compact = stringToSign('request', BODY);
const spaced = '{"merchantReference": "order/1", "amount": 50, "customer": {"name": "Zoé"}, "note": ""}';
const mistakes: Record<string, [text: string, says: RegExp]> = {
  'as json.dumps writes it': [spaced, /written with spaces/],
  'in several lines': [JSON.stringify(JSON.parse(BODY), null, 2), /written with spaces/],
  'with an amount as it is written': [BODY, /as it is written\. Sign JSON\.stringify of the parsed body/],
  'with letters as escapes': [compact.replace('é', '\\u00e9'), /beyond ASCII/],
  'with slashes as PHP writes them': [compact.replace('/', '\\/'), /Slashes/],
  'in the order of the alphabet': [
    '{"amount":50,"customer":{"name":"Zoé"},"merchantReference":"order/1","note":""}',
    /sorted/,
  ],
  'with empty strings as null': [compact.replace('""', 'null'), /Empty strings/],
  'with a line end': [`${compact}\n`, /line end/],
};
for (const [name, [text, says]] of Object.entries(mistakes)) {
  test(`the debugger recognises a text that was signed ${name}`, () => {
    const answer = ask(sign(text).digest('base64'));
    assert.equal(answer.verdict, 'explained');
    assert.match(answer.mistakes.map((one) => one.says).join(' '), says);
  });
}

test('the debugger recognises another encoding of the signature', () => {
  const digest = sign(compact).digest();
  const forms = [digest.toString('hex'), digest.toString('base64url'), `sha256=${digest.toString('hex')}`];
  for (const header of forms) {
    const answer = ask(header);
    assert.deepEqual([answer.verdict, answer.mistakes[0]?.of], ['explained', 'encoding'], header);
  }
});

test('the debugger recognises a secret that has expired or was decoded', () => {
  const old = ask(sign(compact, 'tgs_old').digest('base64'));
  assert.deepEqual([old.verdict, old.secretId], ['explained', 'old']);
  assert.match(old.mistakes[0]!.says, /expired secret/);
  const decoded = ask(sign(compact, Buffer.from(SECRET.slice(4), 'base64')).digest('base64'));
  assert.match(decoded.mistakes[0]!.says, /decoded from Base64/);
});

test('the signature of a webhook is checked over the bytes that were sent', () => {
  const sent = '{"eventId":"1","amount":49.9}';
  const given = '{\n  "eventId": "1",\n  "amount": 49.90\n}';
  const right = ask(sign(sent).digest('base64'), given, 'webhook', sent);
  assert.equal(right.verdict, 'matches');
  assert.equal(right.difference!.at, 1);
  const own = ask(sign(given).digest('base64'), given, 'webhook', sent);
  assert.equal(own.verdict, 'explained');
});

test('the debugger shows the short text of a card pay-in', () => {
  const body = '{"paymentOptionId":"p","currency":"EUR","amount":50.00}';
  const text = stringToSign('card-request', body);
  assert.equal(text, 'p::EUR:50');
  for (const [wrong, says] of [
    ['p::EUR:50.00', /decimals/],
    ['p::EUR:5000', /cents/],
    ['p:null:EUR:50', /null/],
  ] as const) {
    const answer = ask(sign(wrong).digest('base64'), body, 'card-request');
    assert.match(answer.mistakes.map((one) => one.says).join(' '), says);
  }
});

test('the advice of the debugger names the text that is signed for this call', () => {
  const session = '{"currency":"EUR","amount":50.00,"customer":{"name":""}}';
  const card = '{"paymentOptionId":"p","currency":"EUR","amount":50.00,"userId":""}';
  const answer = '{"result":{"transactionId":"t","currency":"EUR","amount":50.00,"status":"COMPLETED"}}';
  const webhook = '{"eventId":"1", "amount":50.00}';
  const again = (body: string) => JSON.stringify(JSON.parse(body));
  const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
  const nulls = (body: string) => again(body).replaceAll('""', 'null');
  const cases: [thing: SignedThing, body: string, signed: string, says: RegExp][] = [
    ['webhook', webhook, again(webhook), /parsed and serialized again\. Sign its raw bytes/],
    ['request', session, session, /Sign JSON\.stringify of the parsed body/],
    ['request', session, nulls(session), /Do that only for session calls and payment links/],
    ['session', session, session, /with null in the place of each empty string/],
    ['session', again(session), again(session), /Replace each with null/],
    ['session', session, again(session), /Replace each with null/],
    ['session', session, indented(session), /spaces or line ends.* Replace each with null/],
    ['session', session, indented(nulls(session)), /Sign compact JSON without them\.$/],
    ...[card, again(card), indented(card), nulls(card)].map(
      (signed) =>
        ['card-request', card, signed, /only paymentOptionId:merchantReference:currency:amount\.$/] as never,
    ),
    ...[answer, again(answer), indented(answer)].map(
      (signed) =>
        ['card-answer', answer, signed, /only transactionId:.*:amount:status of its result\.$/] as never,
    ),
  ];
  for (const [thing, body, signed, says] of cases) {
    const { verdict, mistakes } = ask(sign(signed).digest('base64'), body, thing);
    assert.deepEqual([verdict, mistakes.length], ['explained', 1], `${thing} ${signed}`);
    assert.match(mistakes[0]!.says, says, `${thing} ${signed}`);
    if (thing !== 'webhook') assert.doesNotMatch(mistakes[0]!.says, /raw bytes/);
  }
});

test('no answer of the debugger contains a signature of the body', () => {
  const right = sign(compact).digest();
  for (const header of ['', 'AAAA', sign('other').digest('base64')]) {
    const answer = ask(header);
    assert.equal(answer.verdict, 'unexplained');
    const told = JSON.stringify(answer);
    for (const form of ['base64', 'hex', 'base64url'] as const)
      assert.ok(!told.includes(right.toString(form)));
    assert.ok(!told.includes(SECRET));
  }
});

test('a body that cannot be parsed is reported, not an error of the debugger', () => {
  for (const body of ['{', 'null', '7', '[]', '{"result":null}']) {
    for (const thing of ['request', 'session', 'card-request', 'card-answer', 'webhook'] as const) {
      assert.equal(ask('AAAA', body, thing).verdict, 'unexplained', `${thing} ${body}`);
    }
  }
});
