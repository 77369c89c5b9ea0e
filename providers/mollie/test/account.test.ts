// The declaration of Mollie, and the check whether the credentials of an account work.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import MOLLIE from '@tollgate/provider-mollie';
import { openMollie, soon } from './a-mollie.ts';
import { PROFILE_ID } from './stand-in/api.ts';

test('the check names the profile of the key, and sends nothing that changes', async (t) => {
  const stage = await openMollie(t);
  assert.deepEqual(await stage.provider.check(soon()), {
    ok: true,
    reason: null,
    merchantAccount: PROFILE_ID,
  });
  assert.deepEqual(stage.standIn.server.calls, ['GET /v2/profiles/me', 'GET /v2/settlements']);
});

test('a wrong key, a wrong token and a missing permission are each told in words', async (t) => {
  const apiKey = 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM';
  const reasonOf = async (credentials: Record<string, string>, forbidden: RegExp | null = null) => {
    const stage = await openMollie(t, { account: { credentials } });
    stage.standIn.forbidden = forbidden;
    const { ok, reason } = await stage.provider.check(soon());
    assert.equal(ok, false);
    return reason!;
  };
  assert.match(await reasonOf({ apiKey: 'test_anotherkeyanotherkey0' }), /does not accept the API key/);
  assert.match(
    await reasonOf({ apiKey, accessToken: 'access_wrongwrongwrongwrong' }),
    /does not accept the organization access token/,
  );
  const accessToken = 'access_Wwvu7egPcJLLJ9Kb7J632x8wJ2zMeJ';
  assert.match(await reasonOf({ apiKey, accessToken }, /settlements/), /settlements.read/);
  assert.match(
    await reasonOf({ apiKey: 'live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM' }),
    /does not begin with test_/,
  );
});

test('a check without an answer says so', async (t) => {
  const stage = await openMollie(t);
  const reasonAfter = async (fault: Parameters<typeof stage.standIn.server.fault>[0]['fault']) => {
    stage.standIn.server.fault({ fault });
    return (await stage.provider.check(soon())).reason!;
  };
  assert.match(await reasonAfter({ kind: 'page' }), /could not be read/);
  assert.match(
    await reasonAfter({ kind: 'changed', fields: { resource: 'organization' } }),
    /could not be read/,
  );
  assert.match(await reasonAfter({ kind: 'answer', answer: { status: 429 } }), /too many requests/);
  assert.match(await reasonAfter({ kind: 'answer', answer: { status: 500 } }), /status 500/);
  await stage.standIn.server.close();
  assert.match((await stage.provider.check(soon())).reason!, /Could not connect|could not be read/);
});

test('credentials that were copied wrongly are refused by their form', () => {
  const patternOf = (name: string) => MOLLIE.credentials.find((one) => one.name === name)!.pattern!;
  const apiKey = patternOf('apiKey');
  for (const key of ['test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM', `live_${'a'.repeat(30)}`])
    assert.match(key, apiKey);
  for (const key of [
    'access_aaaaaaaaaaaaaaaaaaaaaaaa',
    'test_short',
    'test_dHar4XY7LxsDOtmnk VtjNVWXL',
    'pfl_QkEhN94Ba',
  ])
    assert.doesNotMatch(key, apiKey);
  assert.doesNotMatch(`live_${'a'.repeat(30)}`, patternOf('accessToken'));
});

test('the declaration serves pay-ins alone, and its merchant account comes from the check', () => {
  assert.deepEqual(
    MOLLIE.capabilities.methods.map(({ direction, method }) => `${direction} ${method}`),
    ['PAYIN card', 'PAYIN ideal', 'PAYIN bancontact', 'PAYIN paypal', 'PAYIN klarna', 'PAYIN blik'],
  );
  assert.equal(MOLLIE.merchantAccountOf({ apiKey: 'test_a' }), null);
  assert.equal(MOLLIE.id, 'mollie');
});

test('nothing of Mollie’s library is loaded', async (t) => {
  await openMollie(t);
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  assert.deepEqual(
    loaded.filter((path) => path.includes('@mollie')),
    [],
  );
});
