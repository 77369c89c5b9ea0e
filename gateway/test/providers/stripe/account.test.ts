// The check of an account's credentials, and the
// declaration's text about them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { STRIPE } from '../../../src/providers/stripe/stripe.ts';
import { openStripe, soon } from './a-stripe.ts';

test('a working key reports its account', async (t) => {
  const stage = await openStripe(t);
  assert.deepEqual(await stage.provider.check(soon()), {
    ok: true,
    reason: null,
    merchantAccount: stage.standIn.books.accountId,
  });
  assert.deepEqual(stage.standIn.calls(), ['GET /v1/account']);
});

test('a failed check says in plain words what is wrong, without a text of Stripe’s', async (t) => {
  const wrong = await openStripe(t, {
    account: { credentials: { secretKey: 'sk_test_wrongZqXy', webhookSecrets: ['whsec_standin'] } },
  });
  const answer = await wrong.provider.check(soon());
  assert.equal(answer.ok, false);
  assert.match(answer.reason!, /does not accept the secret key/);

  const stage = await openStripe(t);
  const reason = async () => (await stage.provider.check(soon())).reason ?? '';
  stage.standIn.forbidden = /account/;
  assert.match(await reason(), /restricted key/);
  stage.standIn.forbidden = null;
  stage.standIn.fault('account', { status: 429, error: { type: 'rate_limit_error' } });
  assert.match(await reason(), /too many requests/);
  stage.standIn.fault('account', { status: 500, error: { type: 'api_error' } });
  assert.match(await reason(), /status 500/);
  for (const kind of ['html', 'empty', 'lost-before'] as const) {
    stage.standIn.fault('account', kind);
    assert.match(await reason(), /could not be read/);
  }
  await stage.standIn.refuse();
  assert.match(await reason(), /Could not connect/);
});

test('a key of the other environment is reported, and is not sent', async (t) => {
  for (const [environment, secretKey, word] of [
    ['test', 'sk_live_abcdefgh', 'a live key'],
    ['test', 'rk_live_abcdefgh', 'a live key'],
    ['live', 'sk_test_abcdefgh', 'a test key'],
    ['live', 'rk_test_abcdefgh', 'a test key'],
  ] as const) {
    const stage = await openStripe(t, {
      account: { environment, credentials: { secretKey, webhookSecrets: ['whsec_standin'] } },
    });
    const { ok, reason } = await stage.provider.check(soon());
    assert.equal(ok, false);
    assert.match(reason!, new RegExp(word));
    assert.deepEqual(stage.standIn.calls(), []);
  }
});

test('a key or a secret with an impossible form is refused when it is entered', () => {
  const [key, secrets] = STRIPE.credentials;
  assert.deepEqual([key!.name, secrets!.name], ['secretKey', 'webhookSecrets']);
  for (const text of ['sk_test_51Abc', 'rk_live_51Abc']) assert.match(text, key!.pattern!);
  for (const text of ['pk_test_51Abc', 'sk test', '', 'sk_test_\n', 'sk_tést']) {
    assert.doesNotMatch(text, key!.pattern!);
  }
  assert.match('whsec_abc+/=', secrets!.pattern!);
  for (const text of [' whsec_abcdef', 'whsec_', 'whsec_a', 'x', 'sk_test_51AbcDef'])
    assert.doesNotMatch(text, secrets!.pattern!);
  assert.equal(STRIPE.merchantAccountOf({}), null);
});

test('the SDK sends nothing about this machine, and sends each call once', async (t) => {
  const stage = await openStripe(t);
  stage.standIn.fault('account', 'lost-before');
  await stage.provider.check(soon());
  assert.equal(stage.standIn.requests.length, 1);
  const { raw } = stage.standIn.requests[0]!;
  assert.ok(!raw.toLowerCase().includes('telemetry'));
  assert.ok(!raw.includes('platform'));
});
