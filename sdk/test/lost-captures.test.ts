// Loses answers to captures, voids, later charges and revocations, before and after the gateway has done what was
// asked. The balance decides: each capture and charge was made once or never, and the client says which.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, CARD_OPTION_ID, sharedTestGateway } from '../../gateway/test/stage/harness.ts';
import { IdempotencyError, Tollgate, type TollgateError, ValidationError } from '../src/tollgate.ts';
import { type Loss, lossyNetwork } from './lossy-network.ts';

const EACH: Loss[][] = [
  ['request'],
  ['answer'],
  ['patience'],
  ['gateway-error'],
  ['request', 'answer'],
  ['answer', 'answer'],
  ['answer', 'answer', 'answer', 'answer'],
];

test('captures, voids and later charges whose answers are lost', async (t) => {
  const gate = await sharedTestGateway()();
  const brand = await gate.createBrand({ enforceSignatures: true, signAllRequests: true });
  const { apiKey, signingSecret } = brand;
  const network = lossyNetwork();
  const options = { baseUrl: gate.url, apiKey, signingSecret, maxRetryDelayMs: 20 };
  const client = new Tollgate({ ...options, fetch: network.fetch });
  const observer = new Tollgate(options);
  const lossy = async <T>(losses: Loss[], call: () => Promise<T>): Promise<T> => {
    network.lose(...losses);
    try {
      return await call();
    } finally {
      await network.settle();
    }
  };
  const available = async () => {
    const { body } = await gate.operator('GET', `/operator/brands/${brand.brandId}/balances`);
    return (body.find((one: { currency: string }) => one.currency === 'EUR')?.available ?? 0) as number;
  };
  let count = 0;
  const manual = (amount: number, merchantReference = `order-${++count}`) =>
    aCardPayin({ amount, captureMode: 'manual', merchantReference });
  const authorize = async (amount = 30) => {
    const { result } = await observer.payments.create(manual(amount));
    assert.equal(result.authorized, true);
    return result.transactionId;
  };

  const agree = async () => {
    const mandate = { reason: 'RECURRING', description: 'Coffee club, monthly' };
    const merchantReference = `first-${++count}`;
    const first = aCardPayin({ amount: 9, merchantReference, userId: `customer-${count}`, mandate });
    const { result } = await observer.payments.create(first);
    return (await observer.payments.get(result.transactionId)).mandate!.mandateId;
  };
  const charge = (mandateId: string) => ({
    paymentOptionId: CARD_OPTION_ID,
    currency: 'EUR',
    amount: 9,
    paymentData: { mandateId },
  });

  for (const losses of EACH) {
    const told = losses.join(', ');
    await t.test(`the client authorises a card once (losses: ${told})`, async () => {
      const merchantReference = `held-${++count}`;
      const request = manual(30, merchantReference);
      const { resultType, result } = await lossy(losses, () => client.payments.create(request));
      assert.deepEqual([resultType, result.status, result.authorized], ['success', 'PROCESSING', true]);
      const [found, ...others] = await observer.payments.find({ merchantReference });
      assert.deepEqual([others.length, found!.captureBefore], [0, result.captureBefore]);
    });

    await t.test(`the client makes a capture without a reference once (losses: ${told})`, async () => {
      const transactionId = await authorize();
      const before = await available();
      const part = { transactionId, amount: 10, final: false };
      const captured = await lossy(losses, () => client.payments.capture(part));
      assert.deepEqual([captured.amount, captured.amountCapturable], [10, 20]);
      // The retry may arrive while the gateway still asks the provider for the first try; then it is PENDING.
      if (captured.status !== 'PENDING' || !losses.includes('patience'))
        assert.deepEqual([captured.status, captured.result], ['COMPLETED', 'The amount was captured.']);
      const { captures } = await observer.payments.get(transactionId);
      assert.deepEqual(
        captures.map(({ captureId }) => captureId),
        [captured.captureId],
      );
      assert.equal((await available()) - before, 10);
    });

    await t.test(`the client voids an authorised payment once (losses: ${told})`, async () => {
      const before = await available();
      const held = await authorize();
      assert.equal(
        (await lossy(losses, () => client.payments.void({ transactionId: held }))).status,
        'DECLINED',
      );
      const inPart = await authorize();
      await observer.payments.capture({ transactionId: inPart, amount: 10, final: false });
      const released = await lossy(losses, () => client.payments.void({ transactionId: inPart }));
      assert.deepEqual([released.statusCode, released.status], ['000', 'COMPLETED']);
      assert.equal((await available()) - before, 10);
    });
  }

  for (const losses of EACH) {
    const told = losses.join(', ');
    await t.test(`the client charges a mandate once (losses: ${told})`, async () => {
      const mandateId = await agree();
      const before = await available();
      const { resultType, result } = await lossy(losses, () => client.payments.create(charge(mandateId)));
      assert.deepEqual([resultType, result.status], ['success', 'COMPLETED']);
      assert.equal((await available()) - before, 9);
    });

    // Nothing looks a revocation up after four lost answers; the caller repeats it.
    if (losses.length < 4)
      await t.test(`a mandate that the client revoked is charged no more (losses: ${told})`, async () => {
        const mandateId = await agree();
        const before = await available();
        const why = { reason: 'the customer left' };
        const { status } = await lossy(losses, () => client.mandates.revoke(mandateId, why));
        assert.equal(status, 'REVOKED');
        const { result } = await observer.payments.create(charge(mandateId));
        assert.deepEqual([result.status, result.errorCode], ['DECLINED', '2014']);
        assert.equal((await available()) - before, 0);
      });
  }

  await t.test(
    'a capture that is repeated with its reference is made once, also after a lost answer',
    async () => {
      const transactionId = await authorize();
      const before = await available();
      const shipment = { transactionId, amount: 10, final: false, captureReference: 'box-1' };
      const all: Loss[] = ['answer', 'answer', 'answer', 'answer'];
      await assert.rejects(
        lossy(all, () => client.payments.capture(shipment)),
        (error: TollgateError) => error.outcomeUnknown,
      );
      const captured = await client.payments.capture(shipment);
      assert.equal((await client.payments.capture(shipment)).captureId, captured.captureId);
      assert.equal((await available()) - before, 10);
      await assert.rejects(client.payments.capture({ ...shipment, amount: 11 }), IdempotencyError);
    },
  );

  await t.test("the client never takes another caller's final capture for its void", async () => {
    const transactionId = await authorize();
    await observer.payments.capture({ transactionId, amount: 10 });
    await assert.rejects(
      lossy(['request'], () => client.payments.void({ transactionId })),
      ValidationError,
    );
  });

  await t.test('a refused capture says how much is left', async () => {
    const transactionId = await authorize();
    await assert.rejects(
      client.payments.capture({ transactionId, amount: 30.01 }),
      (error: ValidationError) => {
        assert.deepEqual([error.errorCode, error.amountCapturable], ['5101', 30]);
        return error instanceof ValidationError;
      },
    );
  });

  await t.test('the client never repeats a forced outcome of a capture', async () => {
    const { captureId } = await observer.payments.capture({ transactionId: await authorize() });
    for (const loss of ['request', 'answer', 'gateway-error'] as const) {
      const at = network.arrived.length;
      await assert.rejects(
        lossy([loss], () => client.sandbox.forceCapture(captureId, 'FAILED')),
        (error: TollgateError) => error.outcomeUnknown,
      );
      assert.equal(network.arrived.length - at, loss === 'request' ? 0 : 1);
    }
  });
});
