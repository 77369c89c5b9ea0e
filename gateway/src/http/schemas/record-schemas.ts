// The transaction record that merchants read, and the webhook bodies that contain it (contract 5, 13). They document
// and type. They must never validate or serialise an answer, because the gateway signs answers as they are.
import { type TSchema, Type } from 'typebox';
import { CAPTURE_STATUSES } from '../../domain/captures/capture.ts';
import { MANDATE_EVENTS } from '../../domain/mandates/mandate-step.ts';
import { RECORD_FIELDS } from '../../domain/records/record-fields.ts';
import { REFUND_REASONS } from '../../domain/refunds/refund.ts';
import { MANDATE_REASONS, MANDATE_STATUSES } from '../../domain/transactions/transaction.ts';
import { string, time } from './answer-fields.ts';
import { DisputeRecord } from './dispute-schemas.ts';
import { choice, orNull, uuid } from './schema-fields.ts';

const RefundRecord = Type.Object(
  {
    refundId: uuid('Identifies the refund.'),
    amount: Type.Number({ description: 'In units of the currency.' }),
    status: choice(['PENDING', 'COMPLETED', 'FAILED'], 'COMPLETED and FAILED are final.'),
    reason: orNull(choice(REFUND_REASONS, 'As requested.')),
    refundReference: orNull(string('Your reference of the refund.')),
    origin: choice(['merchant', 'provider'], 'Who made it: you, or somebody at the provider.'), // Contract 13
    createdAt: time('ISO 8601, UTC.'),
  },
  { title: 'Refund', description: 'A refund of a pay-in.' }, // Contract 5, 8
);

