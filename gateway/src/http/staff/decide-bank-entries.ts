// A person decides about an entry of a bank statement that fits no payment (contract 15): it pays a pay-in, or nothing.
import { Type } from 'typebox';
import {
  assignBankEntry,
  assignBankEntryToSettlement,
  dismissBankEntry,
} from '../../actions/bank/decide-entry.ts';
import { takeBackBankEntry } from '../../actions/bank/take-back-entry.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { assigned, assignment, dismissal, dismissed, takenBack } from '../operator/bank/bank-examples.ts';
import { answerEntry, EntryAnswer } from '../schemas/bank-schemas.ts';
import { closed, uuid, visibleText } from '../schemas/schema-fields.ts';
import { staffCalls } from './staff-calls.ts';

const ids = { entryId: uuid('The entry.') };
const reason = visibleText(255, 'Why, for the audit log.');

export const assignBankEntryCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-entries/:entryId/assign',
  ids,
  summary: 'Assign a bank entry to a payment',
  description:
    'For an incoming entry that is `unmatched` or `conflict`: it pays this pay-in. The pay-in must be open or ' +
    'expired, have the same currency and amount, and have shown this account to the payer. With `partPayment` an ' +
    'entry of less than the amount is accepted: the pay-in is COMPLETED, and `amountCaptured` is what came. With a ' +
    '`settlementId` in place of the pay-in: the entry is this payout of a provider.',
  body: closed({
    transactionId: Type.Optional(uuid('The pay-in that the entry pays.')),
    settlementId: Type.Optional(
      uuid('The settlement that the entry pays out, of the same currency and amount.'),
    ),
    partPayment: Type.Optional(
      Type.Boolean({
        description:
          'true: the entry is less than the amount of the pay-in, and is accepted all the same. Without it such an entry is refused.',
      }),
    ),
    reason,
  }),
  answers: { 200: { description: 'The entry.', schema: EntryAnswer, examples: assigned } },
  errors: { 409: 'The entry was decided before, or does not fit the pay-in.' },
  operator: { operationId: 'assignBankEntry', examples: assignment },
  portal: {
    address: 'POST /bank/entries/:entryId/assign',
    operationId: 'assignPortalBankEntry',
    tags: ['Portal bank'],
    permission: 'bank.decide',
  },
  handle: async (context, { actor, brand }, { params, body }) => {
    const { transactionId, settlementId, partPayment: isPart = false, reason } = body;
    const { entryId } = params;
    if ((transactionId === undefined) === (settlementId === undefined))
      throw new Refusal(400, ['transactionId: send either a pay-in or a settlementId']);
    if (isPart && settlementId !== undefined)
      throw new Refusal(400, ['partPayment: only a pay-in can be paid in part']);
    const entry =
      transactionId === undefined
        ? assignBankEntryToSettlement(context, actor, brand, { entryId, settlementId: settlementId!, reason })
        : assignBankEntry(context, actor, brand, { entryId, transactionId, reason, isPart });
    return await answerEntry(context, await entry);
  },
});

export const dismissBankEntryCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-entries/:entryId/dismiss',
  ids,
  summary: 'Dismiss a bank entry',
  description: 'The entry no longer needs a person. No money moves.',
  body: closed({ reason }),
  answers: { 200: { description: 'The entry.', schema: EntryAnswer, examples: dismissed } },
  errors: { 409: 'The entry was decided before.' },
  operator: { operationId: 'dismissBankEntry', examples: dismissal },
  portal: {
    address: 'POST /bank/entries/:entryId/dismiss',
    operationId: 'dismissPortalBankEntry',
    tags: ['Portal bank'],
    permission: 'bank.decide',
  },
  handle: async (context, { actor, brand }, { params, body }) => {
    const given = { ...body, entryId: params.entryId };
    return await answerEntry(context, await dismissBankEntry(context, actor, brand, given));
  },
});

export const takeBackBankEntryCalls = staffCalls({
  under: 'brand',
  address: 'POST /bank-entries/:entryId/take-back',
  ids,
  summary: 'Take an assignment back',
  description:
    'For an entry that a person assigned, until its month is closed. The entry waits for a person again. Its pay-in ' +
    'stays COMPLETED and is `returned`: a counter transfer takes the money out of the balance, and `payin.returned` ' +
    'is sent. If the entry was assigned to a payout of a provider, no balance moves.',
  body: closed({ reason }),
  answers: { 200: { description: 'The entry.', schema: EntryAnswer, examples: takenBack } },
  errors: { 409: 'Nobody assigned the entry, its month is closed, or money of its payment was refunded.' },
  operator: { operationId: 'takeBackBankEntry', examples: dismissal },
  portal: {
    address: 'POST /bank/entries/:entryId/take-back',
    operationId: 'takeBackPortalBankEntry',
    tags: ['Portal bank'],
    permission: 'bank.decide',
  },
  handle: async (context, { actor, brand }, { params, body }) => {
    const given = { ...body, entryId: params.entryId };
    return await answerEntry(context, await takeBackBankEntry(context, actor, brand, given));
  },
});
