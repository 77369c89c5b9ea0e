// Every fault of the suite has a judgement: the alerts that must fire for it, or the reason why nobody needs to be
// told.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ALL_ALERTS } from './alert-watch.ts';
import { alertsOf, JUDGED, judgementOf } from './fault-alerts.ts';
import { faultsWithoutAlert, HEADER, PAGE } from './reliability-page.ts';
import { SCENARIOS } from './scenarios.ts';

test('each fault has alerts that must fire, or a reason why it needs no alert', () => {
  for (const { name } of SCENARIOS) {
    const judgement = judgementOf(name);
    assert.ok(judgement !== undefined, `${name} is not judged: add it to fault-alerts.ts`);
    if ('nobody' in judgement) assert.match(judgement.nobody, /^[A-Z].{20,}\.$/, name);
    else assert.ok(judgement.length > 0, name);
    assert.deepEqual(
      alertsOf(name).filter((alert) => !ALL_ALERTS.includes(alert)),
      [],
      `${name}: alerts that do not exist`,
    );
  }
});

test('the suite plays each fault that is judged', () => {
  const played = new Set(SCENARIOS.map(({ name }) => name.replace(/^release-.*/, 'release')));
  assert.deepEqual(
    JUDGED.filter((name) => name !== 'release' && !played.has(name)),
    [],
  );
});

test('RELIABILITY has the current text, a row for each fault, and the faults that need no alert', () => {
  const page = readFileSync(PAGE, 'utf8');
  const advice = 'npm run test:faults with the name of any fault writes the page again';
  assert.ok(page.startsWith(HEADER), advice);
  assert.ok(page.endsWith(faultsWithoutAlert()), advice);
  const rows = new Set([...page.matchAll(/^\| `([a-z0-9-]+)` /gm)].map(([, name]) => name));
  const missing = SCENARIOS.map(({ name }) => name).filter((name) => !rows.has(name));
  // A release that FORMER_RELEASE names, or a very new one, has not been played yet.
  assert.deepEqual(
    missing.filter((name) => !name.startsWith('release-')),
    [],
  );
});
