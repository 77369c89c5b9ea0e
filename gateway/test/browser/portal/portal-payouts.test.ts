// A day with payouts and payment links in the portal, in a real browser: forty payouts approved at once under four
// eyes, one made by the form, a file corrected and sent, a link made, paid in the cashier and shown as paid. axe finds
// no faults on the screens, light and dark.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import { openPayoutStage, type PayoutStage } from '../../http/portal/payouts/payout-stage.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { IBAN } from '../../stage/payouts.ts';
import { launchChromium } from '../chromium.ts';
import { choose, freePort, typeCard } from '../stage.ts';
import { settled, type Visit, violations, visitPortal } from './portal-visit.ts';

let browser: Browser;
let stage: PayoutStage;
const ends: (() => unknown)[] = [];

before(async () => {
  await buildPortal();
  const scope = { after: (end: () => unknown) => ends.unshift(end) } as never;
  // The cashier takes payments only from pages of its own address.
  const port = await freePort();
  const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  stage = await openPayoutStage(scope, { fourEyes: true, name: 'Demo Shop' }, env);
  await stage.fund(10_000);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  for (const end of ends) await end();
});

/** Signed in at the brand's own screens; the page must have no faults until the end. */
async function visit(
  role: UserRole,
  path: string,
  play: (page: Page, visit: Visit) => Promise<void>,
  options: Parameters<typeof visitPortal>[3] = {},
): Promise<void> {
  const person = await visitPortal(browser, stage, role, {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  });
  try {
    await person.open(`/b/${stage.brand.brandId}${path}`);
    await play(person.page, person);
    // The browser reports each refusal; the form shows its message.
    const others = person.faults.filter((fault) => !fault.includes('status of 400'));
    assert.deepEqual(others, []);
  } finally {
    await person.close();
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const waiting = (page: Page) => page.getByRole('table', { name: 'Payouts that wait for approval' });

test('an approver approves forty payouts at once, and nobody can select a payout that they made', {
  skip: onlyInProof,
}, async () => {
  for (let i = 0; i < 38; i++) await stage.order({ userId: `customer-${i}`, amount: 10 + i });
  // Two equal payouts.
  const own = [await stage.make('owner', { amount: 71 }), await stage.make('owner', { amount: 71 })];

  await visit('owner', '/payouts', async (page) => {
    assert.equal(await waiting(page).getByRole('checkbox', { disabled: true }).count(), 2);
    await waiting(page).getByRole('cell', { name: /^You/ }).first().waitFor();
    assert.deepEqual(await violations(page), []);
    // The maker cannot approve them by the page's calls either.
    const status = await page.evaluate(
      async ([url, id]) => {
        const answer = await fetch(url!, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ action: 'APPROVE', transactionIds: [id] }),
        });
        const { results } = (await answer.json()) as { results: { outcome: string }[] };
        return results[0]?.outcome;
      },
      [`/portal/api/brands/${stage.brand.brandId}/payouts/settle`, own[0]!],
    );
    assert.equal(status, 'refused');
  });

  await visit('finance-approver', '/payouts', async (page) => {
    await page.getByText('40 payouts wait').waitFor();
    await waiting(page).getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('40 chosen').waitFor();
    await button(page, 'Approve 40').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Demo Shop's balance will be/).waitFor();
    await dialog.getByText('2 of them look like duplicates').waitFor();
    assert.deepEqual(await violations(page), []);
    await button(page, 'Approve 40 payouts').click();
    await dialog.getByText('40 of 40 approved.').waitFor();
    await button(page, 'Done').click();
    await page.getByText('Nothing waits for approval').waitFor();
  });
  for (const id of own)
    assert.match((await stage.audited(id)).join(), /payout.approved user finance-approver/);
});

test('a maker creates a payout in the form, and the form shows faults beside their fields', async () => {
  await visit('finance-maker', '/payouts/new', async (page) => {
    await page
      .getByRole('textbox', { name: 'Method' })
      .or(page.getByRole('combobox', { name: 'Method' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'SEPA' }).click();
    await page.getByLabel('Amount').fill('12o');
    await page.getByLabel('IBAN').fill('DE00370400440532013000');
    await button(page, 'Create payout').click();
    await page.getByText(/so that the same payout is never made twice/).waitFor();
    for (const label of ['Amount', 'IBAN', 'Account holder', 'Reference'])
      assert.equal(await page.getByLabel(label).getAttribute('aria-invalid'), 'true', label);
    // Leaving asks first, both by a link and by closing the tab.
    await page.getByRole('link', { name: 'Payouts', exact: true }).first().click();
    await button(page, 'Stay here').click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const leaving = await asked;
    assert.equal(leaving.type(), 'beforeunload');
    await leaving.dismiss();
    await page.getByLabel('Amount').fill('125.50');
    await page.getByLabel('Reference').fill('form-1');
    assert.deepEqual(await violations(page), []);
    await page.getByLabel('IBAN').fill(IBAN);
    await page.getByLabel('Account holder').fill('Ada Lovelace');
    await button(page, 'Create payout of €125.50').click();
    await waiting(page).getByText('form-1').waitFor();
  });
});

const HEADER = 'method,amount,currency,country,merchantReference,iban,accountHolder';
const file = (...lines: string[]) => ({
  name: 'november.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\n')),
});

