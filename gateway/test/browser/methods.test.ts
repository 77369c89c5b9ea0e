// Every method except the card, from the choice to the receipt: what the shopper sees at the bank, scans, copies,
// prints and uploads, and that the page shows the end by itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Link } from '../http/cashier/shopper.ts';
import { eventually } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { SIZES } from './sizes.ts';
import { button, choose, DESKTOP, heading, link as linkTo, openStage, PHONE, press } from './stage.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';
const BRAZIL = { country: 'BR', currency: 'BRL' };
const INDIA = { country: 'IN', currency: 'INR' };
/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const stage = await openStage();

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const COPYING = { permissions: ['clipboard-read', 'clipboard-write'] };

/** The money arrives while nobody touches the page, and the page says so. */
async function arrives(page: Page, link: Link, tries = 0): Promise<void> {
  await page.evaluate('window.notLoadedAnew = true');
  await stage.settle(link);
  await heading(page, 'Payment complete');
  assert.equal(await page.evaluate('window.notLoadedAnew'), true);
  await stage.paidOnce(link, tries);
}

/** A picture counts only once it is drawn. */
const isDrawn = (page: Page, name: string) =>
  eventually(() =>
    page.evaluate<boolean>(
      `[...document.images].some((one) => one.alt === ${JSON.stringify(name)} && one.complete && one.naturalWidth > 0)`,
    ),
  );

/** The value beside a name in the list of details. */
const detail = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')
    .first();

for (const [name, size] of Object.entries(SIZES)) {
  describe(`payments at a bank, ${name}`, () => {
    // proves 4.8 flow
    test('a shopper pays by online banking at the chosen bank, and the cashier waits for the outcome', async () => {
      const link = await stage.session();
      await stage.visit(link, size, async (page) => {
        await choose(page, 'Online banking');
        await press(page.getByRole('radio', { name: 'Hansetal Bank' }));
        await press(button(page, 'Continue to Hansetal Bank'));
        await page.waitForURL('**/sandbox/bank/**');
        await heading(page, 'Log in to pay Demo Shop');
        await press(button(page, 'Log in and approve'));
        await page.waitForURL(`**${link.path}`);
        await heading(page, 'Your payment is on its way');
        await page.getByText('You can close this page.').waitFor();
        await arrives(page, link);
      });
    });

    test("a shopper pays by direct debit and signs the mandate on the bank's page", async () => {
      const link = await stage.session();
      await stage.visit(link, size, async (page) => {
        await choose(page, 'Direct debit (SEPA)');
        await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
        await press(button(page, 'Continue to the mandate'));
        await page.getByText('This IBAN has a typing mistake.').waitFor();
        await page.getByText('Enter the name of the account holder.').waitFor();
        await page.getByLabel('IBAN').fill(IBAN);
        await page.getByLabel('Account holder').fill('Ada Lovelace');
        const posted = page.waitForRequest(
          (request) => request.method() === 'POST' && request.url().includes('/sandbox/bank/'),
        );
        await press(button(page, 'Continue to the mandate'));
        assert.equal((await posted).isNavigationRequest(), true);
        await heading(page, 'SEPA direct debit mandate');
        await page.getByText('Ada Lovelace').waitFor();
        // A shopper who comes back is not sent away again.
        await page.goBack();
        await heading(page, 'Agree to the direct debit');
        await press(button(page, 'Continue to the mandate'));
        await press(button(page, 'Approve mandate'));
        await page.waitForURL(`**${link.path}`);
        await heading(page, 'Your payment is on its way');
        await arrives(page, link);
      });
    });
  });
}

test('after a decline by the bank the shopper pays by wallet', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'Online banking');
    await press(page.getByRole('radio', { name: 'Isarblick Bank' }));
    await press(button(page, 'Continue to Isarblick Bank'));
    await press(button(page, 'Decline'));
    await page.waitForURL(`**${link.path}`);
    await page.getByRole('alert').waitFor();
    await choose(page, 'Wallet');
    await press(page.getByRole('radio', { name: 'Finchpay' }));
    await press(button(page, 'Continue to Finchpay'));
    await heading(page, 'Pay Demo Shop');
    await press(button(page, 'Approve'));
    await page.waitForURL(`**${link.path}`);
    await heading(page, 'Your payment is on its way');
    await arrives(page, link, 1);
  });
});

