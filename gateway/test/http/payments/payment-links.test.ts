// Payment links over the API (contract 8): what they accept, how long they live, their states, and that only their
// brand sees them.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { eventually, startTestGateway, type TestBrand } from '../../stage/harness.ts';
import { CARD, optionOf, readState, submit } from '../cashier/shopper.ts';

const HOUR_MS = 3_600_000;

test('payment links over the API', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const make = (fields: object = {}, { apiKey }: Pick<TestBrand, 'apiKey'> = brand) =>
    gate.call('POST', '/payment-links', {
      apiKey,
      body: { currency: 'EUR', amount: 25, country: 'DE', ...fields },
    });
  const read = (id: string, { apiKey } = brand) => gate.call('GET', `/payment-links/${id}`, { apiKey });
  const remove = (id: string, { apiKey } = brand) => gate.call('DELETE', `/payment-links/${id}`, { apiKey });

  await t.test('a link says what it asks for, can be read again, and is paid once', async () => {
    const made = await make({ merchantReference: 'inv-1', description: 'Invoice 1', maxPayments: 1 });
    assert.equal(made.status, 201, made.text);
    const { transactionId, cashierUrl, state, merchantReference, description, maxPayments, endedAt } =
      made.body;
    assert.deepEqual(
      [state, merchantReference, description, maxPayments, endedAt],
      ['open', 'inv-1', 'Invoice 1', 1, null],
    );
    const { createdAt, expiresAt } = made.body;
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 7 * 24 * HOUR_MS);
    const signature = createHmac('sha256', brand.signingSecret).update(made.text).digest('base64');
    assert.equal(made.headers.get('x-signature'), signature);
    assert.deepEqual((await read(transactionId.toUpperCase())).body, made.body);
    const { pathname: path } = new URL(cashierUrl);
    const page = { id: transactionId, path, token: path.split('/').at(-1)! };
    assert.match(JSON.stringify(await readState(gate, page)), /Invoice 1/);
    const paid = await submit(gate, page, optionOf('card').id, CARD);
    assert.equal(paid.status, 200, paid.text);
    await eventually(async () => (await read(transactionId)).body.state === 'paid');
    const refused = await remove(transactionId);
    assert.equal(refused.status, 400, refused.text);
    assert.equal((await make({ merchantReference: 'inv-1' })).body.errorCode, '1020');
  });

  await t.test('a link is valid for one hour to thirty days', async () => {
    for (const fields of [
      { expiresIn: 3599 },
      { expiresIn: 2_592_001 },
      { expiresIn: '3600' },
      { maxPayments: 2 },
      { description: ' ' },
    ]) {
      const answer = await make({ ...fields, amount: 1.234 });
      assert.equal(answer.status, 400);
      const named = answer.body.message.map((one: string) => one.split(':')[0]).sort();
      assert.deepEqual(named, ['amount', Object.keys(fields)[0]].sort(), answer.text);
    }
    assert.equal((await make({ amount: 0.01 })).body.errorCode, '1001');
    const { body } = await make({ expiresIn: 3600, orderDetails: [{ productName: 'Two mugs' }] });
    assert.equal(body.description, 'Two mugs');
    assert.equal(Date.parse(body.expiresAt) - Date.parse(body.createdAt), HOUR_MS);
    gate.advance(HOUR_MS + 1000);
    assert.equal((await read(body.transactionId)).body.state, 'expired');
    await eventually(async () => {
      const { body: record } = await gate.call('GET', `/payments/${body.transactionId}`, {
        apiKey: brand.apiKey,
      });
      return record.errorCode === '3002';
    });
    assert.equal((await remove(body.transactionId)).status, 204);
  });

  await t.test('DELETE cancels a link, may be repeated, and is audited with the key', async () => {
    const { transactionId, cashierUrl } = (await make()).body;
    assert.equal((await remove(transactionId)).status, 204);
    assert.equal((await remove(transactionId)).status, 204);
    const cancelled = (await read(transactionId)).body;
    assert.equal(cancelled.state, 'cancelled');
    assert.ok(cancelled.endedAt);
    const { body: record } = await gate.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey });
    assert.deepEqual([record.status, record.errorCode], ['DECLINED', '3001']);
    const page = await gate.call('GET', `${new URL(cashierUrl).pathname}/state`);
    assert.notEqual(page.body?.screen?.name, 'choose', page.text);
    const rows = (
      await gate.operator(
        'GET',
        `/operator/audit?merchantId=${brand.merchantId}&target=${transactionId}&limit=10`,
      )
    ).body;
    assert.deepEqual(
      rows.map(({ action, actor }: { action: string; actor: { kind: string } }) => [action, actor.kind]),
      [
        ['link.created', 'api'],
        ['transaction.cancelled', 'api'],
      ],
    );
  });

  await t.test('links are listed newest first, by state and page by page', async () => {
    const lister = await gate.createBrand();
    const ids: string[] = [];
    for (const amount of [1, 2, 3]) ids.unshift((await make({ amount }, lister)).body.transactionId);
    await remove(ids[1]!, lister);
    const list = (query: string) => gate.call('GET', `/payment-links?${query}`, { apiKey: lister.apiKey });
    const idsOf = (links: { transactionId: string }[]) => links.map(({ transactionId }) => transactionId);
    const first = await list('limit=2');
    assert.deepEqual(idsOf(first.body), ids.slice(0, 2));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
    const second = await gate.call('GET', next.slice(gate.config.publicUrl.length), {
      apiKey: lister.apiKey,
    });
    assert.deepEqual(idsOf(second.body), ids.slice(2));
    assert.equal(second.headers.get('link'), null);
    assert.deepEqual(idsOf((await list('state=cancelled')).body), [ids[1]]);
    for (const wrong of ['state=gone', 'cursor=x', 'limit=0', 'colour=red'])
      assert.equal((await list(wrong)).status, 400, wrong);
    const { apiKey } = await gate.createBrand();
    assert.deepEqual((await gate.call('GET', '/payment-links', { apiKey })).body, []);
  });

  await t.test("another brand's link, a session and an unknown id are 404", async () => {
    const other = await gate.createBrand();
    const { transactionId } = (await make()).body;
    const session = await gate.call('POST', '/payment-session', {
      apiKey: brand.apiKey,
      body: { currency: 'EUR', amount: 5 },
    });
    for (const [id, asker] of [
      [transactionId, other],
      [session.body.transactionId, brand],
      ['nothing', brand],
    ] as const) {
      assert.equal((await read(id, asker)).status, 404, id);
      assert.equal((await remove(id, asker)).status, 404, id);
    }
    assert.equal((await read(transactionId)).body.state, 'open');
  });

  await t.test('a key without the scope is refused, and a strict brand signs the request', async () => {
    const readers = await gate.createBrand();
    const { body: key } = await gate.operator('POST', `/operator/brands/${readers.brandId}/api-keys`, {
      scopes: ['read'],
    });
    const { transactionId } = (await make({}, readers)).body;
    await eventually(
      async () => (await read(transactionId, { ...readers, apiKey: key.apiKey })).status === 200,
    );
    assert.equal((await make({}, { apiKey: key.apiKey })).status, 403);
    assert.equal((await remove(transactionId, { ...readers, apiKey: key.apiKey })).status, 403);
    const strict = await gate.createBrand({ enforceSignatures: true });
    const text = '{"currency":"EUR","amount":25,"country":"DE","description":""}';
    const signed = (signature?: string) =>
      gate.call('POST', '/payment-links', {
        apiKey: strict.apiKey,
        body: text,
        ...(signature && { headers: { 'x-signature': signature } }),
      });
    assert.equal((await signed()).status, 403);
    // As for sessions: empty strings are signed as null (spec 5, rule 2).
    const normal = text.replace('""', 'null');
    const right = createHmac('sha256', strict.signingSecret).update(normal).digest('base64');
    assert.equal((await signed(right)).status, 201);
  });
});
