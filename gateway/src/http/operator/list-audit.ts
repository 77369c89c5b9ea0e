// GET /operator/audit (contract 12): who did what, oldest first. It reads and changes nothing.
import { type TSchema, Type } from 'typebox';
import { withWords } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { listAudit } from '../../storage/audit/audit-log.ts';
import { call } from '../calls/call.ts';
import { choice, closed, text, textOrNull, uuid } from '../schemas/schema-fields.ts';
import * as examples from './audit-examples.ts';
import { operatorErrors } from './operator-schemas.ts';

const MOST = 100;

const Query = closed({
  merchantId: Type.Optional(
    uuid(
      'Only rows of this merchant, in the order of its chain. All zeros: rows that belong to no merchant.',
    ),
  ),
  target: Type.Optional(text(255, "The id of a row's target.", { minLength: 1 })),
  after: Type.Optional(
    uuid(
      'The id of a row: only rows after it. Also set `merchantId`, or you may miss rows: in the list of all ' +
        'merchants, a row may become visible after another row with a later id.',
    ),
  ),
  words: Type.Optional(
    choice(
      ['true', 'false'],
      "false: the rows as they were hashed, with `sha256:…` in place of customers' values and of texts that people " +
        'wrote. Default true.',
    ),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 100.' }),
  ),
});

const facts = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], description } as TSchema);

const Row = Type.Object(
  {
    id: uuid('The row.'),
    at: Type.String({ format: 'date-time', description: 'When.' }),
    actor: Type.Object(
      {
        kind: choice(['operator', 'user', 'api'], 'user: of the portal. api: the holder of an API key.'),
        id: Type.String({
          description: 'Id of the token, the user or the brand; `root` for OPERATOR_TOKEN.',
        }),
        name: Type.String({ description: 'The name at that time.' }),
      },
      { description: 'Who.' },
    ),
    action: Type.String({ description: 'What was done, such as `brand.changed`.' }),
    target: Type.Object(
      {
        kind: Type.String({ description: 'Such as `brand`, `transaction`, `user`.' }),
        id: Type.String({ description: 'Its id.' }),
      },
      { description: 'To what.' },
    ),
    before: facts('The changed values before; null if there were none.'),
    after: facts(
      'The changed values after; null if none are left. Secrets are masked. Erased values are `(erased)`.',
    ),
    requestId: textOrNull('X-Request-Id of the call; null if there was no call.'),
    ip: textOrNull('Source address of the call.'),
    previousHash: Type.String({ description: "The `hash` of the merchant's previous row." }),
    hash: Type.String({
      description:
        'SHA-256 of the row without this field, as `words=false` answers it, over its canonical JSON (RFC 8785).',
    }),
  },
  { title: 'AuditRow', description: 'One change by an operator, a portal user, or over the API.' },
);

export const listAuditCall = call({
  address: 'GET /operator/audit',
  operationId: 'listAudit',
  tags: ['Operator'],
  summary: 'List the audit log',
  description:
    'Who changed what, oldest first. For the next page, send the id of the last row as `after`. The rows of one ' +
    'merchant are chained: new rows are never inserted before rows that you have read, and `hash` shows whether a ' +
    'row was altered.',
  access: 'operator',
  querystring: Query,
  answers: {
    200: { description: 'The rows.', schema: Type.Array(Row), examples: examples.auditRows },
    ...operatorErrors(),
  },
  handle: async (context, { query }) => {
    const { merchantId = null, target = null, after = null, limit = MOST } = query;
    const rows = await listAudit(context.sql, { merchantId, target, after, limit: Number(limit) });
    if (!rows) throw new Refusal(400, ['after: no row of this log has this id']);
    const shown = query.words === 'false' ? rows : rows.map(withWords);
    return shown.map(({ words: _, ...row }) => row);
  },
});