for (const [name, size] of Object.entries(SIZES)) {
  test(`for PIX the page asks for the tax number, then shows the code and copies it, ${name}`, async () => {
    const link = await stage.session(BRAZIL);
    await stage.visit(link, { ...size, ...COPYING }, async (page) => {
      await choose(page, 'PIX');
      await press(button(page, 'Show the QR code'));
      await page.getByText('Enter the CPF.').waitFor();
      await page.getByLabel('CPF', { exact: true }).last().fill('529.982.247-25');
      await press(button(page, 'Show the QR code'));
      await heading(page, 'Scan and pay');
      await isDrawn(page, 'QR code of this payment');
      await page.getByText(/(29|30):\d\d left/).waitFor();
      await press(page.getByRole('button', { name: /Copy PIX code|Copy/ }));
      await page.getByText('Copied').first().waitFor();
      assert.match(await clipboard(page), /^000201/);
      await arrives(page, link);
      await page.getByText('PIX', { exact: true }).waitFor();
    });
  });
}

test('UPI by QR code opens an app on a phone', { skip: onlyInProof }, async () => {
  const link = await stage.session(INDIA);
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'UPI');
    await press(button(page, 'Show the QR code'));
    await heading(page, 'Scan and pay');
    const app = linkTo(page, 'Open the app on this phone');
    assert.match((await app.getAttribute('href'))!, /^upi:\/\/pay\?/);
    await arrives(page, link);
  });
});

// proves 3 rule 2, hosted
test('a shopper confirms a UPI transfer by its UTR', { skip: onlyInProof }, async () => {
  const link = await stage.session(INDIA);
  await stage.visit(link, { ...DESKTOP, ...COPYING }, async (page) => {
    await choose(page, 'UPI');
    await press(page.getByRole('radio', { name: 'By transfer' }));
    await press(button(page, 'Show the transfer details'));
    await heading(page, 'Send the money');
    await page.getByLabel('UTR or RRN').fill('4123');
    await press(button(page, 'Send confirmation'));
    await page.getByText('The UTR has exactly 12 digits.').waitFor();
    await page.getByLabel('UTR or RRN').fill('412345678901');
    await press(button(page, 'Send confirmation'));
    await heading(page, 'Your confirmation is being checked');
    await arrives(page, link);
  });
});

test('a UTR that matches no payment declines the attempt, and the shopper may choose again', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(INDIA);
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'UPI');
    await press(page.getByRole('radio', { name: 'By transfer' }));
    await press(button(page, 'Show the transfer details'));
    await page.getByLabel('UTR or RRN').fill('000000000000');
    await press(button(page, 'Send confirmation'));
    await page.getByRole('alert').filter({ hasText: 'No payment fits this reference number' }).waitFor();
  });
  await stage.unpaid(link, 'PROCESSING', '3004', 1);
});

test("a shopper copies a boleto's number or prints its bar code on one page", {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session(BRAZIL);
  await stage.visit(link, { ...DESKTOP, ...COPYING }, async (page) => {
    await choose(page, 'Boleto');
    await press(button(page, 'Get the voucher'));
    await heading(page, 'Pay with boleto');
    await isDrawn(page, 'Bar code of this voucher');
    await press(page.getByRole('button', { name: 'Copy number' }));
    await page.getByText('Copied').first().waitFor();
    assert.match(await clipboard(page), /^\d{47}$/);
    await page.evaluate('window.print = () => { window.printed = true }');
    await press(button(page, 'Print'));
    assert.equal(await page.evaluate('window.printed'), true);

    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByRole('img', { name: 'Bar code of this voucher' }).isVisible());
    assert.ok(
      await page
        .getByText(/^Pay until/)
        .last()
        .isVisible(),
    );
    assert.ok(!(await button(page, 'Print').isVisible()));
    assert.ok(!(await page.getByLabel('Language').isVisible()));
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
    assert.equal(pages, 1);
    await page.emulateMedia({ media: 'screen' });
    await arrives(page, link);
  });
});

test('the OXXO voucher has a bar code for the counter', { skip: onlyInProof }, async () => {
  const link = await stage.session({ country: 'MX', currency: 'MXN' });
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'OXXO');
    await press(button(page, 'Get the voucher'));
    await heading(page, 'Pay at OXXO');
    await page.getByRole('img', { name: 'Bar code of this voucher' }).waitFor();
    await arrives(page, link);
  });
});

test('for cash agents the page shows where to pay and with which reference', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session({ country: 'PE', currency: 'PEN' });
  await stage.visit(link, PHONE, async (page) => {
    // The only method of its country: there is nothing to choose.
    await press(button(page, 'Show where to pay'));
    await heading(page, 'Pay in cash');
    await detail(page, 'Reference').waitFor();
    const map = page.getByRole('link', { name: /^Map/ }).first();
    assert.match((await map.getAttribute('href'))!, /^https:\/\//);
    assert.match((await map.getAttribute('rel'))!, /noreferrer/);
    await arrives(page, link);
  });
});

