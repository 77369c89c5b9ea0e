// Takes the pictures of the documentation again: `npm run screenshots` starts a gateway with an empty data folder,
// walks a browser through the test shop, the cashier, the bank's page and back, then through the portal
// (portal-walks.ts), and writes docs/images. Everything it started ends with it. Nothing real may be in a picture: only
// the shop's own demo customer, test cards, made-up documents.

import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumHome, launchChromium, STAYS } from '../gateway/test/browser/chromium.ts';
import { programDataDir, runProgram } from '../gateway/test/stage/program.ts';
import { type Owner, walkOverview, walkPortal } from './portal-walks.ts';

const IMAGES = join(import.meta.dirname, 'images');
/** Holds the fonts, and the pictures until all are taken. */
const workplace = mkdtempSync(join(tmpdir(), 'tollgate-screenshots-'));
const MOST_BYTES = 220 * 1024;
/** The port in the addresses of the pictures, if it is free. */
const PORT = 3000;

const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 };
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
};
const CARD = {
  approved: '4242 4242 4242 4242',
  challenge: '4000 0000 0000 3220',
  noFunds: '4000 0000 0000 9995',
};
const EXAMPLE_IBAN = 'DE89 3704 0044 0532 0130 00';
const EXAMPLE_CPF = '529.982.247-25';

type Walk = (page: Page, owner: Owner) => Promise<void>;

const LAPTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

/** Each walk is one customer with their own browser. */
const WALKS: readonly { options: BrowserContextOptions; walk: Walk }[] = [
  {
    options: DESKTOP,
    async walk(page) {
      await page.goto('/shop');
      await shoot(page, 'shop');
      await goToCheckout(page, 'Crew box');
      await chosen(page);
      await shoot(page, 'cashier');
      await typeCard(page, CARD.approved);
      await page.getByRole('button', { name: /^Pay / }).click();
      await page.getByRole('link', { name: /^Back to/ }).click();
      await page.getByText('✓ X-Signature verified').first().waitFor();
      await page.locator('h1', { hasText: 'We are packing it' }).waitFor();
      // Closes earlier steps to one line each, and opens the webhook that decides.
      await page.evaluate(`for (const step of document.querySelectorAll('.step')) {
        step.querySelector('details').open = step.querySelector('.step-title').textContent === 'payin.completed';
      }`);
      await shoot(page, 'shop-order');
    },
  },
  {
    options: { ...DESKTOP, colorScheme: 'dark' },
    async walk(page) {
      await goToCheckout(page, 'Crew box');
      await typeCard(page, CARD.approved);
      await shoot(page, 'cashier-dark');
    },
  },
  {
    options: PHONE,
    async walk(page) {
      await goToCheckout(page, 'Crew box');
      await chosen(page);
      await shoot(page, 'phone-choose');
      await typeCard(page, CARD.noFunds);
      await page.getByRole('button', { name: /^Pay / }).tap();
      await page.getByRole('alert').waitFor();
      await shoot(page, 'phone-declined');
      await typeCard(page, CARD.challenge);
      await page.getByRole('button', { name: /^Pay / }).tap();
      await page.waitForURL('**/sandbox/3ds/**');
      await shoot(page, 'phone-3ds');
      await page.getByRole('button', { name: 'Approve' }).tap();
      await page.getByRole('link', { name: /^Back to/ }).waitFor();
      await shoot(page, 'phone-completed');
    },
  },
  {
    options: PHONE,
    async walk(page) {
      await goToCheckout(page, 'Foghorn', 'BR');
      await page.getByRole('radio', { name: 'PIX', exact: true }).tap();
      await page.getByLabel('CPF', { exact: true }).last().fill(EXAMPLE_CPF);
      await page.getByRole('button', { name: 'Show the QR code' }).tap();
      await page.getByRole('button', { name: /^Copy/ }).first().waitFor();
      await shoot(page, 'phone-pix');
    },
  },
  {
    options: PHONE,
    async walk(page) {
      await goToCheckout(page, 'Foghorn', 'TR');
      await page.getByRole('radio', { name: 'Transfer to a person' }).tap();
      await page.getByRole('radio', { name: 'Kervan Bank' }).tap();
      await page.getByRole('button', { name: 'Show the transfer details' }).tap();
      await page.getByLabel(/Choose a file/).setInputFiles(await receipt(page));
      await page.getByText('receipt.png').waitFor();
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await shoot(page, 'phone-receipt');
    },
  },
  {
    options: PHONE,
    async walk(page) {
      await page.goto('/shop/deposit?country=DE');
      await page.getByRole('button', { name: 'Say where to pay it' }).tap();
      await page.getByRole('radio', { name: 'Bank account (SEPA)' }).tap();
      await page.getByLabel('IBAN').fill(EXAMPLE_IBAN);
      await page.getByLabel('Account holder').fill('Ada Lovelace');
      await page.getByRole('button', { name: /^Request payout/ }).tap();
      await page.getByRole('heading', { name: /^Waiting for approval/ }).waitFor();
      await shoot(page, 'phone-payout');
    },
  },
  {
    options: { ...PHONE, locale: 'ar-EG' },
    async walk(page) {
      await goToCheckout(page, 'Crew box', 'EG');
      await page.locator('[dir=rtl] main').waitFor();
      await chosen(page);
      await shoot(page, 'phone-arabic');
    },
  },
  { options: LAPTOP, walk: (page, owner) => walkPortal(page, owner, shoot) },
  {
    options: { ...LAPTOP, colorScheme: 'dark' },
    walk: (page, owner) => walkOverview(page, owner, shoot, 'portal-overview-dark'),
  },
  { options: PHONE, walk: (page, owner) => walkOverview(page, owner, shoot, 'portal-phone') },
];

