// Instant transfers and the bank's name check in the portal, in a real browser: the dialog that makes a file, the names
// of a file about which an approver decides, and a payout that the bank refused as an instant transfer. axe finds no
// faults, in dark mode and on a phone neither.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import { statusReport } from '../../http/bank/messages.ts';
import { HOLDER, IBAN } from '../../http/bank/stage.ts';
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
  const bank = { environment: 'test', credentials: { iban: IBAN, holder: HOLDER } };
  const put = await stage.operator('PUT', `/operator/brands/${stage.brand.brandId}/providers/bank`, bank);
  assert.equal(put.status, 200, put.text);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  for (const end of ends) await end();
});

async function visit(role: UserRole, play: (page: Page) => Promise<void>): Promise<void> {
  const person = await visitPortal(browser, stage, role, {
    viewport: { width: 1280, height: 1000 },
    locale: 'en-GB',
  });
  try {
    await person.open(`/b/${stage.brand.brandId}/money/bank`);
    await play(person.page);
    assert.deepEqual(person.faults, []);
  } finally {
    await person.close();
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function approved(amounts: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await stage.order({ amount }));
  const approve = await stage.as('finance-approver');
  const settled = await approve('POST', '/brands/:brand/payouts/settle', {
    action: 'APPROVE',
    transactionIds: ids,
  });
  assert.equal(settled.status, 200, settled.text);
  return ids;
}

async function handIn(report: string): Promise<void> {
  const headers = { cookie: await stage.cookieOf('finance-maker'), 'content-type': 'application/xml' };
  const path = `/portal/api/brands/${stage.brand.brandId}/bank/statements`;
  const taken = await stage.call('POST', path, { headers, body: report });
  assert.equal(taken.status, 200, taken.text);
}

async function latestFile(): Promise<string> {
  const { body } = await (await stage.as('read-only'))('GET', '/brands/:brand/bank');
  return body.files[0].fileId;
}

/** Nothing overflows a phone sideways. */
async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 1000 });
}

test('a maker chooses instant transfers, and is told that a single payout cannot skip the name check', async () => {
  const [single] = await approved([20]);
  await visit('finance-maker', async (page) => {
    await button(page, 'Create a file of 1 payout').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/No bank lets a single payout skip this check/).waitFor();
    assert.equal(await dialog.getByLabel('Skip the name check').count(), 0);
    await dialog.getByLabel('Instant').check();
    await dialog.getByText('Instant transfers are paid on every day.').waitFor();
    await fitsPhone(page);
    await button(page, 'Create file').click();
    await page.getByText('1 payout, instant').waitFor();
  });
  const of = [{ endToEndId: compact(single!), status: 'RJCT', reason: 'AB08' }];
  await handIn(statusReport(await latestFile(), { of }));
  await approved([30]);
  await visit('finance-maker', async (page) => {
    await page.getByText(/The bank refused 1 payout as an instant transfer/).waitFor();
    await page.getByText('1 refused as instant').waitFor();
    await button(page, 'Create a file of 2 payouts').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 payout that the bank refused as instant waits/).waitFor();
    await dialog.getByLabel('Skip the name check').check();
    await dialog.getByText(/in Germany by the EBICS order type CCT/).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(page), []);
    await button(page, 'Create file').click();
    await page.getByText('No payout waits for a file').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page
      .getByRole('table', { name: 'Payment files' })
      .getByRole('button', { name: /1 payout, instant/ })
      .click();
    await page.getByRole('table', { name: 'Payouts of the file' }).getByText('Refused as instant').waitFor();
  });
});

test('an approver keeps one payout whose name differs and withdraws another', async () => {
  const ids = await approved([40, 41, 42, 43]);
  const maker = await stage.as('finance-maker');
  const made = await maker('POST', '/brands/:brand/bank/files', {});
  assert.equal(made.status, 201, made.text);
  const { fileId } = made.body;
  await handIn(
    statusReport(fileId, {
      group: 'RVCM',
      matches: 1,
      of: [
        { endToEndId: compact(ids[1]!), status: 'RVMC', words: 'Adelaide King-Lovelace' },
        { endToEndId: compact(ids[2]!), status: 'RVNM' },
        { endToEndId: compact(ids[3]!), status: 'RVNA', reason: 'NR01' },
      ],
    }),
  );
  const open = async (page: Page) => {
    const files = page.getByRole('table', { name: 'Payment files' });
    await files.getByRole('button', { name: '4 payouts' }).first().click();
  };
  await visit('finance-maker', async (page) => {
    await page.getByText('2 names to decide').waitFor();
    await open(page);
    await page.getByText('A finance approver decides.').waitFor();
    assert.equal(await button(page, /^Keep/).count(), 0);
  });
  await visit('finance-approver', async (page) => {
    await open(page);
    await page.getByRole('heading', { name: '2 names to decide' }).waitFor();
    await page.getByText('The bank knows Adelaide King-Lovelace').first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'light' });
    await fitsPhone(page);
    await button(page, /^Keep payout-/)
      .first()
      .click();
    await page.getByLabel('Reason').fill('her maiden name');
    await page.getByRole('button', { name: 'Keep payout', exact: true }).click();
    await page.getByText('Kept by finance-approver').waitFor();
    await button(page, /^Withdraw payout-/)
      .first()
      .click();
    await page.getByText(/First remove it at the bank/).waitFor();
    await page.getByLabel('Reason').fill('nobody knows this account');
    await page.getByRole('button', { name: 'Withdraw payout', exact: true }).click();
    await page.getByText('Withdrawn by finance-approver').waitFor();
    await page.getByRole('heading', { name: /names? to decide/ }).waitFor({ state: 'detached' });
  });
  assert.deepEqual(await Promise.all(ids.map((id) => stage.statusOf(id))), [
    'PROCESSING',
    'PROCESSING',
    'DECLINED',
    'PROCESSING',
  ]);
});
