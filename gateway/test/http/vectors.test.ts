// The card vectors of openapi/signature-vectors.json through real HTTP (spec 5). A brand with the vector's secret
// accepts their bodies, byte for byte, with the signature of their string, and refuses any other. The test adds what a
// card pay-in needs besides, and names the sandbox's card option instead of the file's example.
import assert from 'node:assert/strict';
import { createHmac, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { sealContext } from '../../src/storage/keys/vault.ts';
import { insertSigningSecret, touchBrand } from '../../src/storage/merchants/brand-store.ts';
import { aCardPayin, CARD_OPTION_ID, startTestGateway, type TestBrand } from '../stage/harness.ts';
import { VECTOR_GROUPS, type Vector } from '../stage/signature-vectors.ts';

const VECTORS = VECTOR_GROUPS.cardRequest!.vectors;
const CARD = JSON.stringify(aCardPayin().paymentData);

/** Correctly signed, and still refused: no such amount can be paid. The schema is checked before the signature. */
const NOT_PAYABLE: readonly string[] = ['1e21 as JavaScript writes it'];

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64');

/** The vector's text with the card's option and data; nothing else changes. */
function completed({ input, stringToSign }: Vector): { body: string; text: string } {
  const { paymentOptionId: example } = JSON.parse(input);
  const withCard = input.includes('"paymentData"')
    ? input.replace(/"paymentData":\{[^}]*\}/, `"paymentData":${CARD}`)
    : input.replace(/\}\s*$/, `,"paymentData":${CARD}}`);
  return {
    body: withCard.replace(example, CARD_OPTION_ID),
    text: stringToSign.replace(example, CARD_OPTION_ID),
  };
}

/** Every text that differs in one character: changed, left out or doubled. */
function* misread(text: string): Generator<string> {
  const characters = [...text];
  for (const i of new Set([0, 36, 37, Math.floor(characters.length / 2), characters.length - 1])) {
    const [before, one, after] = [characters.slice(0, i), characters[i]!, characters.slice(i + 1)];
    yield [...before, one === '0' ? '1' : '0', ...after].join('');
    yield [...before, ...after].join('');
    yield [...before, one, one, ...after].join('');
  }
}

test('the card vectors pass over HTTP', async (t) => {
  const gate = await startTestGateway(t);
  const { sql, vault, brands } = gate.gateway.context;

  async function brandWith(secret: string): Promise<TestBrand> {
    const brand = await gate.createBrand({ enforceSignatures: true });
    const sealed = vault.seal(secret, sealContext.signingSecret(brand.brandId));
    await sql.begin(async (tx) => {
      await touchBrand(tx, brand.merchantId, brand.brandId);
      // Newer than the brand's first secret, so that answers are signed with it.
      const at = new Date(Date.now() + 1_000);
      await insertSigningSecret(tx, brand, { id: randomUUIDv7(), sealed, hint: 'tgs_…' }, at);
    });
    await brands.refresh();
    return brand;
  }
  const pay = ({ apiKey }: TestBrand, body: string, Signature: string) =>
    gate.call('POST', '/v3/payment', { apiKey, body, headers: { Signature } });

  assert.ok(VECTORS.length >= 10, String(VECTORS.length));
  for (const vector of VECTORS) {
    await t.test(vector.name, async () => {
      const brand = await brandWith(vector.secret);
      const { body, text } = completed(vector);
      const payable = !NOT_PAYABLE.includes(vector.name);
      for (const other of misread(text)) {
        if (other === text) continue;
        const refused = await pay(brand, body, sign(vector.secret, other));
        assert.equal(refused.status, payable ? 403 : 400, `${other}: ${refused.text}`);
        if (payable) assert.equal(refused.body.stringToSign, text);
      }
      const stranger = await pay(brand, body, sign(`${vector.secret} `, text));
      assert.equal(stranger.status, payable ? 403 : 400);

      const answer = await pay(brand, body, sign(vector.secret, text));
      assert.equal(answer.status, payable ? 201 : 400, answer.text);
      if (!payable) return;
      const { transactionId, merchantReference, currency, amount, status } = answer.body.result;
      const answered = `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
      assert.equal(answer.headers.get('x-signature'), sign(vector.secret, answered));
    });
  }

  await t.test('a secret is used unchanged, whatever it contains', async () => {
    const secrets = new Set(
      Object.values(VECTOR_GROUPS).flatMap(({ vectors }) => vectors.map((one) => one.secret)),
    );
    assert.ok(secrets.size >= 3, [...secrets].join());
    const { body, text } = completed(VECTORS[0]!);
    for (const secret of secrets) {
      const brand = await brandWith(secret);
      assert.equal((await pay(brand, body, sign(secret, text))).status, 201, secret);
    }
  });
});
