// The plugin's types fit those of the Medusa that the shop installed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MedusaStage } from './stage.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

export function checkTypes({ shop }: MedusaStage): void {
  test('the plugin fits the types of Medusa', async () => {
    const folder = join(shop.folder, 'types');
    mkdirSync(folder);
    symlinkSync(join(REPOSITORY, 'integrations/medusa/src'), join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const config = {
      extends: join(REPOSITORY, 'tsconfig.json'),
      // Imports are looked for beside the shop, not beside the repository.
      compilerOptions: { preserveSymlinks: true, types: [] },
      include: ['src'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const faults = await new Promise<string>((resolve) => {
      const tsc = join(REPOSITORY, 'node_modules/.bin/tsc');
      execFile(tsc, ['-p', folder], { timeout: 300_000 }, (error, stdout) =>
        resolve(error ? stdout || String(error) : ''),
      );
    });
    assert.equal(faults, '');
  });
}
