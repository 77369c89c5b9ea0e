// Takes the guide's pictures again while the tests walk through a shop: `PICTURES=1 npm run test:integrations`.
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../../../gateway/assets/docs');

/** Small, because every reader of the page loads it. */
export const PICTURE_SIZE = { width: 1000, height: 700 };

/** `height`: of the upper part of the page that the picture shows. */
export async function takePicture(page: Page, name: string, height = PICTURE_SIZE.height): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  await page.screenshot({
    path: join(FOLDER, `${name}.png`),
    animations: 'disabled',
    clip: { x: 0, y: 0, width: PICTURE_SIZE.width, height },
  });
}
