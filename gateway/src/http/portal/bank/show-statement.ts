// GET /portal/api/brands/{brandId}/bank/statements/{statementId} and …/entries (decision 135): a statement of the bank
// with its checks, and its entries with what each was matched with, also those that came earlier in another file. Plain
// reads.
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { type BankStatement, findStatementById } from '../../../storage/bank/statement-store.ts';
import { entriesOfStatement } from '../../../storage/bank/statement-sums.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { closed, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { PortalEntry, shownEntries } from './portal-entry.ts';
import { checksOf, StatementCheck } from './statement-checks.ts';

const PAGE = 50;

const Path = Type.Object({ ...PortalBrandPath.properties, statementId: uuid('The statement.') });
const about = {
  tags: ['Portal bank'],
  access: 'portal',
  permission: 'bank.read',
  params: Path,
} as const satisfies Partial<Operation>;

export const StatementHead = {
  statementId: uuid('The message.'),
  kind: Type.String({ description: 'The name of the message, such as `camt.053.001.08`.' }),
  entries: Type.Integer({ description: 'Entries in it.' }),
  known: Type.Integer({ description: 'Entries that were imported before.' }),
  fault: textOrNull('Why the message does not add up, so that a person decides all of it; null: it adds up.'),
  madeBy: Type.String({ description: 'Who imported it.' }),
  createdAt: Type.String({ format: 'date-time', description: 'When.' }),
  checks: Type.Array(StatementCheck, {
    description:
      'By account and currency. Empty: the message has no balances, or an older release imported it.',
  }),
};

export const headOf = ({ id, kind, entries, known, fault, madeBy, createdAt }: BankStatement) => ({
  statementId: id,
  kind,
  entries,
  known,
  fault,
  madeBy,
  createdAt: createdAt.toISOString(),
});

export const showBankStatementCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/statements/:statementId',
  ...about,
  operationId: 'showBankStatement',
  summary: 'Show a bank statement',
  description: 'What it says of each account, and whether it adds up and follows the statement before.',
  answers: {
    200: {
      description: 'The statement.',
      schema: Type.Object(StatementHead, {
        title: 'PortalBankStatementPage',
        description: 'An imported statement.',
      }),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params: { statementId } }) => {
    const found = await findStatementById(context.sql, brand, statementId);
    if (!found) throw new Refusal(404, 'statementId: the brand has no such statement');
    const checks = await checksOf(context, brand, [statementId]);
    return { ...headOf(found), checks: checks.get(statementId) ?? [] };
  },
});

export const listStatementEntriesCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/statements/:statementId/entries',
  ...about,
  operationId: 'listStatementEntries',
  summary: 'List the entries of a bank statement',
  description: 'Also those that came earlier in another file. Each with what it was matched with.',
  querystring: closed({ cursor: Type.Optional(uuid('`next` of the page before.')) }),
  answers: {
    200: { description: 'A page.', schema: pageOf(PortalEntry, 'In the order of their arrival.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params: { statementId }, query }) => {
    const page = { after: query.cursor ?? null, limit: PAGE + 1 };
    const found = await entriesOfStatement(context.sql, { ...brand, statementId }, page);
    const shown = found.slice(0, PAGE);
    const next = found.length > PAGE ? shown.at(-1)!.id : null;
    return { items: await shownEntries(context, brand, shown), next };
  },
});
