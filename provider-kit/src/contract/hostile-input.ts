// Input that hostile merchants and shoppers, or old data, may bring to an adapter.
import type { Transaction } from '../provider-kit.ts';
import { NO_DETAILS } from './new-transaction.ts';

export const HOSTILE_TEXTS = [
  '',
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000',
  '💳'.repeat(4_000),
  '4'.repeat(40),
];

export const HOSTILE_FIELDS: Partial<Transaction>[] = [
  { optionId: null },
  { optionId: '__proto__' },
  { card: null },
  { amountMinor: 0n },
  { amountMinor: 99_999_999_999_999n },
  { currency: 'KWD' },
  { currency: 'BTC', country: null },
  { country: null },
  { status: 'PROCESSING', errorCode: '9001', result: { redirectUrl: 'javascript:alert(1)' } },
  { status: 'PROCESSING', result: JSON.parse('{"__proto__": {}, "formData": null}') },
  ...HOSTILE_TEXTS.map(
    (text): Partial<Transaction> => ({
      merchantReference: text,
      userId: text,
      details: {
        ...NO_DETAILS,
        paymentReference: text,
        customer: { firstName: text, email: text, phone: text, document: { number: text, type: text } },
        language: text,
        shippingAddress: { country: text },
        orderDetails: [],
      },
    }),
  ),
];
