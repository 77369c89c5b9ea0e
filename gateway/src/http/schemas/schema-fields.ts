// The fields of requests, with their limits (spec 2.5 to 2.9 and 8). One definition validates, types and documents.
// Lengths count Unicode code points (contract 3). Nothing here may coerce, default or remove: the signature covers the
// parsed body.
import { type Static, type TSchema, Type } from 'typebox';
import { type JsonSchema, orNull as withNull } from '../../domain/json-schema.ts';
import { BROWSER_LIMITS } from '../../domain/payment-data/read-browser.ts';
import { MANDATE_REASONS } from '../../domain/transactions/transaction.ts';
import { Amount, TaxRate, UnitPrice } from './amount-fields.ts';

/** The spec sets no limit for these texts; longer texts are mistakes. */
const LONGEST_FREE_TEXT = 1_000;

/** Always present; null without a value (contract 5). */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>(withNull(schema as JsonSchema) as TSchema);
}

export const textOrNull = (description: string) => orNull(Type.String({ description }));
export const timeOrNull = (description: string) => orNull(Type.String({ format: 'date-time', description }));

/** Optional, and null means absent (contract 3). */
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(orNull(schema));

interface TextOptions {
  minLength?: number;
  examples?: string[];
  numbers?: 'any';
  /** `visibleText` sets it. */
  visible?: true;
}

/**
 * Text without control characters and broken surrogate pairs. It must not hold a card number, because it is stored in
 * clear. `numbers: 'any'`: the text is kept sealed, or not at all, or has numbers of another kind.
 */
export function text(maxLength: number, description: string, { numbers, ...more }: TextOptions = {}) {
  const least = more.minLength ?? 0;
  const limit = least > 0 ? `${least} to ${maxLength}` : `Up to ${maxLength}`;
  return Type.String({
    ...more,
    maxLength,
    format: 'text',
    ...(numbers !== 'any' && { noCardNumber: true }),
    description: `${description} ${limit} characters${more.visible ? ', at least one of them visible' : ''}.`,
  });
}

/** A reason, a note or a name: it must have at least one visible character. */
export function visibleText(maxLength: number, description: string, options: TextOptions = {}) {
  return text(maxLength, description, { minLength: 1, ...options, visible: true });
}

/** An object with exactly these fields: an operator's mistyped setting must not look as if it were set. */
export function closed<Fields extends Record<string, TSchema>>(
  fields: Fields,
  about: { title?: string; description?: string } = {},
) {
  return Type.Object(fields, { ...about, additionalProperties: false });
}

export function choice<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, description });
}

export function uuid(description: string) {
  return Type.String({ format: 'uuid', description });
}

const freeText = (description: string) => text(LONGEST_FREE_TEXT, description);
const plainNumber = (description: string) => Type.Number({ description });

export const Currency = Type.String({
  format: 'currency',
  description: 'Currency code in upper case: ISO 4217, or BTC or USDT. The payment option must support it.', // Spec 2.7
  examples: ['EUR'],
});

export const Country = Type.String({
  format: 'country',
  description: 'Two-letter country code in upper case (ISO 3166-1).',
  examples: ['DE'],
});

const Language = Type.String({
  format: 'language',
  description: 'Two-letter language code (ISO 639-1) of the cashier pages.', // Spec 2.7
  examples: ['en'],
});

const MerchantReference = text(
  255,
  'Your reference for this one transaction. Unique per merchant and country: a second use gets 409 with ' +
    'the first transactionId. Generated if omitted; required if the brand signs all requests.', // Spec 2.1, 7.3, contract 3
  { examples: ['order-10021'] },
);

const Address = Type.Object(
  {
    street: maybe(freeText('Street.')),
    streetNumber: maybe(freeText('House number.')),
    zipCode: maybe(freeText('Postal code.')),
    city: maybe(freeText('City.')),
    state: maybe(freeText('State or province.')),
    country: maybe(Country),
  },
  { title: 'Address', description: 'A postal address.' }, // Spec 2.6
);

