// Paying by card in the cashier: from the choice to the end, declines, 3-D Secure, saved cards, what nobody knows yet.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CashierState } from '../../../src/http/cashier/state.ts';
import { CARD_OPTION_ID, startTestGateway } from '../../harness.ts';
import { CARD, openDocument, openSession, screenOf, submit } from './shopper.ts';

test('a hosted payment by card goes from the choice to the receipt', async (t) => {
  const tollgate = await startTestGateway(t);
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const link = await openSession(tollgate, brand);
  const { start, status } = await openDocument(tollgate, link);
  assert.equal(status, 200);
  const choose = screenOf(start.state, 'choose');
  assert.equal(choose.attempt, 0);
  assert.deepEqual(choose.country, { code: 'DE', fixed: true });
  const answer = await submit(tollgate, link, CARD_OPTION_ID, CARD);
  assert.equal(answer.status, 200, answer.text);
  const end = screenOf(answer.body as CashierState, 'end');
  assert.equal(end.outcome, 'completed');
});
