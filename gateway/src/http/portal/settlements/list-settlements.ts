// Settlements in the portal, under /portal/api/brands/{brandId}/settlements (contract 17): the list, one settlement
// with the entry at the bank, and its lines. Plain reads. staff/decide-settlement-lines.ts has the decisions.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { LINE_STATES } from '../../../domain/settlements/settlement.ts';
import { findEntry } from '../../../storage/bank/entry-store.ts';
import { listLines } from '../../../storage/settlements/line-store.ts';
import { newestSettlements, settlingProviders } from '../../../storage/settlements/settlement-list.ts';
import {
  findSettlement,
  type OfBrand,
  type StoredSettlement,
} from '../../../storage/settlements/settlement-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { answerEntry } from '../../schemas/bank-schemas.ts';
import { choice, closed, orNull, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PAGE_LENGTH, requireCursor } from '../money/money-schemas.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { providerName } from '../providers/provider-name.ts';
import { PortalLine, PortalSettlement, shownLines, shownSettlements } from './settlement-fields.ts';
import { readSettlementFilter, settlementFilterFields } from './settlement-filter.ts';

const shared = {
  tags: ['Portal money'],
  access: 'portal',
  permission: 'bank.read',
} as const satisfies Partial<Operation>;

const cursor = Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before.' }));

export const listPortalSettlementsCall = call({
  address: 'GET /portal/api/brands/:brandId/settlements',
  ...shared,
  operationId: 'listPortalSettlements',
  summary: 'List settlements',
  description: 'What providers pay out to the bank account of the merchant, the latest payout first.',
  params: PortalBrandPath,
  querystring: closed({ ...settlementFilterFields, cursor }),
  answers: {
    200: { description: 'A page.', schema: pageOf(PortalSettlement, 'The latest payout first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const filter = readSettlementFilter(query, brand);
    const place = { before: requireCursor(query.cursor), limit: PAGE_LENGTH + 1 };
    const found = await newestSettlements(context.sql, brand, filter, place);
    const shown = found.slice(0, PAGE_LENGTH);
    const next = found.length > PAGE_LENGTH ? shown.at(-1)!.id : null;
    return { items: await shownSettlements(context, brand, shown), next };
  },
});

const Sources = Type.Object(
  {
    providers: Type.Array(
      Type.Object(
        {
          provider: Type.String({ description: 'Its name in addresses.' }),
          name: Type.String({ description: 'Its name for people.' }),
          hasSettlements: Type.Boolean({ description: 'Whether it told of a payout before.' }),
          writesReports: Type.Boolean({ description: 'Whether a person may import its reports.' }),
        },
        { description: 'A provider.' },
      ),
      { description: 'By name.' },
    ),
  },
  { title: 'SettlementSources', description: 'The providers that tell of payouts.' },
);

export const listSettlementSourcesCall = call({
  address: 'GET /portal/api/brands/:brandId/settlement-sources',
  ...shared,
  operationId: 'listSettlementSources',
  summary: 'List providers that tell of payouts',
  description: 'For the filter of the list, and for the import of a report.',
  params: PortalBrandPath,
  answers: { 200: { description: 'The providers.', schema: Sources }, ...portalErrors() },
  handle: async (context, { portal: { brand } }) => {
    const known = new Set(await settlingProviders(context.sql, brand));
    const accounts = context.providerAccounts.all().filter(({ brandId }) => brandId === brand.brandId);
    const writing = new Set(
      accounts
        .filter(({ provider, id }) => context.provider(provider, id)?.settlements?.readReport)
        .map(({ provider }) => provider),
    );
    const providers = [...known.union(writing)].map((provider) => ({
      provider,
      name: providerName(context, provider),
      hasSettlements: known.has(provider),
      writesReports: writing.has(provider),
    }));
    return { providers: providers.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
});

const SettlementPath = Type.Object({
  ...PortalBrandPath.properties,
  settlementId: uuid('The settlement.'),
});

export async function requireSettlement(
  { sql }: Pick<Context, 'sql'>,
  brand: OfBrand,
  settlementId: string,
): Promise<StoredSettlement> {
  const settlement = await findSettlement(sql, brand, settlementId);
  if (!settlement) throw new Refusal(404, 'settlementId: the brand has no such settlement');
  return settlement;
}

const OneSettlement = Type.Object(
  {
    ...PortalSettlement.properties,
    bankEntry: orNull(
      Type.Object(
        {
          entryId: uuid('The entry.'),
          bookedOn: textOrNull('The day on which the bank booked it.'),
          text: textOrNull('Its text.'),
          decision: textOrNull('What a person decided; null: it was found without a person.'),
        },
        { description: 'The credit on the bank account of the brand; null: not found.' },
      ),
    ),
  },
  { title: 'PortalSettlementPage', description: 'A settlement and its entry at the bank.' },
);

export const showPortalSettlementCall = call({
  address: 'GET /portal/api/brands/:brandId/settlements/:settlementId',
  ...shared,
  operationId: 'showPortalSettlement',
  summary: 'Show a settlement',
  description: 'One payout of a provider, its sums, and the entry at the bank.',
  params: SettlementPath,
  answers: { 200: { description: 'The settlement.', schema: OneSettlement }, ...portalErrors() },
  handle: async (context, { portal: { brand }, params }) => {
    const settlement = await requireSettlement(context, brand, params.settlementId);
    const [shown] = await shownSettlements(context, brand, [settlement]);
    const { bankEntryId } = settlement;
    const entry = bankEntryId && (await findEntry(context.sql, brand, bankEntryId));
    const bankEntry = entry
      ? {
          entryId: entry.id,
          bookedOn: entry.bookedOn,
          text: (await answerEntry(context, entry)).text,
          decision: entry.reason,
        }
      : null;
    return { ...shown!, bankEntry };
  },
});

/** Each line that waits costs several searches. */
const WAITING_PAGE = 20;

export const listPortalSettlementLinesCall = call({
  address: 'GET /portal/api/brands/:brandId/settlements/:settlementId/lines',
  ...shared,
  operationId: 'listPortalSettlementLines',
  summary: 'List the lines of a settlement',
  description:
    'In the order in which they came. With `state=waiting` only lines that wait for a person, each with the payments ' +
    'that it most likely belongs to.',
  params: SettlementPath,
  querystring: closed({
    state: Type.Optional(choice([...LINE_STATES, 'waiting'], 'waiting: unmatched and conflict.')),
    cursor,
  }),
  answers: {
    200: { description: 'A page.', schema: pageOf(PortalLine, 'In the order in which they came.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params, query }) => {
    const settlement = await requireSettlement(context, brand, params.settlementId);
    const { merchantId, brandId } = brand;
    const { state } = query;
    const suggest = state === 'waiting';
    const states =
      state === 'waiting' ? (['unmatched', 'conflict'] as const) : state === undefined ? [] : [state];
    const limit = suggest ? WAITING_PAGE : PAGE_LENGTH;
    const of = { merchantId, brandId, settlementId: settlement.id, states };
    const after = requireCursor(query.cursor);
    const found = await listLines(context.sql, { ...of, after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const items = await shownLines(context, settlement, shown, { suggest });
    return { items, next: found.length > limit ? shown.at(-1)!.id : null };
  },
});