async function goToCheckout(page: Page, product: string, country = 'DE'): Promise<void> {
  await page.goto(`/shop?country=${country}`);
  await page.getByRole('link', { name: product }).click();
  await page.getByRole('button', { name: 'Go to the checkout' }).click();
  await page.waitForURL('**/cashier/**');
}

/** Waits for the page with its list of methods and their logos. */
async function chosen(page: Page): Promise<void> {
  await page.locator('.page:not(.skeleton) input[type=radio]').first().waitFor();
}

async function typeCard(page: Page, number: string): Promise<void> {
  const card = page.getByRole('radio', { name: 'Card', exact: true });
  if (!(await page.getByLabel('Card number').isVisible())) await card.click();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 35');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByLabel('Name on card').blur();
}

/** A picture that looks like a banking app. This program draws it, so it shows no real bank and no real person. */
async function receipt(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawing = await page.context().newPage();
  await drawing.setViewportSize({ width: 320, height: 400 });
  await drawing.setContent(`<meta name=viewport content="width=320"><body style="margin:0;font:16px system-ui,sans-serif;background:#eef2f4;color:#1d2b33">
    <div style="margin:24px;padding:24px;border-radius:12px;background:#fff;line-height:1.7">
    <div style="width:40px;height:40px;border-radius:50%;background:#1c8a5a;color:#fff;text-align:center;font-size:24px">✓</div>
    <h1 style="font-size:20px;margin:16px 0 8px">Transfer sent</h1><div>Harbour Coffee</div>
    <div style="font-size:26px;font-weight:600;margin:8px 0">₺600.00</div><div>Today, 09:41</div></div>`);
  const buffer = await drawing.screenshot();
  await drawing.close();
  return { name: 'receipt.png', mimeType: 'image/png', buffer };
}

/** Waits as a patient reader would: pictures drawn, fonts loaded, nothing moving. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(
    `Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode().catch(() => {}))])`,
  );
  const path = join(workplace, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide', scale: 'device' });
  const { size } = statSync(path);
  process.stdout.write(`${name}.png  ${Math.ceil(size / 1024)} KB\n`);
  if (size > MOST_BYTES) throw new Error(`${name}.png has more than ${MOST_BYTES / 1024} KB`);
}

/** Servers have hardly any fonts, so the font of this Chromium replaces those of a shopper's device. */
function fontsOf(folder: string): string {
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${join(chromiumHome(), 'fonts')}</dir><cachedir>${folder}</cachedir>
${['system-ui', 'sans-serif', 'DejaVu Sans']
  .map(
    (family) =>
      `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong"><string>Open Sans</string></edit></match>`,
  )
  .join('\n')}
</fontconfig>`,
  );
  return file;
}

/** 3000 if it is free, because readers see that port at home; otherwise any port. */
async function freePort(): Promise<number> {
  for (const wanted of [PORT, 0]) {
    const server = createServer().listen(wanted, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('no port is free');
}

async function takeAll(browser: Browser, baseURL: string, owner: Owner): Promise<void> {
  for (const { options, walk } of WALKS) {
    const context = await browser.newContext({
      baseURL,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(STAYS);
    try {
      await walk(await context.newPage(), owner);
    } finally {
      await context.close();
    }
  }
}

const ends: (() => unknown)[] = [() => rmSync(workplace, { recursive: true, force: true })];
const started = { after: (end: () => unknown) => void ends.unshift(end) } as Parameters<typeof runProgram>[0];
try {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Nothing settles while a walk takes pictures.
  const env = { PORT: String(port), SANDBOX_DELAY_MS: '600000', LOG_LEVEL: 'info' };
  const dataDir = programDataDir(started);
  const program = runProgram(started, { ...env, DATA_DIR: dataDir });
  // The gateway has its own process group, so Ctrl-C does not reach it. It stops its database too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => program.signal('SIGTERM'));
  process.env.FONTCONFIG_FILE = fontsOf(workplace);
  const browser = await launchChromium();
  ends.unshift(() => browser.close());
  await program.ready();
  ends.unshift(async () => {
    program.signal('SIGTERM');
    await program.ended();
  });
  const { portal } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  await takeAll(
    browser,
    url,
    portal.users.find(({ role }: { role: string }) => role === 'owner'),
  );
  // Replaces all pictures or none.
  rmSync(IMAGES, { recursive: true, force: true });
  mkdirSync(IMAGES);
  for (const file of readdirSync(workplace).filter((name) => name.endsWith('.png'))) {
    copyFileSync(join(workplace, file), join(IMAGES, file));
  }
} finally {
  for (const end of ends) await end();
}