const CaptureRecord = Type.Object(
  {
    captureId: uuid('Identifies the capture.'),
    captureReference: orNull(
      string('Your reference of the capture; null: none, or it was made at the provider.'),
    ),
    amount: Type.Number({ description: 'In units of the currency.' }),
    status: choice(
      CAPTURE_STATUSES,
      'COMPLETED and FAILED are final, but a COMPLETED capture may still fail.',
    ),
    final: Type.Boolean({ description: 'Whether the rest was released with it.' }),
    errorCode: orNull(string('Why it failed.')),
    createdAt: time('ISO 8601, UTC.'),
  },
  { title: 'Capture', description: 'A capture of an authorised pay-in.' }, // Contract 16
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

/** The fields that webhooks have too. */
const recordCore = Object.fromEntries(
  RECORD_FIELDS.map(([name, { schema }]) => [name, Type.Unsafe(schema as TSchema)]),
);

export const TransactionRecord = Type.Object(
  {
    ...recordCore,
    customer: orNull(MaskedCustomer),
    cashierUrl: orNull(
      string(
        'Address of the payment page of a session or a payment link, while it can be used; null: the payment has ' +
          'ended, the address has expired, or there is none. The address for a payout is only shown to keys with the scope `payouts`.',
      ),
    ),
    captures: Type.Array(CaptureRecord, {
      description: 'Every capture of an authorised pay-in, oldest first.',
    }),
    refunds: Type.Array(RefundRecord, { description: 'Every refund of a pay-in, oldest first.' }),
    disputes: Type.Array(DisputeRecord, { description: 'Every dispute of a pay-in, oldest first.' }),
    settlement: orNull(
      Type.Object(
        {
          settlementId: uuid('The settlement.'),
          gross: Type.Number({ description: 'What was charged, in the currency of the payout.' }),
          fee: Type.Number({ description: 'What the provider kept of it.' }),
          net: Type.Number({ description: '`gross` less `fee`.' }),
          currency: string('The currency of the payout.'),
          paidAt: orNull(time('When the provider pays it out; null: not yet.')),
        },
        {
          title: 'PaymentSettlement',
          description: 'The payout of the provider that has its charge; null: none yet.',
        },
      ),
    ),
    timeline: Type.Array(
      Type.Object({
        at: time('When the status changed.'),
        from: orNull(string('Status before; null for the first entry.')),
        to: string('Status after.'),
        actor: string('Who changed the status.'),
        reason: orNull(string('Why the status changed.')),
      }),
      { description: 'Every status change, oldest first.' },
    ),
  },
  { title: 'Transaction', description: 'A field without a value is null, never left out.' }, // Contract 5
);

const eventFields = (eventTypes: readonly string[]) => ({
  eventId: uuid('Id of the event; the same in every try, also in the webhook-id header.'),
  eventType: choice(eventTypes, 'What happened.'), // Contract 5
  sequence: Type.Integer({ description: 'Counts 1, 2, 3 … within a transaction, without a gap.' }),
  occurredAt: time('When it happened.'),
  ...recordCore,
});

const ofEach = (directions: string[], statuses: string[]) =>
  directions.flatMap((direction) => statuses.map((status) => `${direction}.${status}`));

export const TransactionEvent = Type.Object(
  eventFields([
    ...ofEach(['payin', 'payout'], ['pending', 'processing', 'completed', 'declined', 'error', 'returned']),
    'payin.authorized',
  ]),
  { title: 'TransactionEvent', description: 'A transaction changed its status or was returned.' }, // Contract 5, 13
);

export const RefundEvent = Type.Object(
  { ...eventFields(ofEach(['refund'], ['pending', 'completed', 'failed'])), refund: RefundRecord },
  { title: 'RefundEvent', description: 'A refund of a pay-in was created or has ended.' }, // Contract 5
);

export const CaptureEvent = Type.Object(
  { ...eventFields(ofEach(['capture'], ['completed', 'failed'])), capture: CaptureRecord },
  { title: 'CaptureEvent', description: 'A capture of a pay-in has ended.' }, // Contract 16
);

export const MandateRecord = Type.Object(
  {
    mandateId: uuid('Identifies the mandate.'),
    status: choice(
      MANDATE_STATUSES,
      'PENDING: the provider has not stored the means of payment yet. ACTIVE: it can be charged. The others are final.',
    ),
    userId: string('Your id of the customer.'),
    reason: choice(MANDATE_REASONS, 'As requested.'),
    description: orNull(string('As requested.')),
    paymentOption: orNull(
      Type.Object(
        {
          id: uuid('Option or suboption. A later charge must name it.'),
          name: orNull(string('Its display name.')),
          type: orNull(string('Its type, such as CARD.')),
        },
        { description: 'The payment option that is charged.' },
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
        },
        { description: 'The card, if it is one and was entered here.' },
      ),
    ),
    account: orNull(string('Another means of payment: `***` and the last four characters, as far as known.')),
    currency: string('The currency of its charges.'),
    maxAmount: orNull(Type.Number({ description: 'The most for each later charge; null: no limit.' })),
    expiresAt: orNull(time('Until when it can be charged; null: until it is revoked.')),
    firstTransactionId: uuid('The pay-in with which the customer agreed.'),
    networkTransactionId: orNull(string("The card network's id of that pay-in, if the provider tells it.")),
    provider: string('The provider that stored it.'),
    createdAt: time('When the customer agreed.'),
    lastUsedAt: orNull(time('The last answer to a later charge.')),
    revokedAt: orNull(time('When it was revoked.')),
  },
  { title: 'Mandate', description: 'The agreement of a customer to later charges.' }, // Contract 16
);

export const MandateEvent = Type.Object(
  { ...eventFields(MANDATE_EVENTS), mandate: MandateRecord },
  {
    title: 'MandateEvent',
    description: 'A mandate became ACTIVE or has ended. The other fields are those of its first pay-in.',
  }, // Contract 16
);

export const DisputeEvent = Type.Object(
  { ...eventFields(ofEach(['dispute'], ['opened', 'updated', 'won', 'lost'])), dispute: DisputeRecord },
  { title: 'DisputeEvent', description: 'A dispute of a pay-in was opened, changed or has ended.' }, // Contract 13
);
