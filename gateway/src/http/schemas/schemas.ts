// The operations of the merchant's API that several files need: what each takes, what it answers, and worked examples.
import { Type } from 'typebox';
import { cardAnswers, cardRequests } from '../examples/card-examples.ts';
import { forced, payinOptions, payoutOptions, records } from '../examples/examples.ts';
import { methodAnswers, methodRequests } from '../examples/method-examples.ts';
import { brandErrors, type Example, errors, type Operation, SIGNED_BY_STRICT_BRANDS } from '../operation.ts';
import { Envelope, PaymentOption, TransactionRecord } from './answer-schemas.ts';
import { Country, Currency, choice, transactionFields } from './schema-fields.ts';

export const PayinRequest = Type.Object(transactionFields, {
  title: 'PayinRequest',
  description: 'Fields that are not listed are ignored, and signed all the same.', // Spec 2.7
});

export const payinOperation = {
  operationId: 'createPayin',
  tags: ['Pay-ins'],
  summary: 'Create a pay-in',
  description:
    'One request creates the transaction and its session. Whatever the outcome, a business result is HTTP 201; look at ' +
    '`resultType`. An HTTP 4xx means that nothing was charged.\n\n' +
    'Cards only: `Signature` is checked where the brand enforces signatures, and `Idempotency-Key` makes a retry safe: the ' +
    'stored answer comes back byte for byte. After a timeout without a key, query the transaction before you try again.',
  access: 'brand',
  requestHeaders: {
    Signature:
      'Cards, where the brand enforces signatures. Base64 of HMAC-SHA256, keyed with the signing secret, over ' +
      '`paymentOptionId:merchantReference:currency:amount`; the amount in its shortest form (50.00 is `50`), an omitted ' +
      'reference is an empty segment.', // Spec 5
    'Idempotency-Key':
      'Cards. 1 to 64 characters, unique for each intended payment; answers are kept 48 hours, per merchant and brand.', // Spec 8
    ...SIGNED_BY_STRICT_BRANDS,
  },
  body: PayinRequest,
  examples: { ...cardRequests, ...methodRequests },
  answers: {
    201: {
      description: 'A business result. `resultType` says which; an unknown one is unresolved.',
      schema: Envelope,
      headers: {
        'X-Signature':
          'Cards. Base64 of HMAC-SHA256 over `transactionId:merchantReference:currency:amount:status` of `result`.', // Spec 5
        'Idempotent-Replayed': '`true` when this is the stored answer of an earlier request.',
      },
      examples: { ...cardAnswers, ...methodAnswers },
    },
    ...brandErrors(409, 413, 415, 422),
  },
} satisfies Operation;

const optionQuery = Type.Object({
  country: Type.Optional(Country),
  currency: Type.Optional(Currency),
  excludeCountries: Type.Optional(
    choice(['true', 'false'], '`true`: `availableCountries` comes back empty.'), // Spec 4.1
  ),
});

export const payinOptionsOperation = {
  operationId: 'listPaymentOptions',
  tags: ['Payment options'],
  summary: 'List pay-in options',
  description:
    'The options enabled for the brand, filtered by country and currency. An empty array means that none matches. Creates ' +
    'nothing and reserves nothing.', // Spec 4.1
  access: 'brand',
  querystring: optionQuery,
  answers: {
    200: {
      description: 'The options.',
      schema: Type.Array(PaymentOption),
      examples: { options: { summary: 'For DE and EUR', value: payinOptions } },
    },
    ...brandErrors(),
  },
} satisfies Operation;

export const payoutOptionsOperation = {
  ...payinOptionsOperation,
  operationId: 'listPayoutOptions',
  summary: 'List payout options',
  description: 'The payout options enabled for the brand, filtered by country and currency. Creates nothing.', // Spec 4.3
  answers: {
    200: {
      description: 'The options.',
      schema: Type.Array(PaymentOption),
      examples: { options: { summary: 'For DE and EUR', value: payoutOptions } },
    },
    ...brandErrors(),
  },
} satisfies Operation;