const IdentityDocument = Type.Object(
  {
    number: maybe(text(255, 'Number of the identity document.', { numbers: 'any' })),
    type: maybe(text(255, 'Kind of document, such as CPF or PASSPORT.')),
  },
  {
    title: 'IdentityDocument',
    description: 'Identity document; only required by some methods, such as PIX.', // Spec 2.5
  },
);

export const Customer = Type.Object(
  {
    firstName: maybe(text(255, 'First name.', { minLength: 1, examples: ['Anna'] })),
    lastName: maybe(text(255, 'Last name.', { minLength: 1, examples: ['Schmidt'] })),
    email: maybe(
      Type.String({
        format: 'email',
        noCardNumber: true,
        minLength: 4,
        maxLength: 255,
        description: 'E-mail address. 4 to 255 characters.',
        examples: ['anna@example.com'],
      }),
    ),
    phone: maybe(
      text(255, 'Phone number, if possible with the international dialling code.', {
        minLength: 3,
        numbers: 'any',
        examples: ['+4915112345678'],
      }),
    ),
    ip: maybe(
      Type.String({
        format: 'ip',
        description: "IPv4 or IPv6 address of the customer's device, not of your server.",
        examples: ['203.0.113.24'],
      }),
    ),
    userDevice: maybe(choice(['MOBILE', 'DESKTOP', 'TABLET'], 'Kind of device the customer uses.')),
    userAgent: maybe(text(512, "User-Agent header of the customer's browser.")),
    address: maybe(Address),
    document: maybe(IdentityDocument),
  },
  {
    title: 'Customer',
    description:
      'The person who pays or is paid. Missing fields are filled from the stored profile of the same userId. A name, ' +
      'an address or a document is only filled as a whole. The method decides which fields are required.', // Spec 2.5
  },
);

const OrderLine = Type.Object(
  {
    productName: maybe(freeText('Name of the product.')),
    quantity: maybe(plainNumber('Number of pieces.')),
    description: maybe(freeText('Further description.')),
    weight: maybe(plainNumber('Weight of one, in your unit.')), // Contract 6
    length: maybe(plainNumber('Length of one, in your unit.')),
    width: maybe(plainNumber('Width of one, in your unit.')),
    height: maybe(plainNumber('Height of one, in your unit.')),
    unitPrice: maybe(UnitPrice),
    taxRate: maybe(TaxRate),
  },
  { title: 'OrderLine', description: 'One line of the order.' }, // Spec 2.7
);

/** A field of some methods; null and the empty string mean absent. */
const methodField = (description: string, more: { examples?: string[] } = {}) => ({
  type: ['string', 'null'],
  maxLength: 255,
  description,
  ...more,
});

