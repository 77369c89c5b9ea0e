// The audit log of contract 12 for the merchant's own users, under /portal/api/audit: in sentences, filtered by person,
// action, target and time, newest first; as a file; and whether its chain is complete. It must change nothing.
import { type Static, Type } from 'typebox';
import { type AuditVerification, verifyAuditOf } from '../../../actions/audit/verify-audit.ts';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { listUserNames } from '../../../storage/access/user-store.ts';
import {
  type AuditFilter,
  type FoundAuditRow,
  searchAudit,
  transactionNames,
} from '../../../storage/audit/audit-search.ts';
import { withPatientConnection } from '../../../storage/database/database.ts';
import { listBrands } from '../../../storage/merchants/brand-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, text, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';
import { FILE_FORMATS, GERMAN_WORDS, sendExport } from '../spreadsheet/send-export.ts';
import { AUDIT_ACTIONS, actorWords, changesOf, type NameOf, sentenceOf } from './audit-words.ts';

const filterFields = {
  actor: Type.Optional(text(1_000, 'Ids of users, operators or brands, comma-separated.', { minLength: 1 })),
  actorKind: Type.Optional(
    choice(['operator', 'user', 'api'], 'user: users of the merchant. api: holders of an API key.'),
  ),
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z.-]+(,[a-z.-]+)*$',
      maxLength: 1_000,
      description: `Actions, comma-separated: ${AUDIT_ACTIONS.join(', ')}.`,
    }),
  ),
  target: Type.Optional(text(255, 'The id of the target of the action.', { minLength: 1 })),
  from: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'At this time or later.' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'Before this time.' })),
};

const Query = closed({
  ...filterFields,
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 50.' }),
  ),
});
const USUAL_LIMIT = 50;
const ROWS_AT_ONCE = 1_000;
/** The call does not read a verified chain again within this time. */
const PROOF_IS_GOOD_MS = 10_000;

const Entry = Type.Object(
  {
    id: uuid('The row.'),
    at: Type.String({ format: 'date-time', description: 'When.' }),
    actor: Type.Object(
      {
        kind: choice(['operator', 'user', 'api'], 'user: of the merchant. api: the holder of an API key.'),
        id: Type.String({ description: 'Id of the token, the user or the brand.' }),
        name: Type.String({ description: 'The name at that time.' }),
      },
      { description: 'Who.' },
    ),
    sentence: Type.String({ description: 'What was done, as a text that follows the name.' }),
    action: Type.String({ description: 'What was done, such as `brand.changed`.' }),
    target: Type.Object(
      {
        kind: Type.String({ description: 'Such as `brand`, `transaction`, `user`.' }),
        id: Type.String({ description: 'Its id.' }),
        name: textOrNull('Its name; null: it has only an id.'),
        brandId: textOrNull('For a transaction: its brand.'),
      },
      { description: 'To what.' },
    ),
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Name of the changed field.' }),
        before: textOrNull('Value before; null: there was none.'),
        after: textOrNull('Value after; null: it was removed.'),
      }),
      { description: 'What changed; secrets are masked.' },
    ),
    requestId: textOrNull('X-Request-Id of the call.'),
    ip: textOrNull('Source address of the call.'),
  },
  { title: 'AuditEntry', description: 'Who did what to what.' },
);

const ExportQuery = closed({
  ...filterFields,
  format: choice(FILE_FORMATS, `Kind of file. ${GERMAN_WORDS}`),
  timeZone: Type.Optional(
    text(64, 'IANA name of the time zone for times in the file. Default UTC.', {
      minLength: 1,
      numbers: 'any',
    }),
  ),
});

const Proof = Type.Object(
  {
    ok: Type.Boolean({ description: 'true: no row was altered, moved or removed since it was written.' }),
    rows: Type.Integer({ description: 'Rows that were checked.' }),
    fault: textOrNull('Description of the first wrong row.'),
    checkedAt: Type.String({ format: 'date-time', description: 'When it was checked.' }),
  },
  { title: 'AuditProof', description: 'Whether the chain of the merchant’s rows is intact.' },
);

const Person = Type.Object({
  id: uuid('The user.'),
  name: Type.String({ description: 'Name, or the e-mail address if there is no name.' }),
});

export const searchAuditCall = call({
  address: 'GET /portal/api/audit',
  operationId: 'searchAudit',
  tags: ['Portal settings'],
  summary: 'Read the audit log',
  description: 'Rows of the whole merchant, newest first.',
  access: 'portal',
  permission: 'audit.read',
  querystring: Query,
  answers: { 200: { description: 'The rows.', schema: pageOf(Entry, 'The rows.') }, ...portalErrors() },
  handle: async (context, { portal, query }) => {
    const { cursor, limit = USUAL_LIMIT } = query;
    const most = Number(limit);
    const page = { before: cursor === undefined ? null : BigInt(cursor), limit: most + 1 };
    const found = await searchAudit(context.sql, filterOf(portal.merchantId, query), page);
    const names = await namesOf(context, portal.merchantId);
    const rows = found.slice(0, most);
    await names.learn(rows);
    return {
      items: rows.map((row) => entryOf(row, names)),
      next: found.length > most ? String(rows.at(-1)!.sequence) : null,
    };
  },
});

