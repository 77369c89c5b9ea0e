// POST /sandbox/transactions/{transactionId}/dispute (contract 13): a merchant's developer opens or moves a dispute of
// a completed pay-in. With the brand's API key; test environment only.
import { Type } from 'typebox';
import { moveDispute } from '../../../actions/after-end/move-dispute.ts';
import { DISPUTE_STATUSES } from '../../../domain/after-end/dispute.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { describeAmountFault, toMinor } from '../../../domain/money/money.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { disputed } from '../../examples/after-end-examples.ts';
import { TransactionRecord } from '../../schemas/record-schemas.ts';
import { choice, maybe, text } from '../../schemas/schema-fields.ts';
import { findTransaction, recordOf, TransactionPath } from './forced-transaction.ts';

const DisputeRequest = Type.Object(
  {
    status: choice(
      DISPUTE_STATUSES,
      'INQUIRY: the bank asks. OPEN: a chargeback. WON and LOST: how it ended; a dispute that was WON may still ' +
        'become LOST. A dispute begins as INQUIRY, OPEN or LOST.',
    ),
    amount: maybe(
      Type.Number({
        exclusiveMinimum: 0,
        description: "The disputed amount, in units of the pay-in's currency. Omitted: the whole amount.",
        examples: [12.5],
      }),
    ),
    reason: maybe(
      text(255, 'The reason, in the words of the bank.', { minLength: 1, examples: ['fraudulent'] }),
    ),
    deadline: maybe(
      Type.String({
        format: 'date-time',
        description: 'Until when the merchant may answer the dispute.',
        examples: ['2026-04-01T00:00:00.000Z'],
      }),
    ),
    fundsWithheld: Type.Optional(
      Type.Unsafe<boolean | null>({
        type: ['boolean', 'null'],
        description:
          'Whether the amount is taken out of the available balance. Omitted: yes for OPEN and LOST, no for INQUIRY ' +
          'and WON.',
      }),
    ),
  },
  {
    title: 'DisputeRequest',
    description: 'A field that a later request omits keeps its value.',
  },
);

export const forceDisputeCall = call({
  address: 'POST /sandbox/transactions/:transactionId/dispute',
  isTestOnly: true,
  operationId: 'forceDispute',
  tags: ['Sandbox'],
  summary: 'Open or move a dispute',
  description:
    'Test environment only, and only for payments of the sandbox. Opens a dispute of a COMPLETED pay-in or moves ' +
    'its latest dispute, as a provider would. Withheld money leaves the available balance, which may become ' +
    'negative. A dispute that is WON gives the money back. Events: `dispute.opened`, `dispute.updated`, ' +
    '`dispute.won`, `dispute.lost`. A repeated request changes nothing.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'never',
  params: TransactionPath,
  body: DisputeRequest,
  examples: {
    opened: {
      summary: 'A chargeback',
      value: { status: 'OPEN', reason: 'fraudulent', deadline: '2026-04-01T00:00:00.000Z' },
    },
    won: { summary: 'The merchant wins the dispute', value: { status: 'WON' } },
  },
  answers: {
    200: {
      description: 'The transaction in its current state.',
      schema: TransactionRecord,
      examples: disputed,
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request) => {
    const { brand, params, body } = request;
    const transaction = await findTransaction(context, brand, params.transactionId);
    await moveDispute(context, apiActor(request), transaction, {
      status: body.status,
      amountMinor: amountOf(body.amount, transaction.currency),
      reason: body.reason ?? undefined,
      deadline: body.deadline == null ? undefined : new Date(body.deadline),
      fundsWithheld: body.fundsWithheld ?? undefined,
    });
    return await recordOf(context, transaction);
  },
});

function amountOf(amount: number | null | undefined, currency: string): bigint | undefined {
  if (amount == null) return undefined;
  const converted = toMinor(amount, currency);
  if ('minor' in converted) return converted.minor;
  throw new Refusal(400, [`amount: ${describeAmountFault(converted.fault, currency)}`]);
}