/** Open: its fields depend on the method. The method's own checks name them (spec 2.8). */
const PaymentData = Type.Unsafe<Record<string, unknown>>({
  title: 'PaymentData',
  type: 'object',
  cleanStrings: true,
  description:
    'Fields of the method, all strings of at most 255 characters. A new card: `cardNumber`, `expiryMonth`, ' +
    '`expiryYear` (two or four digits), `cardCvv` and `cardHolder`. A saved card: `token` and `cardCvv`, with the ' +
    '`userId` it was saved for. A later charge, the customer absent: `mandateId` alone. Nothing, if the card is entered on the page of the provider. Other pay-ins: SEPA ' +
    'direct debit `iban` and `accountHolder` (needed by real providers: without it `1005`); UPI `vpa` ' +
    '(optional); M-Pesa `phoneNumber`; crypto `network`; PIX none here, but `customer.document`; other methods ' +
    'none. Payouts: card `token`, or `cardNumber`, `expiryMonth`, `expiryYear` and `cardHolder`; SEPA `iban`, ' +
    '`accountHolder` and optionally `bic`; Indian bank `accountNumber`, `ifsc` and `accountHolder`; UPI `vpa`; PIX ' +
    '`pixKeyType` and `pixKey`; M-Pesa `phoneNumber`; wallet `walletId`; crypto `address` and `network`. A ' +
    'wrong field gets 400 with its name, and the cashier asks for a missing field. This does not hold for a pay-in by ' +
    'card. ' +
    'Fields that do not belong to the method are ignored. Never stored in clear.', // Spec 2.8
  properties: {
    cardNumber: methodField('Card number, 12 to 19 digits. Must pass the Luhn check.'),
    expiryMonth: methodField('Month in which the card expires, 1 to 12.'),
    expiryYear: methodField(
      'Year in which the card expires: not in the past, and at most 50 years ahead. Four digits are recommended; two ' +
        'digits mean 2000 to 2099.',
    ),
    cardCvv: methodField(
      'Security code: 4 digits for American Express, else 3. Never stored. Not for payouts.',
    ),
    cardHolder: methodField('Name on the card.'),
    mandateId: methodField(
      'A later charge of this mandate, in `POST /v3/payment` alone: no other field may come with it.',
    ),
    token: methodField('Saved card, instead of the fields of a new card.'),
    iban: methodField(
      'Account in a SEPA country, with or without spaces. Its check digits must be correct.',
      {
        examples: ['DE89370400440532013000'],
      },
    ),
    bic: methodField('BIC of the bank, 8 or 11 characters.', { examples: ['COBADEFFXXX'] }),
    accountHolder: methodField('Name of the account holder.', { examples: ['Anna Schmidt'] }),
    accountNumber: methodField('Account number, 9 to 18 digits.', { examples: ['004501000123'] }),
    ifsc: methodField('Indian branch code: four letters, a zero, six letters or digits.', {
      examples: ['HDFC0001234'],
    }),
    vpa: methodField('UPI address: name@handle.', { examples: ['asha.rao@okbank'] }),
    phoneNumber: methodField('Kenyan mobile number in E.164.', {
      examples: ['+254712345678'],
    }),
    pixKeyType: methodField('Kind of `pixKey`: CPF, CNPJ, EMAIL, PHONE or RANDOM.', {
      examples: ['EMAIL'],
    }),
    pixKey: methodField(
      'CPF or CNPJ with correct check digits, an e-mail address of at most 77 characters, a mobile number in E.164, ' +
        'or a UUID.',
      { examples: ['maria@example.com'] },
    ),
    walletId: methodField("The recipient's id in the wallet.", { examples: ['pw-204418'] }),
    network: methodField('Network of the currency. BTC: `bitcoin`. USDT: `tron` or `ethereum`.', {
      examples: ['tron'],
    }),
    address: methodField(
      'Address on the main network, with a correct checksum: Base58Check or Bech32 (bitcoin), EIP-55 if it has upper ' +
        'and lower case letters (ethereum), Base58Check (tron).',
      { examples: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] },
    ),
  },
});

/** The common fields of pay-ins and payouts (spec 2.7, 2.9). */
export const transactionFields = {
  paymentOptionId: uuid(
    'Payment option or suboption, from GET /v3/payment-options or /v3/payout-options.', // Spec 2.7
  ),
  currency: Currency,
  amount: Amount,
  paymentData: maybe(PaymentData),
  country: maybe(Country),
  customer: maybe(Customer),
  merchantReference: maybe(MerchantReference),
  userId: maybe(
    text(
      255,
      'Stable id of your customer. Saved cards and the stored profile belong to it. Generated if omitted.', // Spec 2.1
      {
        // Any text (spec 2.1): an id of digits may look like a card number.
        numbers: 'any',
        examples: ['customer-77'],
      },
    ),
  ),
  redirectUrl: maybe(
    text(
      500,
      'Address to which the customer returns: absolute http or https, without credentials. The return does not prove ' +
        'a payment; wait for the webhook.', // Spec 2.7
      { examples: ['https://shop.example/return'] },
    ),
  ),
  notificationUrl: maybe(
    text(
      500,
      "Address for the webhooks of this transaction, instead of the brand's: https, without credentials, to a public " +
        'host.', // Spec 2.7, 6.1
      { examples: ['https://shop.example/webhooks'] },
    ),
  ),
  paymentReference: maybe(text(255, 'Payment or invoice reference. Generated if omitted.')), // Spec 2.1
  language: maybe(Language),
  merchantDomain: maybe(
    text(
      255,
      'Required for payment-facilitator brands: exactly one of the domains configured for the brand.', // Spec 2.7
    ),
  ),
  extra1: maybe(text(255, 'Free text of yours; returned in records and webhooks.')), // Spec 2.7
  extra2: maybe(text(255, 'Free text of yours; returned in records and webhooks.')), // Spec 2.7
  extra3: maybe(text(255, 'Free text of yours; returned in records and webhooks.')), // Spec 2.7
  shippingAddress: maybe(Address),
  orderDetails: maybe(
    Type.Array(OrderLine, { description: 'The order lines. The cashier lists those that have a name.' }),
  ), // Spec 2.7
};

