// The answer of a transaction's page in the portal, in the order in which the page shows it.

import { RESPONSE_KINDS } from '@tollgate/provider-kit/seam/dispute';
import { type Static, Type } from 'typebox';
import { DISPUTE_STATUSES, RESPONSE_STATUSES } from '../../../domain/after-end/dispute.ts';
import { CAPTURE_STATUSES } from '../../../domain/captures/capture.ts';
import { ACTION_NAMES } from '../../../domain/records/transaction-actions.ts';
import { REFUND_ORIGINS } from '../../../domain/refunds/refund.ts';
import { choice, orNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalMandate } from '../mandates/portal-mandate.ts';
import type { ShownAccount } from '../providers/provider-name.ts';
import { PortalNotification } from '../providers/shown-notification.ts';
import { count, moment, money, said } from '../transactions/transaction-fields.ts';
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
      'Who or what acted. user: a colleague; api: a call of the API; resolver: an inquiry of the gateway to the ' +
        'provider.',
    ),
    name: orNull(said('Name of a person or brand.')),
  },
  { title: 'TransactionActor', description: 'Who did it.' },
);
export type ShownActor = Static<typeof Actor>;

const Sentence = Type.Object(
  {
    what: said('What happened, and why.'),
    next: orNull(said('The possible actions.')),
    tone: choice(['good', 'bad', 'waiting', 'attention', 'quiet'], 'How to show it.'),
  },
  { title: 'TransactionSentence', description: 'The first sentence of the page.' },
);

const Step = Type.Object(
  {
    at: moment('When.'),
    kind: choice(
      ['created', 'status', 'attempt', 'capture', 'refund', 'dispute', 'return', 'act'],
      'What kind of step.',
    ),
    what: said('The step in words.'),
    status: orNull(said('The status it led to, of a transaction, capture, refund or dispute.')),
    actor: Actor,
    reason: orNull(said('Why.')),
  },
  { title: 'TransactionStep', description: 'A step of the transaction.' },
);
export type Step = Static<typeof Step>;

const PageRefund = Type.Object(
  {
    id: uuid('The refund.'),
    amount: money('Amount.'),
    status: choice(['PENDING', 'COMPLETED', 'FAILED'], 'The current status.'),
    undecided: Type.Boolean({ description: 'Whether its outcome is unknown and a person must decide it.' }),
    origin: choice(
      REFUND_ORIGINS,
      'merchant: created through the gateway. provider: created at the provider.',
    ),
    reason: orNull(said('The reason.')),
    refundReference: orNull(said("The merchant's reference.")),
    providerReference: orNull(said("The provider's reference.")),
    errorCode: orNull(said('Why it failed.')),
    errorReason: orNull(said('The text of the error code.')),
    inquiries: count('Number of inquiries about it without a final outcome.'),
    madeBy: Actor,
    endedBy: Type.Unsafe<ShownActor | null>({ ...Actor, type: ['object', 'null'] }),
    createdAt: moment('When it was created.'),
    updatedAt: moment('When it last changed.'),
  },
  { title: 'TransactionRefund', description: 'A refund of the transaction.' },
);

const PageCapture = Type.Object(
  {
    id: uuid('The capture.'),
    amount: money('Amount.'),
    status: choice(CAPTURE_STATUSES, 'The current status.'),
    undecided: Type.Boolean({ description: 'Whether its outcome is unknown and nobody asks the provider.' }),
    final: Type.Boolean({ description: 'Whether it is the last one, which releases the rest.' }),
    origin: choice(
      ['merchant', 'provider'],
      'merchant: created through the gateway. provider: created at the provider.',
    ),
    captureReference: orNull(said("The merchant's reference.")),
    providerReference: orNull(said("The provider's reference.")),
    errorCode: orNull(said('Why it failed.')),
    errorReason: orNull(said('The text of the error code.')),
    madeBy: Actor,
    endedBy: Type.Unsafe<ShownActor | null>({ ...Actor, type: ['object', 'null'] }),
    createdAt: moment('When it was created.'),
    completedAt: orNull(moment('When it completed; stays even if it failed afterwards.')),
  },
  { title: 'TransactionCapture', description: 'A capture of the transaction.' },
);

