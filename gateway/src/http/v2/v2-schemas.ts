// The operations of the v2 calls (spec 2.3, 2.4, 4.10, 4.11; contract 8). Codes of v2 are strings. The fields that open
// a session are in http/request-body/session-body.ts, worked examples in v2-examples.ts.
import { Type } from 'typebox';
import { brandErrors, type Example, type Operation, SIGNED_BY_STRICT_BRANDS } from '../calls/operation.ts';
import { payinSessionFields, sessionFields } from '../request-body/session-body.ts';
import { Country, choice, maybe, text, transactionFields, uuid } from '../schemas/schema-fields.ts';
import * as examples from './v2-examples.ts';

const SESSION_FIELDS =
  'The fields of a direct request without paymentOptionId and paymentData. Country, currency and amount are required. ' +
  'Fields that are not listed are ignored.'; // Spec 4.10

const V2SessionRequest = Type.Object(
  { ...payinSessionFields, country: Country },
  { title: 'V2SessionRequest', description: SESSION_FIELDS },
);

const V2PayoutSessionRequest = Type.Object(
  { ...sessionFields, country: Country },
  { title: 'V2PayoutSessionRequest', description: SESSION_FIELDS },
);

const string = (description: string) => Type.String({ description });
const logo = Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Logo address, or null.' });
const sessionId = uuid('The session.'); // Spec 2.1
const transactionId = uuid('Identifies the transaction of the session.');
const paymentOptionId = uuid('One of the options that the session offers, or one of their suboptions.'); // Spec 2.1
const optionId = maybe(
  text(
    255,
    'The `id` of the suboption; omit it for an option without suboptions, such as the card.', // Spec 4.10
  ),
);

const OptionInput = Type.Object(
  {
    label: string('The label to show.'),
    name: string('Its name in `paymentData`; `customer.…` is a field of the customer.'),
    type: string('Its type, such as string.'),
    values: Type.Array(Type.String(), { description: 'The allowed values; empty: any value.' }),
    required: Type.Boolean({ description: 'Whether it is required.' }),
  },
  { title: 'OptionInput', description: 'An input of an option.' }, // Spec 2.3
);

const Offers = Type.Array(
  Type.Object(
    {
      paymentOptionId: uuid('Send it with the next calls.'),
      name: string('Display name.'),
      logo,
      extraData: Type.Array(OptionInput, { description: 'The inputs of the option; may be empty.' }),
    },
    { title: 'V2Option', description: 'A payment or payout option, as v2 shows it.' }, // Spec 2.3
  ),
  { description: 'The options for this country, currency and amount; may be empty.' }, // Spec 2.3
);

export const SuboptionsRequest = Type.Object(
  { sessionId, paymentOptionId },
  { title: 'SuboptionsRequest', description: 'An option of a session.' }, // Spec 4.10, step 2
);

const Suboptions = Type.Object(
  {
    statusCode: choice(['085'], 'A string.'), // Spec 7.2
    resultType: choice(['option_choice'], 'Tells you to choose a suboption.'),
    result: Type.Object(
      {
        paymentOptionId: uuid('As sent.'),
        transactionId,
        sessionId,
        options: Type.Array(
          Type.Object({
            id: string('Send it as `optionId`.'),
            name: string('Display name.'),
            logo,
            uuid: uuid('Id of the same suboption in v3.'),
            formInputs: Type.Array(OptionInput, {
              description: 'The inputs of the suboption; may be empty.',
            }),
          }),
          { description: 'The suboptions; empty if the option has none.' }, // Spec 2.4
        ),
      },
      { description: 'The available suboptions.' },
    ),
  },
  { title: 'Suboptions', description: 'The suboptions of an option.' }, // Spec 4.10, step 2
);

const HybridPaymentRequest = Type.Object(
  { sessionId, paymentOptionId, optionId },
  { title: 'HybridPaymentRequest', description: 'The choice for a session.' }, // Spec 4.10, step 3
);

const DirectPayoutRequest = Type.Object(
  { sessionId, paymentOptionId, optionId, paymentData: transactionFields.paymentData },
  {
    title: 'DirectPayoutRequest',
    description:
      'The choice for a payout session and its recipient, under the names of `extraData` or those of v3.', // Spec 4.11
  },
);

const redirectTo = Type.Object(
  { redirectUrl: string('Send the customer to exactly this address.'), transactionId },
  { description: 'The link where the customer continues.' },
);

const Redirect = Type.Object(
  {
    statusCode: choice(['300'], 'A string.'), // Spec 7.2
    resultType: choice(['redirect'], 'The customer continues in the cashier.'),
    result: redirectTo,
  },
  { title: 'V2Redirect', description: 'A cashier link with the choice preselected.' }, // Spec 4.10, step 3
);

