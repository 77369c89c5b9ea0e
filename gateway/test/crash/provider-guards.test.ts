// Do the tests of real providers find bugs? They run against gateways without one guard, and each mutant must be found
// by its own words. Without mutation they find nothing, so the guard made the difference.
import assert from 'node:assert/strict';
import test, { describe, type TestContext } from 'node:test';
import { API_KEY, HMAC_KEY } from '../providers/adyen/stand-in/stand-in.ts';
import { aCardPayin, eventually } from '../stage/harness.ts';
import { onlyInProof, partOf } from '../stage/how-much.ts';
import { type Change, guardedText } from './mutants.ts';
import { ProviderStage } from './provider-stage.ts';

interface RemovedGuard extends Change {
  says: RegExp;
  /** Found only by killing the process. */
  kills?: true;
}

const REMOVED_GUARDS: readonly RemovedGuard[] = [
  {
    name: 'after an unknown outcome the next account is asked',
    file: 'actions/submission/send-to-providers.ts',
    original: "if (outcome.kind !== 'failed') break;",
    replacement: "if (outcome.kind !== 'failed' && outcome.kind !== 'unknown') break;",
    says: /two accounts were asked/,
  },
  {
    name: 'a notification is applied whatever its account',
    file: 'actions/notifications/match-charge.ts',
    original: 'if (!charge || account !== item.accountId) {',
    replacement: 'if (!charge) {',
    says: /another account told/,
  },
  {
    name: 'the amount of a notification is not compared',
    file: 'actions/notifications/match-charge.ts',
    original: 'if (isOther || isMore || currency !== transaction.currency) {',
    replacement: "if (currency === '') {",
    says: /another amount was told/,
  },
  {
    name: 'the payment that an answer names is not compared',
    file: 'actions/submission/ask-about-charge.ts',
    original: 'return isAbout(context, transaction, answer) ? answer : ofAnother;',
    replacement: 'return isAbout(context, transaction, answer) ? answer : answer;',
    says: /another amount was answered/,
  },
  {
    name: 'the PaymentIntent is confirmed before its id is stored',
    file: 'providers/stripe/intents.ts',
    original: 'await call.keep(stateOf({ session: null, intent: intent.id }));',
    replacement: 'setTimeout(() => call.keep(stateOf({ session: null, intent: intent.id })), 60_000);',
    kills: true,
    says: /was paid and is ERROR/,
  },
];

/** What an unknown or untrue provider answer does to a payment. Each returned sentence is a fault. */
async function askStrangely(stage: ProviderStage): Promise<string[]> {
  const faults: string[] = [];
  const { adyen, stripe } = stage;
  const credentials = { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret] };
  await stage.connect('adyen', { endpoint: stripe.origin, priority: 200, credentials }, 'stripe');
  const statusOf = async (amount: number) => (await stage.record('adyen', amount)).status;
  const byCard = (amount: number) =>
    stage.pay('adyen', amount, { ...aCardPayin({ amount }), merchantReference: `order-${amount}` });

  adyen.fault({ path: '/payments', fault: { kind: 'reset', when: 'after' } });
  await byCard(21);
  const { transactionId: unknown } = await stage.record('adyen', 21);
  if (stripe.of(`${unknown}-r1`, 'checkout.session')) faults.push('two accounts were asked for one payment');

  adyen.fault({
    path: '/payments',
    fault: { kind: 'changed', fields: { amount: { value: 1, currency: 'EUR' } } },
  });
  await byCard(22);
  if ((await statusOf(22)) === 'COMPLETED')
    faults.push('another amount was answered, and the payment is COMPLETED');

  adyen.books.events.length = 0;
  const told: { amount: number; fields: object; to?: string; fault: string }[] = [
    { amount: 23, fields: { amount: { value: 1, currency: 'EUR' } }, fault: 'another amount was told' },
  ];
  await stage.pay('adyen', 23);
  await stage.pay('adyen', 24);
  const other = await stage.connect('adyen', {
    endpoint: adyen.url,
    credentials: { apiKey: API_KEY, merchantAccount: 'AnotherECOM', hmacKeys: [HMAC_KEY] },
  });
  told.push({
    amount: 24,
    fields: { merchantAccountCode: 'AnotherECOM' },
    to: other,
    fault: 'another account told of it',
  });
  for (const { amount, fields, to, fault } of told) {
    const { transactionId } = await stage.record('adyen', amount);
    const event = adyen.books.tell(adyen.books.latest(transactionId), 'AUTHORISATION', fields);
    adyen.books.events.length = 0;
    await stage.tellAdyen([event], to);
    const [note] = (await stage.judged('adyen')).slice(-1);
    const status = await statusOf(amount);
    if (status === 'COMPLETED') faults.push(`${fault}, and the payment is COMPLETED: ${note?.state}`);
  }
  faults.push(...(await stage.ledgerFaults()));
  return faults;
}

/** Dies while Stripe processes the confirmation; Stripe carries it out. */
async function killInConfirmation(stage: ProviderStage): Promise<string[]> {
  const { stripe } = stage;
  stripe.fault('POST .*/confirm', 'held');
  void stage.pay('stripe', 25);
  await eventually(() => stripe.faults.heldCount === 1);
  await stage.startAgain(undefined, 61_000);
  stripe.faults.release();
  const { transactionId } = await stage.record('stripe', 25);
  stripe.books.succeed(stripe.of(transactionId)!);
  // Any state will do that the first minutes of inquiries lead to.
  await stage.becomes('stripe', 25, (one) => one.status !== 'INIT');
  await stage.passTime(400_000);
  const { status } = await stage.becomes('stripe', 25, (one) => !['INIT', 'PROCESSING'].includes(one.status));
  return status === 'COMPLETED' ? [] : [`order-25 was paid and is ${status}`];
}

async function find(t: TestContext, guard: RemovedGuard | null): Promise<string[]> {
  const stage = await ProviderStage.open(t, guard ?? undefined);
  const strange = guard?.kills ? [] : await askStrangely(stage);
  return guard === null || guard.kills ? [...strange, ...(await killInConfirmation(stage))] : strange;
}

test('each guard that a mutant lacks is still in its file', () => {
  for (const guard of REMOVED_GUARDS) assert.ok(guardedText(guard));
});

// Most of the time goes into starting processes, so two cases run in parallel.
describe('the tests of real providers', { concurrency: 2 }, () => {
  test('pass with the unchanged gateway', { timeout: 560_000, skip: onlyInProof }, async (t) => {
    assert.deepEqual(await find(t, null), []);
  });
  for (const guard of partOf('guards whose absence the tests of real providers must find', REMOVED_GUARDS)) {
    test(`fail: ${guard.name}`, { timeout: 560_000 }, async (t) => {
      const faults = await find(t, guard);
      assert.ok(
        faults.some((fault) => guard.says.test(fault)),
        `found ${JSON.stringify(faults)}`,
      );
    });
  }
});
