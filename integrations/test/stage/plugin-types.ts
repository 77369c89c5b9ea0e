// The types of a plugin fit those of the platform that the shop installed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../../..');

export async function fitsTypes(plugin: 'medusa' | 'vendure', shop: string): Promise<void> {
  const folder = join(shop, 'types');
  mkdirSync(folder);
  symlinkSync(join(REPOSITORY, 'integrations', plugin, 'src'), join(folder, 'src'));
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
}
