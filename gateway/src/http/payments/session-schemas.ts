// The operations of the two hosted-cashier calls (spec 4.8, 4.9). Their fields are those of every session, in
// http/request-body/session-body.ts.
import { Type } from 'typebox';
import { brandErrors, type Operation } from '../calls/operation.ts';
import { payinSessionFields, sessionFields } from '../request-body/session-body.ts';
import { uuid } from '../schemas/schema-fields.ts';

const SESSION_FIELDS =
  'The fields of a direct request without paymentOptionId and paymentData, which the cashier asks for. Fields that are ' +
  'not listed are ignored, but they are part of the signed body.'; // Spec 4.8, 4.9

const SessionRequest = Type.Object(payinSessionFields, {
  title: 'SessionRequest',
  description: SESSION_FIELDS,
});

const PayoutSessionRequest = Type.Object(sessionFields, {
  title: 'PayoutSessionRequest',
  description: SESSION_FIELDS,
});

const CashierLink = Type.Object(
  {
    cashierUrl: Type.String({
      description:
        'Send the customer to exactly this address. A payment can be started there for 1 hour. If the ' +
        'answer is lost, take the address from the record of the transaction while the link can be used.', // Spec 4.8
    }),
    transactionId: uuid('Identifies the transaction.'),
  },
  { title: 'CashierLink', description: 'The link where the customer continues.' }, // Spec 4.8, 4.9
);

const signedRequest = {
  'X-Signature':
    'If the brand enforces signatures. Base64 of HMAC-SHA256, keyed with the signing secret, over the body as ' +
    'compact JSON, as `JSON.stringify` writes it, with `null` for every empty string, nested ones too.', // Spec 5, rule 2
};

const signedAnswer = {
  'X-Signature': 'Base64 of HMAC-SHA256 over the body of this answer, keyed with the signing secret.', // Spec 5
};

const link = {
  cashierUrl: 'https://pay.example/cashier/jK3vN0xq2mWc7Rt5uYb8Ze1aLd4fHg6iPo9sXwQyTkE',
  transactionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15',
};

export const paymentSessionOperation = {
  operationId: 'openPaymentSession',
  tags: ['Sessions'],
  summary: 'Open a hosted pay-in',
  description:
    'Returns a link to the cashier, where the customer chooses an option and pays. The link is valid for 1 hour; ' +
    'then the transaction is DECLINED with 3002. After a decline, or when the time at a bank or for a code is ' +
    'over, the customer may try again, with five attempts in total. Until then the transaction stays PROCESSING, ' +
    'and no webhook is sent for an attempt. An inactive brand gets 400 with errorCode 1012.', // Spec 4.8
  access: 'brand',
  scopes: ['payments'],
  signed: 'enforced',
  requestHeaders: signedRequest,
  body: SessionRequest,
  examples: {
    usual: {
      summary: 'An order',
      value: {
        country: 'DE',
        currency: 'EUR',
        amount: 49.9,
        merchantReference: 'order-10021',
        redirectUrl: 'https://shop.example/return',
        language: 'de',
        customer: { name: 'Anna Schmidt', email: 'anna@example.com', userDevice: 'MOBILE' },
      },
    },
    minimal: { summary: 'Only the required fields', value: { currency: 'EUR', amount: 49.9 } },
  },
  answers: {
    201: {
      description: 'The session is open.',
      schema: CashierLink,
      headers: signedAnswer,
      examples: { open: { summary: 'The link', value: link } },
    },
    ...brandErrors(409, 413, 415),
  },
} satisfies Operation;

export const payoutSessionOperation = {
  ...paymentSessionOperation,
  operationId: 'openPayoutSession',
  scopes: ['payouts'],
  signed: 'enforced',
  summary: 'Open a hosted payout',
  description:
    'Returns a link to the cashier, where the recipient chooses how to be paid and gives the details. The payout ' +
    'is then PENDING until you approve it with POST /settle-payout, unless the brand approves automatically. The ' +
    'link is valid for 1 hour; then the transaction is DECLINED with 3002.', // Spec 4.9
  body: PayoutSessionRequest,
  examples: {
    usual: {
      summary: 'A payout',
      value: {
        country: 'DE',
        currency: 'EUR',
        amount: 120,
        merchantReference: 'payout-77',
        redirectUrl: 'https://shop.example/paid-out',
        customer: { name: 'Anna Schmidt', email: 'anna@example.com' },
      },
    },
    minimal: { summary: 'Only the required fields', value: { currency: 'EUR', amount: 120 } },
  },
} satisfies Operation;
