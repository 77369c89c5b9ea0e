// Entries of statements in the portal, under /portal/api/brands/{brandId}/bank/entries (contract 15): those that need
// a person, each with the payments and payouts that it most likely is, and one by its id. staff/decide-bank-entries.ts
// has the decision.
import { type Static, type TSchema, Type } from 'typebox';
import { openEntry } from '../../../actions/bank/open-entry.ts';
import { suggestPayments } from '../../../actions/bank/suggest-payments.ts';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { toWire } from '../../../domain/money/money.ts';
import {
  ENTRY_STATES,
  findEntry,
  listEntries,
  newestEntries,
  type StoredEntry,
} from '../../../storage/bank/entry-store.ts';
import { settlementsByIds, unpaidOfAmount } from '../../../storage/settlements/settlement-list.ts';
import type { StoredSettlement } from '../../../storage/settlements/settlement-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { answerEntry, EntryAnswer } from '../../schemas/bank-schemas.ts';
import { choice, closed, orNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { providerName } from '../providers/provider-name.ts';

const PAGE = 20;
/** Payouts of the same amount that are offered for an entry. */
const MOST_PAYOUTS = 3;

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

const EntryPayout = Type.Object(
  {
    settlementId: uuid('The settlement.'),
    provider: Type.String({ description: 'Name of the provider for people.' }),
    reference: Type.String({ description: "The provider's own id of the payout." }),
    paidAt: timeOrNull('When the provider paid it out.'),
  },
  { description: 'A payout of a provider.' },
);

const PortalEntry = Type.Object(
  {
    ...EntryAnswer.properties,
    settlement: orNull(EntryPayout),
    payouts: Type.Array(EntryPayout, {
      description:
        'For entries that need a person: payouts of the same amount that are not found at the bank yet.',
    }),
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
  description:
    'Entries that need a person, in the order of their arrival; or all entries in a state, the latest first.',
  permission: 'bank.read',
  params: PortalBrandPath,
  querystring: closed({
    state: Type.Optional(choice(ENTRY_STATES, 'Default: unmatched and conflict.')),
    cursor: Type.Optional(uuid('`next` of the page before.')),
  }),
  answers: {
    200: { description: 'A page.', schema: pageOf(PortalEntry, 'Oldest first; of one state, newest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const { state, cursor = null } = query;
    const limit = PAGE + 1;
    const found =
      state === undefined
        ? await listEntries(context.sql, {
            ...brand,
            states: ['unmatched', 'conflict'],
            after: cursor,
            limit,
          })
        : await newestEntries(context.sql, brand, { state, before: cursor, limit });
    const shown = found.slice(0, PAGE);
    const items = await Promise.all(shown.map((entry) => shownEntry(context, entry)));
    return { items, next: found.length > PAGE ? shown.at(-1)!.id : null };
  },
});

export const showPortalBankEntryCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/entries/:entryId',
  ...shared,
  operationId: 'showPortalBankEntry',
  summary: 'Show an entry of a bank statement',
  description: 'One entry, as in the list.',
  permission: 'bank.read',
  params: Type.Object({ ...PortalBrandPath.properties, entryId: uuid('The entry.') }),
  answers: { 200: { description: 'The entry.', schema: PortalEntry }, ...portalErrors() },
  handle: async (context, { portal: { brand }, params }) => {
    const entry = await findEntry(context.sql, brand, params.entryId);
    if (!entry) throw new Refusal(404, 'entryId: the brand has no such entry');
    return await shownEntry(context, entry);
  },
});

async function shownEntry(context: Context, entry: StoredEntry): Promise<Static<typeof PortalEntry>> {
  const needsPerson = entry.state === 'unmatched' || entry.state === 'conflict';
  const found = needsPerson ? await suggestPayments(context, await openEntry(context, entry)) : [];
  const { settlementId } = entry;
  const own = settlementId && (await settlementsByIds(context.sql, entry, [settlementId])).get(settlementId);
  const payouts = needsPerson ? await payoutsLike(context, entry) : [];
  const toPayout = ({ id, provider, reference, paidAt }: StoredSettlement) => ({
    settlementId: id,
    provider: providerName(context, provider),
    reference,
    paidAt: paidAt?.toISOString() ?? null,
  });
  return {
    ...(await answerEntry(context, entry)),
    settlement: own ? toPayout(own) : null,
    payouts: payouts.map(toPayout),
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

async function payoutsLike({ sql }: Context, entry: StoredEntry): Promise<StoredSettlement[]> {
  const { direction, amountMinor, currency } = entry;
  if (direction !== 'credit' || amountMinor === null || currency === null) return [];
  return await unpaidOfAmount(sql, entry, { amountMinor, currency }, MOST_PAYOUTS);
}
