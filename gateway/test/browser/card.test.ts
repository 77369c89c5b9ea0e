// Paying by card as a shopper does: the first try, another one after a
// decline, the bank's question, a saved card.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { SIZES } from './sizes.ts';
import {
  button,
  CARD,
  choose,
  DESKTOP,
  heading,
  link as linkTo,
  openStage,
  PHONE,
  press,
  SHOP,
  typeCard,
} from './stage.ts';

const DECLINED = '4000 0000 0000 0002';
const NO_FUNDS = '4000 0000 0000 9995';
const LOST = '4000 0000 0000 9987';
const CHALLENGE = '4000 0000 0000 3220';
const WRONG_CODE = '4000 0000 0000 0127';
const FAILS = '4000 0000 0000 0119';
const PAY = 'Pay €25.00';

const stage = await openStage();

async function payByCard(page: Page, number?: string): Promise<void> {
  await choose(page, 'Card');
  await typeCard(page, number);
  await press(button(page, PAY));
}

const notice = (page: Page) => page.getByRole('alert').textContent() as Promise<string>;

for (const [name, size] of Object.entries(SIZES)) {
  describe(`payments by card, ${name}`, () => {
    // proves 1 style 2; 4.8 flow
    test("a shopper pays and returns to the shop, which gets the order's reference", async () => {
      const link = await stage.session({ amount: 1249.5 });
      await stage.visit(link, size, async (page) => {
        await page.getByText('€1,249.50').first().waitFor();
        await choose(page, 'Card');
        await page.getByLabel('Card number').pressSequentially('4242424242424242');
        assert.equal(await page.getByLabel('Card number').inputValue(), CARD.number);
        await page.getByLabel('Expiry date').pressSequentially('1235');
        assert.equal(await page.getByLabel('Expiry date').inputValue(), CARD.expiry);
        await page.getByLabel('Security code').pressSequentially(CARD.code);
        await page.getByLabel('Name on card').fill(CARD.holder);
        await press(button(page, 'Pay €1,249.50'));
        await heading(page, 'Payment complete');
        await page.getByText('Demo Shop knows that you have paid.').waitFor();
        await page.getByText('Visa •••• 4242').waitFor();
        const { merchantReference } = await stage.record(link);
        await press(linkTo(page, 'Back to Demo Shop'));
        await page.waitForURL(`${SHOP}/done?transactionId=${link.id}&merchantReference=${merchantReference}`);
      });
      await stage.paidOnce(link);
    });

    test('after a decline the page shows the reason, and the shopper pays with another card', async () => {
      const link = await stage.session();
      await stage.visit(link, size, async (page) => {
        await payByCard(page, NO_FUNDS);
        assert.match(await notice(page), /money|funds|balance/i);
        assert.equal(await page.getByLabel('Card number').inputValue(), '');
        assert.equal(await page.getByLabel('Security code').inputValue(), '');
        assert.equal(await page.getByLabel('Name on card').inputValue(), CARD.holder);
        await typeCard(page);
        await press(button(page, PAY));
        await heading(page, 'Payment complete');
      });
      await stage.paidOnce(link, 1);
    });

    // proves 1 rule 3, 3-D Secure
    test('with 3-D Secure the shopper approves at the bank and returns', async () => {
      const link = await stage.session();
      await stage.visit(link, size, async (page) => {
        await payByCard(page, CHALLENGE);
        await page.waitForURL('**/sandbox/3ds/**');
        await heading(page, 'Confirm your payment');
        await press(button(page, 'Approve'));
        await page.waitForURL(`**${link.path}`);
        await heading(page, 'Payment complete');
      });
      await stage.paidOnce(link);
      assert.equal((await stage.record(link)).threeDS.flow, 'CHALLENGE');
    });
  });
}

test('after a decline the shopper pays by another method', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await payByCard(page, DECLINED);
    await notice(page);
    await choose(page, 'Bank transfer (SEPA)');
    await press(button(page, 'Show the transfer details'));
    await heading(page, 'Send the money');
    await stage.settle(link);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link, 1);
});

test('after a wrong security code the shopper retypes only the code, and the page stores no card data', async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await payByCard(page, WRONG_CODE);
    assert.match(await notice(page), /security code is not right/);
    await page.locator('input[name=cardCvv]:focus').waitFor();
    assert.equal(await page.getByLabel('Security code').inputValue(), '');
    assert.equal(await page.getByLabel('Card number').inputValue(), WRONG_CODE);
    assert.equal(await page.getByLabel('Expiry date').inputValue(), CARD.expiry);
    // Nothing was sent to keep it, so a new document knows nothing about it.
    await page.reload();
    await page.getByLabel('Card number').waitFor();
    assert.equal(await page.getByLabel('Card number').inputValue(), '');
    await typeCard(page);
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link, 1);
});

