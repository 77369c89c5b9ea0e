// Strict signing (contract 3): each call of a brand with `signAllRequests` that changes something has X-Signature over
// its body, or over its path and query if it has no body. A call that creates something names the caller's reference,
// so that a stranger's repetition has no effect. The test uses the real routes and takes the calls from the API
// description, so that a new one cannot be forgotten.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { cardRequestString, hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { aCardPayin, sharedTestGateway, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import { aPayout, IBAN, openDesk, payoutOption } from '../../stage/payouts.ts';
import { ASKING } from '../../stage/receipt-provider.ts';
import { optionOf, submit } from '../cashier/shopper.ts';

const STRICT = { enforceSignatures: true, signAllRequests: true };

/** Calls that create a transaction, with a body that lacks only the reference. */
const CREATORS: Record<string, () => Record<string, unknown>> = {
  '/v3/payment': () => ({ ...aCardPayin(), merchantReference: undefined }),
  '/v3/payout': () => ({ ...aPayout(), merchantReference: undefined }),
  '/payment-session': () => ({ country: 'DE', currency: 'EUR', amount: 25 }),
  '/payout-session': () => ({ country: 'DE', currency: 'EUR', amount: 25 }),
  '/payment-links': () => ({ country: 'DE', currency: 'EUR', amount: 25 }),
  '/v2/payment-options': () => ({ country: 'DE', currency: 'EUR', amount: 25 }),
  '/v2/payout-options': () => ({ country: 'DE', currency: 'EUR', amount: 25 }),
};

type Body = Record<string, unknown>;

/** Signs like a merchant who signs everything. `over`: the signed body, if it differs from the sent one. */
function signed({ signingSecret }: TestBrand, body: Body, over: Body = body): Record<string, string> {
  return {
    'X-Signature': hmacBase64(signingSecret, JSON.stringify(over)),
    Signature: hmacBase64(signingSecret, cardRequestString(over as never)),
  };
}

function sender(gate: TestGateway, brand: TestBrand) {
  return (path: string, body: Body, headers: Record<string, string> = signed(brand, body)) =>
    gate.call('POST', path, { apiKey: brand.apiKey, body, headers });
}

const quietGateway = sharedTestGateway({ workers: false });

test('every POST of the merchant API needs X-Signature, before its schema is checked', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const send = sender(gate, brand);
  const { paths } = (await gate.call('GET', '/openapi.json')).body;
  const posts = Object.keys(paths).filter(
    (path) => 'apiKey' in (paths[path].post?.security[0] ?? {}) && !path.startsWith('/sandbox/'),
  );
  assert.ok(posts.length >= 14, posts.join());
  const body = { amount: 'not an amount', unknown: ['ü', 1.5, null] };
  for (const path of posts) {
    for (const headers of [{}, signed(brand, body, { ...body, amount: 1 })]) {
      const refused = await send(path, body, headers);
      assert.equal(refused.status, 403, `${path}: ${refused.text}`);
      assert.match(refused.body.message, /^X-Signature: /);
      assert.equal(refused.body.stringToSign, JSON.stringify(body), path);
    }
    // Such a path names something that does not exist here.
    if (path.includes('{')) continue;
    const taken = await send(path, body);
    assert.equal(taken.status, 400, `${path}: ${taken.text}`);
    // An invalid body has nothing to sign.
    const { apiKey } = brand;
    assert.equal((await gate.call('POST', path, { apiKey })).status, 400, path);
    assert.equal((await gate.call('POST', path, { apiKey, body: '{' })).status, 400, path);
    assert.equal((await gate.call('POST', path, { body: '{}' })).status, 401, path);
  }
  for (const path of ['/payment-options', '/direct-payment']) {
    assert.equal((await send(path, body, {})).status, 410, path);
  }
});

