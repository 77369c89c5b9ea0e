// A payment at a provider that does not go straight: declined there, left and resumed, abandoned, known to the gateway
// before the shopper is back, and without any cashier to come back to. Money moves once, whatever happens.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { optionOf } from '../../http/cashier/shopper.ts';
import { connectProvider } from '../../providers/connect-provider.ts';
import { eventually, type TestBrand } from '../../stage/harness.ts';
import { isProof, onlyInProof } from '../../stage/how-much.ts';
import { axeFaultsInProof } from '../axe.ts';
import { button, choose, DESKTOP, heading, link as linkTo, PHONE, press } from '../stage.ts';
import {
  accountAt,
  decide,
  enterCardAtAdyen,
  enterCardAtStripe,
  isAt,
  isBack,
  openProviders,
} from './providers-stage.ts';

const MINUTE_MS = 60_000;
const NETHERLANDS = { country: 'NL' };

const stage = await openProviders();
const { adyen, hosted, stripe } = stage;
/** The steps here are the same at each provider. */
const EACH = isProof() ? [adyen, stripe] : [adyen];

async function goToIdeal(page: Page): Promise<void> {
  await choose(page, 'iDEAL | Wero');
  await press(button(page, 'Continue to iDEAL | Wero'));
}

for (const [at, decline, words] of [
  [adyen, 'refuse', 'This payment is declined.'],
  // Stripe does not say whether the shopper failed there or gave up.
  [stripe, 'fail', 'Nothing was paid.'],
] as const) {
  const skip = at === stripe && onlyInProof;
  test(`after a decline on the provider's page the shopper pays by another method, ${at.name}`, {
    skip,
  }, async () => {
    const link = await stage.session(NETHERLANDS, 'payment', at.brand);
    await stage.visit(link, { ...PHONE, providers: [at.origin] }, async (page) => {
      await goToIdeal(page);
      await isAt(page, at);
      await decide(page, decline);
      await isBack(page, link);
      await page.getByRole('alert').getByText(words).waitFor();
      await heading(page, 'How do you want to pay?');
      await choose(page, 'PayPal');
      await press(button(page, 'Continue to PayPal'));
      await isAt(page, at);
      await decide(page, 'approve');
      await isBack(page, link);
      await heading(page, 'Payment complete');
    });
    await at.tell();
    await stage.paidOnce(link, 1);
    assert.equal(at.charges(link), 1);
  });
}

test("on a provider's card page the shopper may try another card after a decline", {
  skip: onlyInProof,
}, async () => {
  for (const at of [hosted, stripe]) {
    const link = await stage.session({}, 'payment', at.brand);
    await stage.visit(link, { ...DESKTOP, providers: [at.origin] }, async (page) => {
      await choose(page, 'Card');
      await press(button(page, 'Continue to card entry'));
      await isAt(page, at);
      if (at === hosted) {
        await enterCardAtAdyen(page, 'NOT_ENOUGH_BALANCE');
        await page.getByText('Try another one.').waitFor();
        // The provider reports the decline at once. It decides nothing, because the page is still open.
        await at.tell();
        await enterCardAtAdyen(page);
      } else {
        await enterCardAtStripe(page, '4000 0000 0000 9995');
        await page.getByText('card_declined').waitFor();
        await at.tell();
        await enterCardAtStripe(page);
      }
      await isBack(page, link);
      await heading(page, 'Payment complete');
    });
    await at.tell();
    await stage.paidOnce(link);
    assert.equal(at.charges(link), 1);
  }
});

test("after cancelling on a provider's card page the shopper pays by another method", {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session({}, 'payment', hosted.brand);
  await stage.visit(link, { ...PHONE, providers: [hosted.origin] }, async (page) => {
    await choose(page, 'Card');
    await press(button(page, 'Continue to card entry'));
    await isAt(page, hosted);
    await page.locator('#cancel').click();
    await isBack(page, link);
    await page.getByRole('alert').getByText('Nothing was paid.').waitFor();
    await heading(page, 'How do you want to pay?');
    await choose(page, 'PayPal');
    await press(button(page, 'Continue to PayPal'));
    await isAt(page, hosted);
    await decide(page, 'approve');
    await isBack(page, link);
    await heading(page, 'Payment complete');
  });
  await hosted.tell();
  await stage.paidOnce(link, 1);
  assert.equal(hosted.charges(link), 1);
});

