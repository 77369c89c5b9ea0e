// What a worker remembers of endpoints in trouble
// before the database knows it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WebhookEndpoints } from '../../../src/worker/webhooks/webhook-endpoints.ts';

const NAME = { merchantId: 'm', brandId: 'b', endpointId: 'e', url: 'https://shop.example/hooks' };
const at = (ms: number) => new Date(1_000_000 + ms);

test('a pause that was not yet in the database when it was read stays', () => {
  const endpoints = new WebhookEndpoints(() => null);
  endpoints.paused(NAME, at(0), 'the endpoint answered 410 Gone');
  endpoints.replace([], at(0));
  assert.ok(endpoints.isPaused('e'));
  endpoints.replace([], at(900));
  assert.ok(endpoints.isPaused('e'));
});

test('after some time the state of the database applies: a resumed endpoint continues', () => {
  const endpoints = new WebhookEndpoints(() => null);
  const noted = endpoints.paused(NAME, at(0), 'the endpoint answered 410 Gone');
  endpoints.replace([{ ...noted, hasLine: true, renewedAt: null }], at(1_500));
  assert.ok(endpoints.isPaused('e'));
  endpoints.replace([], at(3_000));
  assert.equal(endpoints.isPaused('e'), false);
});

test("a later note of another process counts before this process's own", () => {
  const endpoints = new WebhookEndpoints(() => null);
  const noted = endpoints.paused(NAME, at(0), 'the endpoint answered 410 Gone');
  const resumed = {
    ...noted,
    pausedAt: null,
    pauseReason: null,
    changedAt: at(10),
    hasLine: true,
    renewedAt: null,
  };
  endpoints.replace([resumed], at(20));
  assert.equal(endpoints.isPaused('e'), false);
  assert.ok(endpoints.hasLine('e'));
});
