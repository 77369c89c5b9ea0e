// A whole gateway with an account at Checkout.com through Prism, from outside: payments, a refund, and what
// merchants see when the library's process dies before and after the call to the connector.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { verifyLedger } from '../../../gateway/src/actions/ledger/verify-ledger.ts';
import { sweepDueRefunds } from '../../../gateway/src/worker/due-refunds.ts';
import { aCardPayin, startTestGateway } from '../../../gateway/test/stage/harness.ts';
import { onlyInProof } from '../../../gateway/test/stage/how-much.ts';
import type { Connector } from '../src/connectors/connector.ts';
import table from '../src/connectors/connectors.json' with { type: 'json' };
import { declare } from '../src/declaration.ts';
import { LibraryProcess } from '../src/process/library-process.ts';
import { deadlineFor, openLibrary, type Played, recordedCommand } from './open-library.ts';
import { CHECKOUT, DECLINED_CARD } from './stand-ins/checkout.ts';
import { charged, DLOCAL, dlocalNotification } from './stand-ins/dlocal.ts';
import type { PlayedConnector } from './stand-ins/played-connector.ts';

/** A brand whose cards go to a connector. The library can be replaced, and can be absent. */
async function openShop(t: TestContext, played: PlayedConnector, why: string | null = null) {
  const { standIn, charges } = await played.start();
  t.after(() => standIn.close());
  const usual = openLibrary(played.connector);
  t.after(() => usual.stop());
  let library: Played = usual;
  const shared = { ask: (question) => library.ask(question), stop() {} } satisfies Played;
  const row = (table as Connector[]).find(({ connector }) => connector === played.connector)!;
  const parts = { whyUnavailable: () => why, process: () => shared as unknown as LibraryProcess };
  const kind = declare(row, parts);
  const gate = await startTestGateway(t, { providerKinds: [kind] });
  const { apiKey, brandId } = await gate.createBrand();
  const { credentials } = played;
  const put = await gate.operator('PUT', `/operator/brands/${brandId}/providers/${kind.id}`, {
    environment: 'test',
    endpoint: standIn.url,
    credentials,
  });
  const pay = async (card: object = {}) => {
    const body = aCardPayin({ merchantReference: crypto.randomUUID() }, { ...card });
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const record = async (transactionId: string) =>
    (await gate.call('GET', `/payments/${transactionId}`, { apiKey })).body;
  const becomesBad = (fault: string) => {
    const bad = new LibraryProcess({
      command: recordedCommand(played.connector, fault),
      log: { warn() {} },
      deadlineOf: deadlineFor(fault),
    });
    t.after(() => bad.stop());
    library = bad;
  };
  return { gate, apiKey, put, pay, record, charges, standIn, becomesBad };
}

test('a card is charged and refunded through Prism, and a declined card says why', async (t) => {
  const { gate, apiKey, put, pay, record, charges } = await openShop(t, CHECKOUT);
  assert.equal(put.status, 200, put.text);
  assert.deepEqual(put.body.checkResult, { ok: true, reason: null });
  const { result, statusCode } = await pay();
  assert.equal(statusCode, 200);
  const { transactionId } = result;
  const paid = await record(transactionId);
  assert.equal(paid.status, 'COMPLETED');
  assert.match(paid.providerReference, /^pay_/);
  assert.equal(charges(transactionId), 1);

  const { merchantReference } = paid;
  const refund = await gate.call('POST', '/refund/by-reference', { apiKey, body: { merchantReference } });
  assert.equal(refund.status, 201, refund.text);
  // Checkout.com has only accepted it, so it is asked.
  assert.equal((await record(transactionId)).refunds[0].status, 'PENDING');
  const { context } = gate.gateway;
  const inAnHour = { ...context, now: () => new Date(context.now().getTime() + 3_600_000) };
  await sweepDueRefunds(inAnHour);
  assert.equal((await record(transactionId)).refunds[0].status, 'COMPLETED');
  const declined = await pay({ cardNumber: DECLINED_CARD });
  assert.equal((await record(declined.result.transactionId)).errorCode, '2001');
  assert.deepEqual((await verifyLedger(gate.gateway.context.sql)).faults, []);
});

for (const fault of ['die', 'hang', 'garbage']) {
  // faults.test.ts has all faults without a gateway.
  const skip = fault !== 'die' && onlyInProof;
  test(`a merchant whose library process fails (${fault}) before the call is told that nothing was done`, {
    skip,
  }, async (t) => {
    const { pay, record, standIn, becomesBad } = await openShop(t, CHECKOUT);
    const before = standIn.calls.length;
    becomesBad(`${fault}:request`);
    const { result } = await pay();
    const { status, errorCode } = await record(result.transactionId);
    assert.deepEqual([status, errorCode], ['DECLINED', '1011']);
    assert.equal(standIn.calls.length, before);
  });

  test(`a merchant whose library process fails (${fault}) after the call is told that nobody knows`, {
    skip,
  }, async (t) => {
    const { pay, record, charges, becomesBad } = await openShop(t, CHECKOUT);
    becomesBad(`${fault}:answer`);
    const { result } = await pay();
    const { status, errorCode } = await record(result.transactionId);
    assert.deepEqual([status, errorCode], ['PROCESSING', '9001']);
    assert.equal(charges(result.transactionId), 1);
  });
}

test('a notification that the library cannot check now gets 503, so dLocal sends it again', async (t) => {
  const { gate, put, becomesBad } = await openShop(t, DLOCAL);
  const { pathname } = new URL(put.body.notificationUrl);
  const { headers, body } = dlocalNotification(charged('PAID'));
  becomesBad('die:direct');
  const answer = await gate.call('POST', pathname, { headers: { ...headers }, body });
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
});

test('an account is refused with the reason where the library cannot run', async (t) => {
  const why = 'The library hyperswitch-prism is not installed here.';
  const { put } = await openShop(t, CHECKOUT, why);
  assert.equal(put.status, 400);
  assert.ok(put.text.includes(why), put.text);
});
