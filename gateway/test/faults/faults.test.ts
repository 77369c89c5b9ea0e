// The short fault suite. Gateway processes under mixed load meet the quick faults one after the other and recover each
// time without help. At the end every answer that a client got is true. npm run test:faults plays all faults, each in
// its own world.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Complaint } from '../crash/complaint.ts';
import { guardedText } from '../crash/mutants.ts';
import { isProof, onlyInProof, partOf } from '../stage/how-much.ts';
import { whyNotJudged } from './alert-watch.ts';
import { alertsOf } from './fault-alerts.ts';
import { Load } from './load.ts';
import { comeToRest, playFault, type Scenario, WARM } from './play.ts';
import { REMOVED_GUARDS } from './removed-guards.ts';
import { AT_ADYEN_AND_STRIPE } from './scenarios/provider-faults.ts';
import { SHORT, SHORT_AT_PRISM, SHORT_AT_PROVIDERS } from './scenarios.ts';
import { openWorld, type WorldSettings } from './world.ts';

/**
 * Only npm run test:faults measures how late is too late. Here other tests may keep the machine busy, so the test only
 * asks whether the gateways recover at all.
 */
const RECOVERS_WITHIN_MS = 60_000;

test('whole gateways recover from faults of their database, network and machine by themselves', {
  skip: onlyInProof,
  timeout: 560_000,
}, (t) => {
  // This alert depends on a value that the gateway reports. The alerts of the other faults depend on rates, see below.
  const faults = partOf('quick faults that whole gateways meet', SHORT);
  const gateways = isProof() ? 2 : 1;
  return playAll(t, faults, { gateways }, (name) => (name === 'read-only' ? alertsOf(name) : []));
});

test(
  'whole gateways charge once at Adyen and Stripe, whatever is lost or doubled on the way',
  {
    skip: onlyInProof,
    timeout: 560_000,
  },
  // On a busy machine such a short fault meets only a few calls, too few for a rate. npm run test:faults judges its
  // alerts.
  (t) => playAll(t, SHORT_AT_PROVIDERS, { gateways: 1, providers: AT_ADYEN_AND_STRIPE }, () => []),
);

test(
  'whole gateways charge once at a provider whose library dies again and again',
  {
    skip: onlyInProof,
    timeout: 560_000,
  },
  (t) => playAll(t, SHORT_AT_PRISM, { gateways: 1, providers: ['prism-dlocal'] }, () => []),
);

const because = () => (whyNotJudged() === false ? '' : `, ${whyNotJudged()}`);

async function playAll(
  t: TestContext,
  scenarios: readonly Scenario[],
  settings: WorldSettings,
  judgedOf: (name: string) => readonly string[],
): Promise<void> {
  const world = await openWorld(settings);
  t.after(() => world.close());
  const complaints: Complaint[] = [];
  const load = new Load(world, (kind, text) => complaints.push({ kind, text }));
  load.start(6);
  await load.someMore(WARM, 60_000);
  for (const scenario of scenarios) {
    const { recoveredMs, note, fired } = await playFault(
      world,
      load,
      { ...scenario, recoversWithinMs: RECOVERS_WITHIN_MS },
      complaints,
      judgedOf(scenario.name),
    );
    const told = fired === null ? `alerts not judged${because()}` : `alerts: ${fired.join(', ')}`;
    t.diagnostic(
      `${scenario.name}: payments again after ${recoveredMs} ms; ${told}${note ? `; ${note}` : ''}`,
    );
  }
  const quietMs = await comeToRest(world, load, 120_000, complaints);
  t.diagnostic(`${load.completed()} of ${load.orders.length} orders paid; quiet after ${quietMs} ms`);

  const troubles = world.gateways.flatMap((one) => one.troubles()).slice(0, 30);
  assert.deepEqual(
    complaints.slice(0, 10),
    [],
    `${complaints.length} complaints\n${JSON.stringify([...load.statuses])}\n${troubles.join('\n')}`,
  );
  assert.ok(load.completed() > WARM, 'there was load');
}

test('each guard that removed-guards.ts removes is still in its file', () => {
  for (const guard of REMOVED_GUARDS) assert.ok(guardedText(guard));
});
