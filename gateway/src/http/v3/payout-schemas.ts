// The operation of POST /v3/payout: what it takes, what it answers, and worked examples (spec 2.9, 4.4). Its route hands it
// to Fastify, which validates by it; openapi.ts documents by it.
import { Type } from 'typebox';
import { errorReason } from '../../domain/error-codes.ts';
import { optionsOf } from '../../domain/payment-option.ts';
import { Envelope } from '../answer-schemas.ts';
import { brandErrors, type Operation } from '../operation.ts';
import { maybe, transactionFields } from '../schema-fields.ts';

const optional = { type: ['string', 'null'] };

/** Open: what belongs in it depends on the method, whose own checks name its fields (spec 2.9, contract 7). */
const RecipientData = Type.Unsafe<Record<string, unknown>>({
  title: 'RecipientData',
  type: 'object',
  cleanStrings: true,
  description:
    'Who is paid, in the fields of the method, all strings. What is there and wrong is refused; what is absent the cashier ' +
    'asks for, also where the object is empty. Kept under a seal, and only until the payout has ended. Spec 2.9.',
  properties: {
    cardNumber: { ...optional, description: 'Card: the number, 12 to 19 digits. Must pass the Luhn check.' },
    expiryMonth: { ...optional, description: 'Card: the month it expires in, 1 to 12.' },
    expiryYear: { ...optional, description: 'Card: the year it expires in; four digits recommended.' },
    cardHolder: { ...optional, description: 'Card: the name on it.' },
    token: {
      ...optional,
      description: 'Card: a saved one instead of the four fields above, with the `userId` it was saved for.',
    },
    iban: { ...optional, description: 'SEPA: the account. Its checksum is checked.' },
    bic: { ...optional, description: 'SEPA: the bank; may be left out.' },
    accountHolder: { ...optional, description: 'SEPA and Indian bank: whose account it is.' },
    accountNumber: { ...optional, description: 'Indian bank: the account.' },
    ifsc: { ...optional, description: 'Indian bank: the branch, such as HDFC0000001.' },
    vpa: { ...optional, description: 'UPI: the address, such as name@bank.' },
    pixKeyType: { ...optional, description: 'PIX: CPF, CNPJ, EMAIL, PHONE or RANDOM.' },
    pixKey: { ...optional, description: 'PIX: the key, of that type.' },
    phoneNumber: { ...optional, description: 'M-Pesa: the number, as +254… (E.164).' },
    walletId: { ...optional, description: 'Wallet: the account.' },
    address: { ...optional, description: 'Crypto: the address; its checksum is checked.' },
    network: { ...optional, description: 'Crypto: bitcoin for BTC, tron or ethereum for USDT.' },
  },
});

export const PayoutRequest = Type.Object(
  { ...transactionFields, paymentData: maybe(RecipientData) },
  {
    title: 'PayoutRequest',
    description: 'Fields that are not listed are ignored. Only the first three are required. Spec 2.9.',
  },
);

const SEPA_ID = optionsOf('PAYOUT').find(({ method }) => method === 'sepa-transfer')!.id;
const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

const request = {
  paymentOptionId: SEPA_ID,
  currency: 'EUR',
  amount: 120.5,
  country: 'DE',
  merchantReference: 'withdrawal-553',
  userId: 'customer-77',
  paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Anna Schmidt' },
};

const result = {
  transactionId: TRANSACTION_ID,
  sessionId: '0197c2f4-5b7e-7b02-8a44-91c7d05e6f23',
  merchantReference: request.merchantReference,
  currency: request.currency,
  amount: request.amount,
};

export const payoutOperation = {
  operationId: 'createPayout',
  tags: ['Payouts'],
  summary: 'Create a payout',
  description:
    'One request creates the transaction and its session. Whatever the outcome, a business result is HTTP 201; look at ' +
    '`resultType`. An HTTP 4xx means that nothing was stored.\n\n' +
    'Unless the brand approves automatically, the payout waits 30 days for `POST /settle-payout`. Nothing is replayed and ' +
    'no signature is checked here: after a timeout, look the transaction up by its reference before you try again.',
  access: 'brand',
  body: PayoutRequest,
  examples: {
    sepa: { summary: 'To a bank account', value: request },
    incomplete: {
      summary: 'The recipient is asked in the cashier',
      value: { ...request, paymentData: {} },
    },
  },
  answers: {
    201: {
      description: 'A business result. `resultType` says which; an unknown one is unresolved. Spec 4.4.',
      schema: Envelope,
      examples: {
        pending: {
          summary: 'Approve or decline it',
          value: {
            statusCode: 200,
            resultType: 'success',
            result: { ...result, status: 'PENDING', expiresAt: '2026-03-31T10:00:00.000Z' },
          },
        },
        processing: {
          summary: 'Approved automatically and submitted: await the final status',
          value: { statusCode: 200, resultType: 'success', result: { ...result, status: 'PROCESSING' } },
        },
        redirect: {
          summary: 'Send the recipient to the cashier for what is missing',
          value: {
            statusCode: 300,
            resultType: 'redirect',
            result: {
              ...result,
              status: 'PROCESSING',
              redirectUrl: `https://pay.example/cashier/${TRANSACTION_ID}.4fJ0cXW1l3n9Qe7bZr2k8A`,
              expiresAt: '2026-03-01T11:00:00.000Z',
            },
          },
        },
        declined: {
          summary: 'Declined: the option is not enabled for the brand',
          value: {
            statusCode: 900,
            resultType: 'declined',
            result: { ...result, status: 'DECLINED', errorCode: '1010', errorReason: errorReason('1010') },
          },
        },
        short: {
          summary: 'Automatic approval, and the balance is too small',
          value: {
            statusCode: 999,
            resultType: 'error',
            result: { ...result, status: 'DECLINED', errorCode: '4001', errorReason: errorReason('4001') },
          },
        },
      },
    },
    ...brandErrors(409, 413, 415),
  },
} satisfies Operation;
