// Loses answers before and after the gateway has done what was asked, for every call of the client that changes
// something. The bank decides: each payment was charged once or never, and the client says which.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_OPTION_ID, sharedTestGateway } from '../../gateway/test/stage/harness.ts';
import { payoutOption } from '../../gateway/test/stage/payouts.ts';
import {
  ConnectionError,
  DuplicateReferenceError,
  LostAnswerError,
  NotFoundError,
  Tollgate,
  type TollgateError,
} from '../src/tollgate.ts';
import { type Loss, lossyNetwork } from './lossy-network.ts';

const EACH: Loss[][] = [
  ['request'],
  ['answer'],
  ['patience'],
  ['gateway-error'],
  ['request', 'answer'],
  ['answer', 'request'],
  ['answer', 'answer'],
  ['patience', 'answer', 'answer'],
];
const CARD = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
};
/** Reads, which may be repeated at will. */
const READS = new Set(
  'payments.options payments.get payments.find payments.list payouts.options links.get links.list savedCards.list mandates.get mandates.list events.list events.newest events.stream events.streamRaw'.split(
    ' ',
  ),
);
/** Tried in lost-captures.test.ts and mandates.test.ts. */
const ELSEWHERE = ['payments.capture', 'payments.void', 'sandbox.forceCapture', 'mandates.revoke'];
const IBAN = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };

