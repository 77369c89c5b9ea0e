// The answer of a transaction's page in the portal, in the order in which the page shows it.
import { type Static, Type } from 'typebox';
import { ACTION_NAMES } from '../../../domain/transactions/transaction-actions.ts';
import { choice, uuid } from '../../schemas/schema-fields.ts';
import { count, moment, money, orNull, said } from '../transactions/answer-fields.ts';
import { TransactionItem } from '../transactions/transaction-item.ts';

const Actor = Type.Object(
  {
    kind: choice(
      [
        'user',
        'operator',
        'api',
        'merchant',
        'shopper',
        'provider',
        'resolver',
        'expiry',
        'sandbox',
        'gateway',
      ],
      'What acted. user: a colleague; api: over the API; resolver: the provider, asked by the gateway.',
    ),
    name: orNull(said('Of a person or brand.')),
  },
  { title: 'TransactionActor', description: 'Who did it.' },
);
export type ShownActor = Static<typeof Actor>;

const Sentence = Type.Object(
  {
    what: said('What happened, and why.'),
    next: orNull(said('What can be done.')),
    tone: choice(['good', 'bad', 'waiting', 'attention', 'quiet'], 'How it is to be shown.'),
  },
  { title: 'TransactionSentence', description: 'The sentence that the page begins with.' },
);

const Step = Type.Object(
  {
    at: moment('When.'),
    kind: choice(['created', 'status', 'attempt', 'refund', 'act'], 'What kind of step.'),
    what: said('The step in words.'),
    status: orNull(said('The status it led to, of a transaction or refund.')),
    actor: Actor,
    reason: orNull(said('Why.')),
  },
  { title: 'TransactionStep', description: 'A step in the life of the transaction.' },
);
export type Step = Static<typeof Step>;

const PageRefund = Type.Object(
  {
    id: uuid('The refund.'),
    amount: money('Amount.'),
    status: choice(['PENDING', 'COMPLETED', 'FAILED'], 'Where it stands.'),
    undecided: Type.Boolean({ description: 'Its end is unknown, and a person has to decide it.' }),
    reason: orNull(said('Why it was made.')),
    refundReference: orNull(said("The merchant's reference of it.")),
    providerReference: orNull(said("The provider's reference of it.")),
    errorCode: orNull(said('Why it failed.')),
    errorReason: orNull(said('The same in words.')),
    inquiries: count('How often the provider was asked about it without an end.'),
    madeBy: Actor,
    endedBy: Type.Unsafe<ShownActor | null>({ ...Actor, type: ['object', 'null'] }),
    createdAt: moment('When it was made.'),
    updatedAt: moment('When it changed last.'),
  },
  { title: 'TransactionRefund', description: 'A refund of the transaction.' },
);

const Webhook = Type.Object(
  {
    eventId: uuid('The event.'),
    sequence: count('Its number within the transaction.'),
    eventType: said('What it tells.'),
    state: choice(
      ['pending', 'delivered', 'waiting', 'abandoned', 'unaddressed'],
      'delivered: the receiver took it. pending: it will be sent. waiting: its endpoint is paused or has a line. abandoned: every try failed. unaddressed: there is no address.',
    ),
    tries: count('How often it was sent.'),
    statusCode: orNull(count('HTTP status of the last try.')),
    error: orNull(said('What went wrong in the last try.')),
    url: orNull(said('Where the last try went, without its query.')),
    nextTryAt: orNull(moment('When it is sent next.')),
    createdAt: moment('When the event came about.'),
    deliveredAt: orNull(moment('When the receiver took it.')),
  },
  { title: 'TransactionWebhook', description: 'A webhook event of the transaction.' },
);

const Transfer = Type.Object(
  {
    id: uuid('The transfer.'),
    from: said('The account it left.'),
    to: said('The account it went to.'),
    amount: money('Amount.'),
    at: moment('When.'),
  },
  { title: 'TransactionTransfer', description: 'A movement of money in the ledger.' },
);

const Attempt = Type.Object(
  {
    attempt: count('1, 2, 3 …'),
    at: moment('When it was declined.'),
    option: orNull(said('What it was tried with.')),
    errorCode: said('Why it was declined.'),
    errorReason: said('The same in words.'),
  },
  { title: 'TransactionAttempt', description: 'An attempt in the cashier that was declined.' },
);

