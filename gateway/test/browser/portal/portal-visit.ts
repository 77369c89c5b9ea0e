// A person of the portal in a browser: signed in by the real cookie, on a running gateway with people of each role
// (portal-stage.ts). `faults` collects page errors, refusals by the page's policy, and requests to other addresses.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import type { PortalStage } from '../../http/portal/portal-stage.ts';
import { eventually } from '../../stage/harness.ts';
import { axeFaultsInProof } from '../axe.ts';

/** Long enough for a busy shared machine. */
const PATIENCE_MS = 30_000;

/** In a long table the first rows stand for all. Fewer rows take axe longer: it compares every excluded element. */
export const LATER_ROWS = 'tbody tr:nth-child(n+13)';

export interface Visit {
  page: Page;
  /** Empty while all is well. */
  faults: string[];
  /** Opens an address below /portal and waits for its heading. */
  open(path: string): Promise<void>;
  /** The same within the open page, like a click on a link: a quarter of the processor time of a new document. */
  follow(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function visitPortal(
  browser: Browser,
  stage: Pick<PortalStage, 'url' | 'cookieOf'>,
  role: UserRole | null,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  if (role) {
    const [name, value] = (await stage.cookieOf(role)).split(/=(.*)/s);
    await context.addCookies([{ name: name!, value: value!, url: stage.url }]);
  }
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy|integrity/i.test(message.text()))
      faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${stage.url}/`))
      faults.push(`${page.url()} asked ${request.url()}`);
  });
  return {
    page,
    faults,
    async open(path) {
      await page.goto(`${stage.url}/portal${path}`);
      await settled(page);
    },
    async follow(path) {
      // The library of the routes puts its router there. The promise ends when the screen is drawn.
      await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(`/portal${path}`)} })`);
      await settled(page);
    },
    close: () => context.close(),
  };
}

/** Waits until the screen and its data are there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** With SHOTS, the path of a folder, a test leaves pictures of its screens there, for a person to look at. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Enters the password in the dialog that confirms the identity; for a person without a second factor. */
export async function confirmIdentity(page: Page, password: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByLabel('Your password').fill(password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await asked.waitFor({ state: 'detached' });
}

/** The browser reports a refused call even if the page continues with the dialog that confirms the identity. */
export const notForConfirmation = (fault: string) => !/status of 403/.test(fault);

/**
 * axe's faults of the visible page, in the proof alone: `npm test` asks axe in the walk (portal-walk.test.ts). `rule`:
 * only this one.
 */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  return axeFaultsInProof(page, { exclude: [LATER_ROWS], ...(rule !== undefined && { rules: [rule] }) });
}

/** The value of a name in a definition list; null: it does not have the name. */
export async function factOf(page: Page, name: string): Promise<string | null> {
  const value = page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=../dd');
  return (await value.count()) === 0 ? null : await value.first().textContent();
}

/**
 * On a phone an area's links do not fit. The open link is always in view, however far the links of the screen before
 * were scrolled. A screen's heading equals its link's text.
 */
export async function openIsInView(page: Page, area: string, names: readonly string[]): Promise<void> {
  const links = page.getByRole('navigation', { name: area });
  for (const name of names) {
    const link = links.getByRole('link', { name });
    await links.evaluate(scrollAway);
    // Without the mouse, because a mouse click first scrolls the link into view.
    await link.dispatchEvent('click');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const { width } = page.viewportSize()!;
    await eventually(async () => {
      const box = await link.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    });
  }
}

/** Scrolls to its beginning; resolves when the page has the event. */
const scrollAway = `(links) => new Promise((resolve) => {
  links.scrollLeft = 1;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    links.scrollLeft = 0;
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }));
})`;
