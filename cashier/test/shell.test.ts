// The frame of the cashier's page in a real browser, with the gallery's fixtures: everything that is the same on all
// screens. Live updates, lost connections, languages, the way out, the simulator, the focus.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { axeFaults } from '../../gateway/test/browser/axe.ts';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { galleryPages } from './gallery-pages.ts';

const PHONE = { viewport: { width: 375, height: 812 } } as const;

const pages = galleryPages();

type Given = BrowserContextOptions & { before?: (page: Page) => Promise<unknown> };

const opened = (path: string, use: (page: Page) => Promise<void>, { before, ...options }: Given = {}) =>
  pages.opened(path, { ...PHONE, stays: true, ...options, prepare: before }, use);

const heading = (page: Page, text: string | RegExp) => page.locator('h1', { hasText: text }).waitFor();
const ENDED = {
  name: 'end',
  outcome: 'completed',
  text: null,
  hold: null,
  charged: null,
  refunded: null,
  refunding: null,
  paidWith: 'PIX',
  completedAt: new Date().toISOString(),
  mail: null,
} as const;

/** Keeps every heading the page shows after its first one. */
const KEEP_HEADINGS = `
  window.headings = [];
  document.addEventListener('focusin', ({ target }) => {
    if (target.tagName === 'H1') window.headings.push(target.textContent);
  });`;

/** The calls of one kind that the page sends. */
function counted(page: Page, call: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith(`/${call}`))
      seen.push(request.url());
  });
  return seen;
}

describe('live updates', () => {
  test('the page shows a new state from the gateway at once, focuses the heading and changes the title', () =>
    opened('shell-plain', async (page) => {
      assert.match(await page.title(), /^Your payment is on its way – Demo Shop$/);
      pages.push('shell-plain', { screen: ENDED });
      await heading(page, 'Payment complete');
      await page.locator('h1:focus').waitFor();
      assert.match(await page.title(), /^Payment complete – Demo Shop$/);
    }));

  test('an older state does not replace a newer one', () =>
    opened(
      'shell-plain',
      async (page) => {
        const unknown = { name: 'wait', for: 'unknown' } as const;
        pages.push('shell-plain', { version: 7, screen: unknown });
        await heading(page, 'We are finding out');
        pages.push('shell-plain', { version: 6, screen: ENDED });
        // It comes after the older one, so the page has certainly received that one.
        const amount = { value: '26.00', currency: 'EUR', digits: 2 };
        pages.push('shell-plain', { version: 8, screen: unknown, amount });
        await page.locator('.amount', { hasText: '€26.00' }).waitFor();
        assert.match((await page.locator('h1').textContent())!, /^We are finding out/);
        assert.equal(await page.locator('h1:focus').count(), 1);
        assert.deepEqual(await page.evaluate('window.headings'), ['We are finding out what happened']);
      },
      { before: (page) => page.addInitScript(KEEP_HEADINGS) },
    ));

  test('without live events the page polls', () =>
    opened(
      'shell-plain',
      async (page) => {
        pages.push('shell-plain', { screen: ENDED });
        await heading(page, 'Payment complete');
      },
      { before: (page) => page.route('**/events*', (route) => route.abort()) },
    ));

  test('a page that the browser restores from its cache reads the state again', () =>
    opened(
      'shell-payout',
      async (page) => {
        pages.push('shell-payout', { screen: { name: 'wait', for: 'approval' } });
        await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
        await page.locator('h1', { hasText: 'approval' }).waitFor({ timeout: 1_500 });
      },
      { before: (page) => page.route('**/events*', (route) => route.abort()) },
    ));
});

describe('lost connections', () => {
  test('the page reports a lost connection until it is back, and keeps the typed text', () =>
    opened('choose', async (page) => {
      await page.getByLabel('Name on card').fill('Maria Sample');
      await page.context().setOffline(true);
      await page.getByText('The connection is lost').waitFor();
      // Beside the button too, because the banner may be out of sight.
      await page.locator('form .offline-hint + .button[type=submit]').waitFor();
      await page.getByText('You are offline.').waitFor();
      await page.context().setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
      await page.getByText('The connection is lost').waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Name on card').inputValue(), 'Maria Sample');
    }));

  test(
    'the page reports a lost connection beside the button that uploads a receipt',
    { skip: onlyInProof },
    () =>
      opened('transfer-p2p', async (page) => {
        await page.context().setOffline(true);
        await page.locator('form .offline-hint + .button[type=submit]').waitFor();
      }),
  );

  test('if the answer to a call is lost, the page reads the state and sends nothing again', () =>
    opened('choose-test?lose=simulate', async (page) => {
      const sent = counted(page, 'simulate');
      await page.getByRole('button', { name: 'Simulator' }).click();
      await page.getByRole('button', { name: 'Completed', exact: true }).click();
      await heading(page, 'Payment complete');
      assert.equal(sent.length, 1);
    }));
});

