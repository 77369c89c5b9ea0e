// Signatures against bodies of every kind, for two brands. The first enforces signatures: its body-signed calls and
// card pay-ins. The second signs all requests: every other POST. A right signature over JSON.stringify of the parsed
// body is never refused; any other always is (spec 5, contract 3).
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { cardRequestString, emptyStringsToNull, hmacBase64 } from '../../src/domain/keys/signature.ts';
import { BODY_LIMIT_BYTES, parseBody } from '../../src/http/request-body/json-body.ts';
import { spoiledOf } from './from-schema.ts';
import { enoughTries, tries, tryOut } from './laws.ts';
import { toText, wildBody } from './raw-json.ts';
import { goodBody, openStage } from './stage.ts';

const after = (hook: unknown) => test.after(hook as () => Promise<void>);
const enforcing = await openStage({ after }, { enforceSignatures: true });
const strict = await openStage({ after }, { enforceSignatures: true, signAllRequests: true });
const SIGNED = enforcing.operations.filter(({ bodySigned }) => bodySigned);
assert.ok(SIGNED.length >= 7, 'spec 5 has seven calls with a signed body');
const OTHERS = strict.operations.filter(
  ({ method, access, path, bodySigned }) =>
    method === 'POST' &&
    access === 'brand' &&
    !bodySigned &&
    !path.startsWith('/sandbox/') &&
    !path.includes('{'),
);

/** The text that a merchant signs; null: the text is no body, so its signature is not checked. */
function stringToSign(path: string, text: string): string | null {
  let body: object;
  try {
    const bytes = Buffer.from(text);
    if (bytes.length > BODY_LIMIT_BYTES) return null;
    body = parseBody(bytes);
  } catch {
    return null;
  }
  const opens = path.endsWith('-session') || path === '/payment-links';
  return JSON.stringify(opens ? emptyStringsToNull(body) : body);
}

/** Changes one unit of the text, or makes an almost right signature. */
const change = fc.tuple(fc.nat(), fc.constantFrom('0', '1', 'x', ' ', '"', '}', 'é', '\\'));

/** The signature of a card pay-in; other calls ignore it. */
function cardSignature(secret: string, text: string): string {
  try {
    return hmacBase64(secret, cardRequestString(parseBody(Buffer.from(text)) as never));
  } catch {
    return 'none';
  }
}

for (const { path, stage } of [
  ...SIGNED.map(({ path }) => ({ path, stage: enforcing })),
  ...OTHERS.map(({ path }) => ({ path, stage: strict })),
]) {
  const { signingSecret } = stage.brand;
  const operation = stage.operations.find((one) => one.path === path)!;
  const kind = stage === strict ? 'of a brand that signs all requests' : 'of one that enforces';
  const made = goodBody(stage, operation);
  // A call that creates a transaction must get an unused reference; the other calls ignore it.
  const good =
    stage === strict
      ? fc.tuple(made, fc.uuid()).map(([body, id]) => ({ ...body, merchantReference: `${path} ${id}` }))
      : made;
  const names = [
    'sessionId',
    'amount',
    'currency',
    'customer',
    'transactionId',
    'merchantReference',
    '7',
    '__proto__',
  ];
  const text = fc.oneof(
    good.map(toText),
    spoiledOf(operation.body!, good, stage.sources).map(({ body }) => toText(body)),
    wildBody(names),
  );

  test(`POST ${path}, ${kind}: the right signature is accepted, and that of another body is refused`, async () => {
    await stage.restock();
    let refused = 0;
    let carriedOut = 0;
    let left = tries(1.5).numRuns;
    await fc.assert(
      fc.asyncProperty(text, change, async (body, [at, unit]) => {
        if (left-- <= 0 && refused > 0 && carriedOut > 0) return;
        const string = stringToSign(path, body);
        const signature = hmacBase64(signingSecret, string ?? body);
        const where = at % (body.length + 1);
        const changed = body.slice(0, where) + unit + body.slice(where + 1);
        const other = stringToSign(path, changed);
        const sign = (text: string) => ({
          'x-signature': signature,
          signature: cardSignature(signingSecret, text),
        });

        const forged = await tryOut(stage, operation, { path, body: changed, headers: sign(changed) });
        if (other === null) assert.ok([400, 413].includes(forged.status), forged.text);
        else assert.equal(forged.status === 403, other !== string, forged.text);
        if (forged.status === 403) refused++;

        const got = await tryOut(stage, operation, { path, body, headers: sign(body) });
        assert.notEqual(got.status, 403, got.text);
        if (got.status === 201) {
          carriedOut++;
          if (operation.bodySigned)
            assert.equal(got.headers['x-signature'], hmacBase64(signingSecret, got.text));
        }
      }),
      enoughTries(),
    );
    assert.ok(refused > 0 && carriedOut > 0, `${refused} refused, ${carriedOut} carried out`);
  });

  test(`POST ${path}, ${kind}: a nearly right signature is refused`, async () => {
    await stage.restock();
    await fc.assert(
      fc.asyncProperty(good, fc.nat(6), async (body, how) => {
        const text = toText(body);
        const signature = hmacBase64(signingSecret, stringToSign(path, text)!);
        const nearly = [
          undefined,
          '',
          signature.toLowerCase(),
          signature.slice(0, -1),
          `${signature}=`,
          `"${signature}"`,
          `sha256=${signature}`,
        ][how];
        const headers: Record<string, string> = nearly === undefined ? {} : { 'x-signature': nearly };
        assert.equal((await tryOut(stage, operation, { path, body: text, headers })).status, 403);
      }),
      tries(0.3),
    );
  });
}

