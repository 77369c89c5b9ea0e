// A finance day with a bank account in the portal, in a real browser: forty payouts are approved, a maker makes one file of them and
// downloads it, and drops the bank's statement, which confirms 38, rejects one, returns one, and has a transfer without its
// reference, which the approver assigns to its payment. Screens are clean to axe.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import { type Entry, statement, statusReport } from '../../http/bank/messages.ts';
import { HOLDER, IBAN, PAYIN_OPTION_ID } from '../../http/bank/stage.ts';
import { openPayoutStage, type PayoutStage } from '../../http/portal/payouts/payout-stage.ts';
import { launchChromium } from '../chromium.ts';
import { violations, visitPortal } from './portal-visit.ts';

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

async function visit(role: UserRole, path: string, play: (page: Page) => Promise<void>): Promise<void> {
  const person = await visitPortal(browser, stage, role, {
    viewport: { width: 1280, height: 1100 },
    locale: 'en-GB',
    acceptDownloads: true,
  });
  try {
    await person.open(`/b/${stage.brand.brandId}${path}`);
    await play(person.page);
    assert.deepEqual(person.faults, []);
  } finally {
    await person.close();
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Where BANK_PICTURES names a folder, for people to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.BANK_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function drop(page: Page, xml: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await (await chooser).setFiles({
    name: 'statement.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(xml),
  });
}

test('a finance day: forty payouts in one file, and the statement that says what became of them', async () => {
  const { brandId, apiKey } = stage.brand;
  await visit('finance-maker', '/money/bank', async (page) => {
    await page.getByText('No bank account yet').waitFor();
  });
  const put = await stage.operator('PUT', `/operator/brands/${brandId}/providers/bank`, {
    environment: 'test',
    credentials: { iban: IBAN, holder: HOLDER },
  });
  assert.equal(put.status, 200, put.text);
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
    await picture(page, 'waiting');
    await button(page, 'Make a file of 40 payouts').click();
    await page
      .getByRole('dialog')
      .getByText(/Approved by/)
      .waitFor();
    await picture(page, 'make');
    await button(page, 'Make the file').click();
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
    await page.getByText('41 entries: 40 payouts reported, 1 need you').waitFor();
    await picture(page, 'dropped');
    await page.getByText('38 paid, 1 rejected, 1 came back').waitFor();
    assert.deepEqual(await violations(page), []);
    await picture(page, 'after');
  });

  await visit('finance-approver', '/money/bank', async (page) => {
    await page.getByRole('table', { name: 'Entries that need a person' }).getByRole('button').first().click();
    await page.getByText('It may be of').waitFor();
    await picture(page, 'entry');
    await button(page, 'Assign').first().click();
    await page.getByLabel('Why?').fill('the payer wrote the order');
    await button(page, 'Assign it').click();
    await page.getByText('Nothing to decide').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'dark');
  });
  assert.equal(await stage.statusOf(payinId), 'COMPLETED');
  assert.equal(await stage.statusOf(ids[0]!), 'COMPLETED');
  assert.equal(await stage.statusOf(ids[39]!), 'DECLINED');
});
