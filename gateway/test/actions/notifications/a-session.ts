// A session whose shopper makes attempts at the network of network-stage.ts, for tests of news about an earlier
// attempt.
import assert from 'node:assert/strict';
import { openSession } from '../../../src/actions/cashier/open-session.ts';
import { submitFromCashier } from '../../../src/actions/cashier/submit-from-cashier.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { CARD_OPTION_ID } from '../open-actions.ts';
import type { Network } from './network-stage.ts';

const PAGE = 'http://gateway.example/cashier/page';

/** An open session before its first attempt. */
export async function aSession({ context, request }: Network): Promise<Transaction> {
  const { card, paymentData, idempotency, optionId, ...fields } = request('4242424242424242');
  return (await openSession(context, { ...fields, origin: 'session', type: 'PAYIN' })).session;
}

/** The next attempt, by card. The network takes its answer from `answers`. */
export async function attempt({ context }: Network, shown: Transaction): Promise<Transaction> {
  const { taken, transaction } = await submitFromCashier(
    context,
    shown,
    {
      attempt: shown.attempts,
      optionId: CARD_OPTION_ID,
      country: null,
      paymentData: {
        cardNumber: '4242424242424242',
        expiryMonth: '12',
        expiryYear: '2035',
        cardCvv: '123',
        cardHolder: 'Ada Lovelace',
      },
      customer: null,
      browser: null,
      browserIp: '203.0.113.7',
    },
    PAGE,
  );
  assert.ok(taken);
  return transaction;
}