test('a payout file with faults creates no payouts, and a correct file creates each payout once', {
  skip: onlyInProof,
}, async () => {
  const right = `SEPA,20.00,EUR,DE,file-1,${IBAN},Ada Lovelace`;
  await visit('finance-maker', '/payouts/file', async (page) => {
    const chooseFile = async (name: string | RegExp, chosen: ReturnType<typeof file>) => {
      const opening = page.waitForEvent('filechooser');
      await button(page, name).click();
      await (await opening).setFiles(chosen);
    };
    await chooseFile(
      'Choose a file',
      file(right, `SEPA,2o.00,EUR,DE,file-2,${IBAN},Paul`, 'Pigeon,1,EUR,DE,x,,'),
    );
    await page.getByRole('heading', { name: '2 errors to correct' }).waitFor();
    const faults = page.getByRole('table', { name: 'Errors' });
    await faults.getByRole('row', { name: /^3 amount/ }).waitFor();
    await faults.getByRole('row', { name: /^4 method/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(await button(page, /^Make/).count(), 0);

    // As a German Excel saves it: semicolons, commas, and its own encoding.
    const german = [HEADER, right, `SEPA,20.00,EUR,DE,file-2,${IBAN},Jörg Müller`]
      .join('\r\n')
      .replaceAll(',', ';')
      .replaceAll('20.00', '20,00');
    const mended = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(german, 'latin1') };
    await chooseFile('Choose another file', mended);
    const preview = page.getByRole('table', { name: 'Payouts of the file' });
    await preview.getByRole('row', { name: /^3 Jörg Müller SEPA \*\*\*3000 file-2 €20\.00/ }).waitFor();
    await button(page, 'Create 2 payouts').click();
    await page.getByRole('heading', { name: '2 payouts created' }).waitFor();
    const saving = page.waitForEvent('download');
    await button(page, 'Save the result').click();
    assert.equal((await saving).suggestedFilename(), 'november-result.csv');

    await chooseFile('Choose another file', mended);
    await page.getByRole('heading', { name: 'All payouts exist already' }).waitFor();
    await chooseFile('Choose another file', file(`SEPA,20.00,EUR,DE,file-3,${IBAN},Paul`));
    await button(page, /^Create 1 payout/).click();
    await page.getByRole('link', { name: 'Go to payouts waiting for approval' }).click();
    const files = page.getByRole('list', { name: 'Files that wait for approval' });
    await files.getByRole('button', { name: /november\.csv · 2 payouts · €40\.00/ }).waitFor();
    await files.getByRole('button', { name: /november\.csv · 1 payout · €20\.00/ }).click();
    await page.getByRole('table', { name: 'Payouts of november.csv' }).getByText('file-3').waitFor();
  });
  const [{ count }] = (await stage.sql`
    select count(*) from transactions where merchant_reference like 'file-%'`) as unknown as [
    { count: bigint },
  ];
  assert.equal(Number(count), 3);
});

test('an uploader says what the columns of a foreign file are, and an approver decides the file as a whole', async () => {
  const lines = Array.from({ length: 3 }, (_, i) => `M?ller ${i};${IBAN};${10 + i},50;Rechnung ${7000 + i}`);
  const german = ['Empfänger;IBAN;Betrag;Verwendungszweck', ...lines].join('\r\n');
  await visit(
    'finance-maker',
    '/payouts/file',
    async (page) => {
      // The example is in the flavour of the reader, who may choose the other one.
      await page.getByText('1250,50;EUR').waitFor();
      await page.getByText('Commas, 10.00').click();
      await page.getByText('1250.50,EUR').waitFor();
      const opening = page.waitForEvent('filechooser');
      await button(page, 'Choose a file').click();
      await (await opening).setFiles({ name: 'pay.csv', mimeType: 'text/csv', buffer: Buffer.from(german) });
      const columns = page.getByRole('table', { name: 'Columns of the file' });
      await columns.getByRole('row', { name: /^Betrag ?10,50/ }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'What Betrag is' }).inputValue(), 'Amount');
      assert.equal(await page.getByRole('combobox', { name: 'Method of all payouts' }).inputValue(), 'SEPA');
      assert.deepEqual(await violations(page), []);
      await button(page, 'Check the payouts').click();
      await page.getByText('3 names seem to have lost a letter').waitFor();
      await page.getByText(/Look at line 2 \(M\?ller 0\)/).waitFor();
      await button(page, 'Create 3 payouts').click();
      await page.getByRole('heading', { name: '3 payouts created' }).waitFor();
    },
    { locale: 'de-DE' },
  );
  await visit('finance-approver', '/payouts', async (page, { open }) => {
    const files = page.getByRole('list', { name: 'Files that wait for approval' });
    const file = files.getByRole('button', { name: /pay\.csv · 3 payouts · €34\.50/ });
    await file.click();
    const table = page.getByRole('table', { name: 'Payouts of pay.csv' });
    const rows = table.getByRole('row');
    await table.getByText('Line 4').waitFor();
    assert.match(
      (await rows.nth(1).textContent())!,
      /M\?ller 0.*Line 2 · Rechnung 7000.*DE89 3704 0044 0532 0130 00/,
    );
    assert.match((await rows.nth(3).textContent())!, /Line 4/);
    assert.deepEqual(await violations(page), []);
    // Every column that decides is within the window, on any width.
    for (const width of [1280, 1000, 780]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['Recipient', 'Account', 'Warnings', 'Amount']) {
        const box = (await table.getByRole('columnheader', { name }).boundingBox())!;
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${name} at ${width} px`);
      }
    }
    await button(page, 'Approve pay.csv').click();
    const dialog = page.getByRole('dialog', { name: 'Approve 3 payouts of pay.csv?' });
    await dialog.getByText(/Demo Shop's balance will be/).waitFor();
    await dialog.getByRole('button', { name: 'Approve 3 payouts' }).click();
    await page.getByText('3 of 3 approved.').waitFor();
    await button(page, 'Done').click();
    await file.waitFor({ state: 'detached' });
    await open(`/b/${stage.brand.brandId}/payouts?show=all`);
    const all = page.getByRole('table', { name: 'Payouts' });
    await all.getByRole('columnheader', { name: 'Account' }).waitFor();
  });
  const decided = await stage.sql`select count(distinct target_id)::integer as payouts from audit_log
    where action = 'payout.approved' and target_id in (
      select id::text from transactions where merchant_reference like 'Rechnung 700%')`;
  assert.equal(decided[0]!.payouts, 3);
});

test('a user creates a payment link, and the portal shows when a shopper has paid it', {
  skip: onlyInProof,
}, async () => {
  await visit('support', '/links', async (page, { open }) => {
    await page.getByText('No payment links yet').waitFor();
    await button(page, 'New link').first().click();
    await page.getByLabel('Amount').fill('25');
    await button(page, 'Back').click();
    await button(page, 'Stay here').click();
    await page.getByLabel('What it is for').fill('Invoice 4711');
    await page.getByLabel('Country of the payer').fill('DE');
    await button(page, 'Create link for €25.00').click();
    await page.getByRole('dialog', { name: 'Link for €25.00' }).waitFor();
    const picture = page.getByRole('img', { name: /QR code/ });
    await picture.waitFor();
    await picture.evaluate((image: { decode(): Promise<void> }) => image.decode());
    assert.deepEqual(await violations(page), []);
    const url = (await page.getByRole('link', { name: 'Open the page' }).getAttribute('href'))!;

    const cashier = await browser.newPage();
    await cashier.goto(url);
    await cashier.getByText('Invoice 4711').first().waitFor();
    await choose(cashier, 'Card');
    await typeCard(cashier);
    await cashier.getByRole('button', { name: 'Pay €25.00' }).click();
    await cashier.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await cashier.close();

    await open(`/b/${stage.brand.brandId}/links`);
    const row = page.getByRole('row', { name: /Invoice 4711/ });
    await row.getByText('Paid', { exact: true }).waitFor();
    await row.getByText('support').waitFor();
  });
});

test('axe finds no fault on the payout screens in dark mode, and they fit a phone', {
  skip: onlyInProof,
}, async () => {
  await stage.order({ amount: 33 });
  for (const path of ['/payouts', '/payouts?show=all', '/payouts/new', '/payouts/file', '/links']) {
    await visit(
      'owner',
      path,
      async (page) => {
        await settled(page);
        assert.deepEqual(await violations(page), [], path);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(Number(width) <= 390, `${path} is ${width} px wide`);
      },
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    );
  }
});

test('the portal offers a read-only user no changes of payouts', { skip: onlyInProof }, async () => {
  await visit('read-only', '/payouts', async (page) => {
    await waiting(page).getByRole('row').nth(1).waitFor();
    assert.equal(await waiting(page).getByRole('checkbox').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'New payout' }).count(), 0);
    // The address contains the days; a row links to its transaction.
    await page.goto(page.url().replace(/payouts.*/, 'payouts?show=all&from=2020-01-01&to=2020-01-02'));
    await page.getByText('No payout matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('table', { name: 'Payouts' }).getByRole('link').first().waitFor();
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    const [head, ...lines] = (await readFile((await (await download).path())!, 'utf8')).trim().split('\r\n');
    assert.match(head!, /Recipient account,Made by/);
    assert.equal(
      lines.length,
      Number((await stage.sql`select count(*) from transactions where type = 'PAYOUT'`)[0]!.count),
    );
    await page.getByRole('table', { name: 'Payouts' }).getByRole('link').first().click();
    await page.waitForURL(/\/transactions\/[0-9a-f-]{36}$/);
  });
});
