// Links of a v3 request, of the hybrid flow and of payouts: the page asks only for missing fields, and the transaction
// keeps its id.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Link, optionOf, payoutOf } from '../http/cashier/shopper.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { SIZES } from './sizes.ts';
import { button, choose, DESKTOP, heading, openStage, PHONE, press, SHOP, typeCard } from './stage.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';

const stage = await openStage();

/** The labels of the fields in the form. */
async function asked(page: Page): Promise<string[]> {
  const labels = await page.locator('main form .field > label').allInnerTexts();
  return labels.map((label) => label.trim());
}

const noList = async (page: Page) => assert.equal(await page.locator('input[name=method]').count(), 0);

// proves 1 rule 3, input
test('a direct debit without an account asks only for IBAN and holder', async () => {
  const link = await stage.direct({ paymentOptionId: optionOf('sepa-direct-debit').id });
  await stage.visit(link, PHONE, async (page) => {
    await heading(page, 'Direct debit (SEPA)');
    await noList(page);
    assert.deepEqual(await asked(page), ['IBAN', 'Account holder']);
    await page.getByLabel('IBAN').fill(IBAN);
    await page.getByLabel('Account holder').fill('Ada Lovelace');
    await press(button(page, 'Continue to the mandate'));
    await press(button(page, 'Approve mandate'));
    await heading(page, 'Your payment is on its way');
    await stage.settle(link);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

// proves 1 rule 4, cashier
test('a direct debit without a country asks only for the country', { skip: onlyInProof }, async () => {
  const paymentOptionId = optionOf('sepa-direct-debit').id;
  const paymentData = { iban: IBAN.replaceAll(' ', '') };
  const link = await stage.direct({ paymentOptionId, country: null, paymentData });
  await stage.visit(link, { ...DESKTOP, locale: 'en-US' }, async (page) => {
    await noList(page);
    assert.deepEqual(await asked(page), []);
    await press(button(page, 'Continue to the mandate'));
    await page.getByText('Choose your country first.').waitFor();
    await page.getByLabel('Country').selectOption({ label: 'France' });
    await press(button(page, 'Continue to the mandate'));
    await heading(page, 'Agree to the direct debit');
  });
  const { country, status } = await stage.record(link);
  assert.deepEqual([country, status], ['FR', 'PROCESSING']);
});

// proves 1 rule 4, cashier; 2.2 parent
test('online banking without a bank asks only for the bank', { skip: onlyInProof }, async () => {
  const link = await stage.direct({ paymentOptionId: optionOf('open-banking').id });
  await stage.visit(link, PHONE, async (page) => {
    await heading(page, 'Online banking');
    await noList(page);
    assert.equal(await page.getByRole('radio').count(), 4);
    await press(button(page, 'Continue to your bank'));
    await page.getByText('Choose your bank.').waitFor();
    await press(page.getByRole('radio', { name: 'Alpenrand Bank' }));
    await press(button(page, 'Continue to Alpenrand Bank'));
    await press(button(page, 'Log in and approve'));
    await heading(page, 'Your payment is on its way');
    await stage.settle(link);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

// proves 1 rule 4, cashier
test('PIX without a document asks only for the document, and a decline ends it', {
  skip: onlyInProof,
}, async () => {
  const fields = { country: 'BR', currency: 'BRL', paymentOptionId: optionOf('pix').id };
  const link = await stage.direct(fields);
  await stage.visit(link, PHONE, async (page) => {
    await noList(page);
    await page.getByLabel('CPF', { exact: true }).last().fill('52998224725');
    await press(button(page, 'Show the QR code'));
    await heading(page, 'Scan and pay');
    assert.equal(await button(page, 'Choose another way to pay').count(), 0);
    await stage.settle(link, 'DECLINED');
    await heading(page, 'Payment declined');
  });
  const { status } = await stage.record(link);
  assert.equal(status, 'DECLINED');
});

for (const [name, size] of Object.entries(SIZES)) {
  // proves 1 style 3; 4.10 step 4
  test(`a hybrid link opens with the bank that the shopper chose in the shop, ${name}`, async () => {
    const { apiKey } = stage.brand;
    const { body: session } = await stage.tollgate.call('POST', '/v2/payment-options', {
      apiKey,
      body: { country: 'DE', currency: 'EUR', amount: 25, redirectUrl: `${SHOP}/done` },
    });
    const bank = optionOf('open-banking').suboptions[2]!;
    const { body: hybrid } = await stage.tollgate.call('POST', '/v2/hybrid-payment', {
      apiKey,
      body: {
        sessionId: session.sessionId,
        paymentOptionId: optionOf('open-banking').id,
        optionId: bank.id,
      },
    });
    const path = new URL(hybrid.result.redirectUrl).pathname;
    const link: Link = { id: session.transactionId, path, token: path.split('/').at(-1)! };
    await stage.visit(link, size, async (page) => {
      assert.equal(await page.getByRole('radio', { name: bank.name }).isChecked(), true);
      await press(button(page, `Continue to ${bank.name}`));
      await press(button(page, 'Cancel'));
      await page.waitForURL(`**${link.path}`);
      // A shopper who has turned back knows why: no message, and the bank stays chosen.
      await page.getByRole('radio', { name: bank.name }).and(page.locator(':checked')).waitFor();
      await choose(page, 'Card');
      await typeCard(page);
      await press(button(page, 'Pay €25.00'));
      await heading(page, 'Payment complete');
    });
    await stage.paidOnce(link, 1);
  });

  // proves 4.9 confirmation, hosted
  test(`a recipient enters an IBAN, the shop approves, and the payout completes, ${name}`, async () => {
    await fund('EUR');
    const link = await stage.session({ amount: 12 }, 'payout');
    await stage.visit(link, size, async (page) => {
      await heading(page, 'How do you want to be paid?');
      await choose(page, 'Bank account (SEPA)');
      await page.getByLabel('IBAN').fill(IBAN);
      await press(button(page, 'Request payout of €12.00'));
      await page.getByText('Enter the name of the account holder.').waitFor();
      await page.getByLabel('Account holder').fill('Ada Lovelace');
      await press(button(page, 'Request payout of €12.00'));
      await heading(page, 'Waiting for approval by Demo Shop');
      await approved(page, link);
    });
    await stage.paidOnce(link);
  });
}

test('a payout by PIX key asks for the key in the format of its kind', { skip: onlyInProof }, async () => {
  await fund('BRL');
  const link = await stage.session({ country: 'BR', currency: 'BRL', amount: 12 }, 'payout');
  await stage.visit(link, PHONE, async (page) => {
    await press(page.getByRole('radio', { name: 'E-mail', exact: true }));
    await page.getByLabel('E-mail address').fill('ana@example.com');
    await press(button(page, /^Request payout of/));
    await heading(page, 'Waiting for approval by Demo Shop');
    await approved(page, link);
  });
  await stage.paidOnce(link);
});

test('a v3 payout without its recipient asks for the recipient, and the shop may decline', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.direct(
    { paymentOptionId: payoutOf('sepa-transfer').id, amount: 12, paymentData: {} },
    '/v3/payout',
  );
  await stage.visit(link, DESKTOP, async (page) => {
    await noList(page);
    await page.getByLabel('IBAN').fill(IBAN);
    await page.getByLabel('Account holder').fill('Ada Lovelace');
    await press(button(page, 'Request payout of €12.00'));
    await heading(page, 'Waiting for approval by Demo Shop');
    await settlePayout(link, 'DECLINE');
    await heading(page, 'Payout declined');
    await page.getByText(/pay again|your payment/i).waitFor({ state: 'detached' });
  });
  await stage.unpaid(link, 'DECLINED', '4005', (await attempts(link))!);
});

async function attempts({ id }: Link): Promise<number> {
  const [row] = await stage.tollgate.gateway.context.sql`select attempts from transactions where id = ${id}`;
  return row!.attempts;
}

async function fund(currency: string): Promise<void> {
  const reference = `${currency} ${randomUUID()}`;
  const body = { currency, amount: 100, reference };
  const answer = await stage.tollgate.operator(
    'POST',
    `/operator/brands/${stage.brand.brandId}/funding`,
    body,
  );
  assert.equal(answer.status, 201, answer.text);
}

async function settlePayout({ id }: Link, action: 'APPROVE' | 'DECLINE'): Promise<void> {
  const answer = await stage.tollgate.call('POST', '/settle-payout', {
    apiKey: stage.brand.apiKey,
    body: { transactionId: id, action },
  });
  assert.equal(answer.status, 201, answer.text);
}

async function approved(page: Page, link: Link): Promise<void> {
  await settlePayout(link, 'APPROVE');
  await heading(page, 'The money is on its way');
  await stage.settle(link);
  await heading(page, 'The money is sent');
}