describe('cancelling the payment', () => {
  test('the page asks before it cancels, and a double click sends one call', () =>
    opened('choose?delay=400', async (page) => {
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'the shop' }));
      const sent = counted(page, 'cancel');
      await page.getByRole('button', { name: 'Cancel and go back to Demo Shop' }).click();
      await page.locator('p:focus', { hasText: /^Cancel this payment\?/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('button:focus', { hasText: 'Cancel and go back to Demo Shop' }).waitFor();
      assert.equal(sent.length, 0);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Yes, cancel' }).dblclick();
      await page.waitForURL('https://shop.example/**');
      assert.equal(sent.length, 1);
    }));
});

describe('the way back to the shop', () => {
  const back = (page: Page) => page.getByRole('link', { name: 'Back to Demo Shop', exact: true });

  for (const path of ['shell-plain', 'qr-pix', 'voucher-oxxo', 'fawry', 'transfer-sepa']) {
    test(`a waiting page has exactly one link back to the shop, ${path}`, () =>
      opened(path, async (page) => {
        await back(page).waitFor();
        assert.equal(await back(page).count(), 1);
        assert.match((await back(page).getAttribute('href'))!, /^https:\/\/shop\.example\/thanks\?/);
      }));
  }

  test('no link to the shop appears without a return address, or while the payment can be cancelled', async () => {
    await opened('shell-payout', async (page) => assert.equal(await back(page).count(), 0));
    await opened('choose', async (page) => assert.equal(await back(page).count(), 0));
  });

  test(
    'the link to the shop appears after the texts of later screens have loaded',
    { skip: onlyInProof },
    () =>
      opened(
        'choose',
        async (page) => {
          pages.push('choose', { version: 9, screen: { name: 'wait', for: 'network' } });
          await back(page).waitFor();
        },
        { before: (page) => page.route('**/messages/*', (route) => setTimeout(() => route.continue(), 300)) },
      ),
  );
});

