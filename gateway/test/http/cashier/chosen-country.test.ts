// A reference belongs to the country that the record and the webhook name (contract 3). If a shopper or a recipient
// chooses the country in the cashier, the commit that stores the choice also moves the claim, whichever call made the
// link.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { eventually, sharedTestGateway, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';
import { CARD, type Link, openSession, optionOf, payoutOf, redirected, submit } from './shopper.ts';

const sharedGateway = sharedTestGateway();
const SEPA_PAYOUT = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };

/** Links of a payment or payout without a country, by each call that makes one. */
const LINKS = {
  'POST /v3/payment': (tollgate, brand, merchantReference) =>
    redirected(tollgate, brand, {
      paymentOptionId: optionOf('sepa-transfer').id,
      country: null,
      merchantReference,
    }),
  'POST /payment-session': (tollgate, brand, merchantReference) =>
    openSession(tollgate, brand, { country: null, merchantReference }),
  'POST /payout-session': (tollgate, brand, merchantReference) =>
    openSession(tollgate, brand, { country: null, merchantReference }, 'payout'),
} as const satisfies Record<
  string,
  (gate: TestGateway, brand: TestBrand, reference: string) => Promise<Link>
>;

/** Chooses France as the country on the page. */
function chooseFrance(tollgate: TestGateway, link: Link, isPayout: boolean, attempt = 0) {
  const option = isPayout ? payoutOf('sepa-transfer') : optionOf('sepa-transfer');
  return submit(tollgate, link, option.id, isPayout ? SEPA_PAYOUT : {}, { country: 'FR', attempt });
}

async function openStage(t: TestContext) {
  const receiver = await startWebhookReceiver(t);
  const tollgate = await sharedGateway();
  const brand = await tollgate.createBrand({ notificationUrl: receiver.url });
  const call = (method: string, path: string, body?: unknown) =>
    tollgate.call(method, path, { apiKey: brand.apiKey, body });
  return {
    tollgate,
    brand,
    receiver,
    call,
    find: async (reference: string, country?: string) =>
      (await call('GET', `/payments?merchantReference=${reference}${country ? `&country=${country}` : ''}`))
        .body,
    force: async (transactionId: string) =>
      await call('POST', `/sandbox/transactions/${transactionId}/outcome`, { outcome: 'COMPLETED' }),
  };
}

test('the reference counts in the country that the shopper chose, for searches, uniqueness and refunds', async (t) => {
  const { tollgate, brand, receiver, call, find, force } = await openStage(t);
  for (const [index, [made, open]] of Object.entries(LINKS).entries()) {
    await t.test(made, async () => {
      const isPayout = made.includes('payout');
      const reference = `chosen-${index}`;
      const link = await open(tollgate, brand, reference);
      assert.equal((await find(reference, 'FR')).length, 0);
      assert.equal((await chooseFrance(tollgate, link, isPayout)).status, 200);
      if (!isPayout) await force(link.id);

      const told = await eventually(() =>
        receiver.received.find(({ body }) => body.transactionId === link.id && body.country === 'FR'),
      );
      assert.equal(told.body.merchantReference, reference);
      const [found, ...more] = await find(reference, 'FR');
      assert.deepEqual([found.transactionId, found.country, more.length], [link.id, 'FR', 0]);
      assert.deepEqual(
        (await find(reference)).map((one: { transactionId: string }) => one.transactionId),
        [link.id],
      );

      const second = { paymentOptionId: optionOf('card').id, currency: 'EUR', amount: 25, country: 'FR' };
      const taken = await call('POST', '/v3/payment', {
        ...second,
        merchantReference: reference,
        paymentData: CARD,
      });
      assert.deepEqual(
        [taken.status, taken.body.errorCode, taken.body.transactionId],
        [409, '1020', link.id],
      );
      // The claim without a country moved too, so that reference is free again.
      const { country: _, ...nowhere } = second;
      const free = await call('POST', '/v3/payment', {
        ...nowhere,
        merchantReference: reference,
        paymentData: CARD,
      });
      assert.equal(free.status, 201, free.text);

      if (isPayout) return;
      const refund = await call('POST', '/refund/by-reference', {
        merchantReference: reference,
        country: 'FR',
        amount: 5,
      });
      assert.deepEqual([refund.status, refund.body.transactionId], [201, link.id], refund.text);
    });
  }
});