test('a call without a body needs a signature over its path and query', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const open = async (merchantReference: string) => {
    const body = { country: 'DE', currency: 'EUR', amount: 25, merchantReference };
    return `/payment-links/${(await sender(gate, brand)('/payment-links', body)).body.transactionId}`;
  };
  const [link, other] = [await open('link-1'), await open('link-2')];
  const remove = (path: string, over?: string, body?: string) =>
    gate.call('DELETE', path, {
      apiKey: brand.apiKey,
      headers: over === undefined ? {} : { 'X-Signature': hmacBase64(brand.signingSecret, over) },
      ...(body !== undefined && { body }),
    });
  for (const [path, over, body] of [
    [link],
    [link, other],
    [`${link}?a=1`, link],
    [link, `${link}?a=1`],
    [link, ''],
    // A signature over a body is not valid for a path.
    [link, '{}', '{}'],
  ] as const) {
    const refused = await remove(path, over, body);
    assert.equal(refused.status, 403, `${path} ${over}: ${refused.text}`);
    assert.match(refused.body.message, /^X-Signature: .*path and query/);
    assert.equal(refused.body.stringToSign, path);
  }
  assert.equal((await gate.call('GET', link, brand)).body.state, 'open');
  assert.equal((await remove(`${link}?a=1`, `${link}?a=1`)).status, 204);
  assert.equal((await gate.call('GET', link, brand)).body.state, 'cancelled');
  // A brand that only enforces does not sign this call.
  const calm = await gate.createBrand({ enforceSignatures: true });
  const unknown = await gate.call('DELETE', `/payment-links/${randomUUID()}`, calm);
  assert.equal(unknown.status, 404, unknown.text);
});

test('a refusal of a signature shows the checked text without the card number', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const send = sender(gate, brand);
  const { paymentData, ...rest } = aCardPayin({
    merchantReference: 'masked',
    note: 'and 5555 5555 5555 4444',
  });
  const body = {
    ...rest,
    paymentData: { ...(paymentData as Body), cardNumber: '4242424242424242', cardCvv: '739' },
  };
  const { status, body: refused, text } = await send('/v3/payment', body, {});
  assert.equal(status, 403);
  const shown = JSON.stringify(body)
    .replace('4242424242424242', '424242••••••4242')
    .replace('739', '•••')
    .replace('5555 5555 5555 4444', '5555 55•• •••• 4444');
  assert.equal(refused.stringToSign, shown);
  assert.equal(refused.stringToSign.length, JSON.stringify(body).length);
  assert.doesNotMatch(text, /4242424242424242|"739"/);
  // Misspelt, a number, in pieces, or with a token instead of the number: the answer shows nothing of it.
  for (const data of [
    { cardnumber: 4242424242424242 },
    { cardCvv: 739 },
    { cvv: '7"39' },
    { token: 'tok_7391' },
  ]) {
    const answer = await send('/v3/payment', { ...rest, paymentData: data }, {});
    assert.doesNotMatch(answer.body.stringToSign, /4242424242424242|739|7\\"39/, JSON.stringify(data));
  }
});

test('a call that makes a transaction needs a merchantReference, so that a repeated call has no effect', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const relaxed = await gate.createBrand({ enforceSignatures: true });
  const send = sender(gate, brand);
  for (const [path, make] of Object.entries(CREATORS)) {
    const bare = make();
    for (const body of [bare, { ...bare, merchantReference: '' }, { ...bare, merchantReference: null }]) {
      // In a session or a link the empty string is signed as null.
      const over =
        (path.endsWith('-session') || path === '/payment-links') && body.merchantReference === ''
          ? { ...body, merchantReference: null }
          : body;
      const refused = await send(path, body, signed(brand, body, over));
      assert.equal(refused.status, 400, `${path}: ${refused.text}`);
      assert.deepEqual(
        refused.body.message,
        ['merchantReference: required for this brand, which signs all its requests'],
        path,
      );
    }
    const both = await send(path, { ...bare, amount: -1 });
    assert.equal(both.body.message.length, 2, 'beside every other fault');
    const named = { ...bare, merchantReference: `once ${path}` };
    const headers = signed(brand, named);
    const [first, again] = [await send(path, named, headers), await send(path, named, headers)];
    assert.equal(first.status, 201, `${path}: ${first.text}`);
    assert.deepEqual([again.status, again.body.errorCode], [409, '1020'], path);

    // A brand that only enforces needs neither.
    const calm = await sender(gate, relaxed)(path, bare, signed(relaxed, bare));
    assert.equal(calm.status, 201, `${path}: ${calm.text}`);
  }
});

