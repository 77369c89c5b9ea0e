// A shopper left a bank's page open for too long while the link is valid (docs/decisions/0030): the cashier offers the
// methods again, and the bank's page leads back to it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { startTestGateway, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import { CARD, chooseScreen, openSession, optionOf, post, readState, screenOf, submit } from './shopper.ts';

const NOBODY_PAYS = { workers: false, env: { SANDBOX_DELAY_MS: '600000' } };
const WALLET = optionOf('wallet').suboptions[0]!.id;

async function chosen(
  tollgate: TestGateway,
  brand: TestBrand,
  optionId: string,
  paymentData: Record<string, string> = {},
) {
  const link = await openSession(tollgate, brand);
  const answer = await submit(tollgate, link, optionId, paymentData);
  assert.equal(answer.status, 200, answer.text);
  return { link, state: answer.body };
}

test('the gateway asks the provider about an expired attempt before another attempt may begin', async (t) => {
  const tollgate = await startTestGateway(t, NOBODY_PAYS);
  const brand = await tollgate.createBrand();
  const { link } = await chosen(tollgate, brand, WALLET);
  tollgate.advance(16 * 60_000);
  const state = await readState(tollgate, link);
  // The provider decides about the attempt, and the gateway has not asked it yet.
  assert.equal(screenOf(state, 'wait').for, 'unknown');
  assert.equal((await tollgate.call('GET', link.path)).status, 200);
  assert.equal((await post(tollgate, link, 'leave', { version: state.version })).status, 409);
  const late = await submit(tollgate, link, optionOf('card').id, CARD, { attempt: 1 });
  assert.deepEqual([late.status, late.body.screen.name], [409, 'wait']);
  await sweepDueTransactions(tollgate.gateway.context);

  const again = await chooseScreen(tollgate, link);
  assert.deepEqual([again.attempt, again.attemptsLeft], [1, 4]);
  assert.match(again.notice ?? '', /^The time for this attempt is over\./);
  const { body: record } = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
  assert.deepEqual([record.status, record.errorCode], ['PROCESSING', '3002']);
  assert.equal(Date.parse(record.expiresAt) - Date.parse(record.createdAt), 3_600_000);
  const last = record.timeline.at(-1);
  assert.deepEqual([last.from, last.to, last.actor], ['PROCESSING', 'PROCESSING', 'expiry']);
  assert.match(last.reason, /^3002/);
  const paid = await submit(tollgate, link, optionOf('card').id, CARD, { attempt: 1 });
  assert.deepEqual([paid.status, screenOf(paid.body, 'end').outcome], [200, 'completed']);
});

test("the bank's page that is opened or used too late leads back to the cashier while the link is valid", async (t) => {
  const tollgate = await startTestGateway(t, NOBODY_PAYS);
  const brand = await tollgate.createBrand();
  const card = { ...CARD, cardNumber: '4000000000003220' };
  for (const [option, fields, decision] of [
    [WALLET, {}, 'approve'],
    [optionOf('card').id, card, 'approve'],
  ] as const) {
    const { link, state } = await chosen(tollgate, brand, option, fields);
    const { pathname, search } = new URL(screenOf(state, 'go').url);
    tollgate.advance(15 * 60_000);
    const late = async () => [
      await tollgate.call('GET', pathname + search),
      await pressAtBank(tollgate, pathname + search, decision),
    ];
    for (const answer of await late()) {
      assert.equal(answer.status, 303, answer.text);
      assert.equal(new URL(answer.headers.get('location')!).pathname, link.path);
    }
    await sweepDueTransactions(tollgate.gateway.context);
    for (const answer of await late()) assert.equal(answer.status, 303);
    // Nothing was decided about it.
    assert.equal((await chooseScreen(tollgate, link)).attempt, 1);
    tollgate.advance(3_600_000);
    await sweepDueTransactions(tollgate.gateway.context);
    assert.equal((await tollgate.call('GET', pathname + search)).status, 410);
  }
});
