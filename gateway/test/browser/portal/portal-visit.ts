// A person of the portal in a browser: signed in by the real cookie, on a running gateway with people of each role (portal-stage.ts).
// Whatever breaks in the page, is refused by its policy, or is asked of another address is collected in `faults`.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import type { PortalStage } from '../../http/portal/portal-stage.ts';
import { eventually } from '../../stage/harness.ts';
import { axeFaults } from '../axe.ts';

/** Long enough for a shared machine that is busy with something else. */
const PATIENCE_MS = 30_000;

/** Of a long table the first rows stand for all. */
const LATER_ROWS = 'tbody tr:nth-child(n+13)';

export interface Visit {
  page: Page;
  /** Empty while all is well. */
  faults: string[];
  /** Opens an address below /portal and waits for its heading. */
  open(path: string): Promise<void>;
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
    close: () => context.close(),
  };
}

/** The screen has come, and what it asked for is there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** Gives the password in the dialog that asks who it is; of a person without a second factor. */
export async function confirmIdentity(page: Page, password: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByLabel('Your password').fill(password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await asked.waitFor({ state: 'detached' });
}

/** The browser tells that a call was refused, also where the page goes on by asking who it is. */
export const notForConfirmation = (fault: string) => !/status of 403/.test(fault);

/** What axe finds wrong with what is shown. `rule`: that one alone. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  return axeFaults(page, { exclude: [LATER_ROWS], ...(rule !== undefined && { rules: [rule] }) });
}

/** What a definition list says of a name; null: it does not have it. */
export async function factOf(page: Page, name: string): Promise<string | null> {
  const value = page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=../dd');
  return (await value.count()) === 0 ? null : await value.first().textContent();
}

/**
 * On a phone the links of an area do not fit; the one that is open is in view, whichever it is, and however far those of the screen before
 * were scrolled. A screen's head is what its link says.
 */
export async function openIsInView(page: Page, area: string, names: readonly string[]): Promise<void> {
  const links = page.getByRole('navigation', { name: area });
  for (const name of names) {
    const link = links.getByRole('link', { name });
    await links.evaluate(scrollAway);
    // Without the mouse, for which the link would be scrolled into view first.
    await link.dispatchEvent('click');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const { width } = page.viewportSize()!;
    await eventually(async () => {
      const box = await link.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    });
  }
}

/** To its beginning; answers when the page has been told. */
const scrollAway = `(links) => new Promise((resolve) => {
  links.scrollLeft = 1;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    links.scrollLeft = 0;
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }));
})`;
