// POST /portal/api/brands/{brandId}/settlements: takes a report of a provider about its payouts that somebody dropped
// on the page (contract 17), and answers the result for its lines. The action is the operator's.
import { Type } from 'typebox';
import { takeReportByHand } from '../../../actions/settlements/take-report.ts';
import { call } from '../../calls/call.ts';
import { inSmallPieces, takeCsvBodies } from '../../request-body/message-stream.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { answerReport, ReportAnswered } from '../../schemas/settlement-schemas.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const HandedIn = Type.Object(
  {
    ...ReportAnswered.properties,
    isNew: Type.Boolean({ description: 'false: this file was imported before.' }),
  },
  { title: 'HandedInReport', description: 'What the import of a report changed.' },
);

export const handInReportCall = call({
  address: 'POST /portal/api/brands/:brandId/settlements',
  operationId: 'handInReport',
  tags: ['Portal money'],
  summary: 'Import a settlement report',
  description:
    'The body is the unchanged report of the provider, with `Content-Type: text/csv`; at most 20 MB. Each line counts ' +
    'once. No money moves.',
  access: 'portal',
  permission: 'bank.exchange',
  params: PortalBrandPath,
  querystring: closed({
    provider: Type.String({ maxLength: 50, description: 'The provider that wrote it.' }),
  }),
  answers: { 200: { description: 'What the import changed.', schema: HandedIn }, ...portalErrors(413) },
  reads: (scope) => takeCsvBodies(scope),
  handle: async (context, { portal: { actor, brand }, query: { provider }, body }) => {
    const bytes = () => inSmallPieces(body as Buffer[] | undefined);
    const taken = await takeReportByHand(context, actor, brand, { provider, bytes });
    return { ...answerReport(taken), isNew: taken.isNew };
  },
});
