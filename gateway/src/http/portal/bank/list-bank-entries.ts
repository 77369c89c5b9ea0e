// Lists entries of statements in the portal, under /portal/api/brands/{brandId}/bank/entries (contract 15): those that
// need a person, each with the payments that it most likely belongs to. staff/decide-bank-entries.ts has the decision.
import { type Static, type TSchema, Type } from 'typebox';
import { openEntry } from '../../../actions/bank/open-entry.ts';
import { suggestPayments } from '../../../actions/bank/suggest-payments.ts';
import type { Context } from '../../../actions/context.ts';
import { toWire } from '../../../domain/money/money.ts';
import { ENTRY_STATES, listEntries, type StoredEntry } from '../../../storage/bank/entry-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { answerEntry, EntryAnswer } from '../../schemas/bank-schemas.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';

const PAGE = 20;

const Suggestion = Type.Object(
  {
    transactionId: uuid('The pay-in.'),
    merchantReference: Type.String({ description: 'Its reference.' }),
    status: Type.String({ description: 'Its status.' }),
    amount: Type.Number({ description: 'In units of its currency.' }),
    currency: Type.String({ description: 'Its currency.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
    reasons: Type.Array(Type.String(), {
      description: 'Why this payment is likely, the strongest reason first.',
    }),
  },
  { title: 'BankEntrySuggestion', description: 'A payment to which an entry may belong.' },
);

const PortalEntry = Type.Object(
  {
    ...EntryAnswer.properties,
    bookedOn: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description:
        'The day on which the bank booked the entry, as the bank wrote it; null: the statement does not say.',
    } as TSchema),
    suggestions: Type.Array(Suggestion, { description: 'At most three, for entries that need a person.' }),
  },
  { title: 'PortalBankEntry', description: 'An entry of a statement.' },
);

const shared = { tags: ['Portal bank'], access: 'portal' } as const satisfies Partial<Operation>;

export const listPortalBankEntriesCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/entries',
  ...shared,
  operationId: 'listPortalBankEntries',
  summary: 'List the entries of bank statements',
  description: 'Entries that need a person, or all entries in a state, in the order of their arrival.',
  permission: 'bank.read',
  params: PortalBrandPath,
  querystring: closed({
    state: Type.Optional(choice(ENTRY_STATES, 'Default: unmatched and conflict.')),
    cursor: Type.Optional(uuid('`next` of the page before.')),
  }),
  answers: {
    200: { description: 'A page.', schema: pageOf(PortalEntry, 'Oldest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const { state, cursor = null } = query;
    const states = state === undefined ? (['unmatched', 'conflict'] as const) : [state];
    const found = await listEntries(context.sql, { ...brand, states, after: cursor, limit: PAGE + 1 });
    const shown = found.slice(0, PAGE);
    const items = await Promise.all(shown.map((entry) => shownEntry(context, entry)));
    return { items, next: found.length > PAGE ? shown.at(-1)!.id : null };
  },
});

async function shownEntry(context: Context, entry: StoredEntry): Promise<Static<typeof PortalEntry>> {
  const needsPerson = entry.state === 'unmatched' || entry.state === 'conflict';
  const found = needsPerson ? await suggestPayments(context, await openEntry(context, entry)) : [];
  return {
    ...(await answerEntry(context, entry)),
    bookedOn: entry.bookedOn,
    suggestions: found.map(({ transaction, reasons }) => ({
      transactionId: transaction.id,
      merchantReference: transaction.merchantReference,
      status: transaction.status,
      amount: toWire(transaction.amountMinor, transaction.currency),
      currency: transaction.currency,
      createdAt: transaction.createdAt.toISOString(),
      reasons,
    })),
  };
}
