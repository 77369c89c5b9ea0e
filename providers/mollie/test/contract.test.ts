// Plays the contract of adapters for Mollie's adapter, one test for each rule.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CHECKS } from '@tollgate/provider-kit/contract';
import openStage from './stage.ts';
import { RequestCheck } from './stand-in/description.ts';

for (const [rule, check] of Object.entries(CHECKS)) {
  test(`Mollie’s adapter: ${rule}`, async (t) => {
    const stage = await openStage(t);
    await check(stage);
    assert.deepEqual(stage.violations?.() ?? [], []);
  });
}

test('requests are compared with Mollie’s published description', { skip: skipped() }, () => {
  assert.ok(new RequestCheck().isAvailable);
});

function skipped(): string | false {
  return new RequestCheck().isAvailable ? false : 'PROVIDER_SPECS has no mollie/specs.yaml';
}
