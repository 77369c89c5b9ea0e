// A finance day with a bank account in the portal, in a real browser. Forty payouts are approved. A maker makes one
// file of them, downloads it, and drops the bank's statement. The statement confirms 38, rejects one, returns one, and
// has a transfer without its reference, which the approver assigns to its payment. axe finds no faults on the screens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import { type Entry, statement, statusReport } from '../../http/bank/messages.ts';
import { HOLDER, IBAN, OTHER_IBAN, PAYIN_OPTION_ID } from '../../http/bank/stage.ts';
import { openPayoutStage, type PayoutStage } from '../../http/portal/payouts/payout-stage.ts';
import { launchChromium } from '../chromium.ts';
import { shot, violations, visitPortal } from './portal-visit.ts';

let browser: Browser;
let stage: PayoutStage;
const ends: (() => unknown)[] = [];
const compact = (id: string) => id.replaceAll('-', '');

before(async () => {
  await buildPortal();
  const scope = { after: (end: () => unknown) => ends.unshift(end) } as never;
  stage = await openPayoutStage(scope, { name: 'Demo Shop' });
  await stage.fund(10_000);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  for (const end of ends) await end();
});

/** The browser's message about a dropped wrong file. */
const REFUSED = /the server responded with a status of 400/;

async function visit(role: UserRole, path: string, play: (page: Page) => Promise<void>): Promise<void> {
  const person = await visitPortal(browser, stage, role, {
    viewport: { width: 1280, height: 1100 },
    locale: 'en-GB',
    acceptDownloads: true,
  });
  try {
    await person.open(`/b/${stage.brand.brandId}${path}`);
    await play(person.page);
    assert.deepEqual(
      person.faults.filter((fault) => !REFUSED.test(fault)),
      [],
    );
  } finally {
    await person.close();
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Opens the row of a table that contains the text. */
const opener = (table: Locator, text: string) =>
  table.getByRole('row').filter({ hasText: text }).getByRole('button');

/** As a person drops a file from the desktop. */
async function drop(page: Page, content: string, name = 'statement.xml'): Promise<void> {
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'application/xml' }));
    return transfer;
  })()`);
  const place = page.getByRole('region', { name: 'Drop a statement' });
  for (const event of ['dragenter', 'dragover', 'drop'])
    await place.dispatchEvent(event, { dataTransfer: files });
}

async function choose(page: Page, files: Record<string, string>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose files').click();
  const chosen = Object.entries(files).map(([name, content]) => ({
    name,
    mimeType: 'application/xml',
    buffer: Buffer.from(content),
  }));
  await (await chooser).setFiles(chosen);
}

async function connectBank(): Promise<void> {
  const put = await stage.operator('PUT', `/operator/brands/${stage.brand.brandId}/providers/bank`, {
    environment: 'test',
    credentials: { iban: IBAN, holder: HOLDER },
  });
  assert.equal(put.status, 200, put.text);
}

test("finance sends forty payouts in one file and reconciles them with the bank's statement", async () => {
  const { brandId, apiKey } = stage.brand;
  await visit('finance-maker', '/money/bank', async (page) => {
    await page.getByText('No bank account yet').waitFor();
  });
  await connectBank();
  const ids: string[] = [];
  for (let i = 0; i < 40; i++) ids.push(await stage.order({ userId: `customer-${i}`, amount: 10 + i }));
  const approve = await stage.as('finance-approver');
  const settled = await approve('POST', '/brands/:brand/payouts/settle', {
    action: 'APPROVE',
    transactionIds: ids,
  });
  assert.equal(settled.status, 200, settled.text);
  const payin = await stage.call('POST', '/v3/payment', {
    apiKey,
    body: {
      paymentOptionId: PAYIN_OPTION_ID,
      country: 'DE',
      currency: 'EUR',
      amount: 75,
      merchantReference: 'order-75',
    },
  });
  const { transactionId: payinId } = payin.body.result;

  let fileId = '';
  await visit('finance-maker', '/money/bank', async (page) => {
    await page.getByText(/40 payouts, €1,180\.00/).waitFor();
    await button(page, 'Create a file of 40 payouts').click();
    await page
      .getByRole('dialog')
      .getByText(/Approved by/)
      .waitFor();
    await button(page, 'Create file').click();
    await page.getByText('No payout waits for a file').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    fileId = (await download).suggestedFilename().replace('.xml', '');
    assert.match(fileId, /^[0-9a-f]{32}$/);
    const debits = ids.slice(0, 39).map(
      (id, i): Entry => ({
        amount: `${10 + i}.00`,
        direction: 'DBIT',
        details: [{ endToEndId: compact(id) }],
      }),
    );
    const back: Entry = { amount: '48.00', details: [{ endToEndId: compact(ids[38]!), returned: 'AC04' }] };
    const lost: Entry = {
      amount: '75.00',
      details: [{ text: 'for order 75', party: { name: 'Ada Lovelace' } }],
    };
    await drop(
      page,
      statusReport(fileId, {
        group: 'PART',
        of: [{ endToEndId: compact(ids[39]!), status: 'RJCT', reason: 'AC01' }],
      }),
    );
    await page.getByText('1 entry: 1 payout reported').waitFor();
    await drop(page, statement([...debits, back, lost], { closing: '8,000.00'.replace(',', '') }));
    await page.getByText('41 entries: 40 payouts reported, 1 to decide').waitFor();
    await page.getByText('38 paid, 1 rejected, 1 returned by bank').waitFor();
    // Each wrong file gets its message, and the right one beside them is taken anyway.
    await choose(page, {
      'invoice.pdf': '%PDF-1.7',
      'other.xml': statement([], { iban: OTHER_IBAN }),
      'empty-day.xml': statement([]),
    });
    await page.getByText('0 entries: nothing to do').waitFor();
    await page.getByText('invoice.pdf was not imported').waitFor();
    await page.getByText(/This is not a readable bank message: .* Ask the bank for camt\.053/).waitFor();
    await page.getByText('This statement is for another account. Nothing was imported.').waitFor();
    assert.deepEqual(await violations(page), []);
  });

  await visit('finance-approver', '/money/bank', async (page) => {
    await page
      .getByRole('table', { name: 'Entries that need a decision' })
      .getByRole('button')
      .first()
      .click();
    await page.getByText('Possible payments').waitFor();
    await button(page, 'Assign').first().click();
    await page.getByLabel('Reason').fill('the payer wrote the order');
    await button(page, 'Assign entry').click();
    await page.getByText('Nothing to decide').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.emulateMedia({ colorScheme: 'light' });
    // Nothing overflows the page sideways, and each bank answer fits its card.
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375);
    const right =
      'Math.max(...[...document.querySelectorAll("td span")].map((one) => one.getBoundingClientRect().right))';
    assert.ok((await page.evaluate<number>(right)) <= 375);
    assert.deepEqual(await violations(page), []);
  });
  assert.equal(await stage.statusOf(payinId), 'COMPLETED');
  assert.equal(await stage.statusOf(ids[0]!), 'COMPLETED');
  assert.equal(await stage.statusOf(ids[39]!), 'DECLINED');

  const erased = await stage.operator('POST', `/operator/brands/${brandId}/customers/erase`, {
    userId: 'customer-0',
  });
  assert.equal(erased.status, 200, erased.text);
  await visit('finance-maker', '/money/bank', async (page) => {
    const file = page.getByRole('table', { name: 'Payment files' }).getByRole('button').first();
    await file.click();
    await page.getByText('Erased with the personal data of a payout').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Download' }).count(), 0);
    assert.deepEqual(await violations(page), []);
  });
});

test('finance reads the checks of each statement, accepts a part payment, and takes an assignment back', async () => {
  await connectBank();
  const payIn = async (amount: number, merchantReference: string, customer: object) => {
    const fields = { paymentOptionId: PAYIN_OPTION_ID, country: 'DE', currency: 'EUR' };
    const body = { ...fields, amount, merchantReference, customer };
    const made = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
    assert.equal(made.status, 201, made.text);
    return made.body.result.transactionId as string;
  };
  const part = await payIn(55, 'INV-7002', { firstName: 'Grace', lastName: 'Hopper' });
  const whole = await payIn(20, 'INV-7003', { firstName: 'Jürgen', lastName: 'Groß' });
  const entries: Entry[] = [
    { amount: '54.00', details: [{ text: 'Rechnung 7002', party: { name: 'HOPPER GRACE' } }] },
    { amount: '20.00', details: [{ text: 'danke', party: { name: 'GROSS JUERGEN' } }] },
  ];
  await visit('finance-maker', '/money/bank', async (page) => {
    await drop(page, statement([], { day: '2026-03-03' }));
    await page.getByText('0 entries: nothing to do').waitFor();
    await drop(page, statement(entries, { day: '2026-03-04', opening: '100.00', closing: '174.00' }));
    await page.getByText('2 entries: 2 to decide').waitFor();
    await drop(page, statement([], { day: '2026-03-06', opening: '180.00', closing: '180.00' }));
    await page.getByText('+€6.00 since 4 Mar 2026').waitFor();
    await page.getByText(/^No: /).first().waitFor();
    await shot(page, 'bank');
    assert.deepEqual(await violations(page), []);
  });
  await visit('finance-approver', '/money/bank', async (page) => {
    const open = page.getByRole('table', { name: 'Entries that need a decision' });
    const dialog = page.getByRole('dialog').last();
    await opener(open, 'HOPPER GRACE').click();
    await page.getByText('The text contains 7002 of its reference INV-7002').waitFor();
    await shot(page, 'entry');
    await button(page, 'Accept as part').click();
    await page.getByText('Accept €54.00 for INV-7002 of Grace Hopper?').waitFor();
    await page.getByText('€55.00 was expected, so €1.00 is missing.').waitFor();
    await shot(page, 'part');
    await dialog.getByLabel('Reason').fill('a discount');
    await button(page, 'Accept €54.00').click();
    await page.getByText('Part payment accepted').waitFor();
    await opener(open, 'GROSS JUERGEN').click();
    await page.getByText(/The payer has the name of its customer/).waitFor();
    await button(page, 'Another payment').click();
    await page.getByLabel('Payment', { exact: true }).fill('INV-7003');
    await dialog.getByRole('button', { name: /INV-7003/ }).click();
    await page.getByText('Assign €20.00 to INV-7003 of Jürgen Groß?').waitFor();
    await dialog.getByLabel('Reason').fill('wrong one');
    await button(page, 'Assign entry').click();
    await page.getByText('Nothing to decide').waitFor();
    // The statement shows what each entry was matched with.
    const statements = page.getByRole('table', { name: 'Statements' });
    await statements.getByRole('button').filter({ hasText: '4 Mar' }).click();
    const matched = page.getByRole('table', { name: 'Entries of the statement' });
    await matched.getByText('INV-7002').waitFor();
    await matched.getByText('Part payment').waitFor();
    assert.equal((await page.getByText('✓ Yes').count()) >= 2, true);
    await shot(page, 'statement');
    assert.deepEqual(await violations(page), []);
    await opener(matched, 'GROSS JUERGEN').click();
    await button(page, 'Take assignment back').click();
    await page.getByText('Take €20.00 back from INV-7003 of Jürgen Groß?').waitFor();
    await dialog.getByLabel('Reason').fill('it was for another order');
    await shot(page, 'take-back');
    await button(page, 'Take back').click();
    await page.getByText('Assignment taken back').waitFor();
    await page.getByText('Its assignment was taken back: it was for another order').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'bank-dark');
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'light' });
    await shot(page, 'bank-phone');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await statements.getByRole('button').filter({ hasText: '4 Mar' }).click();
    await matched.getByText('INV-7002').waitFor();
    await shot(page, 'statement-phone');
    assert.deepEqual(await violations(page), []);
  });
  const record = (id: string) =>
    stage.call('GET', `/payments/${id}`, { apiKey: stage.brand.apiKey }).then(({ body }) => body);
  const [of, back] = [await record(part), await record(whole)];
  assert.deepEqual([of.status, of.amount, of.amountCaptured], ['COMPLETED', 55, 54]);
  assert.deepEqual([back.status, back.returned.amount], ['COMPLETED', 20]);
});