const AUTHORIZATION = {
  amount: money('What was authorised.'),
  captured: money('The sum of completed captures.'),
  pending: money('The sum of pending captures.'),
  capturable: money('What can still be captured.'),
  released: money('What was given back; 0 while it is held.'),
  several: Type.Boolean({ description: 'Whether the provider takes several captures.' }),
  captureBefore: moment('Until when it can be captured.'),
  open: Type.Boolean({ description: 'Whether the money is still held.' }),
};
const Authorization = Type.Object(AUTHORIZATION, {
  title: 'TransactionAuthorization',
  description: 'What the provider holds or held until a capture; null: it is charged at once.',
});

const PageResponse = Type.Object(
  {
    kind: choice(RESPONSE_KINDS, 'evidence: the dispute was contested. acceptance: the money was given up.'),
    status: choice(RESPONSE_STATUSES, 'PENDING: on its way, or unknown. SENT: the provider has it.'),
    undecided: Type.Boolean({ description: 'Whether its outcome is unknown and nobody asks the provider.' }),
    reason: orNull(said('Why the provider did not take it.')),
    givenBy: Actor,
    evidence: orNull(
      Type.Object(
        {
          texts: Type.Array(Type.String(), { description: 'Names of the texts.' }),
          files: Type.Array(Type.String(), { description: 'What the files show.' }),
        },
        { description: 'What was handed in; null: nothing, or it is no longer known.' },
      ),
    ),
    createdAt: moment('When it was given.'),
    updatedAt: moment('When it last changed.'),
  },
  { title: 'TransactionDisputeResponse', description: 'What the merchant answered to a dispute.' },
);
type PageResponse = Static<typeof PageResponse>;

const PageDispute = Type.Object(
  {
    id: uuid('The dispute.'),
    status: choice(DISPUTE_STATUSES, 'INQUIRY: the bank asks. OPEN: a chargeback. WON, LOST: how it ended.'),
    amount: money('The disputed amount.'),
    fundsWithheld: Type.Boolean({
      description: 'Whether the amount was taken out of the available balance.',
    }),
    reason: orNull(said('In the words of the bank.')),
    deadline: orNull(moment('Until when it can be answered.')),
    providerReference: orNull(said("The provider's reference.")),
    createdAt: moment('When it was opened.'),
    updatedAt: moment('When it last changed.'),
    response: Type.Unsafe<PageResponse | null>({ ...PageResponse, type: ['object', 'null'] }),
    possible: Type.Array(choice(RESPONSE_KINDS, 'A response.'), {
      description: 'What the caller can do about it now, through the gateway.',
    }),
    providerPage: orNull(said("Address of the provider's page of the payment.")),
  },
  { title: 'TransactionDispute', description: 'A dispute of the transaction.' },
);

const Webhook = Type.Object(
  {
    eventId: uuid('The event.'),
    sequence: count('Its number within the transaction.'),
    eventType: said('The type of the event.'),
    state: choice(
      ['pending', 'delivered', 'waiting', 'abandoned', 'unaddressed'],
      'delivered: the receiver accepted it. pending: it will be sent. waiting: in the line of its endpoint, which ' +
        'is paused or slow. abandoned: every try failed. unaddressed: there is no address.',
    ),
    tries: count('Number of tries.'),
    statusCode: orNull(count('HTTP status of the last try.')),
    error: orNull(said('What went wrong in the last try.')),
    url: orNull(said('Address of the last try, without its query.')),
    nextTryAt: orNull(moment('When it is sent next.')),
    createdAt: moment('When the event was created.'),
    deliveredAt: orNull(moment('When the receiver accepted it.')),
  },
  { title: 'TransactionWebhook', description: 'A webhook event of the transaction.' },
);

