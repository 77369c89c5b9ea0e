// The risk rules from outside (contract 12): the limits of a card, a source, a user and a BIN at a brand, over two
// gateways on one database, and that no provider is asked about a refused attempt.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type Answer,
  aCardPayin,
  eventually,
  gatewayOfFile,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';

/** Tests move its clock. */
const movedGateway = gatewayOfFile();
const HOUR_MS = 3_600_000;
const GOOD = '4242424242424242';
const DO_NOT_HONOUR = '4000000000000002';
const WRONG_CODE = '4000000000000127';

/** Counts the card pay-ins that providers got. */
function countCharges({ gateway: { context } }: TestGateway): () => number {
  const providersFor = context.providersFor;
  let charges = 0;
  context.providersFor = (...asked) =>
    providersFor(...asked).map((provider) => ({
      ...provider,
      payIn(...given) {
        charges++;
        return provider.payIn(...given);
      },
    }));
  return () => charges;
}

interface Payment {
  card?: string;
  fields?: Record<string, unknown>;
  paymentData?: Record<string, unknown>;
  headers?: Record<string, string>;
}

async function pay(gate: TestGateway, { apiKey }: TestBrand, payment: Payment = {}): Promise<Answer> {
  const { card = GOOD, fields = {}, paymentData, headers = {} } = payment;
  const body = { ...aCardPayin(fields, { cardNumber: card }), ...(paymentData && { paymentData }) };
  const answer = await gate.call('POST', '/v3/payment', { apiKey, headers, body });
  assert.equal(answer.status, 201, answer.text);
  return answer;
}

/** The code of a decline; null for a paid one. */
const codeOf = ({ body }: Answer): string | null => body.result.errorCode ?? null;
const codes = async (gate: TestGateway, brand: TestBrand, ...payments: Payment[]) => {
  const heard: (string | null)[] = [];
  for (const payment of payments) heard.push(codeOf(await pay(gate, brand, payment)));
  return heard;
};
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

const workingGateway = sharedTestGateway();

test('the standard rules allow ten attempts of a card within an hour', async () => {
  const gate = await movedGateway();
  const charges = countCharges(gate);
  const brand = await gate.createBrand({ risk: 'standard' });
  assert.deepEqual(await codes(gate, brand, ...times(10, {})), times(10, null));
  const refused = await pay(gate, brand, { fields: { merchantReference: 'the-eleventh' } });
  const { statusCode, resultType, result } = refused.body;
  assert.deepEqual([statusCode, resultType, result.errorCode], [900, 'declined', '2202']);
  const { body: record } = await gate.call('GET', `/payments/${result.transactionId}`, {
    apiKey: brand.apiKey,
  });
  assert.deepEqual(
    [record.status, record.errorCode, record.retryAdvice, record.providerReference],
    ['DECLINED', '2202', 'OTHER_METHOD', null],
  );
  assert.equal(charges(), 10);
  // Another card is accepted, and refused attempts have not extended the wait.
  assert.deepEqual(await codes(gate, brand, { card: '5555555555554444' }, {}), [null, '2202']);
  gate.advance(HOUR_MS);
  assert.deepEqual(await codes(gate, brand, {}), [null]);
  const metrics = await gate.operator('GET', '/metrics');
  assert.match(metrics.text, /^tollgate_risk_refusals_total\{rule="attemptsPerCard"\} 2$/m);
});

test('exactly as many simultaneous attempts with one card as the limit allows reach a provider, over two gateways', async (t) => {
  const one = await startTestGateway(t);
  const two = await startTestGateway(t, { databaseUrl: one.databaseUrl, now: one.now });
  const brand = await one.createBrand({ risk: 'standard' });
  await two.gateway.context.brands.refresh();
  const charges = [countCharges(one), countCharges(two)];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      pay(i % 2 === 0 ? one : two, brand, { fields: { userId: `u${i}` } }),
    ),
  );
  const heard = answers.map(codeOf);
  assert.equal(heard.filter((code) => code === null).length, 10);
  assert.equal(heard.filter((code) => code === '2202').length, 90);
  assert.equal(charges[0]!() + charges[1]!(), 10);
});