export const exportAuditCall = call({
  address: 'GET /portal/api/audit/export',
  operationId: 'exportAudit',
  tags: ['Portal settings'],
  summary: 'Export the audit log',
  description: 'All rows of the list with the same texts, newest first.',
  access: 'portal',
  permission: 'audit.read',
  querystring: ExportQuery,
  answers: {
    200: { description: 'The file.', contentType: 'application/octet-stream' },
    ...portalErrors(),
  },
  handle: async (context, { portal, query }, reply) => {
    const { format, timeZone = 'UTC' } = query;
    requireTimeZone(timeZone);
    const names = await namesOf(context, portal.merchantId);
    const filter = filterOf(portal.merchantId, query);
    async function* batches() {
      let before: bigint | null = null;
      for (;;) {
        const rows: FoundAuditRow[] = await searchAudit(context.sql, filter, {
          before,
          limit: ROWS_AT_ONCE,
        });
        await names.learn(rows);
        yield rows;
        if (rows.length < ROWS_AT_ONCE) return;
        before = rows.at(-1)!.sequence;
      }
    }
    const columns = columnsOf(names.of);
    const sheet = { name: 'Audit log', timeZone, columns, batches: batches() };
    return sendExport(reply, { format, name: 'audit-log', sheets: [sheet] });
  },
});

export const proveAuditCall = call({
  address: 'GET /portal/api/audit/proof',
  operationId: 'proveAudit',
  tags: ['Portal settings'],
  summary: 'Check the audit log',
  description: 'Checks the chain of hashes over all rows of the merchant.',
  access: 'portal',
  permission: 'audit.read',
  answers: { 200: { description: 'The result.', schema: Proof }, ...portalErrors() },
  prepare(context) {
    const known = new Map<string, { at: Date; proof: Promise<AuditVerification> }>();
    return async ({ portal: { merchantId } }) => {
      const now = context.now();
      let last = known.get(merchantId);
      if (!last || now.getTime() - last.at.getTime() >= PROOF_IS_GOOD_MS) {
        last = {
          at: now,
          proof: withPatientConnection(context.sql, (patient) => verifyAuditOf(patient, merchantId)),
        };
        known.set(merchantId, last);
        last.proof.catch(() => known.delete(merchantId));
      }
      const { ok, checked, faults } = await last.proof;
      return { ok, rows: Number(checked.rows), fault: faults[0] ?? null, checkedAt: last.at.toISOString() };
    };
  },
});

export const listAuditPeopleCall = call({
  address: 'GET /portal/api/audit/people',
  operationId: 'listAuditPeople',
  tags: ['Portal settings'],
  summary: "List the users for the audit log's filter",
  description: 'Users of the merchant, sorted by name.',
  access: 'portal',
  permission: 'audit.read',
  answers: {
    200: {
      description: 'The people.',
      schema: Type.Object({ items: Type.Array(Person, { description: 'The people.' }) }),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => ({
    items: (await listUserNames(context.sql, portal.merchantId)).map(({ id, name }) => ({ id, name })),
  }),
});

type Filter = Partial<Record<keyof typeof filterFields, string>>;

function filterOf(merchantId: string, query: Filter): AuditFilter {
  const { actor, actorKind, action, target, from, until } = query;
  return {
    merchantId,
    actorIds: actor?.split(',') ?? null,
    actorKind: actorKind ?? null,
    actions: action?.split(',') ?? null,
    targetId: target?.trim() ?? null,
    from: from === undefined ? null : new Date(from),
    until: until === undefined ? null : new Date(until),
  };
}

interface Names {
  of: NameOf;
  brandOf(target: { id: string }): string | null;
  /** Looks up the transactions of these rows. */
  learn(rows: readonly FoundAuditRow[]): Promise<void>;
}

/** Brands and users of the merchant by name, transactions by reference. */
async function namesOf({ sql, providerKinds }: Context, merchantId: string): Promise<Names> {
  const [brands, users] = await Promise.all([listBrands(sql, merchantId), listUserNames(sql, merchantId)]);
  const names = new Map<string, string>();
  const brandIds = new Map<string, string>();
  for (const { brandId, name } of brands) names.set(brandId, name);
  for (const { id, name } of [...users, ...providerKinds]) names.set(id, name);
  for (const { id, credentials } of providerKinds)
    for (const { name, label } of credentials) names.set(`${id}.${name}`, label);
  return {
    of: ({ id }) => names.get(id) ?? null,
    brandOf: ({ id }) => brandIds.get(id) ?? null,
    async learn(rows) {
      const ids = rows.filter(({ target }) => target.kind === 'transaction').map(({ target }) => target.id);
      for (const { id, merchantReference, brandId } of await transactionNames(sql, merchantId, ids)) {
        names.set(id, merchantReference);
        brandIds.set(id, brandId);
      }
    },
  };
}

function entryOf(row: FoundAuditRow, names: Names): Static<typeof Entry> {
  const { id, at, actor, action, target, requestId, ip } = row;
  return {
    id,
    at,
    action,
    requestId,
    ip,
    actor: { ...actor, name: actor.name },
    sentence: sentenceOf(row, names.of),
    target: { ...target, name: names.of(target), brandId: names.brandOf(target) },
    changes: changesOf(row, names.of),
  };
}

function columnsOf(nameOf: NameOf) {
  const textColumn = (title: string, value: (row: FoundAuditRow) => string | null) => ({
    title,
    kind: 'text' as const,
    value,
  });
  return [
    { title: 'Time', kind: 'time' as const, value: ({ at }: FoundAuditRow) => new Date(at) },
    textColumn('Who', ({ actor }) => actorWords(actor)),
    textColumn('What', (row) => sentenceOf(row, nameOf)),
    textColumn('Changes', (row) =>
      changesOf(row, nameOf)
        .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
        .join('; '),
    ),
    textColumn('Action', ({ action }) => action),
    textColumn('Target', ({ target }) => `${target.kind} ${target.id}`),
    textColumn('Address', ({ ip }) => ip),
    textColumn('Request id', ({ requestId }) => requestId),
    textColumn('Hash', ({ hash }) => hash),
  ];
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new Refusal(400, ['timeZone: must be an IANA name such as Europe/Berlin, or UTC']);
  }
}
