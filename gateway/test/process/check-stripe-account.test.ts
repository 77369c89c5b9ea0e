// npm run provider:check against a stand-in of Stripe, beside a running gateway. A person pays on Stripe's pages; here
// the test does.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { checkProvider } from '../../src/process/check-provider.ts';
import { decide } from '../providers/stripe/stand-in/control.ts';
import { StripeStandIn } from '../providers/stripe/stand-in/stand-in.ts';
import { eventually, MASTER_KEY, OPERATOR_TOKEN, sharedTestGateway } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';

const CARD = '4242424242424242';
const option = (wanted: string) => optionsOf('PAYIN').find(({ method }) => method === wanted)!.id;

/** `pay`: what the person does on each page that the check names. */
async function check(
  t: TestContext,
  optionIds: string[],
  pay: (stripe: StripeStandIn, page: string) => void,
) {
  const stripe = await StripeStandIn.start();
  t.after(() => stripe.close());
  const tollgate = await sharedTestGateway()();
  const { brandId } = await tollgate.createBrand();
  const connected = await tollgate.operator('PUT', `/operator/brands/${brandId}/providers/stripe`, {
    environment: 'test',
    endpoint: stripe.origin,
    credentials: { secretKey: stripe.secretKey, webhookSecrets: [stripe.webhookSecret] },
    optionIds,
  });
  assert.equal(connected.status, 200);
  stripe.sender.notificationUrl = `${tollgate.url}/providers/stripe/notifications/${connected.body.accountId}`;
  stripe.sender.isAutomatic = true;
  const lines: string[] = [];
  const code = await checkProvider(
    { brandId, provider: 'stripe', waitMs: 30_000 },
    {
      config: tollgate.config,
      secrets: { masterKey: MASTER_KEY, operatorToken: OPERATOR_TOKEN },
      databaseUrl: tollgate.databaseUrl,
      log: pino({ level: 'silent' }),
      print(line) {
        lines.push(line);
        if (line.startsWith('Open this page')) pay(stripe, line.split(': ').at(-1)!);
      },
    },
  );
  return { stripe, code, lines };
}

const payByCard = ({ books }: StripeStandIn, page: string): void =>
  void books.payByCard(page.split('/').at(-1)!, CARD);

test('provider:check tries a capture and a mandate by card at Stripe', async (t) => {
  const { stripe, code, lines } = await check(t, [option('card')], payByCard);
  assert.equal(code, 0, lines.join('\n'));
  const [credentials, payment, refund, notification, capture, mandate] = lines.filter(
    (line) => !line.startsWith('Open this page'),
  );
  assert.equal(lines.length, 6 + 3, 'a later charge has no page');
  assert.match(credentials!, /^✔ credentials/);
  assert.match(payment!, /^✔ payment +EUR 1\.00 by Card: [0-9a-f-]{36} is COMPLETED/);
  assert.match(refund!, /^✔ refund/);
  assert.match(notification!, /^✔ notification/);
  assert.match(capture!, /^✔ capture +.* was authorised, and its capture is COMPLETED/);
  assert.match(mandate!, /the later charge [0-9a-f-]{36} is COMPLETED; the mandate was revoked/);
  assert.deepEqual(new Set(stripe.books.captured.values()), new Set([1]));
  assert.equal(stripe.books.captured.size, 1);
  const [stored] = stripe.books.of('payment_method');
  await eventually(() => stored!.customer === null);
});

test('provider:check tries a capture and a mandate by PayPal at Stripe', { skip: onlyInProof }, async (t) => {
  const { code, lines } = await check(t, [option('paypal')], (stripe, page) => {
    decide(stripe, page.split('/').at(-1)!, 'approve');
  });
  assert.equal(code, 0, lines.join('\n'));
  assert.match(lines.at(-2)!, /^✔ capture +.* was authorised, and its capture is COMPLETED/);
  assert.match(lines.at(-1)!, /^✔ mandate +.* is COMPLETED; the mandate was revoked$/);
});

test('provider:check at Stripe says that the bank wants the payer in the later charge', {
  skip: onlyInProof,
}, async (t) => {
  const { code, lines } = await check(t, [option('card')], (stripe, page) => {
    payByCard(stripe, page);
    for (const stored of stripe.books.of('payment_method')) stored.wantsPayer = 'decline';
  });
  assert.equal(code, 1);
  assert.match(lines.at(-1)!, /^✘ mandate +.* is DECLINED \(2102\); the mandate was revoked after/);
});

test('provider:check at Stripe says what a way to pay without capture and mandate cannot do', async (t) => {
  const { code, lines } = await check(t, [option('ideal')], (stripe, page) => {
    decide(stripe, page.split('/').at(-1)!, 'approve');
    void eventually(() => stripe.books.of('refund')[0]).then(({ id }) =>
      stripe.books.moveRefund(id, 'succeeded'),
    );
  });
  assert.equal(code, 0, lines.join('\n'));
  assert.match(lines.at(-2)!, /^✔ capture +not tried: .* cannot be captured later here$/);
  assert.match(lines.at(-1)!, /^✔ mandate +not tried: .* cannot be stored for later charges here$/);
});