test('after a technical failure the page says that nothing was charged, and leads back to the shop', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await payByCard(page, FAILS);
    await heading(page, 'Payment not made');
    await page.getByText('The payment did not go through. Nothing was charged.').waitFor();
    await linkTo(page, 'Back to Demo Shop').waitFor();
  });
  await stage.unpaid(link, 'ERROR', '9002', 1);
});

test('the fifth decline ends the payment, and the page announces that after the fourth', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, DESKTOP, async (page) => {
    await choose(page, 'Card');
    for (let tries = 1; tries <= 4; tries++) {
      await typeCard(page, DECLINED);
      await press(button(page, PAY));
      // Each try asks for the number again.
      await eventually(async () => (await page.getByLabel('Card number').inputValue()) === '');
      const isLast = /You can try once more\./.test(await notice(page));
      assert.equal(isLast, tries === 4);
    }
    await typeCard(page, DECLINED);
    await press(button(page, PAY));
    await heading(page, 'Payment declined');
    await linkTo(page, 'Back to Demo Shop').waitFor();
  });
  await stage.unpaid(link, 'DECLINED', '2005', 5);
});

for (const decision of ['Decline', 'Cancel']) {
  test(`“${decision}” at the bank leads back to the choice, and the shopper pays with another card`, {
    skip: decision === 'Cancel' && onlyInProof,
  }, async () => {
    const link = await stage.session();
    await stage.visit(link, decision === 'Decline' ? PHONE : DESKTOP, async (page) => {
      await payByCard(page, CHALLENGE);
      await press(button(page, decision));
      await page.waitForURL(`**${link.path}`);
      assert.match(await notice(page), /bank|confirm|identity/i);
      await typeCard(page);
      await press(button(page, PAY));
      await heading(page, 'Payment complete');
    });
    await stage.paidOnce(link, 1);
  });
}

test('the page does not tell a shopper that a declined card was reported lost', {
  skip: onlyInProof,
}, async () => {
  const notices: string[] = [];
  for (const number of [LOST, DECLINED]) {
    await stage.visit(await stage.session(), DESKTOP, async (page) => {
      await payByCard(page, number);
      notices.push(await notice(page));
      assert.doesNotMatch((await page.locator('main').textContent())!, /lost|stolen|2006|2005/i);
    });
  }
  assert.equal(notices[0], notices[1]);
});

test('a known customer agrees to save a card, pays with it by one tap, and removes it', async () => {
  const known = { userId: 'customer-7' };
  const saved = (page: Page) => page.getByRole('radio', { name: /Visa •••• 4242/ });
  for (const isAgreed of [false, true]) {
    const first = await stage.session(known);
    await stage.visit(first, isAgreed ? PHONE : DESKTOP, async (page) => {
      await choose(page, 'Card');
      assert.equal(await saved(page).count(), 0);
      const consent = page.getByRole('checkbox', { name: /Save this card for next time/ });
      assert.equal(await consent.isChecked(), false, 'nothing is agreed to in advance');
      if (isAgreed) await consent.check();
      await typeCard(page);
      await press(button(page, PAY));
      await heading(page, 'Payment complete');
    });
  }
  const second = await stage.session(known);
  await stage.visit(second, PHONE, async (page) => {
    await saved(page).and(page.locator(':checked')).waitFor();
    assert.equal(await page.getByLabel('Security code').count(), 0);
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(second);
  const third = await stage.session(known);
  await stage.visit(third, PHONE, async (page) => {
    await press(page.getByRole('button', { name: /Remove.*4242/ }));
    await press(page.getByRole('button', { name: 'Remove', exact: true }));
    await page.getByLabel('Card number').waitFor();
    assert.equal(await saved(page).count(), 0);
    assert.match((await page.locator('.method').first().textContent())!, /^Card/, 'the list does not jump');
  });
  const stranger = await stage.session({ userId: 'customer-8' });
  await stage.visit(stranger, DESKTOP, async (page) => {
    await choose(page, 'Card');
    await page.getByLabel('Card number').waitFor();
    assert.equal(await page.getByText('4242').count(), 0);
  });
});

test('the page shows a fault of a card beside its field and sends nothing', async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'Card');
    await typeCard(page, '4242 4242 4242 4241', '12');
    await press(button(page, PAY));
    await page.getByText('This card number has a typing mistake. Compare it with your card.').waitFor();
    await page.getByText('Enter the 3 digits on the back of the card.').waitFor();
    await page.locator('input:focus[name=cardNumber][aria-invalid=true]').waitFor();
    await typeCard(page);
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});
