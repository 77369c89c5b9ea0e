// Operator calls without parameters or fields (contract 3) refuse any that they get, by name. audit.test.ts looks at
// the schemas of all others.
import assert from 'node:assert/strict';
import test from 'node:test';
import { newMerchant, openOperatorApp } from './operator-app.ts';

test('a call without parameters or fields refuses any that are sent, by name', async (t) => {
  const operator = await openOperatorApp(t);
  const merchantId = await newMerchant(operator);
  const made = await operator.call('POST', `/operator/merchants/${merchantId}/brands`, { name: 'Shop' });
  const { brandId } = made.body;
  const { userId } = (
    await operator.call('POST', `/operator/merchants/${merchantId}/users`, {
      email: 'b@example.com',
      role: 'owner',
    })
  ).body;
  for (const [method, path, body, ...named] of [
    ['GET', `/operator/brands/${brandId}?colour=1&x=2`, undefined, 'colour', 'x'],
    ['GET', `/operator/tokens?name=a`, undefined, 'name'],
    ['PATCH', `/operator/brands/${brandId}?active=false`, { name: 'A' }, 'active'],
    ['POST', `/operator/users/${userId}/invitation`, { role: 'owner' }, 'role'],
    ['POST', `/operator/users/${userId}/reset-second-factor?now=1`, { disabled: true }, 'now', 'disabled'],
  ] as [Parameters<typeof operator.call>[0], string, object | undefined, ...string[]][]) {
    const answer = await operator.call(method, path, body);
    assert.equal(answer.status, 400, path);
    assert.deepEqual(
      answer.body.message.map((one: string) => one.split(':')[0]),
      named,
    );
  }
  assert.equal((await operator.call('POST', `/operator/users/${userId}/invitation`, {})).status, 201);
});
