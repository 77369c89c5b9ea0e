// The pictures of the portal, for take-screenshots.ts: the owner of the demo merchant signs in, fills the sample shop,
// and looks at it. The webhooks and requests in them come from earlier customers of the test shop. Nothing real may be
// in a picture.
import type { Page } from 'playwright-core';

export interface Owner {
  email: string;
  password: string;
}
type Shoot = (page: Page, name: string) => Promise<void>;

/** In light colours. It fills the sample shop first. */
export async function walkPortal(page: Page, owner: Owner, shoot: Shoot): Promise<void> {
  await signIn(page, owner);
  const demo = new URL(page.url()).pathname.replace(/\/overview$/, '');
  await page.getByRole('button', { name: 'Fill a month of sample data' }).click();
  await page.getByRole('button', { name: 'Fill it' }).click();
  await page.getByText('has a month of payments').waitFor({ timeout: 240_000 });
  const sample = new URL(page.url()).pathname.replace(/\/overview$/, '');
  const look = async (path: string, name: string) => {
    await open(page, path);
    await shoot(page, name);
  };
  await look(`${sample}/overview`, 'portal-overview');
  await look(`${sample}/transactions`, 'portal-transactions');
  await open(page, `${sample}/transactions?refunded=part`);
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await settled(page);
  await shoot(page, 'portal-transaction');
  await look(`${sample}/payouts`, 'portal-payouts');
  await look(`${sample}/money?currency=EUR`, 'portal-money');
  await look(`${sample}/settings/look`, 'portal-look');
  await look(`${demo}/developers/webhooks`, 'portal-webhooks');
  await look(`${demo}/developers/snippets`, 'portal-developers');
}

/** In dark colours, or on a phone: the overview of the sample shop, which another walk filled before. */
export async function walkOverview(page: Page, owner: Owner, shoot: Shoot, name: string): Promise<void> {
  await signIn(page, owner);
  const sample = await page.evaluate<string>(
    `fetch('/portal/api/session').then((answer) => answer.json())
      .then(({ brands }) => brands.find(({ name }) => name === 'Sample shop').id)`,
  );
  await open(page, `/portal/b/${sample}/overview`);
  await shoot(page, name);
}

async function signIn(page: Page, { email, password }: Owner): Promise<void> {
  await page.goto('/portal');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/overview');
  await settled(page);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** Waits until the screen and its data are there. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}
