// Idempotency keys and merchant references (spec 7.3, 8;
// contract 3, 8), seen from outside.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';

test('idempotency keys and references of card pay-ins', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const pay = (fields: Record<string, unknown>, key?: string, apiKey = brand.apiKey, card = {}) =>
    gate.call('POST', '/v3/payment', {
      apiKey,
      body: aCardPayin(fields, card),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  // proves 4.2 Idempotency-Key; 8 idempotency rule 1
  await t.test('the same key with the same data gives the first answer byte for byte', async () => {
    const first = await pay({ merchantReference: 'replay' }, 'key-replay');
    const again = await pay({ merchantReference: 'replay' }, 'key-replay');
    assert.equal(again.status, 201);
    assert.equal(again.text, first.text);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.headers.get('x-signature'), first.headers.get('x-signature'));
  });

  await t.test(
    'a key without a reference is also replayed, although the gateway makes up references',
    async () => {
      const first = await pay({}, 'key-no-reference');
      const again = await pay({}, 'key-no-reference');
      assert.equal(again.text, first.text);
    },
  );

  // proves 8 idempotency rule 1
  await t.test('a redirect is stored and replayed', async () => {
    const first = await pay({}, 'key-redirect', brand.apiKey, { cardNumber: '4000000000003220' });
    assert.equal(first.body.resultType, 'redirect');
    const again = await pay({}, 'key-redirect', brand.apiKey, { cardNumber: '4000000000003220' });
    assert.equal(again.text, first.text);
  });

  // proves 8 idempotency rule 2
  await t.test('the same key with other data is 422 and stores nothing', async () => {
    await pay({ amount: 25 }, 'key-other');
    for (const other of [
      { amount: 26 },
      { customer: { email: 'a@example.com' } },
      { merchantReference: 'late' },
    ]) {
      const answer = await pay({ amount: 25, ...other }, 'key-other');
      assert.equal(answer.status, 422);
    }
    const found = await gate.call('GET', '/payments?merchantReference=late', { apiKey: brand.apiKey });
    assert.deepEqual(found.body, []);
  });

  await t.test(
    'a repetition with another CVV is replayed, and a repetition with another card number is 422',
    async () => {
      const first = await pay({}, 'key-cvv');
      const again = await pay({}, 'key-cvv', brand.apiKey, { cardCvv: '321' });
      assert.equal(again.status, 201);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      for (const card of [{ cardNumber: '5555555555554444' }, { cardHolder: 'A' }, { expiryMonth: '11' }])
        assert.equal((await pay({}, 'key-cvv', brand.apiKey, card)).status, 422);
      assert.equal((await pay({ unknown: 'field' }, 'key-cvv')).status, 422);
    },
  );

  await t.test('a request that is refused because of its reference leaves its key free', async () => {
    const { sql } = gate.gateway.context;
    await pay({ merchantReference: 'taken-by' });
    assert.equal((await pay({ merchantReference: 'taken-by' }, 'key-free')).status, 409);
    assert.equal((await sql`select 1 from idempotency_keys where key = 'key-free'`).length, 0);
    // Puts the key back, as if the process had died before it removed the key.
    await sql`insert into idempotency_keys (merchant_id, transaction_id, brand_id, key, request_fingerprint, created_at)
      values (${brand.merchantId}, gen_random_uuid(), ${brand.brandId}, 'key-free', ${Buffer.alloc(32)}, now())`;
    assert.equal((await pay({}, 'key-free')).status, 201);
  });

  // proves 8 idempotency rule 3
  await t.test('100 identical requests at once make one transaction', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => pay({ merchantReference: 'hundred', country: 'FR' }, 'key-hundred')),
    );
    const created = answers.filter((one) => one.status === 201);
    const waiting = answers.filter((one) => one.status === 409);
    assert.equal(created.length + waiting.length, 100);
    assert.ok(created.length >= 1);
    const ids = new Set([
      ...created.map((one) => one.body.result.transactionId),
      ...waiting.map((one) => one.body.transactionId),
    ]);
    assert.equal(ids.size, 1);
    assert.equal(new Set(created.map((one) => one.text)).size, 1);
    assert.equal(created.filter((one) => one.headers.get('idempotent-replayed') === null).length, 1);
    const found = await gate.call('GET', '/payments?merchantReference=hundred', { apiKey: brand.apiKey });
    assert.equal(found.body.length, 1);
  });

  // proves 7.3.1; 7.3.2
  await t.test(
    '100 requests at once with one reference and no key make one transaction; the others are 409 with 1020',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => pay({ merchantReference: 'one-only', country: 'ES' })),
      );
      const created = answers.filter((one) => one.status === 201);
      assert.equal(created.length, 1);
      for (const other of answers.filter((one) => one.status !== 201)) {
        assert.equal(other.status, 409);
        assert.equal(other.body.errorCode, '1020');
        assert.equal(other.body.statusCode, 409);
        assert.match(other.body.message, /merchantReference/);
        assert.equal(other.body.transactionId, created[0]!.body.result.transactionId);
      }
    },
  );

  // proves 2.1 merchantReference, unique; 7.3.1
  await t.test(
    'a reference is unique per merchant and country; having no country counts as one country',
    async () => {
      assert.equal((await pay({ merchantReference: 'abroad', country: 'DE' })).status, 201);
      assert.equal((await pay({ merchantReference: 'abroad', country: 'FR' })).status, 201);
      assert.equal((await pay({ merchantReference: 'abroad', country: undefined })).status, 201);
      assert.equal((await pay({ merchantReference: 'abroad', country: undefined })).status, 409);
      assert.equal((await pay({ merchantReference: 'abroad', country: null })).status, 409);
      assert.equal((await pay({ merchantReference: 'abroad', country: 'DE' })).status, 409);
      const all = await gate.call('GET', '/payments?merchantReference=abroad', { apiKey: brand.apiKey });
      assert.equal(all.body.length, 3);
      const french = await gate.call('GET', '/payments?merchantReference=abroad&country=FR', {
        apiKey: brand.apiKey,
      });
      assert.deepEqual(
        french.body.map((one: { country: string }) => one.country),
        ['FR'],
      );
    },
  );

  // proves 2.1 merchantReference, unique
  await t.test('another brand of the merchant shares the references, but does not learn the id', async () => {
    const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
    await pay({ merchantReference: 'family' });
    const answer = await pay({ merchantReference: 'family' }, undefined, sister.apiKey);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.errorCode, '1020');
    assert.equal('transactionId' in answer.body, false);
    const stranger = await gate.createBrand({ name: 'Stranger' });
    assert.equal((await pay({ merchantReference: 'family' }, undefined, stranger.apiKey)).status, 201);
  });

  // proves 1 rule 1; 8 Idempotency-Key, scope
  await t.test('a key belongs to its brand: another brand may use the same', async () => {
    const sister = await gate.createBrand({ name: 'Sister 2' }, brand.merchantId);
    const ours = await pay({ merchantReference: 'key-ours' }, 'shared-key');
    const theirs = await pay({ merchantReference: 'key-theirs' }, 'shared-key', sister.apiKey);
    assert.equal(theirs.status, 201);
    assert.notEqual(ours.body.result.transactionId, theirs.body.result.transactionId);
  });

  await t.test('a request that failed validation leaves no key behind', async () => {
    assert.equal((await pay({ amount: -1 }, 'key-fresh')).status, 400);
    assert.equal((await pay({}, 'key-fresh', brand.apiKey, { cardNumber: '4242424242424241' })).status, 400);
    const good = await pay({}, 'key-fresh');
    assert.equal(good.status, 201);
    assert.equal(good.headers.get('idempotent-replayed'), null);
  });

  await t.test('a refused duplicate reference leaves no key behind', async () => {
    await pay({ merchantReference: 'taken' });
    assert.equal((await pay({ merchantReference: 'taken' }, 'key-after-409')).status, 409);
    assert.equal((await pay({ merchantReference: 'free' }, 'key-after-409')).status, 201);
  });

  // proves 8 Idempotency-Key
  await t.test(
    'a key of 1 to 64 characters is accepted, and an empty, longer or unclean one is 400',
    async () => {
      assert.equal((await pay({}, 'k'.repeat(64))).status, 201);
      for (const bad of ['k'.repeat(65), '', 'a\tb']) {
        const answer = await pay({}, bad);
        assert.equal(answer.status, 400, JSON.stringify(bad));
        assert.match(JSON.stringify(answer.body.message), /Idempotency-Key/);
      }
    },
  );

  // proves 8 Idempotency-Key, expiry
  await t.test('a key is kept for 48 hours and free afterwards', async () => {
    const first = await pay({ merchantReference: 'old-1' }, 'key-old');
    gate.advance(47 * 3_600_000);
    assert.equal((await pay({ merchantReference: 'old-1' }, 'key-old')).text, first.text);
    gate.advance(3_600_000 + 1_000);
    const later = await pay({ merchantReference: 'old-2' }, 'key-old');
    assert.equal(later.status, 201);
    assert.notEqual(later.body.result.transactionId, first.body.result.transactionId);
  });

  // proves 8 idempotency rule 3
  await t.test(
    'the key of a request whose process died answers 409 until the resolver is done, then replays',
    async () => {
      // A kill between the durable insert and the outcome leaves the row as it was opened.
      const first = await pay({ merchantReference: 'died' }, 'key-died');
      const id = first.body.result.transactionId;
      await gate.gateway.context.sql`delete from steps where transaction_id = ${id}`;
      await gate.gateway.context.sql`update idempotency_keys set answer = null where transaction_id = ${id}`;
      await gate.gateway.context.sql`
        insert into open_work (merchant_id, transaction_id, brand_id, status, due_at, created_at)
        select merchant_id, id, brand_id, status, ${new Date(gate.now().getTime() + 20_000)}, created_at
        from openings where id = ${id}`;
      await gate.gateway.context.sql`delete from events where transaction_id = ${id}`;
      await gate.gateway.context.sql`delete from webhook_queue where transaction_id = ${id}`;
      await gate.gateway.context.sql`delete from transfers where transaction_id = ${id}`;
      const during = await pay({ merchantReference: 'died' }, 'key-died');
      assert.equal(during.status, 409);
      assert.equal(during.body.transactionId, id);
      gate.advance(21_000);
      const after = await eventually(async () => {
        const answer = await pay({ merchantReference: 'died' }, 'key-died');
        return answer.status === 201 && answer;
      });
      assert.equal(after.headers.get('idempotent-replayed'), 'true');
      assert.equal(after.body.result.transactionId, id);
      assert.equal(after.body.result.status, 'COMPLETED');
    },
  );
});