test('a shopper who goes back without deciding finds a link to the same page of the provider', {
  skip: onlyInProof,
}, async () => {
  for (const at of EACH) {
    const link = await stage.session(NETHERLANDS, 'payment', at.brand);
    await stage.visit(link, { ...PHONE, providers: [at.origin] }, async (page) => {
      await goToIdeal(page);
      await isAt(page, at);
      const there = page.url();
      await page.goBack();
      await heading(page, 'Approve the payment at your bank');
      assert.deepEqual(await axeFaultsInProof(page), []);
      // A reloaded page does not redirect.
      await page.reload();
      await press(linkTo(page, 'Continue to iDEAL | Wero'));
      await isAt(page, at);
      assert.equal(page.url(), there);
      await decide(page, 'approve');
      await isBack(page, link);
      await heading(page, 'Payment complete');
    });
    await at.tell();
    await stage.paidOnce(link);
    assert.equal(at.charges(link), 1);
  }
});

test('a shopper who chooses another method cancels the attempt at the provider', async () => {
  const link = await stage.session(NETHERLANDS, 'payment', stripe.brand);
  await stage.visit(link, { ...DESKTOP, providers: [stripe.origin] }, async (page) => {
    await goToIdeal(page);
    await isAt(page, stripe);
    await page.goBack();
    await press(button(page, 'Choose another way to pay'));
    await heading(page, 'How do you want to pay?');
    assert.equal(await page.getByRole('alert').count(), 0, 'who leaves an attempt here need not be told');
    assert.equal(stripe.standIn.of(link.id)!.status, 'canceled');
    await choose(page, 'PayPal');
    await press(button(page, 'Continue to PayPal'));
    await isAt(page, stripe);
    await decide(page, 'approve');
    await isBack(page, link);
    await heading(page, 'Payment complete');
  });
  await stripe.tell();
  await stage.paidOnce(link, 1);
  assert.equal(stripe.charges(link), 1);
});

test('a notification completes a payment while the shopper is still at the provider', {
  skip: onlyInProof,
}, async () => {
  for (const at of EACH) {
    const link = await stage.session(NETHERLANDS, 'payment', at.brand);
    await stage.visit(link, { ...PHONE, providers: [at.origin] }, async (page) => {
      await goToIdeal(page);
      await isAt(page, at);
      // The shopper has decided, but the browser is not redirected yet.
      const decided = await fetch(`${page.url()}/approve`, { redirect: 'manual' });
      await at.tell();
      await stage.paidOnce(link);
      await page.goto(decided.headers.get('location')!);
      await isBack(page, link);
      await heading(page, 'Payment complete');
    });
    await stage.paidOnce(link);
    assert.equal(at.charges(link), 1);
  }
});

test('the test strip offers no simulator for a payment that goes to a real provider', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(NETHERLANDS, 'payment', adyen.brand);
  await stage.visit(link, { ...DESKTOP, providers: [adyen.origin] }, async (page) => {
    const strip = page.getByRole('complementary', { name: 'Test mode' });
    // Some methods here are simulated, and the card is not: its test cards would mean nothing to Adyen.
    await press(strip.getByRole('button', { name: 'Simulator' }));
    await strip.getByText('End it now').waitFor();
    assert.equal(await strip.getByText('Fill in a test card').count(), 0);
    await goToIdeal(page);
    await isAt(page, adyen);
    await page.goBack();
    await strip.getByText("this payment goes to the provider's test environment").waitFor();
    assert.equal(await strip.getByRole('button').count(), 0);
  });
});

test('the test strip has no simulator if every method goes to a real provider', {
  skip: onlyInProof,
}, async () => {
  const only = [optionOf('card').id, optionOf('ideal').id];
  const brand = await stage.addBrand({ name: 'Only Adyen', options: only });
  await connectProvider(stage.tollgate, brand.brandId, 'adyen', accountAt(adyen.standIn));
  const link = await stage.session(NETHERLANDS, 'payment', brand);
  await stage.visit(link, PHONE, async (page) => {
    const strip = page.getByRole('complementary', { name: 'Test mode' });
    await strip.getByText("this payment goes to the provider's test environment").waitFor();
    assert.equal(await strip.getByRole('button').count(), 0);
    assert.deepEqual(await axeFaultsInProof(page), []);
  });
});

test('another tab of the cashier shows the outcome as soon as it is known', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(NETHERLANDS, 'payment', adyen.brand);
  await stage.visit(link, { ...DESKTOP, providers: [adyen.origin] }, async (page) => {
    await goToIdeal(page);
    await isAt(page, adyen);
    const other = await page.context().newPage();
    await other.goto(stage.tollgate.url + link.path);
    await heading(other, 'Approve the payment at your bank');
    await decide(page, 'approve');
    await isBack(page, link);
    await heading(other, 'Payment complete');
  });
  await adyen.tell();
  await stage.paidOnce(link);
});

