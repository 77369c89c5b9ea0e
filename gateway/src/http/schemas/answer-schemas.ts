// What the API answers: envelope, record, option, error (spec 2.2, 2.10, 7.1, contract 5). They document and type. They must
// never validate or serialise an answer, because answers are signed as they are.
import { type TSchema, Type } from 'typebox';
import { REFUND_REASONS } from '../../domain/refunds/refund.ts';
import { choice, uuid } from './schema-fields.ts';

const STATUSES = ['INIT', 'PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED', 'ERROR'] as const;
const RESULT_TYPES = [
  'success',
  'redirect',
  'declined',
  'error',
  'form',
  'qrcode',
  'receipt',
  'info',
  'barcode',
  'fawry',
  'mobile',
] as const; // prettier-ignore

const string = (description: string) => Type.String({ description });
const time = (description: string) => Type.String({ format: 'date-time', description });
/** Always present; null without a value (contract 5). */
const orNull = (schema: TSchema) => {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] };
  return Type.Unsafe({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) });
};

const Status = choice(
  STATUSES,
  'COMPLETED, DECLINED and ERROR are final; only COMPLETED is success.', // Spec 3
);
/** Contract 9 lists them. */
const ErrorCode = string('The error code, four digits. The guide lists all error codes.');

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status, repeated.' }), // Spec 7.1
    message: Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      items: { type: 'string' },
      description:
        'What is wrong. For a validation failure an array with every fault, each naming its field by a dotted path.',
    }),
    errorCode: Type.Optional(ErrorCode),
    transactionId: Type.Optional(
      uuid('The related transaction, such as the first one with a duplicate reference.'),
    ),
    errorReason: Type.Optional(string('For a refused refund: the text of the errorCode.')), // Contract 9
    amountRefundable: Type.Optional(
      Type.Number({ description: 'errorCode 5001: the amount of the pay-in that can still be refunded.' }), // Contract 8
    ),
    stringToSign: Type.Optional(
      string(
        'Test environment, 403 only: the first 2,000 characters of the string that the signature is checked against.',
      ),
    ),
    requestId: string('Also in the X-Request-Id header. State it when you ask for support.'),
  },
  { title: 'Error', description: 'The body of every HTTP error.' }, // Spec 7.1, contract 3
);