test('if the reference is taken in the chosen country, the transaction ends with 1020 and no provider is asked', async (t) => {
  const { tollgate, brand, call, find } = await openStage(t);
  for (const [index, [made, open]] of Object.entries(LINKS).entries()) {
    await t.test(made, async () => {
      const isPayout = made.includes('payout');
      const reference = `taken-${index}`;
      const link = await open(tollgate, brand, reference);
      const other = await call('POST', '/v3/payment', {
        paymentOptionId: optionOf('card').id,
        currency: 'EUR',
        amount: 25,
        country: 'FR',
        merchantReference: reference,
        paymentData: CARD,
      });
      assert.equal(other.status, 201, other.text);

      const shown = await chooseFrance(tollgate, link, isPayout);
      assert.equal(shown.status, 200, shown.text);
      assert.equal(shown.body.screen.name, 'end', shown.text);
      const { body: record } = await call('GET', `/payments/${link.id}`);
      assert.deepEqual(
        [record.status, record.errorCode, record.country, record.providerReference],
        ['DECLINED', '1020', null, null],
      );
      assert.equal(record.timeline.at(-1).actor, 'gateway');
      // Each is still found under the country in its record.
      const ids = async (country?: string) =>
        (await find(reference, country)).map((one: { transactionId: string }) => one.transactionId);
      assert.deepEqual(await ids('FR'), [other.body.result.transactionId]);
      assert.deepEqual((await ids()).sort(), [link.id, other.body.result.transactionId].sort());
    });
  }
});

test('the reference moves to another country again if the shopper changes it, also after a declined attempt', async (t) => {
  const { tollgate, brand, call, find } = await openStage(t);
  const link = await openSession(tollgate, brand, { country: null, merchantReference: 'moved' });
  const declined = { ...CARD, cardNumber: '4000000000000002' };
  await submit(tollgate, link, optionOf('card').id, declined, { country: 'FR' });
  assert.equal((await find('moved', 'FR')).length, 1);
  await submit(tollgate, link, optionOf('card').id, declined, { country: 'DE', attempt: 1 });
  assert.equal((await find('moved', 'FR')).length, 0);
  assert.equal((await find('moved', 'DE')).length, 1);

  // The third shopper chooses a country where another transaction has the reference. This ends it, also between two
  // attempts.
  await call('POST', '/v3/payment', {
    paymentOptionId: optionOf('card').id,
    currency: 'EUR',
    amount: 25,
    country: 'ES',
    merchantReference: 'moved',
    paymentData: CARD,
  });
  await submit(tollgate, link, optionOf('card').id, CARD, { country: 'ES', attempt: 2 });
  const { body: record } = await call('GET', `/payments/${link.id}`);
  assert.deepEqual([record.status, record.errorCode, record.country], ['DECLINED', '1020', 'DE']);
  assert.equal((await find('moved', 'DE'))[0].transactionId, link.id);
});

test('if two links with the same reference are paid in one country at once, only one is paid', async (t) => {
  const { tollgate, brand, call } = await openStage(t);
  for (let round = 0; round < 5; round++) {
    const merchantReference = `race-${round}`;
    const first = await openSession(tollgate, brand, { country: null, merchantReference });
    // The first shopper has chosen once, so the claim without a country is free for the second.
    await submit(
      tollgate,
      first,
      optionOf('card').id,
      { ...CARD, cardNumber: '4000000000000002' },
      { country: 'DE' },
    );
    const second = await openSession(tollgate, brand, { country: null, merchantReference });
    await Promise.all([
      submit(tollgate, first, optionOf('card').id, CARD, { country: 'FR', attempt: 1 }),
      submit(tollgate, second, optionOf('card').id, CARD, { country: 'FR' }),
    ]);
    const ends = [];
    for (const { id } of [first, second]) ends.push((await call('GET', `/payments/${id}`)).body);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ['COMPLETED', 'DECLINED']);
    assert.equal(ends.find(({ status }) => status === 'DECLINED').errorCode, '1020');
  }
});
