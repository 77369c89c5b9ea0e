// Checking an archive writes the month-end's page again, so its
// words must not change within one format.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readMePage } from '../../../src/actions/month-end/read-me-page.ts';
import { CAUSES, CHANGES } from '../../../src/domain/month-end/cause.ts';
import { FORMAT, type Manifest, SETTLED_FORMAT, sha256Of } from '../../../src/domain/month-end/manifest.ts';

/**
 * By format. A changed page needs a new format, because archives of the earlier format are still checked. Captures came
 * within a format: an archive of an earlier release names none, so its page is the one without them.
 */
const PAGES = {
  [FORMAT]: {
    all: '89edc811f8807e863644217526a92b39da455700af1cb1ca291788779c026a9b',
    withoutCaptures: '9598d09c81c6169f7636d8258fb6d5beee150592fc1b98da4ad57181c3795995',
  },
  [SETTLED_FORMAT]: { all: '36c7a52d2e583bca4f164b26407d4a649b2e7c4d031d56c352d6f083af568480' },
};

const once = (words: object) => Object.fromEntries(Object.keys(words).map((name) => [name, 1]));

const pageOf = (counts: Pick<Manifest['counts'], 'differences' | 'changes'>, settled?: Manifest['settled']) =>
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
    counts: { movements: 2, bankEntries: 1, ...counts },
    ...(settled ? { settled } : {}),
  });

test('the page explains the format of its file', () => {
  const {
    'settled-twice': _1,
    'unknown-charge': _2,
    'batch-does-not-add-up': _3,
    'settlement-not-at-bank': _4,
    'not-settled': _5,
    // Came within a format, like captures.
    'taken-back': _9,
    ...causes
  } = CAUSES;
  const { 'settlement-came-later': _6, ...changes } = CHANGES;
  const { captured: _7, 'capture-failed': _8, ...withoutCaptures } = changes;
  const former = (of: object) => sha256Of(pageOf({ differences: once(causes), changes: once(of) }));
  const changed = 'give the changed page another FORMAT';
  assert.equal(former(changes), PAGES[FORMAT].all, changed);
  assert.equal(former(withoutCaptures), PAGES[FORMAT].withoutCaptures, changed);
});

const settlement = {
  id: 's',
  reference: 'B1',
  currency: 'EUR',
  lines: 2,
  charges: '10000',
  fees: '-150',
  net: '9850',
  paidOut: '9850',
  bankEntry: { id: 'e', bookedOn: '2026-10-03' },
};

test('the page of a brand with settlements says what came in, what it cost and what is still out', () => {
  const { 'taken-back': _, ...settledCauses } = CAUSES;
  const page = pageOf(
    { differences: once(settledCauses), changes: once(CHANGES) },
    {
      accounts: [{ provider: 'adyen', accountId: 'a', since: '2026-10-01T00:00:00.000Z' }],
      settlements: [
        settlement,
        { ...settlement, id: 't', paidOut: null, charges: '0', fees: '0', net: '0', bankEntry: null },
        { ...settlement, id: 'u', currency: 'JPY', paidOut: '500', charges: '0', fees: '0', bankEntry: null },
      ],
      lines: 6,
      notPaidOut: [{ currency: 'EUR', movements: 3, minor: '-1250' }],
    },
  );
  const told =
    'The providers paid out 98.50 EUR and 500 JPY in 2 payouts, and the bank has 1 of them. ' +
    'It cost 1.50 EUR (1.50 % of the charges) and 0 JPY. ' +
    'Still out at the end of the month: -12.50 EUR (3 movements).';
  assert.ok(page.includes(told), page);
  const nothing = pageOf(
    { differences: {}, changes: {} },
    { accounts: [], settlements: [], lines: 0, notPaidOut: [] },
  );
  assert.match(nothing, /paid out nothing in this month\. It cost nothing\. Nothing is still out\./);
  assert.equal(sha256Of(page), PAGES[SETTLED_FORMAT].all, 'give the changed page another FORMAT');
});
