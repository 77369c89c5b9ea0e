// POST /portal/api/brands/{brandId}/bank/statements: takes a message of the bank that somebody dropped on the page
// (contract 15), and answers the result for its entries. The action is the operator's.
import { Type } from 'typebox';
import { takeStatement } from '../../../actions/bank/take-statement.ts';
import { sumStatements } from '../../../storage/bank/bank-overview.ts';
import { call } from '../../calls/call.ts';
import { inSmallPieces, takeXmlBodies } from '../../request-body/message-stream.ts';
import { answerStatement, StatementAnswer } from '../../schemas/bank-schemas.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const HandedIn = Type.Object(
  {
    ...StatementAnswer.properties,
    isNew: Type.Boolean({ description: 'false: this file was imported before.' }),
    payments: Type.Integer({ description: 'Pay-ins that it completed.' }),
    payouts: Type.Integer({ description: 'Payouts that it reported on.' }),
    settlements: Type.Integer({ description: 'Payouts of providers that it has.' }),
    forPeople: Type.Integer({ description: 'Entries that need a person.' }),
  },
  { title: 'HandedInStatement', description: 'What the import of a statement changed.' },
);

export const handInStatementCall = call({
  address: 'POST /portal/api/brands/:brandId/bank/statements',
  operationId: 'handInStatement',
  tags: ['Portal bank'],
  summary: 'Import a bank statement',
  description:
    'The body is the unchanged message of the bank, with `Content-Type: application/xml`; at most 20 MB.',
  access: 'portal',
  permission: 'bank.exchange',
  params: PortalBrandPath,
  answers: { 200: { description: 'What the import changed.', schema: HandedIn }, ...portalErrors(413) },
  reads: (scope) => takeXmlBodies(scope),
  handle: async (context, { portal: { actor, brand }, body }) => {
    const taken = await takeStatement(context, actor, brand, inSmallPieces(body as Buffer[] | undefined));
    const { id } = taken.statement;
    const sum = (await sumStatements(context.sql, brand, [id])).get(id);
    const none = { payments: 0, payouts: 0, settlements: 0, forPeople: 0 };
    return { ...answerStatement(taken), isNew: taken.isNew, ...(sum ?? none) };
  },
});
