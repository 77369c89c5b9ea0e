// POST /v3/payout (spec 4.4): checks the body, translates it into the domain's words and calls
// actions/transactions/create-transaction.ts. It must answer faults before anything is stored. It reads no signature
// and no idempotency key, and does not sign the answer (spec 5, rule 6).
import { Type } from 'typebox';
import { createTransaction } from '../../actions/transactions/create-transaction.ts';
import { call } from '../calls/call.ts';
import { brandErrors, SIGNED_BY_STRICT_BRANDS } from '../calls/operation.ts';
import { payoutAnswers, payoutRequests } from '../examples/payout-examples.ts';
import { checkMethodFields, checkTransactionBody, requestFields } from '../request-body/transaction-body.ts';
import { Envelope } from '../schemas/answer-schemas.ts';
import { maybe, transactionFields } from '../schemas/schema-fields.ts';

const optional = { type: ['string', 'null'] };

/** Open: its fields depend on the method. The method's own checks name them (spec 2.9, contract 7). */
const RecipientData = Type.Unsafe<Record<string, unknown>>({
  title: 'RecipientData',
  type: 'object',
  cleanStrings: true,
  description:
    'The recipient, in the fields of the method, all strings. Wrong fields are refused. The cashier asks for ' +
    'missing fields, even if the object is empty. Stored encrypted, and only until the payout has ended.', // Spec 2.9
  properties: {
    cardNumber: { ...optional, description: 'Card: the number, 12 to 19 digits. Must pass the Luhn check.' },
    expiryMonth: { ...optional, description: 'Card: the month in which it expires, 1 to 12.' },
    expiryYear: {
      ...optional,
      description:
        'Card: the year in which it expires, not in the past and at most 50 years ahead. Four digits are recommended; ' +
        'two digits mean 2000 to 2099.',
    },
    cardHolder: { ...optional, description: 'Card: the name on it.' },
    token: {
      ...optional,
      description:
        'Card: the token of a saved card instead of the four fields above, with the `userId` it was saved for.',
    },
    iban: { ...optional, description: 'SEPA: the IBAN. Its checksum is checked.' },
    bic: { ...optional, description: 'SEPA: the BIC of the bank; optional.' },
    accountHolder: { ...optional, description: 'SEPA and Indian bank: name of the account holder.' },
    accountNumber: { ...optional, description: 'Indian bank: the account number.' },
    ifsc: { ...optional, description: 'Indian bank: the IFSC of the branch, such as HDFC0000001.' },
    vpa: { ...optional, description: 'UPI: the address, such as name@bank.' },
    pixKeyType: { ...optional, description: 'PIX: CPF, CNPJ, EMAIL, PHONE or RANDOM.' },
    pixKey: { ...optional, description: 'PIX: a key of that type.' },
    phoneNumber: { ...optional, description: 'M-Pesa: the number, as +254… (E.164).' },
    walletId: { ...optional, description: "Wallet: the recipient's id in the wallet." },
    address: { ...optional, description: 'Crypto: the address; its checksum is checked.' },
    network: { ...optional, description: 'Crypto: bitcoin for BTC, tron or ethereum for USDT.' },
  },
});

const PayoutRequest = Type.Object(
  { ...transactionFields, paymentData: maybe(RecipientData) },
  {
    title: 'PayoutRequest',
    description: 'Fields that are not listed are ignored. Only the first three are required.', // Spec 2.9
  },
);

export const createPayoutCall = call({
  address: 'POST /v3/payout',
  operationId: 'createPayout',
  tags: ['Payouts'],
  summary: 'Create a payout',
  description:
    'One request creates the transaction and its session. Every business result is HTTP 201, even a decline; read ' +
    '`resultType`. An HTTP 4xx means that nothing was stored.\n\nUnless the brand approves automatically, the ' +
    'payout waits 30 days for `POST /settle-payout`. There is no idempotent replay. After a timeout, look the ' +
    'transaction up by its reference before you try again. The signature is only checked if the brand signs all ' +
    'requests.',
  access: 'brand',
  scopes: ['payouts'],
  signed: 'strict',
  requestHeaders: SIGNED_BY_STRICT_BRANDS,
  body: PayoutRequest,
  examples: payoutRequests,
  answers: {
    201: {
      description: 'A business result. `resultType` says which. Treat an unknown `resultType` as unresolved.', // Spec 4.4
      schema: Envelope,
      examples: payoutAnswers,
    },
    ...brandErrors(409, 413, 415),
  },
  options: { attachValidation: true },
  handle: async (context, request, reply) => {
    const { brand, body, keyMaker } = request;
    const amountMinor = checkTransactionBody(
      context,
      brand,
      { ...body, mandate: null },
      request.validationError,
    );
    const paymentData = checkMethodFields('PAYOUT', body, { amountMinor, now: context.now() });
    const fields = requestFields(body, request.id);
    const answer = await createTransaction(context, {
      type: 'PAYOUT',
      brand,
      origin: 'v3',
      optionId: body.paymentOptionId,
      amountMinor,
      ...fields,
      details: keyMaker ? { ...fields.details, maker: keyMaker } : fields.details,
      card: null,
      paymentData,
      // A payout has no replay (spec 4.4).
      idempotency: null,
    });
    return reply.code(201).type('application/json; charset=utf-8').send(answer.body);
  },
});
