// The overview as the API answers it. Currencies are never added up: each sum is under its currency; counts are for all.
import { type TSchema, Type } from 'typebox';

const count = (description: string) => Type.Integer({ description });
const amount = (description: string) => Type.Number({ description });
const share = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description } as TSchema);
const moment = (description: string) => Type.String({ format: 'date-time', description });
const momentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description } as TSchema);
const label = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description } as TSchema);
const currency = Type.String({ description: 'Of the amounts.' });

const Stretch = Type.Object(
  { begins: moment('Its beginning.'), ends: moment('Its end, itself left out.') },
  { description: 'A stretch of time.' },
);

const Volume = Type.Object(
  {
    count: count('Completed pay-ins.'),
    amount: amount('What they add up to.'),
    refunded: amount('What was given back of them, or is on its way.'),
  },
  { title: 'OverviewVolume', description: 'Completed pay-ins, by the time they were made.' },
);

const part = (what: string, more: Record<string, TSchema> = {}) =>
  Type.Object(
    {
      key: label(`The ${what}; null: none was chosen.`),
      ...more,
      count: count('Completed pay-ins.'),
      amount: amount('What they add up to.'),
      approved: count('Completed pay-ins.'),
      ended: count('Pay-ins that ended: completed, declined, or failed with an error.'),
      rate: share('approved ÷ ended; null: none ended.'),
    },
    { description: `By ${what}.` },
  );

const METHOD = { optionId: label('Its payment option, to list its transactions by; null: none was chosen.') };

export const Overview = Type.Object(
  {
    from: Type.String({ description: 'First day.' }),
    to: Type.String({ description: 'Last day.' }),
    timeZone: Type.String({ description: 'Whose days they are.' }),
    step: Type.Unsafe<'hour' | 'day'>({
      type: 'string',
      enum: ['hour', 'day'],
      description: 'Of the lines.',
    }),
    period: Stretch,
    former: Stretch,
    isEmpty: Type.Boolean({ description: 'No transaction was made in the period or the one before it.' }),
    currencies: Type.Array(
      Type.Object(
        {
          currency,
          own: Volume,
          former: Volume,
          refundedShare: share('Of the volume, what was refunded; null: there was none.'),
          formerRefundedShare: share('The same of the former period.'),
          payouts: Type.Object(
            { count: count('Completed payouts.'), amount: amount('What they add up to.') },
            { description: 'Money out.' },
          ),
          steps: Type.Array(
            Type.Object(
              {
                begins: moment('Its beginning.'),
                amount: amount('Completed pay-ins.'),
                count: count('How many.'),
                refunded: amount('What was given back of them, or is on its way.'),
                formerAmount: amount('The same step of the former period.'),
              },
              { description: 'An hour or a day.' },
            ),
            { description: 'Along the period; a step without a payment is there too.' },
          ),
          methods: Type.Array(part('method', METHOD), { description: 'Largest first.' }),
          countries: Type.Array(part('country'), { description: 'Largest first.' }),
        },
        { title: 'OverviewCurrency', description: 'A period in one currency.' },
      ),
      { description: 'Most payments first.' },
    ),
    approval: Type.Object(
      {
        approved: count('Completed pay-ins.'),
        ended: count('Pay-ins that ended.'),
        rate: share('approved ÷ ended; null: none ended.'),
        formerRate: share('The same of the former period.'),
        steps: Type.Array(
          Type.Object(
            {
              begins: moment('Its beginning.'),
              approved: count('Completed pay-ins.'),
              ended: count('Pay-ins that ended.'),
            },
            { description: 'An hour or a day.' },
          ),
          { description: 'Along the period.' },
        ),
      },
      {
        title: 'OverviewApproval',
        description:
          'Of the pay-ins of all currencies that ended (completed, declined, error), how many completed.',
      },
    ),
    declines: Type.Array(
      Type.Object(
        {
          errorCode: Type.String({ description: 'Of the catalogue.' }),
          reason: Type.String({ description: 'In words.' }),
          count: count('Pay-ins that ended so.'),
          formerCount: count('The same of the former period.'),
        },
        { title: 'OverviewDecline', description: 'Pay-ins that were declined for one reason.' },
      ),
      { description: 'Most frequent first.' },
    ),
    balances: Type.Array(
      Type.Object(
        {
          currency,
          available: amount('May be spent.'),
          reserved: amount('Set aside.'),
          waitingForApproval: amount('Payouts that wait for their approval, in sum.'),
          payoutsWaiting: count('How many.'),
          oldestWaitingSince: momentOrNull('When the oldest of them was made.'),
        },
        { title: 'OverviewBalance', description: 'Now, whatever the period.' },
      ),
      { description: 'In the order of the codes.' },
    ),
    webhooks: Type.Object(
      {
        delivered: count('Delivered of the latest events.'),
        looked: count('The latest events of the last 24 hours, 2,000 at most.'),
        waiting: count('Events in line, 10,000 at most.'),
        abandoned: count('Given up, of the latest events.'),
        pausedEndpoints: count('Endpoints that are paused.'),
      },
      { title: 'OverviewWebhooks', description: 'Now, whatever the period.' },
    ),
    undecided: Type.Object(
      {
        transactions: count('Transactions.'),
        refunds: count('Refunds.'),
        oldestSince: momentOrNull('When the oldest was made.'),
      },
      { title: 'OverviewUndecided', description: 'Outcomes that nobody knows and a person decides.' },
    ),
  },
  { title: 'Overview', description: 'How a brand is doing.' },
);
