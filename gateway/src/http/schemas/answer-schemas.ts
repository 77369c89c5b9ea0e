// The shapes of the API's answers: envelope, option, error (spec 2.2, 2.10, 7.1). They document and type. They must
// never validate or serialise an answer, because the gateway signs answers as they are.
import { Type } from 'typebox';
import { RESULT_TYPES } from '../../domain/transactions/transaction.ts';
import { ErrorCode, Status, string, time } from './answer-fields.ts';
import { choice, uuid } from './schema-fields.ts';

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status, repeated.' }), // Spec 7.1
    message: Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      items: { type: 'string' },
      description:
        'What is wrong. For a validation failure: an array of every fault; each names its field by a dotted path.',
    }),
    errorCode: Type.Optional(ErrorCode),
    transactionId: Type.Optional(
      uuid('The related transaction, such as the first one with a duplicate reference.'),
    ),
    errorReason: Type.Optional(string('For a refused refund, capture or void: the text of the errorCode.')), // Contract 9
    amountRefundable: Type.Optional(
      Type.Number({ description: 'errorCode 5001: what is left to refund of the pay-in.' }), // Contract 8
    ),
    amountCapturable: Type.Optional(
      Type.Number({ description: 'errorCode 5101: the amount of the pay-in that can still be captured.' }), // Contract 16
    ),
    stringToSign: Type.Optional(
      string(
        'Test environment, 403 only: the first 2,000 characters of the string that the signature is checked against; a card number shows only its first six and last four digits.',
      ),
    ),
    requestId: string('Also in the X-Request-Id header. State it when you ask for support.'),
  },
  { title: 'Error', description: 'The body of every HTTP error.' }, // Spec 7.1, contract 3
);

const FormData = Type.Object(
  {
    url: string('Address to which the form is posted.'),
    method: choice(['POST'], 'The HTTP method of the form.'),
    fields: Type.Array(
      Type.Object({
        name: string('Its name in the form.'),
        label: string('The label to show.'),
        type: choice(['hidden', 'text'], 'The input type.'),
        required: Type.Boolean({ description: 'Whether a value is required.' }),
        values: Type.Array(Type.String(), { description: 'The allowed values; empty: any value.' }),
        value: string('The initial value.'),
      }),
      { description: 'Its inputs, in their order.' },
    ),
  },
  { title: 'FormData', description: 'form: the form to show and post.' }, // Contract 6
);

const PaymentDetails = Type.Object(
  {
    beneficiary: string('Name of the recipient.'),
    accountNumber: Type.Optional(string('The account number, if it is not an IBAN.')),
    iban: Type.Optional(string('The IBAN.')),
    bic: Type.Optional(string('BIC of the bank.')),
    bankCode: Type.Optional(string('Code of the bank, such as an IFSC in India.')),
    branchCode: Type.Optional(string('The branch of the bank.')),
    reference: string('The reference that the payer must state.'),
    amount: Type.Number({ description: 'The amount, in units of the currency.' }),
    currency: string('Currency of the amount.'),
    expiresAt: time('Pay before this time.'),
  },
  {
    title: 'PaymentDetails',
    description: 'receipt and info: where and what to pay. Only the fields that apply are present.', // Contract 6
  },
);

const PaymentLocation = Type.Object(
  {
    name: string('The shop.'),
    address: string('Street and number.'),
    city: string('City.'),
    mapUrl: string('Address of a map of the place.'),
  },
  { title: 'PaymentLocation', description: 'A place where the customer can pay.' }, // Contract 6
);

export const Envelope = Type.Object(
  {
    statusCode: Type.Unsafe<number>({
      type: 'integer',
      enum: [200, 300, 900, 999, 80, 81, 83, 84, 86, 90, 91],
      description: 'Business result, not the HTTP status.', // Spec 7.2
    }),
    resultType: choice(
      RESULT_TYPES,
      'What to do next. Cards and payouts answer success, redirect, declined and error. Treat an unknown value as ' +
        'unresolved and look the transaction up.', // Spec 4.2
    ),
    result: Type.Object(
      {
        transactionId: uuid('Identifies the transaction.'),
        sessionId: uuid('Id of its session.'),
        merchantReference: string('Your reference, or the generated one.'),
        currency: string('As requested.'),
        amount: Type.Number({ description: 'As requested, in units of the currency.' }),
        status: Status,
        authorized: Type.Optional(
          Type.Unsafe<true>({
            type: 'boolean',
            enum: [true],
            description: 'success: the money is held, and charged by POST /capture-payment. Else absent.', // Contract 16
          }),
        ),
        captureBefore: Type.Optional(time('With `authorized`: until when it can be captured.')),
        redirectUrl: Type.Optional(
          string(
            'redirect: send the customer to exactly this address, in the top-level window, not in a frame.',
          ),
        ),
        errorCode: Type.Optional(ErrorCode),
        errorReason: Type.Optional(string('declined and error: the text of the error code.')),
        expiresAt: Type.Optional(
          time('When the instructions or the link expire; absent if they do not expire. ISO 8601.'),
        ),
        formData: Type.Optional(FormData),
        qrCodeString: Type.Optional(string('qrcode: the content of the QR code.')),
        base64QRCode: Type.Optional(string('qrcode: the code as a PNG in Base64.')),
        bankName: Type.Optional(string('receipt and info: the bank to pay to.')),
        paymentDetails: Type.Optional(PaymentDetails),
        paymentLocations: Type.Optional(
          Type.Array(PaymentLocation, { description: 'info: places where the customer can pay.' }),
        ),
        htmlInstructions: Type.Optional(
          string('info: how to pay, as HTML of the gateway that you can show unchanged.'),
        ),
        barcodeData: Type.Optional(string('barcode: the digits.')),
        expirationDate: Type.Optional(string('barcode: pay before this time.')),
        referenceNumber: Type.Optional(string('fawry: the reference to pay under.')),
        sendTo: Type.Optional(string('mobile: where the customer sends the money.')),
        confirmBy: Type.Optional(
          string('mobile: what the confirmation requires: UTR, SENDER_PHONE or TRANSACTION_ID.'),
        ),
      },
      { description: 'The first six fields are always present; the others depend on resultType.' }, // Spec 2.10
    ),
  },
  {
    title: 'BusinessResult',
    description: 'The envelope of every v3 business result.', // Spec 2.10
  },
);

const suboptionFields = {
  id: uuid('Send it as `paymentOptionId`.'),
  name: string('Display name.'),
  logo: string('Logo address; may be empty.'),
  type: string(
    'Option type: CARD, OPEN_BANKING, BANK_TRANSFER, DIRECT_DEBIT, WALLET, MOBILE_MONEY, UPI, PIX, CASH_VOUCHER, P2P or CRYPTO.',
  ),
};

export const PaymentOption = Type.Object(
  {
    ...suboptionFields,
    suboptions: Type.Array(Type.Object(suboptionFields), {
      description: 'Banks, wallets or networks; you can send the id of a suboption as `paymentOptionId`.',
    }),
    availableCountries: Type.Array(
      Type.Object({
        code: string('Two-letter country code, WORLDWIDE or ANY.'),
        currencies: Type.Array(Type.String(), { description: 'Currency codes.' }),
      }),
      { description: 'Empty with `excludeCountries=true`.' },
    ),
  },
  { title: 'PaymentOption', description: 'A payment or payout option.' }, // Spec 2.2
);
