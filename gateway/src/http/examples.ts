// Worked examples for the API reference: one card request for each thing one may want to do, and one answer for each
// outcome a card pay-in can have. Tests check the requests against the schema, so that they stay true.
import { errorReason } from '../domain/error-codes.ts';
import { discover, optionsOf } from '../domain/payment-option.ts';
import type { Example } from './operation.ts';

const CARD_OPTION_ID = optionsOf('PAYIN').find(({ type }) => type === 'CARD')!.id;
const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
const SESSION_ID = '0197c2f4-5b7e-7a31-9d0c-40c1d2e3f405';
const BRAND_ID = '0197b0aa-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

const payin = { paymentOptionId: CARD_OPTION_ID, currency: 'EUR', amount: 49.9 };
const card = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2030',
  cardCvv: '123',
  cardHolder: 'Anna Schmidt',
};

export const cardRequests: Record<string, Example> = {
  card: {
    summary: 'A new card',
    value: {
      ...payin,
      country: 'DE',
      merchantReference: 'order-10021',
      userId: 'customer-77',
      customer: { firstName: 'Anna', lastName: 'Schmidt', email: 'anna@example.com', ip: '203.0.113.24' },
      redirectUrl: 'https://shop.example/return',
      paymentData: card,
    },
  },
  minimal: { summary: 'Only what must be', value: { ...payin, paymentData: card } },
  challenge: {
    summary: 'A card that asks for 3-D Secure',
    value: {
      ...payin,
      merchantReference: 'order-10022',
      redirectUrl: 'https://shop.example/return',
      paymentData: { ...card, cardNumber: '4000000000003220' },
    },
  },
  saved: {
    summary: 'A saved card',
    value: {
      ...payin,
      merchantReference: 'order-10023',
      userId: 'customer-77',
      paymentData: { token: 'the token of an earlier record', cardCvv: '123' },
    },
  },
};

const result = {
  transactionId: TRANSACTION_ID,
  sessionId: SESSION_ID,
  merchantReference: 'order-10021',
  currency: 'EUR',
  amount: 49.9,
};

export const cardAnswers: Record<string, Example> = {
  completed: {
    summary: 'Completed',
    value: { statusCode: 200, resultType: 'success', result: { ...result, status: 'COMPLETED' } },
  },
  processing: {
    summary: 'Accepted, final status follows',
    value: { statusCode: 200, resultType: 'success', result: { ...result, status: 'PROCESSING' } },
  },
  redirect: {
    summary: '3-D Secure: send the customer to redirectUrl',
    value: {
      statusCode: 300,
      resultType: 'redirect',
      result: {
        ...result,
        status: 'PROCESSING',
        redirectUrl: 'https://bank.example/challenge/4Zt0uX',
        expiresAt: '2026-03-01T10:15:00.000Z',
      },
    },
  },
  declined: {
    summary: 'Declined',
    value: {
      statusCode: 900,
      resultType: 'declined',
      result: { ...result, status: 'DECLINED', errorCode: '2001', errorReason: errorReason('2001') },
    },
  },
  error: {
    summary: 'Technical failure, not charged',
    value: {
      statusCode: 999,
      resultType: 'error',
      result: { ...result, status: 'ERROR', errorCode: '9002', errorReason: errorReason('9002') },
    },
  },
  unknown: {
    summary: 'Outcome unknown: wait for the webhook, do not retry',
    value: {
      statusCode: 999,
      resultType: 'error',
      result: { ...result, status: 'PROCESSING', errorCode: '9001', errorReason: errorReason('9001') },
    },
  },
};

export const recordExample = {
  transactionId: TRANSACTION_ID,
  sessionId: SESSION_ID,
  type: 'PAYIN',
  status: 'COMPLETED',
  resultType: 'success',
  statusCode: 200,
  merchantReference: 'order-10021',
  paymentReference: `pay-${TRANSACTION_ID}`,
  userId: 'customer-77',
  brandId: BRAND_ID,
  country: 'DE',
  currency: 'EUR',
  amount: 49.9,
  amountRefunded: 0,
  paymentOption: { id: CARD_OPTION_ID, name: 'Card', type: 'CARD' },
  card: {
    brand: 'visa',
    first6: '424242',
    last4: '4242',
    expiryMonth: '12',
    expiryYear: '2030',
    token: null,
  },
  threeDS: null,
  errorCode: null,
  errorReason: null,
  retryAdvice: null,
  providerReference: 'sbx-7F3K2',
  extra1: null,
  extra2: null,
  extra3: null,
  redirectUrl: 'https://shop.example/return',
  lateSuccess: false,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.180Z',
  completedAt: '2026-03-01T10:00:00.180Z',
  expiresAt: null,
  customer: {
    firstName: 'Anna',
    lastName: 'Schmidt',
    name: null,
    email: 'a***@example.com',
    phone: null,
    ip: '203.0.113.24',
    userDevice: null,
    userAgent: null,
    address: null,
    document: null,
  },
  refunds: [],
  timeline: [
    { at: '2026-03-01T10:00:00.000Z', from: null, to: 'INIT', actor: 'merchant', reason: null },
    { at: '2026-03-01T10:00:00.180Z', from: 'INIT', to: 'COMPLETED', actor: 'provider', reason: null },
  ],
};

const { customer: _customer, refunds: _refunds, timeline: _timeline, ...recordCore } = recordExample;

export const webhookExample = {
  eventId: '0197c2f4-5c33-7d18-8f2a-6b7c8d9e0f1a',
  eventType: 'payin.completed',
  sequence: 1,
  occurredAt: recordExample.completedAt,
  ...recordCore,
};

/** Two real entries of the catalogue: one that goes everywhere, one with suboptions. */
export const optionExample = discover('PAYIN', {
  country: 'DE',
  currency: 'EUR',
  isEnabled: () => true,
  publicUrl: 'https://pay.example',
})
  .filter(({ type }) => type === 'CARD' || type === 'OPEN_BANKING')
  .map((option) => ({ ...option, suboptions: option.suboptions.slice(0, 2) }));
