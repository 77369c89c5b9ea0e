// Payouts in the portal's API: one in a list, one that waits for its approval, and the results of several decisions.
import { type TSchema, Type } from 'typebox';
import { STATUSES } from '../../../domain/transactions/transaction.ts';
import { choice, uuid } from '../../schemas/schema-fields.ts';

export const orNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description } as TSchema);
export const timeOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description } as TSchema);
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const amount = (description: string) => Type.Number({ description });
export const currency = Type.String({ description: 'Currency code.' });

export function nullable<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

const Person = Type.Object(
  {
    kind: choice(['user', 'api', 'operator'], 'user: somebody in the portal. api: whoever has the API key.'),
    name: Type.String({ description: 'As it was then.' }),
  },
  { description: 'Who.' },
);

const payoutFields = {
  transactionId: uuid('The payout.'),
  createdAt: time('When it was made.'),
  status: choice(STATUSES, 'Where it stands.'),
  merchantReference: Type.String({ description: 'The reference of the merchant.' }),
  currency,
  amount: amount('What is paid.'),
  country: orNull('Where to; null: not named.'),
  method: orNull('How, in a word; null: the recipient has not chosen.'),
  recipient: Type.Object(
    {
      name: orNull('As it was given; null: none was.'),
      account: orNull('Masked but for its last four characters; null: not known.'),
    },
    { description: 'Who is paid.' },
  ),
  userId: orNull('The customer as the merchant named it; null: none was named.'),
  maker: Person,
  decision: nullable(
    Type.Object({
      action: choice(['approved', 'declined', 'cancelled'], 'What was decided.'),
      by: Person,
      at: time('When.'),
    }),
    'Who approved it or turned it down; null: nobody did, or nobody has to.',
  ),
  errorCode: orNull('Why it was declined; null: it was not.'),
  errorReason: orNull('The same in words.'),
  updatedAt: time('When it last changed.'),
  expiresAt: timeOrNull('Until when it can be approved; null: it does not wait.'),
};

export const Payout = Type.Object(payoutFields, {
  title: 'PortalPayout',
  description: 'A payout in the list.',
});

export const WaitingPayout = Type.Object(
  {
    ...payoutFields,
    mayApprove: Type.Boolean({
      description: 'false: the brand has four eyes, and another person approves it.',
    }),
    whyNot: Type.Unsafe<'made' | 'access' | null>({
      enum: ['made', 'access', null],
      description:
        'made: whoever asks made it. access: less than 24 hours ago the maker or whoever asks gave the other one access to the ' +
        'portal anew, or one colleague gave it to both. null: nothing is against it.',
    }),
    background: nullable(
      Type.Object({
        paidBefore: Type.Integer({
          description: 'How often this account was paid before; 100 stands for a hundred or more.',
        }),
        lastPaidAt: timeOrNull('When last; null: never.'),
        formerAccount: nullable(
          Type.Object({ account: orNull('Masked.'), paidAt: time('When it was paid.') }),
          'The account that this customer was last paid at, where it is another one.',
        ),
        duplicates: Type.Array(
          Type.Object({
            transactionId: uuid('The other payout.'),
            merchantReference: Type.String({ description: 'Its reference.' }),
            status: choice(STATUSES, 'Where it stands.'),
            createdAt: time('When it was made.'),
          }),
          { description: 'Payouts of the same amount to the same account within 24 hours; three at most.' },
        ),
      }),
      'What is known of the account; null: the account is not known, or came before this was kept.',
    ),
    balanceAfter: amount('What is available once it is approved; below zero: the balance does not carry it.'),
  },
  {
    title: 'WaitingPayout',
    description: 'A payout that waits for its approval, with what an approver asks.',
  },
);

export const SettledPayouts = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        transactionId: uuid('The payout.'),
        outcome: choice(
          ['approved', 'declined', 'short', 'not-sent', 'refused'],
          'short: the balance is too small, and it waits on. not-sent: approved, but no provider took it. refused: nothing was changed.',
        ),
        status: orNull('Where it stands now.'),
        errorCode: orNull('Such as 4001, where the balance is too small.'),
        errorReason: orNull('The same in words.'),
        message: orNull('Why it was refused.'),
      }),
      { description: 'One for each, in their order.' },
    ),
  },
  { title: 'SettledPayouts', description: 'What became of each.' },
);

export const PayoutAnswer = Type.Object(
  {
    transactionId: uuid('The payout.'),
    merchantReference: Type.String({ description: 'Its reference.' }),
    status: choice(STATUSES, 'PENDING: it waits for its approval.'),
    errorCode: orNull('Why it was declined; null: it was not.'),
    errorReason: orNull('The same in words.'),
  },
  { title: 'MadePayout', description: 'The payout that was made.' },
);