const Transfer = Type.Object(
  {
    id: uuid('The transfer.'),
    from: said('The account from which the money was moved.'),
    to: said('The account to which the money was moved.'),
    amount: money('Amount.'),
    at: moment('When.'),
  },
  { title: 'TransactionTransfer', description: 'A movement of money in the ledger.' },
);

const Settled = Type.Object(
  {
    settlementId: uuid('The settlement.'),
    provider: said('Name of the provider for people.'),
    reference: said("The provider's own id of the payout."),
    currency: said('Its currency.'),
    gross: money('Sum of the lines of this payment, signed as they change the payout.'),
    fee: money('Positive where the provider takes it.'),
    net: money('`gross` less `fee`.'),
    paidAt: orNull(moment('When the provider pays it out; null: not yet.')),
    isAtBank: Type.Boolean({ description: 'Whether its credit was found on the bank account.' }),
  },
  { title: 'TransactionSettlement', description: 'What a payout of the provider has of the payment.' },
);

const Attempt = Type.Object(
  {
    attempt: count('1, 2, 3 …'),
    at: moment('When it was declined.'),
    option: orNull(said('The payment option of the attempt.')),
    errorCode: said('Why it was declined.'),
    errorReason: said('The text of the error code.'),
  },
  { title: 'TransactionAttempt', description: 'An attempt in the cashier that was declined.' },
);

const ExchangeAccount = Type.Object(
  {
    accountId: uuid('The account.'),
    environment: choice(['test', 'live'], 'live: real money moves.'),
    merchantAccount: orNull(said('The name at the provider.')),
    isRetired: Type.Boolean({ description: 'true: no new payments go there.' }),
  },
  {
    title: 'ExchangeAccount',
    description: 'The account at the provider; null: nothing was sent, or it went to the sandbox.',
  },
);

const Exchange = Type.Object(
  {
    provider: orNull(said('Name of the provider for people.')),
    providerId: orNull(
      said(
        'Name of the provider in addresses; null: there is no provider, or it is the sandbox, which has no page.',
      ),
    ),
    account: Type.Unsafe<ShownAccount | null>({ ...ExchangeAccount, type: ['object', 'null'] }),
    accountsAsked: count('Number of accounts at providers to which it was sent, one after the other.'),
    chargeReference: orNull(
      said('The reference of the last charge at the provider; null: nothing was sent.'),
    ),
    providerReference: orNull(said("The provider's reference.")),
    resultType: orNull(said('Result type of the last answer.')),
    statusCode: orNull(count('The same as a number.')),
    answered: Type.Array(Type.String(), { description: 'Names of the fields of the last answer.' }),
    threeDs: orNull(said('3-D Secure: flow and status.')),
    attempts: count('Number of attempts in the cashier.'),
    inquiries: count('Number of inquiries without a final outcome.'),
    nextQuestionAt: orNull(moment('When the gateway checks it next.')),
    expiresAt: orNull(moment('When it expires.')),
  },
  { title: 'ProviderExchange', description: 'The exchange between the gateway and the provider.' },
);

const Risk = Type.Object(
  {
    counters: Type.Array(
      Type.Object({
        rule: said('Name of the rule.'),
        counted: count('The present count.'),
        limit: count('The limit.'),
        windowSeconds: count('The period of the limit, in seconds.'),
      }),
      { description: 'How the risk rules count its card, user and address now.' },
    ),
    blocks: Type.Array(
      Type.Object({
        id: uuid('The block.'),
        kind: said('What is blocked.'),
        value: said('The blocked value.'),
        reason: said('Why.'),
        expiresAt: orNull(moment('When the block expires.')),
      }),
      { description: 'Blocks of the brand that match it.' },
    ),
  },
  { title: 'TransactionRisk', description: 'Counters and blocks that match it.' },
);

export const PageNote = Type.Object(
  {
    id: uuid('The note.'),
    note: said('Text of the note.'),
    by: said('Who wrote it.'),
    own: Type.Boolean({ description: 'Whether the caller wrote it and may remove it.' }),
    createdAt: moment('When.'),
  },
  { title: 'TransactionNote', description: 'A note of a colleague.' },
);