/** POST /v3/payment; returns the way to the provider's page, without a cashier before it. */
async function sendToIdeal({ apiKey }: TestBrand, fields: Record<string, unknown>) {
  const { status, body, text } = await stage.tollgate.call('POST', '/v3/payment', {
    apiKey,
    body: { paymentOptionId: optionOf('ideal').id, currency: 'EUR', amount: 25, country: 'NL', ...fields },
  });
  assert.equal(status, 201, text);
  assert.equal(body.resultType, 'redirect', text);
  return body.result as { transactionId: string; redirectUrl: string; merchantReference: string };
}

/** A real server, because the browser's routes do not see redirects. */
const shop = createServer((_request, response) => void response.end('The shop')).listen(0, '127.0.0.1');
await once(shop, 'listening');
after(() => shop.close());
const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;

async function browse(options: object, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await stage.browser.newContext(options);
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

const becomes = (at: { brand: TestBrand }, transactionId: string, status: string) =>
  eventually(async () => {
    const { apiKey } = at.brand;
    const { body } = await stage.tollgate.call('GET', `/payments/${transactionId}`, { apiKey });
    return body.status === status;
  });

test("a shopper of a direct payment returns to the shop with the payment's id and reference", async () => {
  for (const at of EACH) {
    const sent = await sendToIdeal(at.brand, { redirectUrl: `${shopUrl}/done?cart=7` });
    assert.ok(sent.redirectUrl.startsWith(`${at.origin}/`));
    await browse(PHONE, async (page) => {
      await page.goto(sent.redirectUrl);
      await decide(page, 'approve');
      await page.waitForURL(`${shopUrl}/**`);
      const { searchParams } = new URL(page.url());
      assert.equal(searchParams.get('cart'), '7');
      assert.equal(searchParams.get('transactionId'), sent.transactionId);
      // The provider's parameters are not passed on.
      assert.deepEqual([...searchParams.keys()], ['cart', 'transactionId', 'merchantReference']);
    });
    await becomes(at, sent.transactionId, 'COMPLETED');
  }
});

for (const [decision, status, title] of [
  ['approve', 'COMPLETED', 'Payment complete'],
  ['refuse', 'DECLINED', 'Payment not made'],
] as const) {
  test(`without a return address a plain page shows the outcome, ${status}`, {
    skip: decision === 'refuse' && onlyInProof,
  }, async () => {
    const sent = await sendToIdeal(adyen.brand, {});
    await browse(PHONE, async (page) => {
      await page.goto(sent.redirectUrl);
      await decide(page, decision);
      await heading(page, title);
      await page.getByText('€25.00').waitFor();
      await page.getByText(adyen.name).waitFor();
      assert.deepEqual(await axeFaultsInProof(page), []);
      // The shopper looks again: the same screen, and nothing happens twice.
      await page.reload();
      await heading(page, title);
    });
    await becomes(adyen, sent.transactionId, status);
  });
}

test('a shopper who returns before the outcome is known sees that the payment is on its way', {
  skip: onlyInProof,
}, async () => {
  const sent = await sendToIdeal(adyen.brand, {});
  adyen.standIn.fault({ path: '/payments/details', times: 1, fault: { kind: 'reset', when: 'after' } });
  await browse({ ...DESKTOP, colorScheme: 'dark' }, async (page) => {
    await page.goto(sent.redirectUrl);
    await decide(page, 'approve');
    await heading(page, 'Your payment is on its way');
    assert.deepEqual(await axeFaultsInProof(page), []);
  });
  await adyen.tell();
  await becomes(adyen, sent.transactionId, 'COMPLETED');
  assert.equal(adyen.standIn.charges(sent.transactionId), 1);
});

// Must be last, because it moves the clock.
test('an abandoned page of the provider ends its attempt, and the link allows another attempt', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(NETHERLANDS, 'payment', adyen.brand);
  await stage.visit(link, { ...PHONE, providers: [adyen.origin] }, async (page) => {
    await goToIdeal(page);
    await isAt(page, adyen);
    stage.tollgate.advance(16 * MINUTE_MS);
    await page.goBack();
    await heading(page, 'How do you want to pay?');
    await choose(page, 'PayPal');
    await press(button(page, 'Continue to PayPal'));
    await isAt(page, adyen);
    await decide(page, 'approve');
    await isBack(page, link);
    await heading(page, 'Payment complete');
  });
  await adyen.tell();
  await stage.paidOnce(link, 1);
  assert.equal(adyen.charges(link), 1);
});
