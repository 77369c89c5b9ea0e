// Each method of Adyen and Stripe, from the choice in the cashier over the provider's page and back to the receipt
// (contract 13). The return completes the payment; later notifications change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { dumpAll, foundIn } from '../../stage/dump.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { axeFaultsInProof } from '../axe.ts';
import { button, choose, DESKTOP, heading, PHONE, press, typeCard } from '../stage.ts';
import {
  type Connected,
  decide,
  enterCardAtAdyen,
  enterCardAtStripe,
  isAt,
  isBack,
  openProviders,
} from './providers-stage.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';
const CUSTOMER = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const BRAZIL = { country: 'BR', currency: 'BRL' };
/** A test card for which Adyen asks the card's bank. */
const CARD_WITH_3DS = '4212 3456 7890 1237';

const stage = await openProviders();
const { adyen, hosted, stripe } = stage;

interface Walk {
  name: string;
  /** Another walk has the same steps at the same provider. */
  skip?: typeof onlyInProof;
  at: Connected;
  /** Fields of the session. */
  fields?: Record<string, unknown>;
  /** A browser with Apple's own interface, as Safari. */
  hasApplePay?: true;
  method: string;
  fill?: (page: Page) => Promise<unknown>;
  /** The text of the button that leaves the cashier. */
  goes: string;
  there: (page: Page) => Promise<unknown>;
  paidWith: string;
}

/** The cashier shows the mark of the device's own wallet, and no other. */
async function seesWallet(page: Page, mark: string, name: string): Promise<void> {
  await page.getByText(`You enter your card on the next page, or pay there with ${name}.`).waitFor();
  const marks = page.locator('.method.open > .row .scheme');
  await marks.and(page.locator(`[src$="/${mark}.svg"]`)).waitFor();
  assert.equal(await marks.count(), 4);
}

const approve = (page: Page) => decide(page, 'approve');

const WALKS: readonly Walk[] = [
  {
    name: 'a card with 3-D Secure at Adyen',
    at: adyen,
    method: 'Card',
    fill: (page) => typeCard(page, CARD_WITH_3DS),
    goes: 'Pay €25.00',
    there: approve,
    paidWith: 'Visa •••• 1237',
  },
  {
    name: 'iDEAL at Adyen',
    skip: onlyInProof,
    at: adyen,
    fields: { country: 'NL' },
    method: 'iDEAL | Wero',
    goes: 'Continue to iDEAL | Wero',
    there: approve,
    paidWith: 'iDEAL | Wero',
  },
  {
    name: 'PayPal at Adyen',
    skip: onlyInProof,
    at: adyen,
    method: 'PayPal',
    goes: 'Continue to PayPal',
    there: approve,
    paidWith: 'PayPal',
  },
  {
    name: 'Klarna at Adyen',
    skip: onlyInProof,
    at: adyen,
    method: 'Klarna',
    goes: 'Continue to Klarna',
    there: approve,
    paidWith: 'Klarna',
  },
  {
    name: "a card on Adyen's page",
    skip: onlyInProof,
    at: hosted,
    method: 'Card',
    goes: 'Continue to card entry',
    there: (page) => enterCardAtAdyen(page),
    paidWith: 'Card',
  },
  {
    name: "Google Pay on Adyen's page",
    at: hosted,
    method: 'Card',
    fill: (page) => seesWallet(page, 'google-pay', 'Google Pay'),
    goes: 'Continue to card entry',
    there: (page) => page.locator('#googlepay').click(),
    paidWith: 'Card',
  },
  {
    name: "Apple Pay on Stripe's page",
    at: stripe,
    hasApplePay: true,
    method: 'Card',
    fill: (page) => seesWallet(page, 'apple-pay', 'Apple Pay'),
    goes: 'Continue to card entry',
    there: (page) => page.locator('#apple_pay').click(),
    paidWith: 'Card',
  },
  {
    name: "a card on Stripe's page",
    at: stripe,
    method: 'Card',
    goes: 'Continue to card entry',
    there: (page) => enterCardAtStripe(page),
    paidWith: 'Card',
  },
  {
    name: 'iDEAL at Stripe',
    skip: onlyInProof,
    at: stripe,
    fields: { country: 'NL' },
    method: 'iDEAL | Wero',
    goes: 'Continue to iDEAL | Wero',
    there: approve,
    paidWith: 'iDEAL | Wero',
  },
  {
    name: 'Bancontact at Stripe',
    skip: onlyInProof,
    at: stripe,
    fields: { country: 'BE' },
    method: 'Bancontact',
    goes: 'Continue to Bancontact',
    there: approve,
    paidWith: 'Bancontact',
  },
  {
    name: 'PayPal at Stripe',
    skip: onlyInProof,
    at: stripe,
    method: 'PayPal',
    goes: 'Continue to PayPal',
    there: approve,
    paidWith: 'PayPal',
  },
  {
    name: 'Klarna at Stripe',
    skip: onlyInProof,
    at: stripe,
    fields: { customer: CUSTOMER },
    method: 'Klarna',
    goes: 'Continue to Klarna',
    there: approve,
    paidWith: 'Klarna',
  },
];

