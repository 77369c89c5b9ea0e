// GET /payments without a reference (contract 5): a brand's transactions, newest first, in pages that no later change
// moves.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, CARD_OPTION_ID, startTestGateway } from '../../stage/harness.ts';

const OPEN_BANKING = 'OPEN_BANKING';
const HOUR_MS = 3_600_000;

test('a brand lists its transactions', async (t) => {
  const gate = await startTestGateway(t);
  const [brand, other] = [await gate.createBrand(), await gate.createBrand()];
  const get = (path: string, { apiKey } = brand) => gate.call('GET', path, { apiKey });
  const list = (query: Record<string, string> = {}, of = brand) =>
    get(`/payments?${new URLSearchParams(query)}`, of);
  const idsOf = ({ body }: { body: { transactionId: string }[] }) => body.map((one) => one.transactionId);

  const ids: string[] = [];
  const pay = async (of: typeof brand, fields = {}, card = {}) => {
    const { body } = await gate.call('POST', '/v3/payment', {
      apiKey: of.apiKey,
      body: aCardPayin(fields, card),
    });
    return body.result.transactionId as string;
  };
  // At least a millisecond apart, so that their order is clear.
  const payLater = async (fields = {}, card = {}) => {
    gate.advance(1_000);
    const id = await pay(brand, fields, card);
    ids.unshift(id);
    return id;
  };
  for (let i = 0; i < 5; i++) await payLater({ merchantReference: `order-${i}` });
  const dollars = await payLater({ currency: 'USD' });
  const declined = await payLater({}, { cardNumber: '4000000000000002' });
  await pay(other);

  await t.test('the list has whole records, only of this brand, newest first', async () => {
    const answer = await list();
    assert.equal(answer.status, 200);
    assert.deepEqual(idsOf(answer), ids);
    assert.equal(answer.headers.get('link'), null);
    assert.deepEqual(answer.body[0], (await get(`/payments/${declined}`)).body);
    assert.equal(idsOf(await list({}, other)).length, 1);
  });

  await t.test('pages follow each other until there is no Link, whatever is added meanwhile', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/payments?limit=3';
    for (let pages = 0; path !== undefined && pages < 10; pages++) {
      const answer = await get(path);
      seen.push(...idsOf(answer));
      const link = answer.headers.get('link');
      const [, url] = /^<(.+)>; rel="next"$/.exec(link ?? '') ?? [];
      assert.equal(url === undefined, link === null);
      if (url !== undefined) {
        assert.ok(url.startsWith(`${gate.config.publicUrl}/payments?`));
        path = url.slice(gate.config.publicUrl.length);
      } else path = undefined;
      gate.advance(1_000);
      await pay(brand, { merchantReference: `meanwhile-${pages}` });
    }
    assert.deepEqual(seen, ids);
  });

  await t.test('each filter works, and all of them together', async () => {
    const meant = async (query: Record<string, string>) => idsOf(await list({ ...query, limit: '100' }));
    assert.deepEqual(await meant({ currency: 'USD' }), [dollars]);
    assert.deepEqual(await meant({ status: 'DECLINED' }), [declined]);
    assert.deepEqual(await meant({ type: 'PAYOUT' }), []);
    assert.ok((await meant({ type: 'PAYIN', paymentOptionId: CARD_OPTION_ID })).length > ids.length);
    const options = (await gate.call('GET', '/v3/payment-options', { apiKey: brand.apiKey })).body;
    const bank = options.find((one: { type: string }) => one.type === OPEN_BANKING);
    assert.deepEqual(await meant({ paymentOptionId: bank.id }), []);
    const redirected = await gate.call('POST', '/v3/payment', {
      apiKey: brand.apiKey,
      body: { paymentOptionId: bank.suboptions[0].id, amount: 10, currency: 'EUR', country: 'DE' },
    });
    const { transactionId } = redirected.body.result;
    for (const { id } of [bank, bank.suboptions[0]])
      assert.deepEqual(await meant({ paymentOptionId: id.toUpperCase() }), [transactionId]);
    assert.deepEqual(await meant({ paymentOptionId: bank.suboptions[1].id }), []);

    const { createdAt } = (await get(`/payments/${dollars}`)).body;
    const later = new Date(Date.parse(createdAt) + 1).toISOString();
    assert.deepEqual(await meant({ createdFrom: createdAt, createdTo: later }), [dollars]);
    assert.ok(!(await meant({ createdTo: createdAt })).includes(dollars), 'createdTo itself is left out');
    assert.deepEqual(
      await meant({ createdFrom: createdAt, createdTo: later, currency: 'USD', status: 'COMPLETED' }),
      [dollars],
    );
    const inOtherZone = new Date(Date.parse(createdAt) + 2 * HOUR_MS).toISOString().replace('Z', '+02:00');
    assert.deepEqual(await meant({ createdFrom: inOtherZone, createdTo: later }), [dollars]);
  });

  await t.test('an unknown or unfitting parameter is 400 and named', async () => {
    for (const [query, field] of [
      [{ state: 'DECLINED' }, 'state'],
      [{ status: 'PAID' }, 'status'],
      [{ type: 'REFUND' }, 'type'],
      [{ currency: 'eur' }, 'currency'],
      [{ currency: 'XXX' }, 'currency'],
      [{ paymentOptionId: 'card' }, 'paymentOptionId'],
      [{ paymentOptionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15' }, 'paymentOptionId'],
      [{ createdFrom: 'yesterday' }, 'createdFrom'],
      [{ createdFrom: '2026-11-22' }, 'createdFrom'],
      [{ createdTo: '2026-11-22T10:00:00' }, 'createdTo'],
      [{ createdFrom: '2026-02-31T10:00:00Z' }, 'createdFrom'],
      [{ createdFrom: '2026-13-01T10:00:00Z' }, 'createdFrom'],
      [{ createdTo: '2026-11-22T24:00:00Z' }, 'createdTo'],
      [{ createdTo: '2026-11-22T10:00:00+24:00' }, 'createdTo'],
      [{ limit: '0' }, 'limit'],
      [{ limit: '101' }, 'limit'],
      [{ limit: '1e1' }, 'limit'],
      [{ cursor: 'next' }, 'cursor'],
      [{ country: 'DE' }, 'country'],
      [{ merchantReference: 'order-1', status: 'COMPLETED' }, 'status'],
      [{ merchantReference: 'order-1', limit: '5' }, 'limit'],
    ] as const) {
      const { status, body } = await list(query as never);
      assert.equal(status, 400, JSON.stringify(query));
      assert.ok(
        [body.message].flat().some((one: string) => one.startsWith(`${field}:`)),
        JSON.stringify([query, body]),
      );
    }
    assert.equal((await get('/payments?limit=1&limit=2')).status, 400);
  });

  await t.test('a cursor of another brand shows nothing of that brand', async () => {
    const first = await list({ limit: '1' });
    const [, path] = /^<(.+)>;/.exec(first.headers.get('link')!)!;
    const answer = await get(path!.slice(gate.config.publicUrl.length), other);
    assert.equal(answer.status, 200);
    for (const id of idsOf(answer)) assert.ok(!ids.includes(id));
  });
});