const FormData = Type.Object(
  {
    url: string('Address to which the form is posted.'),
    method: choice(['POST'], 'How.'),
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

const RefundRecord = Type.Object(
  {
    refundId: uuid('Identifies the refund.'),
    amount: Type.Number({ description: 'In units of the currency.' }),
    status: choice(['PENDING', 'COMPLETED', 'FAILED'], 'COMPLETED and FAILED are final.'),
    reason: orNull(choice(REFUND_REASONS, 'As requested.')),
    refundReference: orNull(string('Your reference of the refund.')),
    createdAt: time('ISO 8601, UTC.'),
  },
  { title: 'Refund', description: 'A refund of a pay-in.' }, // Contract 5, 8
);

const MaskedAddress = Type.Object(
  Object.fromEntries(
    ['street', 'streetNumber', 'zipCode', 'city', 'state', 'country'].map((name) => [
      name,
      orNull(string('As sent.')),
    ]),
  ),
  { title: 'RecordedAddress', description: 'An address as it was sent.' }, // Spec 2.6
);

const MaskedCustomer = Type.Object(
  {
    firstName: orNull(string('As sent.')),
    lastName: orNull(string('As sent.')),
    name: orNull(string('As sent, in v2 and sessions.')),
    email: orNull(string('Masked, such as a***@example.com.')),
    phone: orNull(string('Masked: the first three and the last two characters.')),
    ip: orNull(string('As sent.')),
    userDevice: orNull(string('As sent.')),
    userAgent: orNull(string('As sent.')),
    address: orNull(MaskedAddress),
    document: orNull(
      Type.Object(
        {
          number: orNull(string('Masked: the last two characters.')),
          type: orNull(string('As sent.')),
        },
        { description: 'Identity document.' },
      ),
    ),
  },
  {
    title: 'RecordedCustomer',
    description: 'As sent or as stored before, with e-mail, phone and document number masked.', // Contract 5
  },
);

export const TransactionRecord = Type.Object(
  {
    transactionId: uuid('Identifies the transaction.'),
    sessionId: uuid('Id of its session.'),
    type: choice(['PAYIN', 'PAYOUT'], 'Pay-in or payout.'),
    status: Status,
    resultType: orNull(choice(RESULT_TYPES, 'Result type of the latest business result.')),
    statusCode: orNull(Type.Integer({ description: 'Result type of the latest business result.' })),
    merchantReference: string('Your reference.'),
    paymentReference: string('Payment or invoice reference.'),
    userId: string('Your id of the customer.'),
    brandId: uuid('The brand it belongs to.'),
    country: orNull(string('Two-letter country code.')),
    currency: string('Currency code.'),
    amount: Type.Number({ description: 'In units of the currency.' }),
    amountRefunded: Type.Number({
      description: 'Sum of pending and completed refunds, in units of the currency.',
    }),
    paymentOption: orNull(
      Type.Object(
        {
          id: uuid('Option or suboption, as requested.'),
          name: orNull(string('Its display name; null for an id that is not known.')),
          type: orNull(string('Its type, such as CARD.')),
        },
        { description: 'The payment or payout option.' },
      ),
    ),
    card: orNull(
      Type.Object(
        {
          brand: string('Card brand, such as VISA.'),
          first6: string('First six digits.'),
          last4: string('Last four digits.'),
          expiryMonth: string('Two digits.'),
          expiryYear: string('Four digits.'),
          token: orNull(string('Token of the saved card, after a completed payment with a userId.')),
        },
        { description: 'The parts of the card that may be shown.' },
      ),
    ),
    threeDS: orNull(
      Type.Object(
        {
          flow: choice(['CHALLENGE', 'FRICTIONLESS'], 'Whether the cardholder had to authenticate.'),
          status: string('PENDING, AUTHENTICATED, FAILED, ABANDONED or UNAVAILABLE.'),
        },
        { description: '3-D Secure, if it was used.' },
      ),
    ),
    recipient: orNull(
      Type.Object(
        {
          name: orNull(string('Name of the account or card holder, as sent; null if the method has none.')),
          account: orNull(
            string('IBAN, account, card, key, phone or address: `***` and its last four characters.'),
          ),
        },
        { description: 'Recipient of a payout, as soon as it is known; null for pay-ins.' },
      ),
    ),
    errorCode: orNull(ErrorCode),
    errorReason: orNull(string('The text of the error code.')),
    retryAdvice: orNull(
      choice(
        ['DO_NOT_RETRY', 'RETRY_LATER', 'OTHER_METHOD', 'FIX_DATA', 'RECONCILE'],
        'What the merchant should do next.',
      ),
    ),
    providerReference: orNull(string("The payment network's reference.")),
    extra1: orNull(string('Yours.')),
    extra2: orNull(string('Yours.')),
    extra3: orNull(string('Yours.')),
    redirectUrl: orNull(string('Address to which the customer returns.')),
    lateSuccess: Type.Boolean({
      description: 'The money arrived after the transaction had expired or been cancelled.',
    }),
    createdAt: time('ISO 8601, UTC.'),
    updatedAt: time('ISO 8601, UTC.'),
    completedAt: orNull(time('When the status became final.')),
    expiresAt: orNull(time('When the instructions or the link expire.')),
    customer: orNull(MaskedCustomer),
    refunds: Type.Array(RefundRecord, { description: 'Every refund of a pay-in, oldest first.' }),
    timeline: Type.Array(
      Type.Object({
        at: time('When.'),
        from: orNull(string('Status before; null for the first entry.')),
        to: string('Status after.'),
        actor: string('Who changed the status.'),
        reason: orNull(string('Why.')),
      }),
      { description: 'Every status change, oldest first.' },
    ),
  },
  { title: 'Transaction', description: 'A field without a value is null, never left out.' }, // Contract 5
);

const {
  customer: _customer,
  refunds: _refunds,
  timeline: _timeline,
  ...recordCore
} = TransactionRecord.properties;

const eventFields = (eventTypes: readonly string[]) => ({
  eventId: uuid('Id of the event; the same in every try, also in the webhook-id header.'),
  eventType: choice(eventTypes, 'What happened.'), // Contract 5
  sequence: Type.Integer({ description: 'Counts 1, 2, 3 … within a transaction, without a gap.' }),
  occurredAt: time('When the status of the transaction or refund changed.'),
  ...recordCore,
});

const ofEach = (directions: string[], statuses: string[]) =>
  directions.flatMap((direction) => statuses.map((status) => `${direction}.${status}`));

export const TransactionEvent = Type.Object(
  eventFields(ofEach(['payin', 'payout'], ['pending', 'processing', 'completed', 'declined', 'error'])),
  { title: 'TransactionEvent', description: 'A transaction changed its status.' }, // Contract 5
);

export const RefundEvent = Type.Object(
  { ...eventFields(ofEach(['refund'], ['pending', 'completed', 'failed'])), refund: RefundRecord },
  { title: 'RefundEvent', description: 'A refund of a pay-in was made, or has ended.' }, // Contract 5
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