test('the page shows the Fawry number to tell at the counter', { skip: onlyInProof }, async () => {
  const link = await stage.session({ country: 'EG', currency: 'EGP' });
  await stage.visit(link, { ...PHONE, ...COPYING }, async (page) => {
    await choose(page, 'Fawry');
    await press(button(page, 'Get the payment code'));
    await heading(page, 'Pay with Fawry');
    await press(page.getByRole('button', { name: 'Copy number' }));
    await page.getByText('Copied').first().waitFor();
    assert.match(await clipboard(page), /^9\d{8}$/);
    await arrives(page, link);
  });
});

test('for M-Pesa the page accepts a phone number in national form, then the code of the message', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session({ country: 'KE', currency: 'KES' });
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'M-Pesa');
    await page.getByLabel('M-Pesa phone number').fill('0712 345678');
    await press(button(page, 'Show how to pay'));
    await heading(page, /Pay with M.Pesa/);
    await detail(page, 'Till number').waitFor();
    await page.getByLabel('Code from the message').fill('QJK7H2M4XP');
    await press(button(page, 'Send confirmation'));
    await heading(page, 'Your confirmation is being checked');
    await arrives(page, link);
  });
});

for (const [name, size] of Object.entries(SIZES)) {
  test(`a shopper confirms a transfer to a person by its receipt, ${name}`, {
    skip: onlyInProof,
  }, async () => {
    const link = await stage.session({ country: 'TR', currency: 'TRY' });
    await stage.visit(link, size, async (page) => {
      await choose(page, 'Transfer to a person');
      await press(page.getByRole('radio', { name: 'Kervan Bank' }));
      await press(button(page, 'Show the transfer details'));
      await heading(page, 'Send the money');
      await press(button(page, 'Send receipt'));
      await page.getByText('Add the receipt of your transfer first.').waitFor();
      const file = page.getByLabel(/Choose a file|Replace/);
      await file.setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
      await page.getByText('This file is not a picture or PDF.').waitFor();
      await file.setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG });
      await isDrawn(page, 'Preview of the receipt');
      await page.getByText('receipt.png', { exact: true }).waitFor();
      // The page shows each uploaded part of the file. The test checks at least that progress was shown.
      await page.evaluate(`new MutationObserver(() => {
        if (document.querySelector('progress')) window.progressed = true;
      }).observe(document.body, { childList: true, subtree: true })`);
      await press(button(page, 'Send receipt'));
      await heading(page, 'Your confirmation is being checked');
      assert.equal(await page.evaluate('window.progressed'), true);
      await arrives(page, link);
    });
  });

  test(`each detail of a SEPA transfer has a copy button, ${name}`, { skip: onlyInProof }, async () => {
    const link = await stage.session();
    await stage.visit(link, { ...size, ...COPYING }, async (page) => {
      await choose(page, 'Bank transfer (SEPA)');
      await press(button(page, 'Show the transfer details'));
      await heading(page, 'Send the money');
      for (const [word, shape] of [
        ['Amount', /^25\.00$/],
        ['IBAN', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/],
        ['Beneficiary', /\w/],
        ['Reference', /\w/],
      ] as const) {
        await press(button(page, `Copy ${word}`));
        await page
          .getByRole('status')
          .filter({ hasText: `${word} copied` })
          .waitFor({ state: 'attached' });
        assert.match(await clipboard(page), shape);
        const shown = (await detail(page, word).textContent())!.replaceAll(/[\s€]/g, '');
        assert.equal(shown, (await clipboard(page)).replaceAll(' ', ''));
      }
      await arrives(page, link);
    });
  });
}

test('for crypto the page shows network, exact amount and address', { skip: onlyInProof }, async () => {
  const link = await stage.session({ country: null, currency: 'USDT', amount: 12.5 });
  await stage.visit(link, { ...DESKTOP, ...COPYING }, async (page) => {
    await button(page, 'Show the QR code').waitFor();
    await press(page.getByRole('radio', { name: 'Tron (TRC-20)' }));
    await press(button(page, 'Show the QR code'));
    await heading(page, 'Send USDT');
    await press(button(page, 'Copy Exact amount'));
    await page.getByRole('status').filter({ hasText: 'copied' }).waitFor({ state: 'attached' });
    assert.match(await clipboard(page), /^12\.50*$/);
    await press(button(page, 'Copy Address'));
    await page.getByRole('status').filter({ hasText: 'Address copied' }).waitFor({ state: 'attached' });
    assert.match(await clipboard(page), /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    await arrives(page, link);
  });
});

test('a shopper can leave one method for another', async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'Bank transfer (SEPA)');
    await press(button(page, 'Show the transfer details'));
    await heading(page, 'Send the money');
    await press(button(page, 'Choose another way to pay'));
    await heading(page, 'How do you want to pay?');
    await choose(page, 'Wallet');
    await press(page.getByRole('radio', { name: 'Pocketwell' }));
    await press(button(page, 'Continue to Pocketwell'));
    await press(button(page, 'Approve'));
    await page.waitForURL(`**${link.path}`);
    await arrives(page, link, 1);
  });
});
