// Every fault of the suite has a judgement: the alerts that must fire for it, or the reason why nobody needs to be
// told.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ALL_ALERTS } from './alert-watch.ts';
import { alertsOf, JUDGED, judgementOf } from './fault-alerts.ts';
import { PAGE, whoNeedNotBeTold } from './reliability-page.ts';
import { SCENARIOS } from './scenarios.ts';

test('each fault has alerts that must fire, or a reason why nobody need be told', () => {
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

test('nothing is judged that is not played', () => {
  const played = new Set(SCENARIOS.map(({ name }) => name.replace(/^release-.*/, 'release')));
  assert.deepEqual(
    JUDGED.filter((name) => name !== 'release' && !played.has(name)),
    [],
  );
});

test('RELIABILITY says of which faults nobody need be told, and has a row for each fault', () => {
  const page = readFileSync(PAGE, 'utf8');
  assert.ok(
    page.endsWith(whoNeedNotBeTold()),
    'npm run test:faults with the name of any fault writes it anew',
  );
  const rows = new Set([...page.matchAll(/^\| `([a-z0-9-]+)` /gm)].map(([, name]) => name));
  const missing = SCENARIOS.map(({ name }) => name).filter((name) => !rows.has(name));
  // A release that FORMER_RELEASE names, or a very new one, has not been played yet.
  assert.deepEqual(
    missing.filter((name) => !name.startsWith('release-')),
    [],
  );
});
