// How an erasure names the customer, and its answer (contract 2); operators and the portal share it.
import { Type } from 'typebox';
import { closed, maybe, text } from './schema-fields.ts';

export const ErasureBody = closed(
  {
    userId: maybe(
      text(255, 'Your id of the customer, compared exactly.', {
        minLength: 1,
        numbers: 'any',
        examples: ['ada'],
      }),
    ),
    email: maybe(
      text(320, 'Their e-mail address, in upper or lower case.', {
        minLength: 1,
        examples: ['ada@example.com'],
      }),
    ),
  },
  {
    title: 'Erasure',
    description:
      'At least one of the two. If you send both, they are taken for the same person, and everything with either one is erased.',
  },
);

export const ErasedAnswer = Type.Object(
  {
    transactions: Type.Integer({
      description: 'Transactions whose personal data is erased: at once, or as soon as they have ended.',
    }),
    cards: Type.Integer({ description: 'Saved cards that were deleted.' }),
  },
  { title: 'Erased', description: 'What was found. Both numbers are 0 for an unknown person.' },
);

export const ERASURE_DESCRIPTION =
  'Erases the personal data of one customer at this brand. It cannot be undone. Erased are: names, addresses, e-mail, phone, ' +
  'documents, userId, card and recipient details, extras, order lines, confirmations, notes and tags, the profile and saved cards; ' +
  'in webhooks too, which are signed again. Kept are: amounts, references, statuses, times, the ledger, keyed hashes and the audit ' +
  'log, which does not name the customer. A transaction in progress is erased as soon as it has ended. The call may be repeated. A ' +
  'later payment by the same person counts as that of a new customer.';
