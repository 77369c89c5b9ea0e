// The shape of a payment as an operator sees it, and of an unknown outcome (contract 2). It only documents and drops no
// field.
import { type Static, Type } from 'typebox';
import { UNKNOWN_STATES } from '../../../storage/transactions/across-merchants.ts';
import { string, time } from '../../schemas/answer-fields.ts';
import { Notification } from '../../schemas/notification-schemas.ts';
import { TransactionRecord } from '../../schemas/record-schemas.ts';
import { choice, orNull, uuid } from '../../schemas/schema-fields.ts';

const whole = (description: string) => Type.Integer({ description });

const Try = Type.Object(
  {
    tryNumber: whole('1, 2, 3 …'),
    at: time('When it began.'),
    durationMs: whole('How long it took, in milliseconds.'),
    url: orNull(
      string(
        'The address, without its query. The scope read sees only the host, because a path may name the customer.',
      ),
    ),
    statusCode: orNull(whole('HTTP status of the answer; null: there was none.')),
    error: orNull(string('Why there was no valid answer.')),
    answer: orNull(string('The beginning of the answer. Only for the scope support.')),
  },
  { title: 'OperatorWebhookTry', description: 'One try.' },
);

const Webhook = Type.Object(
  {
    eventId: uuid('The event, as in its body.'),
    eventType: string('Such as `payin.completed`.'),
    sequence: whole('Its number within the transaction.'),
    state: choice(
      ['pending', 'delivered', 'waiting', 'abandoned', 'unaddressed'],
      'pending: a try is due. waiting: in the line of an endpoint that is paused or slow. abandoned: the gateway ' +
        'gave up. unaddressed: there is no address.',
    ),
    createdAt: time('When it happened.'),
    deliveredAt: orNull(time('When it was answered 2xx.')),
    nextTryAt: orNull(time('When it is tried next; null: no try is planned.')),
    tries: Type.Array(Try, { description: 'Oldest first.' }),
  },
  { title: 'OperatorWebhook', description: 'A webhook event and its tries.' },
);

const ProviderCall = Type.Object(
  {
    kind: choice(['charge', 'refund', 'capture'], 'What the provider was asked to do.'),
    provider: string('Such as `adyen`.'),
    accountId: orNull(uuid('The account of the brand at the provider; null: the sandbox.')),
    reference: string(
      'Our reference at the provider, also the idempotency key. Search for it at the provider.',
    ),
    providerReference: orNull(string("The provider's own reference.")),
    status: string('The outcome, as far as it is known.'),
    inquiries: whole('How often the provider was asked about its outcome.'),
    nextQuestionAt: orNull(time('When the provider is asked again; null: it is not asked again.')),
  },
  { title: 'ProviderCall', description: 'A charge, a refund or a capture that was sent to a provider.' },
);

const LoggedRequest = Type.Object(
  {
    requestId: string('X-Request-Id: in the log, in spans and in the access log of the proxy.'),
    at: time('When it was answered.'),
    method: string('HTTP method.'),
    path: string('Without its query.'),
    status: whole('HTTP status of the answer.'),
    durationMs: Type.Number({ description: 'How long it took, in milliseconds.' }),
    errorCode: orNull(string('The error code of the answer.')),
  },
  { title: 'LoggedRequest', description: "A call of the merchant's server about the payment." },
);

const Act = Type.Object(
  {
    auditId: uuid('The row of the audit log.'),
    at: time('When.'),
    action: string('Such as `outcome.decided`.'),
    actor: Type.Object(
      {
        kind: string('operator, user or api.'),
        id: string('Their id.'),
        name: orNull(
          string('Name. The name of a portal user is an e-mail address, shown only to the scope support.'),
        ),
      },
      { description: 'Who did it.' },
    ),
    requestId: orNull(string('X-Request-Id of the call.')),
  },
  { title: 'ActOnPayment', description: 'A change by a person.' },
);

export const OperatorPayment = Type.Object(
  {
    ...TransactionRecord.properties,
    userId: orNull(string("The merchant's id of the customer.")),
    card: orNull(
      Type.Object(
        {
          brand: string('Card brand, such as VISA.'),
          ...Object.fromEntries(
            ['first6', 'last4', 'expiryMonth', 'expiryYear', 'token'].map((name) => [
              name,
              orNull(string('Or null.')),
            ]),
          ),
        },
        { description: 'The parts of the card that may be shown.' },
      ),
    ),
    merchantId: uuid('The merchant.'),
    requestId: orNull(
      string(
        'X-Request-Id of the call that created it. It is also in the log, in spans, in the access log of the proxy ' +
          'and in its webhooks.',
      ),
    ),
    webhooks: Type.Array(Webhook, { description: 'Its webhook events, oldest first.' }),
    webhooksArchived: orNull(
      string(
        'The month, such as 2026-01, whose archive has the first webhooks of the payment; null: all are in this ' +
          'answer.',
      ),
    ),
    providerCalls: Type.Array(ProviderCall, { description: 'What was sent to providers, oldest first.' }),
    providerNotifications: Type.Array(Notification, {
      description: 'Notifications of providers: the latest 50, oldest first.',
    }),
    requests: Type.Array(LoggedRequest, {
      description:
        "Calls of the merchant's server in its request log, which keeps seven days: the latest 50, oldest first.",
    }),
    audit: Type.Array(Act, { description: 'Changes by people, oldest first.' }),
  },
  {
    title: 'OperatorPayment',
    description:
      'The record of `GET /payments/{transactionId}`, with its webhooks, calls and changes. Without the scope ' +
      'support all personal data is null: customer, userId, recipient, the numbers of the card, extra1 to extra3, ' +
      'redirectUrl, reasons that people wrote, names of portal users. cashierUrl and the token of a saved card are ' +
      'null for every operator.',
  },
);

export const UnknownOutcome = Type.Object(
  {
    id: uuid('For `after`: the id of the payment, of the refund, or of the capture.'),
    kind: choice(
      ['payment', 'refund', 'capture'],
      'Whether the outcome of a payment, of a refund or of a capture is unknown.',
    ),
    state: choice(
      UNKNOWN_STATES,
      'asking: the gateway still asks the provider. to-decide: it has stopped, so a person decides.',
    ),
    merchantId: uuid('The merchant.'),
    brandId: uuid('The brand.'),
    transactionId: uuid('The payment, or the pay-in of the refund or capture.'),
    refundId: orNull(uuid('The refund.')),
    captureId: orNull(uuid('The capture.')),
    type: choice(['PAYIN', 'PAYOUT'], 'Of the payment.'),
    merchantReference: orNull(
      string("The merchant's reference of the payment, of the refund, or of the capture."),
    ),
    currency: string('Currency code.'),
    amount: Type.Number({ description: 'In units of the currency.' }),
    provider: orNull(string('The provider that did not give the outcome.')),
    reference: string("Our reference at the provider. Search for it on the provider's pages."),
    providerReference: orNull(string("The provider's own reference, if it is known.")),
    inquiries: whole('How often the provider was asked.'),
    nextQuestionAt: orNull(time('When the provider is asked again; null: it is not asked again.')),
    createdAt: time('When it was created.'),
  },
  { title: 'UnknownOutcome', description: 'A payment, a refund or a capture whose outcome is unknown.' },
);
export type UnknownOutcome = Static<typeof UnknownOutcome>;