const DirectPayout = Type.Object(
  {
    statusCode: choice(
      ['000', '300', '999'],
      'A string: 000 accepted, 300 redirect, 999 declined or failed.',
    ), // Spec 7.2
    status: Type.Optional(
      choice(['PENDING', 'PROCESSING', 'DECLINED'], '000 and 999: status of the payout.'),
    ),
    resultType: Type.Optional(choice(['redirect'], '300: the recipient continues in the cashier.')),
    result: Type.Unsafe<unknown>({
      anyOf: [{ type: 'string' }, redirectTo],
      description: '000 and 999: the result as a sentence. 300: the link where the recipient continues.',
    }),
    transactionId: Type.Optional(uuid('000 and 999: id of the payout.')),
    errorCode: Type.Optional(string('999: the error code, four digits.')), // Contract 9
    errorReason: Type.Optional(string('999: the text of the error code.')),
  },
  { title: 'DirectPayoutAnswer', description: 'The result of the payout.' }, // Contract 8
);

const shared = {
  tags: ['Legacy v2'] as ['Legacy v2'],
  access: 'brand' as const,
  scopes: ['payments'] as const,
  // The calls for suboptions only read, but brands that sign all requests sign every step of a session.
  signed: 'strict' as const,
  requestHeaders: SIGNED_BY_STRICT_BRANDS,
};

function offersAnswer(list: 'paymentOptions' | 'payoutOptions', value: unknown): Operation['answers'] {
  return {
    201: {
      description: 'The session is open.',
      schema: Type.Object({ transactionId, sessionId, [list]: Offers }),
      examples: { open: { summary: 'A session', value } },
    },
    ...brandErrors(409, 413, 415),
  };
}

const suboptionsAnswer = (worked: Record<string, Example>): Operation['answers'] => ({
  201: { description: 'The suboptions.', schema: Suboptions, examples: worked },
  ...brandErrors(404, 413, 415),
});

export const paymentOptionsOperation = {
  ...shared,
  operationId: 'openV2PaymentSession',
  summary: 'Open a pay-in session',
  description:
    'Step 1 of the hybrid flow: opens a transaction and its session, and lists its payment options. The session ' +
    'can be used once, within 1 hour; then it is DECLINED with 3002. An inactive brand gets 400 with errorCode ' +
    '1012.', // Spec 4.10
  body: V2SessionRequest,
  examples: examples.openings,
  answers: offersAnswer('paymentOptions', examples.paymentSession),
} satisfies Operation;

export const payoutOptionsOperation = {
  ...paymentOptionsOperation,
  operationId: 'openV2PayoutSession',
  scopes: ['payouts'],
  summary: 'Open a payout session',
  description:
    'Opens a payout and its session, and lists its payout options. Followed by POST /v2/direct-payout.', // Spec 4.11
  body: V2PayoutSessionRequest,
  answers: offersAnswer('payoutOptions', examples.payoutSession),
} satisfies Operation;

export const paymentSuboptionsOperation = {
  ...shared,
  operationId: 'listV2PaymentSuboptions',
  summary: 'List the suboptions of a pay-in option',
  description:
    'Step 2 of the hybrid flow: banks, wallets or networks. Not needed for an option without suboptions, such as ' +
    'the card. An option that the session does not offer gets 400.', // Spec 4.10
  body: SuboptionsRequest,
  examples: examples.suboptionRequests,
  answers: suboptionsAnswer(examples.suboptions),
} satisfies Operation;

export const payoutSuboptionsOperation = {
  ...paymentSuboptionsOperation,
  operationId: 'listV2PayoutSuboptions',
  scopes: ['payouts'],
  summary: 'List the suboptions of a payout option',
  description: 'The suboptions of an option of a payout session. At present no payout option has suboptions.', // Spec 4.11
  examples: examples.payoutSuboptionRequests,
  answers: suboptionsAnswer(examples.noSuboptions),
} satisfies Operation;

export const hybridPaymentOperation = {
  ...shared,
  operationId: 'createHybridPayment',
  summary: 'Choose, and get a cashier link',
  description:
    'Step 3 of the hybrid flow: stores the choice and returns a cashier link with this choice preselected, valid ' +
    'for 1 hour. Without `optionId` the cashier asks for the suboption. A session can be used once; a second call ' +
    'gets 400. A choice that the session does not offer gets 400, and the session stays open. There ' +
    'is no hybrid payout.', // Spec 4.10
  body: HybridPaymentRequest,
  examples: examples.choices,
  answers: {
    201: { description: 'The link.', schema: Redirect, examples: examples.redirect },
    ...brandErrors(404, 413, 415),
  },
} satisfies Operation;

export const directPayoutOperation = {
  ...shared,
  operationId: 'createDirectPayout',
  scopes: ['payouts'],
  summary: 'Submit a payout session',
  description:
    'Submits the payout of a session. If recipient data is missing, the answer has a cashier link. Wrong data is ' +
    'refused with 400, and the session stays open. A complete payout waits for POST /settle-payout, unless the brand ' +
    'approves automatically. A session can be used once.', // Spec 4.11
  body: DirectPayoutRequest,
  examples: examples.payouts,
  answers: {
    201: { description: 'The result of the payout.', schema: DirectPayout, examples: examples.payoutAnswers },
    ...brandErrors(404, 413, 415),
  },
} satisfies Operation;
