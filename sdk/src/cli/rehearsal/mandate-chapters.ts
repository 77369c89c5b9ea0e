// The chapters about mandates: a later charge for which the bank wants the customer, and a mandate that is revoked.
import { type Chapter, typed } from './steps.ts';

export const MANDATE_CHAPTERS: Record<string, Chapter> = {
  'mandate-declined': {
    summary: 'a later charge that is declined because the bank wants the customer',
    scenario: 'mandate-declined',
    amount: 12.9,
    last: 'payin.declined',
    steps: (events) => [
      {
        does: 'payin.declined with 2102',
        messages: typed(events, 'payin.declined'),
        mend: 'Book nothing for a declined charge, and ask the customer to pay on a page: the mandate stays active.',
      },
    ],
  },
  'mandate-revoked': {
    summary: 'a mandate that is revoked after its first payment',
    scenario: 'mandate-revoked',
    amount: 14.5,
    last: 'mandate.revoked',
    steps: (events) => [
      {
        does: 'payin.completed and mandate.active',
        messages: typed(events, 'payin.completed', 'mandate.active'),
        mend: 'Book a payment when payin.completed arrives. An event of a mandate moves no money, though its status is COMPLETED.',
      },
      {
        does: 'mandate.revoked',
        messages: typed(events, 'mandate.revoked'),
        mend: 'At mandate.revoked stop charging, and leave the books as they are: what was paid stays paid.',
      },
    ],
  },
};
