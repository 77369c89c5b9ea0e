// How an erasure names the customer, and its answer (contract 2); operators and the portal share it.
import { Type } from 'typebox';
import { closed, maybe, text } from './schema-fields.ts';

export const ErasureBody = closed(
  {
    userId: maybe(
      text(255, 'The customer as you name them, compared exactly.', {
        minLength: 1,
        numbers: 'any',
        examples: ['ada'],
      }),
    ),
    email: maybe(
      text(320, 'Their e-mail address, in any case.', { minLength: 1, examples: ['ada@example.com'] }),
    ),
  },
  {
    title: 'Erasure',
    description:
      'At least one of the two. With both, they name the same person, and what has either is theirs.',
  },
);

export const ErasedAnswer = Type.Object(
  {
    transactions: Type.Integer({
      description: 'Transactions whose personal data goes: at once, or as soon as they are over.',
    }),
    cards: Type.Integer({ description: 'Saved cards that were deleted.' }),
  },
  { title: 'Erased', description: 'What was found. A person who is not known has none.' },
);

export const ERASURE_DESCRIPTION =
  'Erases the personal data of one customer at this brand. It cannot be undone. What goes: names, addresses, e-mail, phone, ' +
  'documents, userId, card and recipient details, extras, order lines, confirmations, notes and tags, the profile and saved cards; ' +
  'in webhooks too, which are signed anew. What stays: amounts, references, statuses, times, the ledger, keyed hashes and the audit ' +
  'log, which does not name the customer. A transaction that is not over is erased as soon as it is. The call may be repeated. A ' +
  'later payment of the same person is that of a new customer.';
