// A person decides about a line of a settlement that does not fit (contract 17): it is of a payment, or of none.
import { assignLine, dismissLine } from '../../actions/settlements/decide-line.ts';
import {
  assignedLine,
  dismissedLine,
  lineAssignment,
  lineDismissal,
} from '../operator/settlements/settlement-examples.ts';
import { closed, uuid, visibleText } from '../schemas/schema-fields.ts';
import { answerLine, LineAnswer } from '../schemas/settlement-schemas.ts';
import { staffCalls } from './staff-calls.ts';

const ids = { settlementId: uuid('The settlement.'), lineId: uuid('The line.') };
const reason = visibleText(255, 'Why, for the audit log.');

export const assignSettlementLineCalls = staffCalls({
  under: 'brand',
  address: 'POST /settlements/:settlementId/lines/:lineId/assign',
  ids,
  summary: 'Assign a settlement line to a payment',
  description: 'For a line that is `unmatched` or `conflict`: it is of this payment. No money moves.',
  body: closed({ transactionId: uuid('The payment.'), reason }),
  answers: { 200: { description: 'The line.', schema: LineAnswer, examples: assignedLine } },
  errors: { 409: 'There is nothing to decide, or another line settles the same already.' },
  operator: { operationId: 'assignSettlementLine', examples: lineAssignment },
  portal: {
    operationId: 'assignPortalSettlementLine',
    tags: ['Portal money'],
    permission: 'bank.decide',
  },
  handle: async (context, { actor, brand }, { params, body }) =>
    answerLine(await assignLine(context, actor, brand, { ...params, ...body })),
});

export const dismissSettlementLineCalls = staffCalls({
  under: 'brand',
  address: 'POST /settlements/:settlementId/lines/:lineId/dismiss',
  ids,
  summary: 'Dismiss a settlement line',
  description: 'The line is of no payment here, and no longer needs a person. No money moves.',
  body: closed({ reason }),
  answers: { 200: { description: 'The line.', schema: LineAnswer, examples: dismissedLine } },
  errors: { 409: 'There is nothing to decide.' },
  operator: { operationId: 'dismissSettlementLine', examples: lineDismissal },
  portal: {
    operationId: 'dismissPortalSettlementLine',
    tags: ['Portal money'],
    permission: 'bank.decide',
  },
  handle: async (context, { actor, brand }, { params, body }) =>
    answerLine(await dismissLine(context, actor, brand, { ...params, ...body })),
});
