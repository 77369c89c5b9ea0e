// Trouble around a payment: reloading, the back button, two tabs, two clicks, lost answers and connections, a closed
// laptop, timeouts. None of it makes a second payment or loses the first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, startTestGateway } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import {
  button,
  choose,
  counted,
  DESKTOP,
  freePort,
  heading,
  link as linkTo,
  openOwnStage,
  PHONE,
  press,
  SHOP,
  typeCard,
} from './stage.ts';

const PAY = 'Pay €25.00';
const CHALLENGE = '4000 0000 0000 3220';
const LOST = /Failed to load resource|net::ERR|EventSource/;

const stage = await openOwnStage();

async function transfer(page: Page): Promise<void> {
  await choose(page, 'Bank transfer (SEPA)');
  await press(button(page, 'Show the transfer details'));
  await heading(page, 'Send the money');
}

async function card(page: Page, number?: string): Promise<void> {
  await choose(page, 'Card');
  await typeCard(page, number);
}

test('reloading a step shows the same step and starts nothing', async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'Online banking');
    await page.reload();
    await heading(page, 'How do you want to pay?');
    await choose(page, 'Online banking');
    await press(page.getByRole('radio', { name: 'Hansetal Bank' }));
    await press(button(page, 'Continue to Hansetal Bank'));
    await heading(page, 'Log in to pay Demo Shop');
    await page.reload();
    await press(button(page, 'Log in and approve'));
    await heading(page, 'Your payment is on its way');
    await page.reload();
    await heading(page, 'Your payment is on its way');
    await stage.settle(link);
    await heading(page, 'Payment complete');
    await page.reload();
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('a code to scan is the same code after reloading', { skip: onlyInProof }, async () => {
  const document = { type: 'CPF', number: '52998224725' };
  const link = await stage.session({ country: 'BR', currency: 'BRL', customer: { document } });
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'PIX');
    await press(button(page, 'Show the QR code'));
    await heading(page, 'Scan and pay');
    const code = await page.locator('#code').textContent();
    await page.reload();
    await heading(page, 'Scan and pay');
    assert.equal(await page.locator('#code').textContent(), code);
    await stage.settle(link);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('the back button at the bank shows the current screen, and does not redirect again', async () => {
  const link = await stage.session();
  // The bank already has its answer. When the browser asks again, the bank says so with 410.
  await stage.visit(link, { ...PHONE, expected: /status of 410/ }, async (page) => {
    await card(page, CHALLENGE);
    await press(button(page, PAY));
    await heading(page, 'Confirm your payment');
    await page.goBack();
    await heading(page, 'Confirm with your bank');
    assert.match(page.url(), /\/cashier\//);
    await press(linkTo(page, 'Continue to your bank'));
    await heading(page, 'Confirm your payment');
    await press(button(page, 'Approve'));
    await heading(page, 'Payment complete');
    // The shopper also goes back after the end.
    await page.goBack();
    await page.goForward();
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('a shopper who comes back from the bank without an answer may choose another method', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, DESKTOP, async (page) => {
    await card(page, CHALLENGE);
    await press(button(page, PAY));
    await heading(page, 'Confirm your payment');
    await page.goBack();
    await press(button(page, 'Choose another way to pay'));
    await card(page);
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link, 1);
});

test('a second tab shows the changes of the first', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  await stage.visit(link, DESKTOP, async (page) => {
    const second = await page.context().newPage();
    await second.goto(page.url());
    await heading(second, 'How do you want to pay?');
    await transfer(page);
    await heading(second, 'Send the money');
    await press(button(second, 'Choose another way to pay'));
    await heading(page, 'How do you want to pay?');
    await card(page);
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
    await heading(second, 'Payment complete');
  });
  await stage.paidOnce(link, 1);
});

test('pressing the button in two tabs at once pays once', async () => {
  const link = await stage.session();
  await stage.visit(link, { ...DESKTOP, expected: /status of 409/ }, async (page) => {
    const second = await page.context().newPage();
    await second.goto(page.url());
    const pressed = Promise.withResolvers<void>();
    let count = 0;
    for (const one of [page, second]) {
      await card(one);
      // Holds both requests until both buttons are pressed, because the payment of one tab removes the button of the
      // other.
      await one.route('**/submit?*', async (route) => {
        count += 1;
        if (count === 2) pressed.resolve();
        await pressed.promise;
        await route.continue();
      });
    }
    await Promise.all([page, second].map((one) => button(one, PAY).click({ noWaitAfter: true })));
    for (const one of [page, second]) await heading(one, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('a double click on the button is one payment', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  await stage.visit(link, DESKTOP, async (page) => {
    const sent = counted(page, 'submit');
    await card(page);
    await button(page, PAY).dblclick();
    await heading(page, 'Payment complete');
    assert.equal(sent.length, 1);
  });
  await stage.paidOnce(link);
});

for (const outcome of ['paid', 'declined'] as const) {
  test(`if the answer is lost, the page reads the state itself, ${outcome}`, {
    skip: onlyInProof,
  }, async () => {
    const link = await stage.session();
    await stage.visit(link, { ...PHONE, expected: LOST, alone: true }, async (page) => {
      const sent = counted(page, 'submit');
      await card(page, outcome === 'paid' ? undefined : '4000 0000 0000 0002');
      // The answer is dropped after the gateway has done its work.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Fetch.enable', {
        patterns: [{ urlPattern: '*/submit?*', requestStage: 'Response' }],
      });
      devtools.on('Fetch.requestPaused', ({ requestId }) =>
        devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }),
      );
      await press(button(page, PAY));
      if (outcome === 'paid') await heading(page, 'Payment complete');
      else await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor();
      assert.equal(sent.length, 1);
    });
    if (outcome === 'paid') await stage.paidOnce(link);
    else await stage.unpaid(link, 'PROCESSING', '2005', 1);
  });
}

test('the page reports a request that it could not send, and keeps the typed text', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, { ...PHONE, expected: LOST }, async (page) => {
    await card(page);
    await page.route('**/submit?*', (route) => route.abort('connectionrefused'));
    await press(button(page, PAY));
    await page.getByText('The connection was lost before your details arrived. Try again.').waitFor();
    assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242');
    await page.unroute('**/submit?*');
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('the page reports that it is offline, and shows the current state after reconnecting', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, { ...PHONE, expected: LOST }, async (page) => {
    await transfer(page);
    // The browser's switch stops new requests. A stream that is open may go on, so the page may show the end before.
    await page.context().setOffline(true);
    await page.getByText('The connection is lost').waitFor();
    await stage.settle(link);
    await page.context().setOffline(false);
    await heading(page, 'Payment complete');
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
  });
  await stage.paidOnce(link);
});

test('after a laptop wakes up the page shows the current state', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  await stage.visit(link, { ...DESKTOP, expected: LOST }, async (page) => {
    await transfer(page);
    const look = (state: 'hidden' | 'visible') =>
      page.evaluate(`
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1)!));
    await look('hidden');
    await stage.settle(link);
    await stage.paidOnce(link);
    await heading(page, 'Send the money');
    // While nobody looks, the page asks nothing.
    assert.deepEqual(asked, []);
    await look('visible');
    await heading(page, 'Payment complete');
  });
});

test('a page that the browser froze shows the current state when the browser resumes it', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, { ...PHONE, expected: LOST, alone: true }, async (page) => {
    await transfer(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await stage.settle(link);
    await stage.paidOnce(link);
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await heading(page, 'Payment complete');
  });
});

test('a status page at one gateway shows changes made by another', { skip: onlyInProof }, async () => {
  // The page of the other gateway has its own address. That gateway takes submissions only from there.
  const port = await freePort();
  const other = await startTestGateway(stage.t, {
    databaseUrl: stage.tollgate.databaseUrl,
    now: stage.tollgate.now,
    workers: false,
    env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SANDBOX_DELAY_MS: '600000' },
  });
  const link = await stage.session();
  await stage.visit(link, { ...PHONE, at: other.url }, async (page) => {
    await transfer(page);
    await stage.settle(link);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('the page warns about an unknown outcome, and later shows the outcome', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await card(page, '4000 0000 0000 0341');
    await press(button(page, PAY));
    await heading(page, 'We are finding out what happened');
    await page.getByText('Do not pay again.').waitFor();
    await page.reload();
    await heading(page, 'We are finding out what happened');
    stage.tollgate.advance(11_000);
    await heading(page, 'Payment complete');
  });
  await stage.paidOnce(link);
});

test('the page asks before it cancels, and sends the shopper back to the shop', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await press(button(page, 'Cancel and go back to Demo Shop'));
    await press(button(page, 'Yes, cancel'));
    await page.waitForURL(new RegExp(`^${SHOP}/done\\?transactionId=${link.id}&merchantReference=`));
    await page.goBack();
    await heading(page, 'Payment cancelled');
  });
  await stage.unpaid(link, 'DECLINED', '3001', 0);
});

test('the page shows without reloading that an attempt or the link has expired', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, PHONE, async (page) => {
    await choose(page, 'Wallet');
    await press(page.getByRole('radio', { name: 'Finchpay' }));
    await press(button(page, 'Continue to Finchpay'));
    await heading(page, 'Pay Demo Shop');
    await page.goBack();
    await heading(page, 'Approve the payment at Finchpay');
    stage.tollgate.advance(16 * 60_000);
    await heading(page, 'How do you want to pay?');
    await page.getByText('The time for this attempt is over. Nothing is charged.').waitFor();
    stage.tollgate.advance(45 * 60_000);
    await heading(page, 'This payment has expired');
    await press(linkTo(page, 'Back to Demo Shop'));
    await page.waitForURL(/\/done\?transactionId=[0-9a-f-]{36}&merchantReference=.+/);
  });
  await eventually(async () => (await stage.record(link)).status === 'DECLINED');
  await stage.unpaid(link, 'DECLINED', '3002', 1);
});

test('an expired link answers 410, and an invalid link 404', { skip: onlyInProof }, async () => {
  const link = await stage.session();
  stage.tollgate.advance(61 * 60_000);
  const unavailable = /status of 4(04|10)/;
  await stage.visit(link, { ...PHONE, expected: unavailable }, async (page) => {
    await heading(page, 'This payment has expired');
    await linkTo(page, 'Back to Demo Shop').waitFor();
    assert.equal((await page.reload())!.status(), 410);
    const answer = await page.goto(`${stage.tollgate.url}/cashier/${'a'.repeat(43)}`);
    assert.equal(answer!.status(), 404);
    await heading(page, 'There is no payment here');
  });
});

test('the page of a payment that ended long ago is closed, and links back to the shop', {
  skip: onlyInProof,
}, async () => {
  const link = await stage.session();
  await stage.visit(link, { ...DESKTOP, expected: /status of 410/ }, async (page) => {
    await card(page);
    await press(button(page, PAY));
    await heading(page, 'Payment complete');
    stage.tollgate.advance(26 * 3_600_000);
    assert.equal((await page.reload())!.status(), 410);
    await heading(page, 'This page is closed');
    const back = await linkTo(page, 'Back to Demo Shop').getAttribute('href');
    assert.match(back!, new RegExp(`^${SHOP}/done\\?transactionId=${link.id}&merchantReference=`));
  });
});