const Person = Type.Object(
  {
    userId: orNull(said("The merchant's id of the customer; null: none was given.")),
    name: orNull(said('Name.')),
    email: orNull(said('Masked.')),
    phone: orNull(said('Masked.')),
    ip: orNull(said('Address of the device.')),
    country: orNull(said('Country code.')),
  },
  { title: 'TransactionPerson', description: 'The person who pays or is paid.' },
);

export const TransactionPage = Type.Object(
  {
    transaction: TransactionItem,
    sentence: Sentence,
    actions: Type.Array(choice(ACTION_NAMES, 'An action.'), {
      description: 'What the caller may do with it now.',
    }),
    facts: Type.Object(
      {
        sessionId: said('The session.'),
        origin: choice(['v3', 'v2', 'session', 'portal'], 'The kind of call or page that created it.'),
        initiator: orNull(
          choice(
            ['CUSTOMER', 'MERCHANT'],
            'MERCHANT: a later charge of the mandate, while the customer was absent; null for payouts.',
          ),
        ),
        extra1: orNull(said('Free text of the merchant.')),
        extra2: orNull(said('Free text of the merchant.')),
        extra3: orNull(said('Free text of the merchant.')),
        retryAdvice: orNull(said('The advice of the error code.')),
        cardExpiry: orNull(said('Month and year.')),
        recipient: orNull(said('Account of the recipient, masked.')),
        confirmBy: orNull(said('What a confirmation requires: UTR, TRANSACTION_ID, DOCUMENT or ANY.')),
      },
      { description: 'Further facts.' },
    ),
    person: Person,
    authorization: Type.Unsafe<Static<typeof Authorization> | null>({
      ...Authorization,
      type: ['object', 'null'],
    }),
    captures: Type.Array(PageCapture, { description: 'Oldest first.' }),
    mandate: Type.Unsafe<PortalMandate | null>({ ...PortalMandate, type: ['object', 'null'] }),
    refundable: money('What is left to refund: not refunded, disputed or returned.'),
    unrefunded: money('What was not refunded. If a dispute holds some of it, a refund pays that twice.'),
    available: money('The available balance of the brand in its currency.'),
    timeline: Type.Array(Step, { description: 'Oldest first.' }),
    attempts: Type.Array(Attempt, { description: 'The declined attempts.' }),
    exchange: Exchange,
    refunds: Type.Array(PageRefund, { description: 'Oldest first.' }),
    notifications: Type.Array(PortalNotification, {
      description: 'Notifications of the provider about it: the latest 50, oldest first.',
    }),
    disputes: Type.Array(PageDispute, { description: 'Oldest first.' }),
    webhooks: Type.Array(Webhook, { description: 'Oldest first.' }),
    webhooksArchived: orNull(
      said('The month, such as 2026-01, whose archive has its first webhooks; null: all are in this answer.'),
    ),
    transfers: Type.Array(Transfer, { description: 'Oldest first.' }),
    settlements: orNull(
      Type.Array(Settled, {
        description:
          'Oldest first; empty: not settled yet. null: the provider tells of no payouts, nothing was charged, or the ' +
          'user may not read the bank account.',
      }),
    ),
    risk: Risk,
    notes: Type.Array(PageNote, { description: 'Oldest first.' }),
    tags: Type.Array(Type.String(), { description: 'Sorted alphabetically.' }),
    twins: Type.Array(TransactionItem, {
      description:
        'Paid pay-ins with the same amount within 24 hours, by the same customer or card: one may be a duplicate. ' +
        'Newest first, at most three.',
    }),
    related: Type.Array(TransactionItem, {
      description: 'Other transactions of this customer, newest first.',
    }),
  },
  { title: 'TransactionPage', description: 'All details of a transaction.' },
);
export type TransactionPage = Static<typeof TransactionPage>;
