// Compares docs/PROVIDERS.md and the READMEs of the packages that come with the gateway with the declarations that
// their tables are made from.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { PAGES, PROVIDERS_PAGE, withTables } from '../../scripts/write-providers.ts';
import { BUILT_IN } from '../../src/providers/registry.ts';

const page = readFileSync(PROVIDERS_PAGE, 'utf8');

test('the tables of PROVIDERS and of the packages equal the declarations; npm run providers writes them', () => {
  for (const { path, kinds } of PAGES) {
    const text = readFileSync(path, 'utf8');
    assert.equal(text, withTables(text, kinds), path);
  }
});

test('PROVIDERS has a chapter and a table of credentials for each provider of the gateway, and a README for each of a package', () => {
  for (const { id, name } of BUILT_IN) {
    assert.match(page, new RegExp(`^## ${name}$`, 'm'));
    assert.ok(page.includes(`<!-- table: credentials of ${id} -->`), id);
  }
  for (const { id, name } of PAGES[0]!.kinds.slice(BUILT_IN.length))
    assert.ok(page.includes(`| ${name} | \`${id}\` | [README](../providers/`), `${id} has no README`);
});
