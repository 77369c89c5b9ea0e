// Settlements of the sandbox (contract 17), over the API: what is paid out, at which fee, and how lines, records and
// lists tell of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { aCardPayin, eventually, startTestGateway, type TestBrand } from '../../stage/harness.ts';
import { copyPayin } from '../bank/many-payins.ts';

test('the sandbox pays out what is not settled yet', async (t) => {
  const gate = await startTestGateway(t);
  const operator = async (brand: TestBrand, path: string) =>
    (await gate.operator('GET', `/operator/brands/${brand.brandId}${path}`)).body;
  const settle = ({ apiKey }: TestBrand) =>
    gate.call('POST', '/sandbox/settlements', { apiKey, body: { provider: 'sandbox' } });
  const pay = async ({ apiKey }: TestBrand, amount = 25, fields: Record<string, unknown> = {}) => {
    const body = aCardPayin({ amount, ...fields });
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.result.transactionId as string;
  };
  const record = async ({ apiKey }: TestBrand, id: string) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey })).body;

  await t.test('charges and refunds, each with its fee, and the record of the payment', async () => {
    const brand = await gate.createBrand();
    const { apiKey } = brand;
    const [first, second] = [await pay(brand, 49.9), await pay(brand, 25)];
    assert.equal((await record(brand, first)).settlement, null);
    const { merchantReference } = await record(brand, second);
    const refund = await gate.call('POST', '/refund/by-reference', {
      apiKey,
      body: { merchantReference, amount: 5 },
    });
    assert.equal(refund.status, 201, refund.text);
    await eventually(async () => (await record(brand, second)).refunds[0].status === 'COMPLETED');
    const answer = await settle(brand);
    assert.equal(answer.status, 201, answer.text);
    const { settlementId, paidAt, reference, ...settlement } = answer.body;
    assert.match(reference, /^SBX-/);
    assert.ok(Date.parse(paidAt) > 0);
    assert.deepEqual(settlement, {
      provider: 'sandbox',
      accountId: null,
      currency: 'EUR',
      charges: 74.9,
      refunds: -5,
      disputes: 0,
      fees: -1.55,
      other: 0,
      net: 68.35,
      state: 'open',
      bankEntryId: null,
      lines: 3,
    });
    assert.deepEqual(await operator(brand, `/settlements/${settlementId}`), answer.body);
    assert.deepEqual(await operator(brand, '/settlements?provider=sandbox&state=open'), [answer.body]);
    assert.deepEqual(await operator(brand, '/settlements?state=paid'), []);
    const lines = await operator(brand, `/settlements/${settlementId}/lines`);
    const shown = lines.map((line: Record<string, unknown>) => [
      line.kind,
      line.gross,
      line.fee,
      line.net,
      line.state,
    ]);
    assert.deepEqual(shown.sort(), [
      ['charge', 25, 0.6, 24.4, 'matched'],
      ['charge', 49.9, 0.95, 48.95, 'matched'],
      ['refund', -5, 0, -5, 'matched'],
    ]);
    const ofRefund = lines.find(({ kind }: { kind: string }) => kind === 'refund');
    assert.equal(ofRefund.refundId, refund.body.refundId);
    assert.equal(ofRefund.reference, refund.body.refundId);
    assert.deepEqual((await record(brand, first)).settlement, {
      settlementId,
      gross: 49.9,
      fee: 0.95,
      net: 48.95,
      currency: 'EUR',
      paidAt,
    });
    const listed = (await gate.call('GET', `/payments?settlementId=${settlementId}`, { apiKey })).body;
    assert.deepEqual(
      listed.map((one: { transactionId: string }) => one.transactionId).sort(),
      [first, second].sort(),
    );
    const other = '019d0000-0000-7000-8000-000000000000';
    assert.deepEqual((await gate.call('GET', `/payments?settlementId=${other}`, { apiKey })).body, []);
    const again = await settle(brand);
    assert.equal(again.status, 409, 'nothing is paid out twice');
  });

  await t.test('the fee has both parts before it is rounded half up, in units of each currency', async () => {
    const brand = await gate.createBrand();
    const fees: number[] = [];
    for (const [amount, currency] of [
      [500, 'JPY'],
      [1.25, 'KWD'],
    ] as const) {
      await pay(brand, amount, { currency });
      const { body } = await settle(brand);
      assert.equal(body.currency, currency);
      fees.push(body.fees);
    }
    assert.deepEqual(fees, [-7, -0.268]);
  });

  await t.test('each capture of a payment is a line of its own', async () => {
    const brand = await gate.createBrand();
    const { apiKey } = brand;
    const id = await pay(brand, 25, { captureMode: 'manual' });
    const capture = (amount: number, final: boolean) =>
      gate.call('POST', '/capture-payment', { apiKey, body: { transactionId: id, amount, final } });
    assert.equal((await capture(10, false)).status, 201);
    assert.equal((await settle(brand)).body.charges, 10);
    assert.equal((await capture(8, true)).status, 201);
    const { charges, settlementId } = (await settle(brand)).body;
    assert.equal(charges, 8);
    assert.equal((await record(brand, id)).settlement.settlementId, settlementId);
  });

  await t.test('many settled payments do not hide a new payment', async () => {
    const brand = await gate.createBrand();
    const { apiKey, merchantId } = brand;
    const id = await pay(brand);
    // A step after the end that is no line.
    const inquiry = await gate.call('POST', `/sandbox/transactions/${id}/dispute`, {
      apiKey,
      body: { status: 'INQUIRY' },
    });
    assert.equal(inquiry.status, 200, inquiry.text);
    const sql = openDatabase(gate.databaseUrl, { maxConnections: 1 });
    t.after(() => sql.end({ timeout: 1 }));
    await copyPayin(sql, { merchantId, id }, 5_000);
    for (const lines of [5_000, 1, undefined]) assert.equal((await settle(brand)).body.lines, lines);
    await pay(brand, 30);
    const { charges, lines } = (await settle(brand)).body;
    assert.deepEqual([charges, lines], [30, 1]);
    // As if it were a conflict: it settles nothing, and was paid out all the same.
    await sql`update settlement_lines set state = 'conflict', settles = null where transaction_id = ${id}`;
    assert.equal((await settle(brand)).status, 409);
  });
});
