// Payouts in the portal's API: a payout in a list, a payout that waits for its approval, and the results of several
// decisions.
import { type TSchema, Type } from 'typebox';
import { STATUSES } from '../../../domain/transactions/transaction.ts';
import { choice, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';

export const time = (description: string) => Type.String({ format: 'date-time', description });
export const amount = (description: string) => Type.Number({ description });
export const currency = Type.String({ description: 'Currency code.' });

export function nullable<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

const Person = Type.Object(
  {
    kind: choice(['user', 'api', 'operator'], 'user: a user of the portal. api: the holder of the API key.'),
    name: Type.String({ description: 'The name at that time.' }),
  },
  { description: 'Who.' },
);

const payoutFields = {
  transactionId: uuid('The payout.'),
  createdAt: time('When it was created.'),
  status: choice(STATUSES, 'The current status.'),
  merchantReference: Type.String({ description: 'The reference of the merchant.' }),
  currency,
  amount: amount('The amount.'),
  country: textOrNull('Country of the recipient; null: not given.'),
  method: textOrNull('Name of the method; null: the recipient has not chosen.'),
  recipient: Type.Object(
    {
      name: textOrNull('Name as given; null: none was given.'),
      account: textOrNull('Masked except for its last four characters; null: not known.'),
    },
    { description: 'The recipient.' },
  ),
  userId: textOrNull("The merchant's id of the customer; null: none was given."),
  maker: Type.Object(
    {
      ...Person.properties,
      file: textOrNull('The name of the payout file; null: the payout came from the form or the API.'),
    },
    { description: 'Who created it, and from which file.' },
  ),
  decision: nullable(
    Type.Object({
      action: choice(['approved', 'declined', 'cancelled'], 'The decision.'),
      by: Person,
      at: time('When.'),
    }),
    'Who approved or declined it; null: nobody did, or no approval is required.',
  ),
  errorCode: textOrNull('Why it was declined; null: it was not declined.'),
  errorReason: textOrNull('The text of the error code.'),
  updatedAt: time('When it last changed.'),
  expiresAt: timeOrNull('When the time for its approval ends; null: it does not wait.'),
};

export const Payout = Type.Object(payoutFields, {
  title: 'PortalPayout',
  description: 'A payout in the list.',
});

/** What the caller may do with a waiting payout, or with a file of them. */
const approvalFields = {
  mayApprove: Type.Boolean({
    description: 'false: the brand has four eyes, and another person must approve it.',
  }),
  whyNot: Type.Unsafe<'made' | 'access' | null>({
    enum: ['made', 'access', null],
    description:
      'made: the caller created it. access: less than 24 hours ago, the maker gave the caller new access to the ' +
      'portal or the caller gave it to the maker, one colleague gave it to both, or an operator gave it to one ' +
      'of them. null: the caller may approve it.',
  }),
};

export const WaitingFile = Type.Object(
  {
    fileId: Type.String({ description: 'The upload.' }),
    name: Type.String({ description: 'The name of the file.' }),
    maker: Type.String({ description: 'Who uploaded it.' }),
    createdAt: time('When the oldest of its waiting payouts was created.'),
    totals: Type.Array(
      Type.Object({
        currency,
        count: Type.Integer({ description: 'Number of waiting payouts.' }),
        amount: amount('Sum of their amounts.'),
      }),
      { description: 'Its waiting payouts, by currency.' },
    ),
    ...approvalFields,
  },
  { title: 'WaitingFile', description: 'A file of payouts of which some wait for their approval.' },
);

export const WaitingPayout = Type.Object(
  {
    ...payoutFields,
    ...approvalFields,
    background: nullable(
      Type.Object({
        paidBefore: Type.Integer({
          description: 'How often this account was paid before; 100 means 100 or more.',
        }),
        lastPaidAt: timeOrNull('When it was last paid; null: never.'),
        formerAccount: nullable(
          Type.Object({ account: textOrNull('Masked.'), paidAt: time('When it was paid.') }),
          'The last account to which this customer was paid, if it is a different account.',
        ),
        otherNames: Type.Integer({
          description: 'With how many other names this account was used in payouts.',
        }),
        nameAccount: nullable(
          Type.Object({ account: textOrNull('Masked.'), paidAt: time('When it was paid.') }),
          'The last account to which this name was paid, if it is a different account.',
        ),
        otherAccounts: Type.Integer({
          description: 'How many other accounts have this name among the waiting payouts.',
        }),
        duplicates: Type.Array(
          Type.Object({
            transactionId: uuid('The other payout.'),
            merchantReference: Type.String({ description: 'Reference of the payout.' }),
            status: choice(STATUSES, 'The current status.'),
            createdAt: time('When it was created.'),
          }),
          { description: 'Payouts of the same amount to the same account within 24 hours; at most three.' },
        ),
      }),
      'What is known about the account; null: the account is unknown, or the payout is older than these records.',
    ),
    account: textOrNull(
      'The whole account, if the caller may approve payouts; null for other callers and for a card.',
    ),
    balanceAfter: amount(
      'The available balance after this payout and all before it in this list; below zero: the balance is too low.',
    ),
    line: nullable(Type.Integer(), 'Its line in the payout file; null: it came from no file.'),
  },
  {
    title: 'WaitingPayout',
    description: 'A payout that waits for its approval, with the facts that an approver needs.',
  },
);

export const SettledPayouts = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        transactionId: uuid('The payout.'),
        outcome: choice(
          ['approved', 'declined', 'short', 'not-sent', 'refused'],
          'short: the balance is too low, and the payout still waits. not-sent: approved, but no provider accepted ' +
            'it. refused: nothing changed.',
        ),
        status: textOrNull('The current status.'),
        errorCode: textOrNull('Such as 4001, if the balance is too low.'),
        errorReason: textOrNull('The text of the error code.'),
        message: textOrNull('Why it was refused.'),
      }),
      { description: 'One result for each payout, in the order of the request.' },
    ),
  },
  { title: 'SettledPayouts', description: 'The result of each payout.' },
);

export const PayoutAnswer = Type.Object(
  {
    transactionId: uuid('The payout.'),
    merchantReference: Type.String({ description: 'Reference of the payout.' }),
    status: choice(STATUSES, 'PENDING: it waits for its approval.'),
    errorCode: textOrNull('Why it was declined; null: it was not declined.'),
    errorReason: textOrNull('The text of the error code.'),
  },
  { title: 'MadePayout', description: 'The created payout.' },
);
