// The overview in answers. It must never add up different currencies: each sum is under its currency; counts are for
// all.
import { type TSchema, Type } from 'typebox';
import { textOrNull, timeOrNull } from '../../schemas/schema-fields.ts';

const count = (description: string) => Type.Integer({ description });
const amount = (description: string) => Type.Number({ description });
const share = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description } as TSchema);
const moment = (description: string) => Type.String({ format: 'date-time', description });
const currency = Type.String({ description: 'Currency of the amounts.' });

const Stretch = Type.Object(
  { begins: moment('Its beginning.'), ends: moment('Its end, exclusive.') },
  { description: 'A period.' },
);

const MONEY_BACK = {
  refunded: amount(
    'Pending and completed refunds that were made in this time, whenever their payments were.',
  ),
  disputed: amount('What disputes that were opened in this time withhold or took.'),
  returned: amount('Debits that came back in this time.'),
};

const Volume = Type.Object(
  {
    count: count('Completed pay-ins.'),
    amount: amount('Sum of their amounts.'),
    ...MONEY_BACK,
  },
  {
    title: 'OverviewVolume',
    description: 'Completed pay-ins, by the time of their creation; what went back, by the time when it did.',
  },
);

const part = (what: string, more: Record<string, TSchema> = {}) =>
  Type.Object(
    {
      key: textOrNull(`The ${what}; null: none was chosen.`),
      ...more,
      count: count('Completed pay-ins.'),
      amount: amount('Sum of their amounts.'),
      approved: count('Completed pay-ins.'),
      ended: count('Pay-ins that ended: completed, declined, or failed with an error.'),
      rate: share('approved ÷ ended; null if none ended.'),
    },
    { description: `By ${what}.` },
  );

const METHOD = {
  optionId: textOrNull('Its payment option, for a list of its transactions; null: none was chosen.'),
};

export const Overview = Type.Object(
  {
    from: Type.String({ description: 'First day.' }),
    to: Type.String({ description: 'Last day.' }),
    timeZone: Type.String({ description: 'The time zone of the days.' }),
    step: Type.Unsafe<'hour' | 'day'>({
      type: 'string',
      enum: ['hour', 'day'],
      description: 'Length of a step in the lines.',
    }),
    period: Stretch,
    former: Stretch,
    isEmpty: Type.Boolean({
      description: 'true: no transaction was created in this period or in the period before it.',
    }),
    currencies: Type.Array(
      Type.Object(
        {
          currency,
          own: Volume,
          former: Volume,
          refundedShare: share('`refunded` ÷ `amount`; null if there was no volume.'),
          formerRefundedShare: share('The same for the previous period.'),
          payouts: Type.Object(
            { count: count('Completed payouts.'), amount: amount('Sum of their amounts.') },
            { description: 'The payouts.' },
          ),
          steps: Type.Array(
            Type.Object(
              {
                begins: moment('Its beginning.'),
                amount: amount('Completed pay-ins.'),
                count: count('How many.'),
                ...MONEY_BACK,
                formerAmount: amount('The same step of the previous period.'),
              },
              { description: 'An hour or a day.' },
            ),
            { description: 'The steps of the period, including those without a payment.' },
          ),
          methods: Type.Array(part('method', METHOD), { description: 'Largest first.' }),
          countries: Type.Array(part('country'), { description: 'Largest first.' }),
          approval: Type.Object(
            {
              approved: count('Completed pay-ins.'),
              ended: count('Pay-ins that ended.'),
              rate: share('approved ÷ ended; null if none ended.'),
              formerRate: share('The same for the previous period.'),
              steps: Type.Array(
                Type.Object(
                  {
                    begins: moment('Its beginning.'),
                    approved: count('Completed pay-ins.'),
                    ended: count('Pay-ins that ended.'),
                  },
                  { description: 'An hour or a day.' },
                ),
                { description: 'The steps of the period.' },
              ),
            },
            {
              title: 'OverviewApproval',
              description: 'Of the pay-ins that ended (completed, declined, error), how many completed.',
            },
          ),
          declines: Type.Array(
            Type.Object(
              {
                errorCode: Type.String({ description: 'The error code.' }),
                reason: Type.String({ description: 'The text of the error code.' }),
                count: count('Number of pay-ins with this error code.'),
                formerCount: count('The same for the previous period.'),
              },
              { title: 'OverviewDecline', description: 'Pay-ins that were declined for one reason.' },
            ),
            { description: 'Most frequent first.' },
          ),
        },
        { title: 'OverviewCurrency', description: 'A period in one currency.' },
      ),
      { description: 'Most payments first.' },
    ),
    balances: Type.Array(
      Type.Object(
        {
          currency,
          available: amount('Available balance.'),
          reserved: amount('Reserved balance.'),
          waitingForApproval: amount('Sum of the payouts that wait for their approval.'),
          payoutsWaiting: count('How many.'),
          oldestWaitingSince: timeOrNull('When the oldest of them was created.'),
        },
        { title: 'OverviewBalance', description: 'The current balance, independent of the period.' },
      ),
      { description: 'Sorted by currency code.' },
    ),
    webhooks: Type.Object(
      {
        delivered: count('Number of checked events that were delivered.'),
        looked: count('Number of checked events: the latest of the last 24 hours, at most 2,000.'),
        waiting: count('Events in line, at most 10,000.'),
        abandoned: count('Number of checked events that the gateway gave up.'),
        pausedEndpoints: count('Endpoints that are paused.'),
        failingEndpoints: count('Other endpoints whose last try failed.'),
      },
      {
        title: 'OverviewWebhooks',
        description: 'The current state of the webhooks, independent of the period.',
      },
    ),
    declinesAll: Type.Boolean({
      description: 'Whether every payment is declined with 1011, because no provider is connected.',
    }),
  },
  { title: 'Overview', description: 'The overview of a brand.' },
);
