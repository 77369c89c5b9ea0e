// The types that the portal's page is checked with are those of the API as it is described now.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { portalTypes, TYPES_FILE } from '../write-types.ts';

test('portal/src/api/schema.d.ts matches the document (npm run openapi writes it)', async () => {
  assert.ok(readFileSync(TYPES_FILE, 'utf8') === (await portalTypes()), 'out of date: npm run openapi');
});
