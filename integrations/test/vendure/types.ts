import { test } from 'node:test';
import { fitsTypes } from '../stage/plugin-types.ts';
import type { VendureStage } from './stage.ts';

export function checkTypes({ shop }: VendureStage): void {
  test('the plugin fits the types of Vendure', async () => {
    await fitsTypes('vendure', shop.folder);
  });
}