test('calls whose answers are lost', async (t) => {
  const gate = await sharedTestGateway({ env: { SANDBOX_DELAY_MS: '0' } })();
  const brand = await gate.createBrand({
    enforceSignatures: true,
    signAllRequests: true,
    automaticApproval: false,
  });
  await gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 10_000,
    reference: 'fund',
  });
  const network = lossyNetwork();
  const options = {
    baseUrl: gate.url,
    apiKey: brand.apiKey,
    signingSecret: brand.signingSecret,
    maxRetryDelayMs: 20,
  };
  const whole = new Tollgate({ ...options, fetch: network.fetch });
  /** The calls that the test made while answers were lost. */
  const tried = new Set<string>();
  let isLosing = false;
  const noted = (part: string, calls: object) =>
    new Proxy(calls, {
      get(target, name) {
        const call = Reflect.get(target, name);
        return (...given: unknown[]) => {
          if (isLosing) tried.add(`${part}.${String(name)}`);
          return call.apply(target, given);
        };
      },
    });
  const client = Object.fromEntries(
    Object.entries(whole).map(([part, calls]) => [part, noted(part, calls)]),
  ) as unknown as Tollgate;
  const observer = new Tollgate(options);
  let count = 0;
  const next = (name: string) => `${name}-${++count}`;
  const countOf = async (merchantReference: string) =>
    (await observer.payments.find({ merchantReference })).length;
  const available = async () => {
    const { body } = await gate.operator('GET', `/operator/brands/${brand.brandId}/balances`);
    return body.find((one: { currency: string }) => one.currency === 'EUR').available as number;
  };
  const lossy = async <T>(losses: Loss[], call: () => Promise<T>): Promise<T> => {
    network.lose(...losses);
    isLosing = true;
    try {
      return await call();
    } finally {
      isLosing = false;
      await network.settle();
    }
  };
  const card = (merchantReference?: string) => ({
    paymentOptionId: CARD_OPTION_ID,
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    ...(merchantReference !== undefined && { merchantReference }),
    paymentData: CARD,
  });

  const payout = (merchantReference: string) => ({
    paymentOptionId: payoutOption('sepa-transfer').id,
    currency: 'EUR',
    amount: 40,
    country: 'DE',
    merchantReference,
    paymentData: IBAN,
  });
  const wallet = (await observer.payments.options({ country: 'DE', currency: 'EUR' })).find(
    ({ type }) => type === 'WALLET',
  )!;
  const p2p = (await observer.payments.options({ country: 'TR', currency: 'TRY' })).find(
    ({ type }) => type === 'P2P',
  )!;
  const byWallet = (merchantReference: string) => ({
    paymentOptionId: wallet.id,
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    merchantReference,
  });
  /** Its payer confirms the payment. */
  const byTransfer = (merchantReference: string) => ({
    paymentOptionId: p2p.suboptions[0]!.id,
    currency: 'TRY',
    amount: 50,
    country: 'TR',
    merchantReference,
  });

  for (const losses of EACH) {
    const told = losses.join(', ');
    await t.test(`the client charges a card once (losses: ${told})`, async () => {
      const before = await available();
      const reference = next('card');
      const { result } = await lossy(losses, () => client.payments.create(card(reference)));
      assert.equal(result.status, 'COMPLETED');
      assert.equal(await countOf(reference), 1);
      assert.equal((await available()) - before, 25);
    });

    await t.test(`the client charges a card without a reference once (losses: ${told})`, async () => {
      const before = await available();
      const { result } = await lossy(losses, () => client.payments.create(card()));
      assert.equal(result.status, 'COMPLETED');
      assert.equal((await available()) - before, 25);
    });

    await t.test(`the client makes one payment with a declined card (losses: ${told})`, async () => {
      const reference = next('declined');
      const declined = { ...card(reference), paymentData: { ...CARD, cardNumber: '4000000000009995' } };
      const answer = await lossy(losses, () => client.payments.create(declined));
      assert.deepEqual([answer.resultType, answer.result.errorCode], ['declined', '2001']);
      assert.equal(await countOf(reference), 1);
    });

    await t.test(`the client creates a payout once and approves it once (losses: ${told})`, async () => {
      const before = await available();
      const merchantReference = next('payout');
      const { result } = await lossy(losses, () => client.payouts.create(payout(merchantReference)));
      assert.equal(result.status, 'PENDING');
      assert.equal(await countOf(merchantReference), 1);
      const settled = await lossy(losses, () => client.payouts.approve(result.transactionId));
      assert.equal(settled.statusCode, '000');
      assert.equal(before - (await available()), 40);
    });

    await t.test(`the client makes a refund once (losses: ${told})`, async () => {
      const reference = next('refunded');
      await observer.payments.create(card(reference));
      const before = await available();
      const refund = await lossy(losses, () =>
        client.refunds.create({ merchantReference: reference, amount: 10 }),
      );
      assert.equal(refund.amount, 10);
      const { refunds } = await observer.payments.get(refund.transactionId);
      assert.equal(refunds.length, 1);
      assert.equal(before - (await available()), 10);
    });

    await t.test(`the client creates a link once and cancels it (losses: ${told})`, async () => {
      const merchantReference = next('link');
      const link = await lossy(losses, () =>
        client.links.create({ currency: 'EUR', amount: 25, country: 'DE', merchantReference }),
      );
      assert.match(link.cashierUrl, /\/cashier\//);
      assert.equal(await countOf(merchantReference), 1);
      const cancelled = await lossy(losses, () =>
        client.payments.cancel({ transactionId: link.transactionId }),
      );
      assert.deepEqual([cancelled.statusCode, cancelled.status], ['000', 'DECLINED']);
      await lossy(losses, () => client.links.cancel(link.transactionId));
    });

    await t.test(`the client removes a saved card once (losses: ${told})`, async () => {
      const userId = next('user');
      await observer.payments.create({ ...card(next('saved')), userId });
      const [saved] = await observer.savedCards.list(userId);
      await lossy(losses, () => client.savedCards.remove(saved!.token));
      assert.deepEqual(await observer.savedCards.list(userId), []);
      await assert.rejects(observer.savedCards.remove(saved!.token), NotFoundError);
    });

    await t.test(
      `the client creates a wallet payment once, or reports the lost answer (losses: ${told})`,
      async () => {
        const merchantReference = next('wallet');
        const asked = await lossy(losses, () => client.payments.create(byWallet(merchantReference))).catch(
          (error: Error) => error,
        );
        if (asked instanceof Error) assert.ok(asked instanceof LostAnswerError, String(asked));
        else assert.equal(asked.resultType, 'redirect');
        if (losses.every((loss) => loss === 'request')) assert.ok(!(asked instanceof Error), String(asked));
        assert.equal(await countOf(merchantReference), 1);
      },
    );

    await t.test(
      `the client declines a payout once, and no money stays reserved (losses: ${told})`,
      async () => {
        const before = await available();
        const { result } = await observer.payouts.create(payout(next('refused')));
        const declined = await lossy(losses, () => client.payouts.decline(result.transactionId));
        assert.equal(declined.status, 'DECLINED');
        assert.equal(await available(), before);
      },
    );

    await t.test(
      `the client chooses a method once and finds the cashier's address (losses: ${told})`,
      async () => {
        const merchantReference = next('hybrid');
        const opened = await observer.hybrid.open({
          currency: 'EUR',
          amount: 25,
          country: 'DE',
          merchantReference,
        });
        const choice = { sessionId: opened.sessionId, paymentOptionId: CARD_OPTION_ID };
        assert.ok(await lossy(losses, () => client.hybrid.suboptions(choice)));
        const { transactionId } = opened;
        const chosen = await lossy(losses, () => client.hybrid.choose(choice, { transactionId }));
        assert.match(chosen.result.redirectUrl, /\/cashier\//);
        const { cashierUrl } = await observer.payments.get(transactionId);
        assert.equal(chosen.result.redirectUrl, cashierUrl);
        assert.equal(await countOf(merchantReference), 1);
      },
    );

    await t.test(
      `the client never repeats a call that it must not send twice (losses: ${told})`,
      async () => {
        const [loss] = losses as [Loss];
        const { transactionId } = await observer.sessions.create({
          currency: 'EUR',
          amount: 25,
          country: 'DE',
        });
        const { sessionId } = (await observer.payments.create(byTransfer(next('confirmed')))).result;
        for (const call of [
          () => client.sandbox.forceOutcome(transactionId, { outcome: 'COMPLETED' }),
          () => client.sandbox.dispute(transactionId, { status: 'OPEN' }),
          () => client.sandbox.return(transactionId),
          () => client.sandbox.forceRefund(transactionId, 'FAILED'),
          () => client.sandbox.settle(),
          () => client.payments.confirm({ sessionId, additionalEssentialKey: `UTR${count}` }),
        ]) {
          const at = network.arrived.length;
          await assert.rejects(lossy<unknown>(losses, call), (error: TollgateError) => error.outcomeUnknown);
          assert.equal(network.arrived.length - at, loss === 'request' ? 0 : 1);
        }
      },
    );

    await t.test(`the client opens a session once and finds its address (losses: ${told})`, async () => {
      for (const create of [
        client.sessions.create.bind(client.sessions),
        client.sessions.createPayout.bind(client.sessions),
      ]) {
        const merchantReference = next('session');
        const request = { currency: 'EUR', amount: 25, country: 'DE', merchantReference };
        const { cashierUrl, transactionId } = await lossy(losses, () => create(request));
        assert.match(cashierUrl, /\/cashier\/[\w-]{65}$/);
        assert.equal((await observer.payments.get(transactionId)).cashierUrl, cashierUrl);
        assert.equal(await countOf(merchantReference), 1);
      }
    });

    await t.test(`the client finds a payment that continues in the cashier (losses: ${told})`, async () => {
      const merchantReference = next('at-cashier');
      const { country: _, ...request } = byWallet(merchantReference);
      const { resultType, result } = await lossy(losses, () => client.payments.create(request));
      assert.equal(resultType, 'redirect');
      assert.match(String(result.redirectUrl), /\/cashier\/[\w-]{65}$/);
      assert.equal(await countOf(merchantReference), 1);
    });

    await t.test(
      `the client opens a hybrid session once, or reports the lost answer (losses: ${told})`,
      async () => {
        const merchantReference = next('options');
        const opened = lossy(losses, () =>
          client.hybrid.open({ currency: 'EUR', amount: 25, country: 'DE', merchantReference }),
        );
        if (losses[0] === 'request' && losses.length === 1) assert.ok((await opened).transactionId);
        else
          await assert.rejects(opened, (error: LostAnswerError) => {
            assert.ok(error instanceof LostAnswerError, String(error));
            return error.transaction.merchantReference === merchantReference;
          });
        assert.equal(await countOf(merchantReference), 1);
      },
    );
  }

  await t.test(
    'with retries: 0 the client does not repeat a call, and the error says that the outcome is unknown',
    async () => {
      for (const loss of ['request', 'answer'] as const) {
        const reference = next('once');
        const at = network.arrived.length;
        await assert.rejects(
          lossy([loss], () => client.payments.create(card(reference), { retries: 0 })),
          (error: ConnectionError) =>
            error instanceof ConnectionError && error.outcomeUnknown && error.merchantReference === reference,
        );
        assert.equal(network.arrived.length - at, loss === 'request' ? 0 : 1);
        assert.equal(await countOf(reference), loss === 'request' ? 0 : 1);
      }
    },
  );

  await t.test('the client never takes another payment with the same reference for its own', async () => {
    const reference = next('taken');
    const first = await observer.payments.create(card(reference));
    const other = { ...card(reference), amount: 26 };
    for (const losses of [[], ['answer'], ['request']] as Loss[][]) {
      await assert.rejects(
        lossy(losses, () => client.payments.create(other)),
        (error: DuplicateReferenceError) =>
          error instanceof DuplicateReferenceError && error.transactionId === first.result.transactionId,
      );
      const link = { currency: 'EUR', amount: 25, country: 'DE', merchantReference: reference };
      await assert.rejects(
        lossy(losses, () => client.links.create(link)),
        (error: DuplicateReferenceError) => error instanceof DuplicateReferenceError,
      );
    }
    assert.equal(await countOf(reference), 1);
  });

  await t.test("the client keeps the caller's idempotency key", async () => {
    const reference = next('keyed');
    const idempotencyKey = `key of ${reference}`;
    const first = await lossy(['answer'], () => client.payments.create(card(reference), { idempotencyKey }));
    const again = await client.payments.create(card(reference), { idempotencyKey });
    assert.deepEqual(again, first);
    // Also without a reference: the key belongs to one request.
    const unnamed = { idempotencyKey: 'key without a reference' };
    const made = await client.payments.create(card(), unnamed);
    assert.deepEqual(await client.payments.create(card(), unnamed), made);
  });

  await t.test('if every answer is lost, the client finds the payment by a look-up', async () => {
    const reference = next('all');
    const before = await available();
    const all = ['answer', 'answer', 'answer', 'answer'] as Loss[];
    const { result } = await lossy(all, () => client.payments.create(card(reference)));
    assert.equal(result.status, 'COMPLETED');
    assert.equal((await available()) - before, 25);
  });

  await t.test('this file tries every other call that changes something', () => {
    for (const [part, calls] of Object.entries(whole))
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(calls)))
        if (name !== 'constructor' && ![...READS, ...ELSEWHERE].includes(`${part}.${name}`))
          assert.ok(tried.has(`${part}.${name}`), `${part}.${name}`);
  });
});
