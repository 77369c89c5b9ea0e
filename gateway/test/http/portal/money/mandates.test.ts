// Mandates in the portal, over HTTP (contract 14, 16): the list of a customer, the page of a payment that made or used
// one, and the revocation by a person.
import assert from 'node:assert/strict';
import test from 'node:test';
import { mandateDesk } from '../../../stage/mandates.ts';
import { sharedPortalStage } from '../portal-stage.ts';

const stage = await sharedPortalStage({ after: (end) => test.after(end as () => void) });
const support = await stage.as('support');
const desk = mandateDesk(stage, stage.brand);

const listOf = async (userId: string) => {
  const answer = await support('GET', `/brands/:brand/customers/${userId}/mandates`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.items;
};
const pageOf = async (id: string) => (await support('GET', `/brands/:brand/transactions/${id}`)).body;
const revoke = (id: string, reason = 'asked by phone') =>
  support('POST', `/brands/:brand/mandates/${id}/revoke`, { reason });

test('a customer has a list of mandates, and the payments that made and used one show it', async () => {
  const mandate = { reason: 'RECURRING', description: 'Coffee every month', maxAmount: 30 };
  const { transactionId } = await desk.agree({ userId: 'bea', mandate });
  const { mandateId } = await desk.mandateOf(transactionId);
  const charged = await desk.charge(mandateId);
  assert.equal(charged.status, 201, charged.text);
  const [one, ...others] = await listOf('bea');
  assert.deepEqual(others, []);
  const { createdAt, lastUsedAt, ...shown } = one;
  assert.ok(Date.parse(lastUsedAt) >= Date.parse(createdAt));
  assert.deepEqual(shown, {
    id: mandateId,
    status: 'ACTIVE',
    inForce: true,
    userId: 'bea',
    reason: 'RECURRING',
    description: 'Coffee every month',
    method: 'Card',
    card: 'Visa •••• 4242',
    cardExpiry: '12/2035',
    account: null,
    currency: 'EUR',
    maxAmount: 30,
    expiresAt: null,
    firstTransactionId: transactionId,
    provider: 'Sandbox',
    revokedAt: null,
  });
  const [first, later] = [await pageOf(transactionId), await pageOf(charged.body.result.transactionId)];
  assert.deepEqual([first.facts.initiator, later.facts.initiator], ['CUSTOMER', 'MERCHANT']);
  assert.deepEqual([first.mandate.id, later.mandate.id], [mandateId, mandateId]);
  const plain = await desk.pay({ userId: 'bea' });
  assert.equal((await pageOf(plain.transactionId)).mandate, null);
  assert.deepEqual(await listOf('nobody'), []);
});

test('a person revokes a mandate once, by name and with a reason, and it cannot be charged any more', async () => {
  const { transactionId } = await desk.agree({ userId: 'cleo' });
  const { mandateId } = await desk.mandateOf(transactionId);
  for (const role of ['read-only', 'finance-approver', 'developer'] as const) {
    const other = await stage.as(role);
    const body = { reason: 'may I' };
    assert.equal(
      (await other('POST', `/brands/:brand/mandates/${mandateId}/revoke`, body)).status,
      403,
      role,
    );
  }
  assert.equal((await revoke(mandateId, 'x')).status, 400);
  assert.equal((await revoke(transactionId)).status, 404);
  const [once, twice] = [await revoke(mandateId), await revoke(mandateId)];
  assert.deepEqual([once.status, once.body.status, once.body.inForce], [200, 'REVOKED', false], once.text);
  assert.deepEqual(twice.body, once.body);
  const charged = await desk.charge(mandateId);
  assert.equal(charged.body.result.errorCode, '2014', charged.text);
  const owner = await stage.as('owner');
  const { items } = (await owner('GET', `/audit?target=${transactionId}`)).body;
  const rows = items.filter(({ action }: { action: string }) => action === 'mandate.revoked');
  assert.equal(rows.length, 1);
  const told = (await pageOf(transactionId)).timeline.find(
    ({ what }: { what: string }) => what === 'Mandate revoked',
  );
  assert.deepEqual([told.reason, told.actor], ['asked by phone', { kind: 'user', name: 'support' }]);
});
