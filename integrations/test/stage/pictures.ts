// Takes the guide's pictures again while the tests walk through a shop: `PICTURES=1 npm run test:integrations`.
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../../../gateway/assets/docs');

/** Small, because every reader of the page loads it. */
export const PICTURE_SIZE = { width: 1000, height: 640 };

export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}
