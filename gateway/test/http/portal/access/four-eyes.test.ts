// Four eyes (contract 8, 14): nobody approves their own payout, in any way. Once on, the setting also applies to an
// approval that is under way.
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually } from '../../../stage/harness.ts';
import { waitsForLock } from '../../../stage/harness-database.ts';
import { aPayout } from '../../../stage/payouts.ts';
import { type PayoutStage, sharedPayoutStage } from '../payouts/payout-stage.ts';

const settle = (ids: string[], more: object = {}) => ({ action: 'APPROVE', transactionIds: ids, ...more });

async function approveOverApi({ call, brand }: PayoutStage, transactionId: string) {
  const body = { action: 'APPROVE', transactionId };
  return await call('POST', '/settle-payout', { apiKey: brand.apiKey, body });
}

test('with four eyes nobody approves their own payouts, singly or in bulk, but another person can', async (t) => {
  const stage = await sharedPayoutStage(t, { fourEyes: true });
  await stage.fund(1_000);
  const own = await stage.make('owner');
  const others = [await stage.make('finance-maker'), await stage.order()];
  const owner = await stage.as('owner');

  const alone = await owner('POST', '/brands/:brand/payouts/settle', settle([own]));
  assert.equal(alone.status, 200, alone.text);
  assert.deepEqual([alone.body.results[0].outcome, alone.body.results[0].status], ['refused', 'PENDING']);
  assert.match(alone.body.results[0].message, /you made this payout/);

  const bulk = await owner('POST', '/brands/:brand/payouts/settle', settle([others[0]!, own, others[1]!]));
  assert.deepEqual(
    bulk.body.results.map((one: { outcome: string }) => one.outcome),
    ['approved', 'refused', 'approved'],
  );
  assert.equal(await stage.statusOf(own), 'PENDING');
  assert.deepEqual(await stage.audited(own), ['payout.created user owner']);

  const approver = await stage.as('finance-approver');
  const approved = await approver('POST', '/brands/:brand/payouts/settle', settle([own]));
  assert.equal(approved.body.results[0].outcome, 'approved', approved.text);
  assert.deepEqual(await stage.audited(own), [
    'payout.created user owner',
    'payout.approved user finance-approver',
  ]);
});

test('with four eyes an API key approves only payouts that were made over the API', async (t) => {
  const stage = await sharedPayoutStage(t, { fourEyes: true });
  await stage.fund(1_000);
  const made = await stage.make('finance-maker');
  const refused = await approveOverApi(stage, made);
  assert.equal(refused.status, 403, refused.text);
  assert.match(refused.body.message, /another person/);
  assert.equal(await stage.statusOf(made), 'PENDING');
  const declined = await stage.call('POST', '/settle-payout', {
    apiKey: stage.brand.apiKey,
    body: { action: 'DECLINE', transactionId: made },
  });
  assert.equal(declined.body.status, 'DECLINED');
  const ordered = await stage.order();
  assert.equal((await approveOverApi(stage, ordered)).status, 201);
});

test('without four eyes an approver may approve their own payouts', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(1_000);
  const owner = await stage.as('owner');
  const answer = await owner('POST', '/brands/:brand/payouts/settle', settle([await stage.make('owner')]));
  assert.equal(answer.body.results[0].outcome, 'approved', answer.text);
  assert.equal((await approveOverApi(stage, await stage.make('owner'))).status, 201);
});

test('automatic approval does not approve a payout made in the portal of a brand with four eyes', async (t) => {
  const stage = await sharedPayoutStage(t, { fourEyes: true, automaticApproval: true });
  await stage.fund(1_000);
  await stage.make('finance-maker');
  assert.notEqual(await stage.statusOf(await stage.order()), 'PENDING');
});

// The commit itself reads the setting, so a process that has not heard of the change yet approves nothing.
test('the approval reads the setting from the database, not from memory', async (t) => {
  const stage = await sharedPayoutStage(t, { automaticApproval: false });
  await stage.fund(1_000);
  const own = await stage.make('owner');
  // Plays a commit of another process a moment ago. It lacks the mark of the change, so memory never hears of it.
  await stage.sql`update brands set four_eyes = true where brand_id = ${stage.brand.brandId}`;
  const owner = await stage.as('owner');
  const answer = await owner('POST', '/brands/:brand/payouts/settle', settle([own]));
  assert.equal(answer.body.results[0].outcome, 'refused', answer.text);
  assert.equal((await approveOverApi(stage, own)).status, 403);
  assert.equal(await stage.statusOf(own), 'PENDING');
});

test('automatic approval reads the setting from the database, so a payout waits if four eyes were just switched on', async (t) => {
  const stage = await sharedPayoutStage(t, { automaticApproval: true });
  await stage.fund(1_000);
  await stage.sql`update brands set four_eyes = true where brand_id = ${stage.brand.brandId}`;
  await stage.make('owner');
});

test('an approval during a change of the setting waits for the change, and is refused', async (t) => {
  const stage = await sharedPayoutStage(t);
  await stage.fund(1_000);
  const own = await stage.make('owner');
  const owner = await stage.as('owner');
  const change = await stage.sql.reserve();
  await change`begin`;
  await change`select 1 from brands where merchant_id = ${stage.brand.merchantId}
    and brand_id = ${stage.brand.brandId} for update`;
  await change`update brands set four_eyes = true where brand_id = ${stage.brand.brandId}`;
  const approval = owner('POST', '/brands/:brand/payouts/settle', settle([own]));
  await eventually(() => waitsForLock(stage.databaseUrl, '%four_eyes%for share%'));
  await change`commit`;
  change.release();
  const answer = await approval;
  assert.equal(answer.body.results[0].outcome, 'refused', answer.text);
  assert.equal(await stage.statusOf(own), 'PENDING');
});

test('a request over the API cannot name the maker', async (t) => {
  const stage = await sharedPayoutStage(t, { fourEyes: true });
  await stage.fund(1_000);
  const maker = { userId: stage.brand.brandId, name: 'somebody' };
  const body = aPayout({ merchantReference: 'with-maker', maker, details: { maker } });
  const made = await stage.call('POST', '/v3/payout', { apiKey: stage.brand.apiKey, body });
  assert.equal((await approveOverApi(stage, made.body.result.transactionId)).status, 201);
});