for (const [i, walk] of WALKS.entries()) {
  const { name, skip = false, at, fields, hasApplePay = false, method, fill, goes, there, paidWith } = walk;
  test(`a shopper pays by ${name}, and the cashier shows the receipt`, { skip }, async () => {
    const link = await stage.session(fields, 'payment', at.brand);
    const size = i % 2 === 0 ? PHONE : DESKTOP;
    await stage.visit(link, { ...size, providers: [at.origin], alone: hasApplePay }, async (page) => {
      if (hasApplePay) {
        await page.addInitScript('window.ApplePaySession = class {}');
        await page.reload();
      }
      await choose(page, method);
      await fill?.(page);
      await press(button(page, goes));
      await isAt(page, at);
      await there(page);
      await isBack(page, link);
      await heading(page, 'Payment complete');
      await page.locator('dd').getByText(paidWith, { exact: true }).waitFor();
    });
    await stage.paidOnce(link);
    assert.equal(at.charges(link), 1);
    await at.tell();
    await stage.paidOnce(link);
    assert.equal(at.charges(link), 1);
  });
}

test('a shopper pays in the cashier with a card without 3-D Secure, and its number goes to Adyen only', async () => {
  const link = await stage.session({}, 'payment', adyen.brand);
  await stage.visit(link, { ...PHONE, providers: [adyen.origin] }, async (page) => {
    await choose(page, 'Card');
    await typeCard(page);
    await press(button(page, 'Pay €25.00'));
    await heading(page, 'Payment complete');
    await page.locator('dd').getByText('Visa •••• 4242', { exact: true }).waitFor();
  });
  await stage.paidOnce(link);
  await adyen.tell();
  assert.equal(adyen.charges(link), 1);
});

/** Apple's interface of the browser, which shows its sheet at once, and whose shopper agrees. */
const safari = (data: string) => `window.ApplePaySession = class {
  static canMakePayments = () => true;
  constructor(version, request) {
    window.asked = request;
  }
  begin() {
    setTimeout(() => this.onvalidatemerchant({ validationURL: 'https://apple.example' }));
  }
  completeMerchantValidation(session) {
    window.session = session;
    this.onpaymentauthorized({ payment: { token: { paymentData: { version: 'EC_v1', data: '${data}' } } } });
  }
  completePayment(status) {
    window.completed = status;
  }
  abort() {
    window.aborted = true;
  }
}`;

test('a shopper pays by Apple Pay in the cashier, after a decline, and nothing of the token is stored', async () => {
  const domain = new URL(stage.tollgate.config.publicUrl).hostname;
  const link = await stage.session({}, 'payment', adyen.brand);
  const given = { ...PHONE, providers: [adyen.origin], expected: /409/, alone: true };
  await stage.visit(link, given, async (page) => {
    const pay = page.getByRole('button', { name: 'Apple Pay' });
    assert.equal(await pay.count(), 0, 'this browser does not know it');
    await page.addInitScript(safari('declined'));
    await page.reload();
    await choose(page, 'Card');
    await press(pay);
    await page.getByText('That did not work, and nothing was sent.').waitFor();
    assert.equal(await page.evaluate('window.aborted'), true, 'the domain is not registered yet');

    adyen.standIn.books.appleDomains = [domain];
    await press(pay);
    await page
      .getByRole('alert')
      .getByText(/declined/)
      .waitFor();
    await eventually(async () => (await page.evaluate('window.completed')) === 1);
    await page.addInitScript(safari('sealed-by-apple'));
    await page.reload();
    await press(pay);
    await heading(page, 'Payment complete');
    await page.locator('dd').getByText('Apple Pay', { exact: true }).waitFor();
    assert.equal(await page.evaluate('window.completed'), 0);
    assert.deepEqual(await page.evaluate('window.session.domainName'), domain);
    assert.deepEqual(await page.evaluate('window.asked.total'), {
      label: adyen.name,
      amount: '25.00',
    });
  });
  await stage.paidOnce(link, 1);
  assert.equal((await stage.record(link)).card, null);
  const { sql, vault } = stage.tollgate.gateway.context;
  const token = adyen.standIn.requests.at(-1)!.body.paymentMethod as { applePayToken: string };
  assert.deepEqual(foundIn(await dumpAll(sql, vault), ['sealed-by-apple', token.applePayToken]), []);
});