export const getPaymentOperation = {
  operationId: 'getPayment',
  tags: ['Transactions'],
  summary: 'Retrieve a transaction',
  description:
    'The current state of a pay-in or payout. This and the webhooks are the truth about a transaction; the return of the ' +
    "customer's browser is not.", // Spec 4.7
  access: 'brand',
  // No format: a malformed id is answered like an unknown one.
  params: Type.Object({ transactionId: Type.String({ description: 'Identifies the transaction.' }) }),
  answers: {
    200: {
      description: 'The transaction.',
      schema: TransactionRecord,
      examples: records,
    },
    ...brandErrors(404),
  },
} satisfies Operation;

export const forceOutcomeOperation = {
  operationId: 'forceOutcome',
  tags: ['Sandbox'],
  summary: 'Force an outcome',
  description:
    'Test environment only. Ends an open transaction as you say; COMPLETED also one that expired or was cancelled, which ' +
    'makes it a late success.',
  access: 'brand',
  params: Type.Object({ transactionId: Type.String({ description: 'Identifies the transaction.' }) }),
  body: Type.Object({
    outcome: choice(['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'], 'How it ends.'),
    errorCode: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why; one of the error codes.' }),
    ),
  }),
  examples: {
    completed: { summary: 'The money arrives', value: { outcome: 'COMPLETED' } },
    declined: {
      summary: 'Declined, for a reason of yours',
      value: { outcome: 'DECLINED', errorCode: '2001' },
    },
    expired: { summary: 'Time is up', value: { outcome: 'EXPIRED' } },
    error: { summary: 'A technical failure', value: { outcome: 'ERROR' } },
  },
  answers: {
    200: { description: 'The transaction as it is now.', schema: TransactionRecord, examples: forced },
    ...brandErrors(404, 413, 415),
  },
} satisfies Operation;

const checks = (description: string) => Type.Boolean({ description });

export const liveOperation = {
  operationId: 'live',
  tags: ['Service'],
  summary: 'Liveness',
  description: 'Whether the process answers.',
  access: 'open',
  answers: {
    200: {
      description: 'It does.',
      schema: Type.Object({ status: choice(['live'], 'Nothing else is ever said.') }),
      examples: { live: { summary: 'It lives', value: { status: 'live' } } },
    },
  },
} satisfies Operation;

const Readiness = Type.Object({
  status: choice(['ready', 'not ready'], 'All checks together.'),
  checks: Type.Object(
    {
      database: checks('The database answers.'),
      writes: checks('It took a write within the last second.'),
      migrations: checks("Its schema is this program's."),
      stopping: checks('The process is shutting down.'),
      lateLoops: Type.Array(Type.String(), {
        description: 'Background loops of the process that have stopped or are late; none where it is ready.',
      }),
    },
    { description: 'Each check by itself.' },
  ),
});

function readiness(given: {
  database?: boolean;
  writes?: boolean;
  stopping?: boolean;
  lateLoops?: string[];
}): Example {
  const made = { database: true, writes: true, migrations: true, stopping: false, lateLoops: [], ...given };
  const status = Object.keys(given).length === 0 ? 'ready' : 'not ready';
  const summary = made.stopping
    ? 'The process is stopping'
    : made.database
      ? 'Ready'
      : 'The database is away';
  return { summary, value: { status, checks: made } };
}

export const readyOperation = {
  operationId: 'ready',
  tags: ['Service'],
  summary: 'Readiness',
  description: 'Whether the process can serve: for load balancers.',
  access: 'open',
  answers: {
    200: { description: 'It can.', schema: Readiness, examples: { ready: readiness({}) } },
    503: {
      description: 'It cannot; the checks say why.',
      schema: Readiness,
      examples: {
        away: readiness({ database: false, writes: false }),
        late: readiness({ lateLoops: ['webhooks'] }),
        stopping: readiness({ stopping: true }),
      },
    },
  },
} satisfies Operation;

export const metricsOperation = {
  operationId: 'metrics',
  tags: ['Service'],
  summary: 'Metrics',
  description: 'Prometheus text format.',
  access: 'operator',
  answers: {
    200: { description: 'The metrics.', contentType: 'text/plain' },
    ...errors(401),
  },
} satisfies Operation;