test('the rules are off in test unless they are switched on, and while off nothing is counted', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  assert.deepEqual(await codes(gate, brand, ...times(12, {})), times(12, null));
  assert.deepEqual(await codes(gate, brand, ...times(3, { card: WRONG_CODE })), times(3, '2004'));
  const [row] = await gate.gateway.context.sql`select
    (select count(*)::int from risk_attempts) + (select count(*)::int from risk_declines) as rows`;
  assert.equal(row!.rows, 0);
});

test('three wrong codes a day block a card with 2203, whatever code comes next', async () => {
  const gate = await movedGateway();
  const charges = countCharges(gate);
  const brand = await gate.createBrand({ risk: 'standard' });
  const wrong = { card: WRONG_CODE };
  assert.deepEqual(await codes(gate, brand, wrong, wrong, wrong, wrong), ['2004', '2004', '2004', '2203']);
  gate.advance(23 * HOUR_MS);
  assert.deepEqual(await codes(gate, brand, wrong), ['2203']);
  assert.equal(charges(), 3);
  gate.advance(HOUR_MS);
  assert.deepEqual(await codes(gate, brand, wrong), ['2004']);
});

test('declines block a source, a user and a BIN, only at this brand, and also payments that would succeed', async () => {
  const gate = await movedGateway();
  const limit = { limit: 2, windowSeconds: 600 };
  const shared = {
    declinesPerSource: (n: number) => ({ fields: { customer: { ip: `2001:db8:0:7::${n}` } } }),
    declinesPerUser: () => ({ fields: { userId: 'mallory' } }),
    declinesPerBin: () => ({}),
  };
  for (const [rule, payment] of Object.entries(shared)) {
    const brand = await gate.createBrand({ risk: { [rule]: limit } });
    const sister = await gate.createBrand({ risk: { [rule]: limit } }, brand.merchantId);
    const declined = (n: number) => ({ ...payment(n), card: DO_NOT_HONOUR });
    // Same BIN as the declined card, but never declined itself.
    const fine = { ...payment(9), card: '4000000000003055' };
    const heard = await codes(gate, brand, declined(1), fine, declined(2), fine, declined(3));
    assert.deepEqual(heard, ['2005', null, '2005', '2202', '2202'], rule);
    assert.deepEqual(await codes(gate, sister, fine), [null], rule);
    const other = {
      card: '5555555555554444',
      fields: { userId: 'ada', customer: { ip: '2001:db8:0:8::1' } },
    };
    assert.deepEqual(await codes(gate, brand, other), [null], rule);
    gate.advance(600_000);
    assert.deepEqual(await codes(gate, brand, fine), [null], rule);
  }
});

test('an attempt refused for its source does not use up the attempts of its card', async () => {
  const gate = await workingGateway();
  const one = { limit: 1, windowSeconds: 600 };
  const brand = await gate.createBrand({ risk: { declinesPerSource: one, attemptsPerCard: one } });
  const from = (ip: string, card?: string) => ({ fields: { customer: { ip } }, ...(card && { card }) });
  const heard = await codes(
    gate,
    brand,
    from('203.0.113.7', DO_NOT_HONOUR),
    ...times(3, from('203.0.113.7')),
    from('203.0.113.8'),
    from('203.0.113.8'),
  );
  assert.deepEqual(heard, ['2005', '2202', '2202', '2202', null, '2202']);
});

test('neither a replay nor a request that is refused for its reference counts as an attempt', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand({ risk: { attemptsPerCard: { limit: 2, windowSeconds: 600 } } });
  const again = { fields: { merchantReference: 'order-1' }, headers: { 'idempotency-key': 'key-1' } };
  const first = await pay(gate, brand, again);
  for (let i = 0; i < 4; i++) {
    const replayed = await pay(gate, brand, again);
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    assert.equal(replayed.text, first.text);
    const body = aCardPayin({ merchantReference: 'order-1' });
    assert.equal((await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body })).status, 409);
  }
  const last = { fields: { merchantReference: 'order-3' }, headers: { 'idempotency-key': 'key-3' } };
  assert.deepEqual(await codes(gate, brand, {}, last, last), [null, '2202', '2202']);
});

