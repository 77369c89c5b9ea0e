// Calls the checks of a method as a route does: an option of the catalogue by its method, and the fields of a request.
// For the tests of this folder.
import assert from 'node:assert/strict';
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import { type Direction, findOption, optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { PaymentData } from '../../../src/domain/payment-data/check-fields.ts';
import { checkPaymentData, type PaymentDataFault } from '../../../src/domain/payment-data/payment-data.ts';

export const NOW = new Date('2026-08-15T10:00:00Z');

export interface Sent {
  direction: Direction;
  method: string;
  currency?: string;
  customer?: Customer | null;
  now?: Date;
}

export function optionOf({ direction, method }: Pick<Sent, 'direction' | 'method'>) {
  const option = optionsOf(direction).find((one) => one.method === method);
  assert.ok(option, `there is no ${direction} by ${method}`);
  return findOption(option.id)!;
}

export function check(
  sent: Sent,
  paymentData: Record<string, unknown>,
): PaymentData | readonly PaymentDataFault[] {
  const { currency = 'EUR', customer = null, now = NOW } = sent;
  return checkPaymentData(optionOf(sent), { paymentData, currency, amountMinor: null, customer, now });
}

/** Returns the normal form. The assertion's message shows what was wrongly refused. */
export function accepted(sent: Sent, paymentData: Record<string, unknown>): PaymentData {
  const checked = check(sent, paymentData);
  if (Array.isArray(checked)) assert.fail(`${JSON.stringify(paymentData)} → ${JSON.stringify(checked)}`);
  return checked as PaymentData;
}

/** The names of the wrong fields; no message may repeat a sent value. */
export function faultyFields(sent: Sent, paymentData: Record<string, unknown>): string[] {
  const checked = check(sent, paymentData);
  assert.ok(Array.isArray(checked), `${JSON.stringify(paymentData)} was accepted`);
  for (const { message } of checked as PaymentDataFault[]) {
    for (const [name, value] of Object.entries(paymentData)) {
      if (typeof value !== 'string' || value.length < 8 || name === 'network') continue;
      assert.ok(!message.includes(value), `"${message}" repeats what was sent`);
    }
  }
  return (checked as PaymentDataFault[]).map(({ field }) => field);
}

/** Replaces the character at this place by another one of the alphabet. */
export function withOtherCharacter(text: string, place: number, step: number, alphabet: string): string {
  const at = place % text.length;
  const index = alphabet.indexOf(text[at]!);
  const other = alphabet[(index + 1 + (step % (alphabet.length - 1))) % alphabet.length]!;
  return text.slice(0, at) + other + text.slice(at + 1);
}
