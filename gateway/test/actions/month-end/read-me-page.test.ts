// Checking an archive writes the month-end's page again, so its
// words must not change within one format.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readMePage } from '../../../src/actions/month-end/read-me-page.ts';
import { CAUSES, CHANGES } from '../../../src/domain/month-end/cause.ts';
import { FORMAT, sha256Of } from '../../../src/domain/month-end/manifest.ts';

/**
 * By format. A changed page needs a new format, because archives of the earlier format are still checked. Captures came
 * within a format: an archive of an earlier release names none, so its page is the one without them.
 */
const PAGES: Record<string, { all: string; withoutCaptures: string }> = {
  'tollgate-month-end-2': {
    all: '055958519972714ee14cc2fb5987f03d86b3ad50b529445de7b6dfb015c65922',
    withoutCaptures: '56f309c541319b8a62f6d269ebb0842430204d2de2ccd776b09028c47c858c8a',
  },
};

test('the page explains the format of its file', () => {
  const once = (words: object) => Object.fromEntries(Object.keys(words).map((name) => [name, 1]));
  const { captured: _, 'capture-failed': __, ...withoutCaptures } = CHANGES;
  const pageOf = (changes: object) =>
    readMePage({
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
      counts: { movements: 2, bankEntries: 1, differences: once(CAUSES), changes: once(changes) },
    });
  const { all, withoutCaptures: former } = PAGES[FORMAT]!;
  assert.equal(sha256Of(pageOf(CHANGES)), all, 'give the changed page another FORMAT');
  assert.equal(sha256Of(pageOf(withoutCaptures)), former, 'give the changed page another FORMAT');
});