test('names that look like numbers are signed first, and the last of duplicate names is signed', async () => {
  const operation = enforcing.operations.find(({ path }) => path === '/payment-session')!;
  const body = '{"amount":1,"currency":"EUR","b":"","7":[{"z":""}],"amount":50.00,"1":-0,"x":1e21,"n":5.0e1}';
  const string = '{"1":0,"7":[{"z":null}],"amount":50,"currency":"EUR","b":null,"x":1e+21,"n":50}';
  const headers = { 'x-signature': hmacBase64(enforcing.brand.signingSecret, string) };
  const got = await tryOut(enforcing, operation, { path: operation.path, body, headers });
  assert.equal(got.status, 201, got.text);
  const asSent = { 'x-signature': hmacBase64(enforcing.brand.signingSecret, body) };
  assert.equal(
    (await tryOut(enforcing, operation, { path: operation.path, body, headers: asSent })).status,
    403,
  );
});

test('POST /v3/payment by card: only the right signature is accepted, before the card is checked', async () => {
  const path = '/v3/payment';
  const operation = enforcing.operations.find((one) => one.path === path)!;
  const card = operation.examples.find(
    (one) => 'cardNumber' in (one as { paymentData: object }).paymentData,
  ) as Record<string, unknown>;
  const fields = fc.record({
    amount: fc.oneof(
      fc.integer({ min: 1, max: 90_000 }).map((cents) => cents / 100),
      fc.constantFrom(0, 1e-2, 0.1 + 0.2, 1e21, 50),
    ),
    merchantReference: fc.oneof(fc.constantFrom(null, '', 'a:b', 'é👍'), fc.uuid()),
    currency: fc.constantFrom('EUR', 'INR', 'JPY', 'KWD'),
  });
  await fc.assert(
    fc.asyncProperty(fields, fc.constantFrom('', '4242424242424241'), async (own, wrong) => {
      const data = card.paymentData as Record<string, unknown>;
      const sent: Record<string, unknown> = {
        ...card,
        ...own,
        paymentData: wrong ? { ...data, cardNumber: wrong } : data,
      };
      const sign = (amount: number) =>
        hmacBase64(
          enforcing.brand.signingSecret,
          `${sent.paymentOptionId}:${own.merchantReference ?? ''}:${own.currency}:${amount}`,
        );
      const post = (signature: string) =>
        tryOut(enforcing, operation, { path, body: JSON.stringify(sent), headers: { signature } });
      const forged = await post(sign(own.amount + 1_000));
      // The schema is checked first (contract 3), and it does not know these amounts.
      if (own.amount + 1_000 !== own.amount) assert.ok([400, 403].includes(forged.status), forged.text);
      const got = await post(sign(own.amount));
      assert.notEqual(got.status, 403, got.text);
      assert.equal(forged.status === 403, got.status !== 400 || !/amount: /.test(got.text), got.text);
    }),
    tries(1.5),
  );
});