describe('change of the language', () => {
  test('a change of language needs no reload and keeps the typed text', () =>
    opened('choose', async (page) => {
      await page.getByLabel('Name on card').fill('Maria Sample');
      await page.getByLabel('Language').selectOption('ar');
      await page.locator('html[dir=rtl][lang=ar]').waitFor();
      await page.locator('.amount', { hasText: /25\.00.+€/ }).waitFor();
      assert.equal(await page.locator('input[autocomplete=cc-name]').inputValue(), 'Maria Sample');
      await page.reload();
      await page.locator('html[dir=rtl][lang=ar] .page:not(.skeleton) h1').waitFor();
    }));

  test('the chosen language stays if texts of the former language arrive later', {
    skip: onlyInProof,
  }, async () => {
    const held: (() => void)[] = [];
    const before = (page: Page) =>
      page.route('**/messages/en.json', (route) => held.push(() => route.continue()));
    await opened(
      'shell-plain?lang=en',
      async (page) => {
        await page.locator('.foot select').selectOption('de');
        await page.locator('html[lang=de] .page').waitFor();
        assert.ok(held.length > 0);
        const late = page.waitForResponse('**/messages/en.json');
        for (const go of held.splice(0)) go();
        await (await late).finished();
        // Long enough for the page to handle it.
        await page.evaluate('new Promise((done) => setTimeout(done, 100))');
        assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
        assert.equal(await page.locator('.foot select').inputValue(), 'de');
      },
      { before },
    );
  });

  test('amounts are formatted exactly as the language requires', async () => {
    await opened('shell-payout?lang=de', async (page) => {
      assert.equal(await page.locator('.amount').textContent(), '1.234,50\u00a0R$');
    });
    await opened('shell-long', async (page) => {
      assert.match((await page.locator('.amount').textContent())!, /12,345,678,901,234\.56$/);
    });
    await opened('shell-crypto', async (page) => {
      assert.equal(await page.locator('.amount').textContent(), '0.0012\u00a0BTC');
    });
  });

  test('dates and times are formatted for the region', async () => {
    const until = (page: Page) => page.locator('.countdown').textContent();
    for (const [lang, written] of [
      ['en-US', /^Pay until [A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d\s[AP]M$/],
      ['en-GB', /^Pay until [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2,3}, \d{1,2}:\d\d$/],
      ['en-IN', /^Pay until [A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2,3}, \d{1,2}:\d\d\s[ap]m$/],
      ['de-AT', /\d{1,2}\. [A-ZÄ][a-zä]{2,3}\.?, \d{1,2}:\d\d/],
      ['es-MX', /\d{1,2} de [a-z]{3,4},? \d{1,2}:\d\d\s[ap]\.m\./],
    ] as const) {
      await opened(`voucher-oxxo?lang=${lang}`, async (page) => {
        assert.match((await until(page))!, written, lang);
      });
    }
  });

  test('the page shows the time left in the digits of the region', { skip: onlyInProof }, async () => {
    for (const [lang, written] of [
      ['en', /^1:\d\d left$/],
      ['ar-EG', /[\u0661]:[\u0660-\u0669]{2}/],
    ] as const) {
      await opened(`qr-soon?lang=${lang}`, async (page) => {
        assert.match((await page.locator('.countdown').textContent())!, written, lang);
      });
    }
  });
});

describe('in the test environment', () => {
  test('in the simulator a test card fills the form, and an outcome ends the payment', () =>
    opened('choose-test', async (page) => {
      await page.getByRole('button', { name: 'Simulator' }).click();
      await page.getByRole('button', { name: /4000 0000 0000 9995/ }).click();
      assert.match(await page.getByLabel('Card number').inputValue(), /^4000 0000 0000 9995$/);
      await page.getByRole('button', { name: 'Simulator' }).click();
      await page.getByRole('button', { name: 'Expired', exact: true }).click();
      await heading(page, /expired/);
    }));

  test('the simulator offers the outcomes by amount as well as by card', { skip: onlyInProof }, () =>
    opened('choose-test', async (page) => {
      await page.getByRole('button', { name: 'Simulator' }).click();
      const tiles = await page.locator('.amounts .tile').allInnerTexts();
      assert.deepEqual(
        tiles.map((tile) => tile.replace(/\n/g, ' ')),
        [
          '02 Declined',
          '03 Expired',
          '04 Failed',
          '05 No answer, outcome known later',
          'All others Completed',
        ],
      );
    }),
  );

  test('the production page has no simulator', () =>
    opened('shell-plain', async (page) => {
      assert.equal(await page.getByText('Test mode').count(), 0);
    }));
});

describe('errors in a screen', () => {
  test('after a screen has thrown an error, the page shows a message and a button to reload', () =>
    opened('shell-plain', async (page) => {
      // No gateway sends this: the screen fails on it.
      pages.push('shell-plain', { screen: { name: 'transfer' } as never });
      await heading(page, 'This page has a problem');
      await page.getByRole('button', { name: 'Load the page again' }).click();
      await heading(page, 'Your payment is on its way');
    }));
});

describe('accessibility and small screens', () => {
  for (const [name, options] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    wide: { viewport: { width: 1280, height: 800 } },
  } satisfies Record<string, BrowserContextOptions>)) {
    test(`axe finds no faults, ${name}`, { skip: onlyInProof }, async () => {
      for (const path of ['shell-test', 'shell-long', 'shell-payout?lang=ar', 'choose-test']) {
        await opened(
          path,
          async (page) => {
            const simulator = page.locator('.strip button');
            if ((await simulator.count()) > 0) await simulator.click();
            assert.deepEqual(await axeFaults(page), [], path);
          },
          options,
        );
      }
    });
  }

  test('no page is wider than a screen of 320 pixels', { skip: onlyInProof }, async () => {
    for (const path of ['shell-test', 'shell-long', 'shell-crypto', 'shell-long?lang=ar']) {
      await opened(
        path,
        async (page) => {
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
        },
        { viewport: { width: 320, height: 640 } },
      );
    }
  });

  for (const [what, path] of [
    ['without an order', 'choose'],
    ['with one', 'order'],
    ['with a long reference', 'order-many'],
    ['without a reference', 'order-only'],
  ]) {
    const skip = path !== 'choose' && onlyInProof;
    test(`no element moves when the script replaces the skeleton, ${what}`, { skip }, async () => {
      const where =
        'JSON.stringify([...document.querySelectorAll(".who, .amount, .reference, .items, .task")].map((one) => one.getBoundingClientRect().toJSON()).filter(({ width }) => width > 0).map(({ x, y, width }) => [x, y, width]))';
      const place = (page: Page) => page.evaluate<string>(where);
      let skeleton = '';
      await opened(
        path!,
        async (page) => {
          assert.equal(await place(page), skeleton);
          const shifts = await page.evaluate<number>(
            'new Promise((tell) => new PerformanceObserver((list) => tell(list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => tell(0), 500))',
          );
          assert.equal(shifts, 0);
        },
        {
          before: (page) =>
            page.route('**/*.js', async (route) => {
              await page.locator('.skeleton').waitFor();
              // Browsers paint nothing before the stylesheet has come.
              await eventually(() =>
                page.evaluate(`getComputedStyle(document.querySelector('.page')).display === 'flex'`),
              );
              skeleton = await place(page);
              await route.continue();
            }),
        },
      );
    });
  }
});
