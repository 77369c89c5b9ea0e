// Compares docs/PROVIDERS.md with the declarations
// that its tables are made from.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { PROVIDERS_PAGE, withTables } from '../../scripts/write-providers.ts';
import { loadProviders } from '../../src/providers/load-packages.ts';

const page = readFileSync(PROVIDERS_PAGE, 'utf8');

test('the tables of PROVIDERS equal the declarations; npm run providers writes them', () => {
  assert.equal(page, withTables(page));
});

test('PROVIDERS has a chapter and a table of credentials for each provider', async () => {
  for (const { id, name } of await loadProviders([])) {
    assert.match(page, new RegExp(`^## ${name}$`, 'm'));
    assert.ok(page.includes(`<!-- table: credentials of ${id} -->`), id);
  }
});