test('a saved token counts as its card', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand({ risk: { attemptsPerCard: { limit: 3, windowSeconds: 600 } } });
  const fields = { userId: 'ada' };
  const { body } = await pay(gate, brand, { fields });
  const path = `/payments/${body.result.transactionId}`;
  const { token } = (await gate.call('GET', path, { apiKey: brand.apiKey })).body.card;
  const saved = { fields, paymentData: { token, cardCvv: '123' } };
  assert.deepEqual(await codes(gate, brand, saved, saved, saved, { fields: { userId: 'eve' } }), [
    null,
    null,
    '2202',
    '2202',
  ]);
});

test('a challenge counts as part of its attempt, and its decline counts', async () => {
  const gate = await workingGateway();
  const limits = {
    attemptsPerCard: { limit: 2, windowSeconds: 600 },
    declinesPerUser: { limit: 1, windowSeconds: 600 },
  };
  const brand = await gate.createBrand({ risk: limits });
  const challenged = {
    card: '4000000000003220',
    fields: { userId: 'ada', redirectUrl: 'https://shop.example/' },
  };
  const { body } = await pay(gate, brand, challenged);
  await pressAtBank(gate, body.result.redirectUrl, 'approve');
  const second = await pay(gate, brand, challenged);
  await pressAtBank(gate, second.body.result.redirectUrl, 'decline');
  const { body: record } = await gate.call('GET', `/payments/${second.body.result.transactionId}`, {
    apiKey: brand.apiKey,
  });
  assert.equal(record.errorCode, '2101');
  assert.deepEqual(
    await codes(
      gate,
      brand,
      { fields: { userId: 'ada' } },
      { fields: { userId: 'eve' } },
      {
        card: '4000000000003220',
        fields: { userId: 'eve' },
      },
    ),
    ['2202', null, '2202'],
  );
});

test('a transfer is neither counted nor refused', async () => {
  const gate = await workingGateway();
  const one = { limit: 1, windowSeconds: 600 };
  const brand = await gate.createBrand({ risk: { declinesPerUser: one, declinesPerSource: one } });
  const fields = { userId: 'ada', customer: { ip: '203.0.113.7' } };
  await pay(gate, brand, { fields, card: DO_NOT_HONOUR });
  const { body: options } = await gate.call('GET', '/v3/payment-options', { apiKey: brand.apiKey });
  const { id } = options.find((option: { type: string }) => option.type === 'BANK_TRANSFER');
  const body = { paymentOptionId: id, currency: 'EUR', amount: 25, country: 'DE', ...fields };
  const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  assert.deepEqual([answer.status, answer.body.resultType], [201, 'info'], answer.text);
});

test('a change of the rules applies at once, also at another gateway', async (t) => {
  const one = await startTestGateway(t);
  const two = await startTestGateway(t, { databaseUrl: one.databaseUrl, now: one.now });
  const brand = await one.createBrand({ risk: 'standard' });
  const path = `/operator/brands/${brand.brandId}`;
  const limited = await one.operator('PATCH', path, {
    risk: { attemptsPerCard: { limit: 1, windowSeconds: 60 } },
  });
  assert.deepEqual(limited.body.risk, {
    wrongCodesPerCard: null,
    declinesPerSource: null,
    declinesPerUser: null,
    declinesPerBin: null,
    attemptsPerCard: { limit: 1, windowSeconds: 60 },
  });
  assert.deepEqual(await codes(one, brand, {}, {}), [null, '2202']);
  const { brands } = two.gateway.context;
  await eventually(() => brands.byId(brand.brandId)?.risk?.attemptsPerCard?.limit === 1);
  assert.deepEqual(await codes(two, brand, {}), ['2202']);
  assert.equal((await one.operator('PATCH', path, { risk: 'off' })).body.risk, 'off');
  assert.deepEqual(await codes(one, brand, {}, {}), [null, null]);
});
