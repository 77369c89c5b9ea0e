// POST /operator/brands/{id}/bank-entries/{entryId}/assign and …/dismiss (contract 15): a person decides about a bank
// entry that fits no payment.
import { Type } from 'typebox';
import { assignBankEntry, dismissBankEntry } from '../../../actions/bank/decide-entry.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../call.ts';
import { answerEntry, EntryAnswer } from '../../schemas/bank-schemas.ts';
import { closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { assigned, assignment, dismissal, dismissed } from './bank-examples.ts';

const Path = Type.Object({ id: uuid('The brand.'), entryId: uuid('The entry.') });
const reason = visibleText(255, 'Why, for the audit log.');
const AssignBody = closed({ transactionId: uuid('The pay-in that it paid.'), reason });
const DismissBody = closed({ reason });

export const assignBankEntryCall = call({
  address: 'POST /operator/brands/:id/bank-entries/:entryId/assign',
  operationId: 'assignBankEntry',
  tags: ['Operator'],
  summary: 'Assign a bank entry to a payment',
  description:
    'For money that came in and is `unmatched` or `conflict`: it pays this pay-in, which must be open or expired, of the same currency and ' +
    'amount, and shown this account.',
  access: 'operator',
  params: Path,
  body: AssignBody,
  examples: assignment,
  answers: {
    200: { description: 'The entry.', schema: EntryAnswer, examples: assigned },
    ...operatorErrors({ 409: 'It was decided before, or does not fit the pay-in.' }),
  },
  handle: async (context, { params, operator, body }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const given = { ...body, entryId: params.entryId };
    return await answerEntry(
      context,
      await assignBankEntry(context, operator, { merchantId, brandId }, given),
    );
  },
});

export const dismissBankEntryCall = call({
  address: 'POST /operator/brands/:id/bank-entries/:entryId/dismiss',
  operationId: 'dismissBankEntry',
  tags: ['Operator'],
  summary: 'Dismiss a bank entry',
  description: 'It needs no person any more. No money moves.',
  access: 'operator',
  params: Path,
  body: DismissBody,
  examples: dismissal,
  answers: {
    200: { description: 'The entry.', schema: EntryAnswer, examples: dismissed },
    ...operatorErrors({ 409: 'It was decided before.' }),
  },
  handle: async (context, { params, operator, body }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const given = { ...body, entryId: params.entryId };
    return await answerEntry(
      context,
      await dismissBankEntry(context, operator, { merchantId, brandId }, given),
    );
  },
});