test("the cashier posts the form that a bank's page requires", async () => {
  const link = await stage.session({}, 'payment', adyen.brand);
  await stage.visit(link, { ...DESKTOP, providers: [adyen.origin] }, async (page) => {
    await choose(page, 'Card');
    await typeCard(page, CARD_WITH_3DS);
    await page.getByLabel('Name on card').fill('By Post');
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().startsWith(`${adyen.origin}/page/`),
    );
    await press(button(page, 'Pay €25.00'));
    assert.match((await posted).postData()!, /MD=md-of-the-bank/);
    await isAt(page, adyen);
    // Back without a decision: the words suit a card, not a debit.
    await page.goBack();
    await heading(page, 'Confirm with your bank');
    assert.deepEqual(await axeFaultsInProof(page), []);
    await press(button(page, 'Continue to your bank'));
    await isAt(page, adyen);
    await decide(page, 'approve');
    await isBack(page, link);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
  assert.equal(adyen.charges(link), 1);
});

for (const at of [adyen, stripe]) {
  const skip = at === stripe && onlyInProof;
  test(`the cashier asks for the holder of a SEPA debit, which completes later, ${at.name}`, {
    skip,
  }, async () => {
    // A customer with a name would be the holder.
    const link = await stage.session({ customer: { email: CUSTOMER.email } }, 'payment', at.brand);
    await stage.visit(link, { ...PHONE, providers: [at.origin] }, async (page) => {
      await choose(page, 'Direct debit (SEPA)');
      // There is no page for the mandate, so the shopper gives it here.
      await page.getByText(`you allow ${at.name} and its payment company to collect €25.00`).waitFor();
      assert.deepEqual(await axeFaultsInProof(page), []);
      const pay = button(page, 'Pay €25.00');
      await page.getByLabel('IBAN').fill(IBAN);
      await press(pay);
      await page.getByText('Enter the name of the account holder.').waitFor();
      await page.getByLabel('Account holder').fill('Ada Lovelace');
      await press(pay);
      await heading(page, 'Your payment is being collected');
      assert.deepEqual(await axeFaultsInProof(page), []);
      at.payElsewhere(link.id);
      await at.tell();
      await heading(page, 'Payment complete');
    });
    await stage.paidOnce(link);
    assert.equal(at.charges(link), 1);
  });
}

test('the page shows a PIX code, and “Payment complete” as soon as the shopper has paid', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(BRAZIL, 'payment', adyen.brand);
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'PIX');
    await page.getByLabel('CPF', { exact: true }).last().fill('529.982.247-25');
    await press(button(page, 'Show the QR code'));
    await heading(page, 'Scan and pay');
    await isDrawn(page, 'QR code of this payment');
    adyen.payElsewhere(link.id);
    await adyen.tell();
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
  assert.equal(adyen.charges(link), 1);
});

test("the page shows a boleto's bar code, and “Payment complete” as soon as the shopper has paid", {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(BRAZIL, 'payment', adyen.brand);
  await stage.visit(link, DESKTOP, async (page) => {
    await choose(page, 'Boleto');
    await press(button(page, 'Get the voucher'));
    await heading(page, 'Pay with boleto');
    await isDrawn(page, 'Bar code of this voucher');
    adyen.payElsewhere(link.id);
    await adyen.tell();
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
  assert.equal(adyen.charges(link), 1);
});

/** A picture counts only once it is drawn. */
const isDrawn = (page: Page, name: string) =>
  eventually(() =>
    page.evaluate<boolean>(
      `[...document.images].some((one) => one.alt === ${JSON.stringify(name)} && one.complete && one.naturalWidth > 0)`,
    ),
  );
