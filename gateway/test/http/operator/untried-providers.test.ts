// Providers that nobody has tried (contract 18): a live account needs somebody who accepts that.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import { PRODUCTION } from '../../stage/production.ts';
import { ADYEN, providerKinds } from '../../stage/provider-kinds.ts';
import { newMerchant, openOperatorApp } from './operator-app.ts';

const NOT_TRIED = providerKinds().map((kind): ProviderDeclaration => ({ ...kind, played: 'not-tried' }));

async function openDesk(t: TestContext, env: Record<string, string> = {}) {
  const operator = await openOperatorApp(t, { kinds: NOT_TRIED, env });
  const merchantId = await newMerchant(operator);
  const made = await operator.call('POST', `/operator/merchants/${merchantId}/brands`, { name: 'Demo Shop' });
  return { ...operator, merchantId, path: `/operator/brands/${made.body.brandId}/providers` };
}

test('a live account of a provider that was not tried needs somebody who accepts that, and the audit log notes it', async (t) => {
  const { call, path, merchantId } = await openDesk(t, PRODUCTION);
  const credentials = { ...ADYEN, liveEndpointPrefix: 'a1b2-Shop' };
  const put = (body: object) => call('PUT', `${path}/adyen`, { environment: 'live', credentials, ...body });
  for (const acceptUntried of [undefined, false, null]) {
    const refused = await put({ acceptUntried });
    assert.equal(refused.status, 400);
    assert.match(refused.body.message[0], /^acceptUntried: must be true, because Adyen was not tried here/);
  }
  const accepted = await put({ acceptUntried: true });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  assert.ok(!('acceptUntried' in accepted.body), 'it is not stored');
  assert.equal((await put({ priority: 5 })).status, 400, 'each change needs it');
  assert.equal((await put({ priority: 5, acceptUntried: true })).status, 200);
  const rows = (await call('GET', `/operator/audit?merchantId=${merchantId}`)).body as {
    action: string;
    after: Record<string, unknown>;
  }[];
  const noted = rows.filter(({ action }) => action.startsWith('provider-account.'));
  assert.deepEqual(
    noted.map(({ action, after }) => [action, after.acceptUntried]),
    [
      ['provider-account.connected', true],
      ['provider-account.changed', true],
    ],
  );
});

test('a test account of a provider that was not tried needs nobody who accepts that', async (t) => {
  const { call, path } = await openDesk(t);
  const account = { environment: 'test', credentials: ADYEN };
  assert.equal((await call('PUT', `${path}/adyen`, account)).status, 200);
});