test('a repeated signed request without a country has no effect after the shopper has chosen a country', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand({ ...STRICT, automaticApproval: true });
  const send = sender(gate, brand);
  const iban = { iban: IBAN, accountHolder: 'Ada Lovelace' };
  const opening = { currency: 'EUR', amount: 25 };
  const sepa = { ...opening, paymentOptionId: payoutOption('sepa-transfer').id };
  for (const [path, fields, isPayout] of [
    ['/payout-session', opening, true],
    ['/v3/payout', sepa, true],
    ['/payment-session', opening, false],
  ] as const) {
    const body = { ...fields, merchantReference: `chosen ${path}` };
    const headers = signed(brand, body);
    const first = await send(path, body, headers);
    // A session answers flat, v3 in its envelope.
    const { transactionId, cashierUrl, redirectUrl } = { ...first.body, ...first.body.result };
    const { pathname } = new URL(cashierUrl ?? redirectUrl);
    const link = { id: transactionId, path: pathname, token: pathname.split('/').at(-1)! };
    const option = isPayout ? payoutOption('sepa-transfer') : optionOf('sepa-transfer');
    const chosen = await submit(gate, link, option.id, isPayout ? iban : {}, { country: 'FR' });
    assert.equal(chosen.status, 200, chosen.text);

    const again = await send(path, body, headers);
    const { errorCode, transactionId: named } = again.body;
    assert.deepEqual(
      [again.status, errorCode, named],
      [409, '1020', transactionId],
      `${path}: ${again.text}`,
    );
  }
});

