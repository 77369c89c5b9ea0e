// Docs, portal and cashier look alike: one mark, one typeface, one accent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const STYLES = [
  'gateway/assets/docs/docs.css',
  'gateway/assets/cashier/cashier.css',
  'cashier/styles/tokens.css',
  'portal/src/shell/theme.ts',
];
const PAGES = [
  'gateway/src/http/docs/frame.ts',
  'gateway/src/http/portal/portal-document.ts',
  'gateway/src/http/cashier/page/page-document.ts',
  'gateway/src/http/pages/plain-page.ts',
];

test('docs, portal and cashier share an accent, a typeface and a mark', () => {
  for (const path of [...STYLES, 'gateway/assets/mark.svg']) assert.match(read(path), /#1f4fd8/, path);
  for (const path of STYLES) assert.match(read(path), /system-ui,\s*-apple-system,\s*"Segoe UI"/, path);
  for (const path of PAGES) assert.match(read(path), /rel="icon"[^>]*assets\/mark\.svg/, path);
});
