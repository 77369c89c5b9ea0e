// POST /sandbox/captures/{captureId}/outcome (contract 16): a merchant's developer decides how a capture ends. With the
// brand's API key; test environment only.
import { Type } from 'typebox';
import { forceCapture } from '../../../actions/captures/force-capture.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { records } from '../../examples/examples.ts';
import { TransactionRecord } from '../../schemas/record-schemas.ts';
import { choice } from '../../schemas/schema-fields.ts';
import { recordOf } from './forced-transaction.ts';

const CapturePath = Type.Object({ captureId: Type.String({ description: 'Identifies the capture.' }) });
const OutcomeRequest = Type.Object({
  outcome: choice(
    ['COMPLETED', 'FAILED'],
    'How the capture ends. FAILED is also possible after COMPLETED: the money leaves the available balance.',
  ),
});

export const forceCaptureCall = call({
  address: 'POST /sandbox/captures/:captureId/outcome',
  isTestOnly: true,
  operationId: 'forceCapture',
  tags: ['Sandbox'],
  summary: 'Force the outcome of a capture',
  description:
    'Test environment only, and only for payments of the sandbox. Ends a PENDING capture, or makes a COMPLETED ' +
    'capture fail after all, as a provider would. If nothing captured is left of a COMPLETED pay-in, the pay-in has ' +
    '`returned`. Events: `capture.completed`, `capture.failed`, `payin.completed`, `payin.returned`. A repeated ' +
    'outcome changes nothing.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'never',
  params: CapturePath,
  body: OutcomeRequest,
  examples: {
    completed: { summary: 'The amount is captured', value: { outcome: 'COMPLETED' } },
    failed: { summary: 'The capture fails', value: { outcome: 'FAILED' } },
  },
  answers: {
    200: {
      description: 'The pay-in of the capture in its current state.',
      schema: TransactionRecord,
      examples: { captured: records.captured! },
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request) => {
    const { brand, params, body } = request;
    const { merchantId, brandId } = brand;
    const capture = isUuid(params.captureId)
      ? await context.captures.find(merchantId, brandId, params.captureId)
      : null;
    if (!capture) throw new Refusal(404, 'captureId: no such capture');
    await forceCapture(context, apiActor(request), capture, body.outcome);
    return await recordOf(context, { merchantId, id: capture.transactionId });
  },
});
