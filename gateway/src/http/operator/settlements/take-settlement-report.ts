// POST /operator/brands/{id}/settlements?provider=adyen (contract 17): takes a report about payouts, and answers the
// result for its lines.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { takeReportByHand } from '../../../actions/settlements/take-report.ts';
import { call } from '../../calls/call.ts';
import { inSmallPieces, takeCsvBodies } from '../../request-body/message-stream.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { answerReport, ReportAnswered } from '../../schemas/settlement-schemas.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { takenReport } from './settlement-examples.ts';

export const takeSettlementReportCall = call({
  address: 'POST /operator/brands/:id/settlements',
  operationId: 'takeSettlementReport',
  tags: ['Operator'],
  summary: 'Import a settlement report',
  description:
    'The body is the unchanged report of the provider, with `Content-Type: text/csv`; at most 20 MB. For Adyen it is the ' +
    'settlement detail report. Each line counts once, even if another file repeats it. If the same file is imported ' +
    'again, the first answer is repeated. No money moves.',
  access: 'operator',
  params: BrandPath,
  querystring: closed({
    provider: Type.String({
      maxLength: 50,
      description: 'The provider that wrote the report, such as `adyen`.',
    }),
  }),
  answers: {
    200: {
      description: 'This file was imported before. The first answer again.',
      schema: ReportAnswered,
      examples: takenReport,
    },
    201: { description: 'The result of its lines.', schema: ReportAnswered, examples: takenReport },
    ...operatorErrors({
      400: 'The body cannot be read, or is not a report of this account. Nothing was imported.',
      413: 'The body is larger than 20 MB.',
      415: 'The body is not text/csv.',
    }),
  },
  reads: (scope) => takeCsvBodies(scope),
  handle: async (context, { params, query, operator, body }, reply) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const taken = await takeReportByHand(
      context,
      operator,
      { merchantId, brandId },
      { provider: query.provider, bytes: () => inSmallPieces(body as Buffer[] | undefined) },
    );
    return reply.code(taken.isNew ? 201 : 200).send(answerReport(taken));
  },
});
