// A shopper whose payment is held first and charged later (contract 16): the card on a phone, PayPal with the way back
// to the shop, and the simulator's captures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyInProof } from '../stage/how-much.ts';
import { axeFaults } from './axe.ts';
import { button, choose, heading, openStage, PHONE, press, SHOP, typeCard } from './stage.ts';

const stage = await openStage();

test('a shopper places an order by card, and the simulator captures it', { skip: onlyInProof }, async () => {
  const link = await stage.session({ captureMode: 'manual' });
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'Card');
    await typeCard(page);
    await page.getByText('€25.00 will be held on your card, and charged when your order ships.').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await press(button(page, 'Hold €25.00'));
    await heading(page, 'Your order is placed');
    await page.getByText('€25.00 is held and will be charged when your order ships.').waitFor();
    await page.reload();
    await heading(page, 'Your order is placed');
    assert.deepEqual(await axeFaults(page), []);
    await press(button(page, 'Simulator'));
    await press(button(page, 'Capture half of it'));
    await page.getByText('€12.50 has been charged. €12.50 is still held').waitFor();
    await press(button(page, 'Simulator'));
    await press(button(page, 'Capture the rest'));
    await heading(page, 'Payment complete');
  });
  const { status, amountCaptured } = await stage.record(link);
  assert.deepEqual([status, amountCaptured], ['COMPLETED', 25]);
});

test('after PayPal has authorised the payment, the page goes back to the shop', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session({ captureMode: 'manual' });
  await stage.visit(link, { ...PHONE, returns: true }, async (page) => {
    await choose(page, 'PayPal');
    await page.getByText('€25.00 will be held at PayPal, and charged when your order ships.').waitFor();
    await press(button(page, 'Continue to PayPal'));
    await page.waitForURL(/\/sandbox\//);
    await press(page.getByRole('button', { name: /Approve|Pay/ }).first());
    await page.waitForURL(/\/cashier\//);
    await heading(page, 'Your payment is on its way');
    await stage.settle(link);
    await heading(page, 'Your order is placed');
    await page.waitForURL(`${SHOP}/done?transactionId=${link.id}&merchantReference=*`);
  });
  assert.equal((await stage.record(link)).status, 'PROCESSING');
});
