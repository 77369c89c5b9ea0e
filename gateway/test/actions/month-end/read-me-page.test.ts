// Checking an archive writes the month-end's page again, so its
// words must not change within one format.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readMePage } from '../../../src/actions/month-end/read-me-page.ts';
import { CAUSES, CHANGES } from '../../../src/domain/month-end/cause.ts';
import { FORMAT, sha256Of } from '../../../src/domain/month-end/manifest.ts';

/** By format. A changed page needs a new format, because archives of the earlier format are still checked. */
const PAGES: Record<string, string> = {
  'tollgate-month-end-2': '56f309c541319b8a62f6d269ebb0842430204d2de2ccd776b09028c47c858c8a',
};

test('the page explains the format of its file', () => {
  const once = (words: object) => Object.fromEntries(Object.keys(words).map((name) => [name, 1]));
  const page = readMePage({
    merchantId: 'm',
    brand: { id: 'b', name: 'Shop & Co' },
    month: '2026-10',
    timeZone: 'UTC',
    begins: '2026-10-01T00:00:00.000Z',
    ends: '2026-11-01T00:00:00.000Z',
    madeAt: '2026-11-02T00:00:00.000Z',
    madeBy: 'somebody',
    auditHead: null,
    former: { month: '2026-09', sha256: 'a' },
    accounts: [{ account: 'available', currency: 'EUR', opening: '0', in: '100', out: '5', closing: '95' }],
    counts: { movements: 2, bankEntries: 1, differences: once(CAUSES), changes: once(CHANGES) },
  });
  assert.equal(sha256Of(page), PAGES[FORMAT], 'give the changed page another FORMAT');
});
