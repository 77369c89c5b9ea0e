import { test } from 'node:test';
import { fitsTypes } from '../stage/plugin-types.ts';
import type { MedusaStage } from './stage.ts';

export function checkTypes({ shop }: MedusaStage): void {
  test('the plugin fits the types of Medusa', async () => {
    await fitsTypes('medusa', shop.folder);
  });
}
