// Runs every provider's contract for Adyen: over
// HTTP, through its SDK, against the stand-in.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { PayinCase, Stage } from '@tollgate/provider-kit/contract';
import { testContract } from '../test-contract.ts';
import {
  aCardInHand,
  aPayment,
  byMethod,
  CARD_WITH_3DS,
  GOOD_CARD,
  NOW,
  openAdyen,
  stored,
} from './stage.ts';
import type { Event } from './stand-in/books.ts';
import { notificationOf, takeEvents } from './stand-in/notifier.ts';
import { rowsOfPayments, writeReport } from './stand-in/settlement-report.ts';
import { HMAC_KEY } from './stand-in/stand-in.ts';

const SEPA = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };

const PAYINS: readonly PayinCase[] = [
  { name: 'card', transaction: aPayment(), instrument: aCardInHand(), answers: 'completed' },
  {
    name: 'card, refused',
    transaction: aPayment(),
    instrument: aCardInHand(GOOD_CARD, 'NOT_ENOUGH_BALANCE'),
    answers: 'declined',
  },
  {
    name: 'card, 3-D Secure',
    transaction: aPayment(),
    instrument: aCardInHand(CARD_WITH_3DS),
    answers: 'redirect',
  },
  {
    name: 'card, refused for its form',
    transaction: aPayment(),
    instrument: aCardInHand('4111111111111112'),
    answers: 'failed',
  },
  { name: 'iDEAL', transaction: aPayment('ideal'), instrument: byMethod('ideal'), answers: 'redirect' },
  { name: 'PayPal', transaction: aPayment('paypal'), instrument: byMethod('paypal'), answers: 'redirect' },
  { name: 'Klarna', transaction: aPayment('klarna'), instrument: byMethod('klarna'), answers: 'redirect' },
  {
    name: 'SEPA debit',
    transaction: aPayment('sepa-direct-debit'),
    instrument: byMethod('sepa-direct-debit', SEPA),
    answers: 'pending',
  },
  { name: 'PIX', transaction: aPayment('pix'), instrument: byMethod('pix'), answers: 'instructions' },
  {
    name: 'Boleto',
    transaction: aPayment('boleto'),
    instrument: byMethod('boleto'),
    answers: 'instructions',
  },
];

const notification = (event: Event, hmacKey: string) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(notificationOf([event], hmacKey)),
});

async function openStage(t: TestContext): Promise<Stage> {
  const { provider, standIn, pay, callOf } = await openAdyen(t);
  return {
    provider,
    now: () => NOW,
    advance() {},
    payins: [...PAYINS],
    payouts: [],
    neverSent: [],
    charges: (reference) => standIn.charges(reference),
    async notified() {
      await pay(aPayment(), aCardInHand());
      return takeEvents(standIn.books).map((event) => notification(event, HMAC_KEY));
    },
    async forged() {
      await pay(aPayment(), aCardInHand());
      return takeEvents(standIn.books).map((event) => notification(event, '0'.repeat(64)));
    },
    async disputed() {
      const payment = aPayment();
      const payin = stored(payment, await pay(payment, aCardInHand()));
      const disputeReference = `DISPUTE${standIn.requests.length}`;
      const dispute = standIn.disputes.open(disputeReference);
      return { payin, disputeReference, times: () => dispute.defended.length + dispute.accepted };
    },
    async authorized() {
      const payment = aPayment();
      const manual = { ...payment, details: { ...payment.details, captureMode: 'manual' as const } };
      return stored(manual, await pay(manual, aCardInHand()));
    },
    async agreed() {
      const first = aPayment('card', { userId: 'customer-7', createdAt: NOW });
      const mandate = {
        reason: 'RECURRING',
        description: null,
        maxAmountMinor: null,
        expiresAt: null,
      } as const;
      const asking = { ...first, details: { ...first.details, mandate } };
      const paid = stored(asking, await pay(asking, aCardInHand()));
      const means = await provider.findStored!(paid, callOf(paid));
      assert.ok(means !== null && means !== 'none');
      const later = aPayment('card', { userId: first.userId, brandId: first.brandId });
      const none = { card: null, networkTransactionId: null };
      const instrument = {
        kind: 'mandate',
        method: 'card',
        reason: 'RECURRING',
        stored: means,
        ...none,
      } as const;
      return { paid, later, instrument };
    },
    async report() {
      const payment = aPayment();
      await pay(payment, aCardInHand());
      return Buffer.from(writeReport(rowsOfPayments(standIn.books.payments, '7')));
    },
  };
}

testContract('adyen', openStage);
