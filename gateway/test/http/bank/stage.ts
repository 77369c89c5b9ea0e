// A gateway whose brands have a bank account as their provider, for the tests of this folder: approved payouts, pay-ins
// by transfer, and statements as a bank would write them. A file shares one gateway.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { openProviderStage, type ProviderStage, type Shop } from '../providers/stage.ts';

export const IBAN = 'DE89370400440532013000';
export const OTHER_IBAN = 'NL91ABNA0417164300';
export const HOLDER = 'Harbour Coffee GmbH';
const optionOf = (direction: 'PAYIN' | 'PAYOUT') =>
  optionsOf(direction).find(({ method }) => method === 'sepa-transfer')!.id;
export const PAYIN_OPTION_ID = optionOf('PAYIN');
export const PAYOUT_OPTION_ID = optionOf('PAYOUT');

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
export type Json = any;

export interface Desk {
  shop: Shop;
  /** A pay-in by transfer; returns the whole answer. */
  payIn(amount: number, fields?: object): Promise<Json>;
  /** An approved payout; returns its id. */
  payOut(
    amount: number,
    fields?: { iban?: string; accountHolder?: string; merchantReference?: string },
  ): Promise<string>;
}

export async function openBank(
  t: TestContext,
  stage: ProviderStage,
  credentials: object = {},
): Promise<Desk> {
  const shop = await stage.shop(t);
  await shop.put('bank', { credentials: { iban: IBAN, holder: HOLDER, ...credentials } });
  await shop.operator('POST', 'funding', { currency: 'EUR', amount: 1_000_000, reference: 'start' });
  return {
    shop,
    payIn: (amount, fields = {}) =>
      shop.pay({ paymentOptionId: PAYIN_OPTION_ID, country: 'DE', currency: 'EUR', amount, ...fields }),
    async payOut(amount, { merchantReference, ...recipient } = {}) {
      const made = await shop.call('POST', '/v3/payout', {
        paymentOptionId: PAYOUT_OPTION_ID,
        country: 'DE',
        currency: 'EUR',
        amount,
        ...(merchantReference && { merchantReference }),
        paymentData: { iban: 'FR1420041010050500013M02606', accountHolder: 'Zoë Müller', ...recipient },
      });
      assert.equal(made.status, 201, made.text);
      const { transactionId } = made.body.result;
      const settled = await shop.call('POST', '/settle-payout', { transactionId, action: 'APPROVE' });
      assert.equal(settled.body.status, 'PROCESSING', settled.text);
      return transactionId;
    },
  };
}

export { openProviderStage };