const MandateRequest = Type.Object(
  {
    reason: choice(
      MANDATE_REASONS,
      'RECURRING: a fixed amount at regular times. INSTALLMENTS: one purchase in parts. UNSCHEDULED: when something ' +
        'happens, such as a low balance.',
    ),
    description: maybe(
      visibleText(255, 'What the customer agrees to, for your staff and for the customer.', {
        examples: ['Coffee every month'],
      }),
    ),
    maxAmount: maybe(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'The most for each later charge, in units of the currency, with no more decimals than the currency has and at ' +
          'most two for fiat. Omitted: no limit.',
        examples: [30],
      }),
    ),
    expiresAt: maybe(
      Type.String({
        format: 'moment',
        description: 'Until when it can be charged (RFC 3339, with its zone). Omitted: until it is revoked.',
      }),
    ),
  },
  {
    title: 'MandateRequest',
    description:
      'Asks the customer to agree to later charges, while they are absent. Needs `userId`. Once the pay-in is authorised ' +
      'or COMPLETED, the record has a `mandate`, and `mandate.active` is sent. With `amount: 0` nothing is charged.',
  },
);

/** The fields that only pay-ins have (contract 16). */
export const payinFields = {
  mandate: maybe(MandateRequest),
  captureMode: maybe(
    choice(
      ['automatic', 'manual'],
      'automatic: charged at once (default). manual: authorised now, captured by POST /capture-payment.',
    ),
  ),
};

const wholeNumber = (
  field: 'colorDepth' | 'screenHeight' | 'screenWidth' | 'timeZoneOffset',
  description: string,
) => {
  const [minimum, maximum] = BROWSER_LIMITS[field];
  return Type.Integer({ minimum, maximum, description });
};

const Browser = Type.Object(
  {
    userAgent: text(BROWSER_LIMITS.userAgent, 'Its User-Agent header.', { minLength: 1 }),
    acceptHeader: text(BROWSER_LIMITS.acceptHeader, 'Its Accept header.', {
      minLength: 1,
      examples: ['text/html,application/xhtml+xml'],
    }),
    language: text(BROWSER_LIMITS.language, '`navigator.language`.', { minLength: 1, examples: ['de-DE'] }),
    colorDepth: wholeNumber('colorDepth', '`screen.colorDepth`.'),
    screenHeight: wholeNumber('screenHeight', '`screen.height`.'),
    screenWidth: wholeNumber('screenWidth', '`screen.width`.'),
    timeZoneOffset: wholeNumber(
      'timeZoneOffset',
      '`new Date().getTimezoneOffset()`: minutes from local time to UTC, -60 for UTC+1.',
    ),
    javaEnabled: Type.Boolean({ description: 'Whether it runs Java: `false` in every current browser.' }),
  },
  {
    title: 'BrowserInfo',
    description:
      "The customer's browser, for 3-D Secure. With these fields the bank decides more often without a challenge. All " +
      'fields are required. They are kept for the provider, and never shown in a record or webhook.',
  },
);

export const PayinRequest = Type.Object(
  { ...transactionFields, ...payinFields, browserInfo: maybe(Browser) },
  {
    title: 'PayinRequest',
    description: 'Fields that are not listed are ignored, but they are part of the signed body.', // Spec 2.7
  },
);