test('a card pay-in needs both signatures, and neither replaces the other', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const send = sender(gate, brand);
  const body = aCardPayin({ merchantReference: 'both' });
  const { Signature, 'X-Signature': overBody } = signed(brand, body) as Record<string, string>;
  const missing = await send('/v3/payment', body, { 'X-Signature': overBody! });
  assert.equal(missing.status, 403);
  assert.match(missing.body.message, /^Signature: /);
  assert.equal(missing.body.stringToSign, cardRequestString(body as never));
  const other = await send('/v3/payment', body, { Signature: Signature! });
  assert.match(other.body.message, /^X-Signature: /);
  const swapped = await send('/v3/payment', body, { Signature: overBody!, 'X-Signature': Signature! });
  assert.equal(swapped.status, 403);
  // X-Signature covers what Signature does not: another card, another customer.
  const changed = { ...body, userId: 'another' };
  assert.equal((await send('/v3/payment', changed, signed(brand, changed, body))).status, 403);
  const paid = await send('/v3/payment', body);
  assert.equal(paid.status, 201, paid.text);
  const { transactionId, merchantReference, currency, amount, status } = paid.body.result;
  const answered = `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
  assert.equal(paid.headers.get('x-signature'), hmacBase64(brand.signingSecret, answered));
});

test('a refund needs a refundReference, so that a repeated refund gets the first answer', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const send = sender(gate, brand);
  await send('/v3/payment', aCardPayin({ merchantReference: 'sold', amount: 25 }));
  const bare = { merchantReference: 'sold', country: 'DE', amount: 5 };
  for (const body of [bare, { ...bare, refundReference: null }]) {
    const refused = await send('/refund/by-reference', body);
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(refused.body.message, [
      'refundReference: required for this brand, which signs all its requests',
    ]);
  }
  const body = { ...bare, refundReference: 'back-1' };
  const headers = signed(brand, body);
  const first = await send('/refund/by-reference', body, headers);
  assert.equal(first.status, 201, first.text);
  assert.equal((await send('/refund/by-reference', body, headers)).text, first.text);
  const { body: records } = await gate.call('GET', '/payments?merchantReference=sold&country=DE', brand);
  assert.equal(records[0].amountRefunded, 5);
});

test('a form signs its text fields, and the outcome of the sandbox needs no signature', async () => {
  const gate = await quietGateway();
  const brand = await gate.createBrand(STRICT);
  const send = sender(gate, brand);
  const asking = await send('/v3/payment', { ...ASKING.p2p, amount: 250, merchantReference: 'proof' });
  assert.equal(asking.status, 201, asking.text);
  const { sessionId, transactionId } = asking.body.result;
  const fields = { essentialKey: 'Asha', sessionId };
  const post = async (headers: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('document', new Blob([Buffer.from('%PDF-1.7 paid')]), 'receipt.pdf');
    const answer = await fetch(`${gate.url}/confirm-payment`, {
      method: 'POST',
      headers: { 'x-api-key': brand.apiKey, ...headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { stringToSign?: string } };
  };
  const refused = await post({});
  assert.deepEqual([refused.status, refused.body.stringToSign], [403, JSON.stringify(fields)]);
  const right = hmacBase64(brand.signingSecret, JSON.stringify(fields));
  assert.equal((await post({ 'X-Signature': right })).status, 201);

  const forced = await send(`/sandbox/transactions/${transactionId}/outcome`, { outcome: 'COMPLETED' }, {});
  assert.equal(forced.status, 200, forced.text);
});

test('under strict signing a stolen API key cannot make payouts, but under enforced signatures alone it can', async () => {
  const gate = await quietGateway();
  const settings = { enforceSignatures: true, automaticApproval: true };
  const stolen = { merchantReference: randomUUID() };
  const open = await openDesk(gate, settings);
  await open.fund(100);
  const paid = await open.payOut(stolen);
  assert.deepEqual([paid.status, paid.body.result.status], [201, 'PROCESSING'], paid.text);

  const strict = await openDesk(gate, { ...settings, signAllRequests: true });
  await strict.fund(100);
  assert.equal((await strict.payOut(stolen)).status, 403);
  const { apiKey } = strict.brand;
  const { body } = await gate.call('GET', `/payments?merchantReference=${stolen.merchantReference}`, {
    apiKey,
  });
  assert.deepEqual(body, []);
});

test('signAllRequests cannot be true while enforceSignatures is false', async () => {
  const gate = await quietGateway();
  const { merchantId, brandId } = await gate.createBrand();
  const brands = `/operator/merchants/${merchantId}/brands`;
  const path = `/operator/brands/${brandId}`;
  const message = ['signAllRequests: can be true only if enforceSignatures is true; send both'];
  const refuse = async (method: string, url: string, body: Body) => {
    const refused = await gate.operator(method, url, body);
    assert.deepEqual([refused.status, refused.body.message], [400, message], JSON.stringify(body));
  };
  await refuse('POST', brands, { name: 'Strict', signAllRequests: true });
  await refuse('PATCH', path, { signAllRequests: true });
  await refuse('PATCH', path, { signAllRequests: true, enforceSignatures: false });
  const made = await gate.operator('POST', brands, { name: 'Strict', ...STRICT });
  assert.deepEqual([made.status, made.body.signAllRequests], [201, true]);

  assert.equal((await gate.operator('PATCH', path, STRICT)).body.signAllRequests, true);
  await refuse('PATCH', path, { enforceSignatures: false });
  const shown = (await gate.operator('GET', path)).body;
  assert.deepEqual([shown.enforceSignatures, shown.signAllRequests], [true, true]);
  // Other changes of a strict brand leave both settings on, and one call may turn both off.
  assert.equal((await gate.operator('PATCH', path, { fourEyes: true })).body.signAllRequests, true);
  const off = { enforceSignatures: false, signAllRequests: false };
  const relaxed = (await gate.operator('PATCH', path, off)).body;
  assert.deepEqual([relaxed.enforceSignatures, relaxed.signAllRequests], [false, false]);
});