const Exchange = Type.Object(
  {
    provider: orNull(said('Who it is with.')),
    providerReference: orNull(said("The provider's reference.")),
    resultType: orNull(said('What the last answer was.')),
    statusCode: orNull(count('The same as a number.')),
    answered: Type.Array(Type.String(), { description: 'Names of the fields of the last answer.' }),
    threeDs: orNull(said('3-D Secure: flow and status.')),
    attempts: count('How often a shopper submitted it in the cashier.'),
    inquiries: count('How often the provider was asked without an end.'),
    nextQuestionAt: orNull(moment('When it is looked at next.')),
    expiresAt: orNull(moment('When it expires.')),
  },
  { title: 'ProviderExchange', description: 'What was said between the gateway and the provider.' },
);

const Risk = Type.Object(
  {
    counters: Type.Array(
      Type.Object({
        rule: said('Name of the rule.'),
        counted: count('So many count now.'),
        limit: count('So many are let through.'),
        windowSeconds: count('Within so many seconds.'),
      }),
      { description: 'How the risk rules count its card, user and address now.' },
    ),
    blocks: Type.Array(
      Type.Object({
        id: uuid('The block.'),
        kind: said('What is blocked.'),
        value: said('Which one.'),
        reason: said('Why.'),
        expiresAt: orNull(moment('Until when.')),
      }),
      { description: 'Blocks of the brand that concern it.' },
    ),
  },
  { title: 'TransactionRisk', description: 'Counters and blocks that concern it.' },
);

export const PageNote = Type.Object(
  {
    id: uuid('The note.'),
    note: said('What it says.'),
    by: said('Who wrote it.'),
    own: Type.Boolean({ description: 'Written by whoever asks, who may remove it.' }),
    createdAt: moment('When.'),
  },
  { title: 'TransactionNote', description: 'A note of a colleague.' },
);

const Person = Type.Object(
  {
    userId: orNull(said("The merchant's id; null: none was named.")),
    name: orNull(said('Name.')),
    email: orNull(said('Masked.')),
    phone: orNull(said('Masked.')),
    ip: orNull(said('Address of the device.')),
    country: orNull(said('Country code.')),
  },
  { title: 'TransactionPerson', description: 'Who pays, or is paid.' },
);

export const TransactionPage = Type.Object(
  {
    transaction: TransactionItem,
    sentence: Sentence,
    actions: Type.Array(choice(ACTION_NAMES, 'An action.'), {
      description: 'What whoever asks may do to it now.',
    }),
    facts: Type.Object(
      {
        sessionId: said('The session.'),
        origin: choice(['v3', 'v2', 'session', 'portal'], 'The door it came through.'),
        extra1: orNull(said("The merchant's own.")),
        extra2: orNull(said("The merchant's own.")),
        extra3: orNull(said("The merchant's own.")),
        retryAdvice: orNull(said('What the error code advises.')),
        cardExpiry: orNull(said('Month and year.')),
        recipient: orNull(said('Account of the recipient, masked.')),
        confirmBy: orNull(said('What a confirmation must bring: UTR, TRANSACTION_ID, DOCUMENT or ANY.')),
      },
      { description: 'More about it.' },
    ),
    person: Person,
    refundable: money('What is left to refund.'),
    available: money('What the brand has available in its currency.'),
    timeline: Type.Array(Step, { description: 'Oldest first.' }),
    attempts: Type.Array(Attempt, { description: 'Those that were declined.' }),
    exchange: Exchange,
    refunds: Type.Array(PageRefund, { description: 'Oldest first.' }),
    webhooks: Type.Array(Webhook, { description: 'Oldest first.' }),
    transfers: Type.Array(Transfer, { description: 'Oldest first.' }),
    risk: Risk,
    notes: Type.Array(PageNote, { description: 'Oldest first.' }),
    tags: Type.Array(Type.String(), { description: 'By their letters.' }),
    related: Type.Array(TransactionItem, { description: 'Others of this customer, newest first.' }),
  },
  { title: 'TransactionPage', description: 'All that is known of a transaction.' },
);
export type TransactionPage = Static<typeof TransactionPage>;
