// POST /sandbox/settlements (contract 17): the sandbox pays out what is not settled yet. With the brand's API key; test
// environment only.
import { Type } from 'typebox';
import { SANDBOX_ID, settleSandbox } from '../../actions/settlements/settle-sandbox.ts';
import { call } from '../calls/call.ts';
import { brandErrors } from '../calls/operation.ts';
import { choice } from '../schemas/schema-fields.ts';
import { answerSettlement, SettlementAnswer } from '../schemas/settlement-schemas.ts';

const SandboxSettlement = Type.Object(
  {
    ...SettlementAnswer.properties,
    further: Type.Optional(
      Type.Array(SettlementAnswer, {
        description: 'The settlements of other currencies. Absent if there is one currency.',
      }),
    ),
  },
  { title: 'SandboxSettlement', description: 'What the sandbox pays out.' },
);

const sandboxSettlement = {
  example: {
    summary: 'What the sandbox pays out',
    value: {
      settlementId: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e30',
      provider: SANDBOX_ID,
      accountId: null,
      reference: 'SBX-0197B0AE2F0E7C219D3B',
      currency: 'EUR',
      charges: 74.9,
      refunds: -5,
      disputes: 0,
      fees: -1.55,
      other: 0,
      net: 68.35,
      paidAt: '2026-03-03T09:30:00.000Z',
      state: 'open' as const,
      bankEntryId: null,
      lines: 3,
    },
  },
};

export const settleSandboxCall = call({
  address: 'POST /sandbox/settlements',
  isTestOnly: true,
  operationId: 'settleSandbox',
  tags: ['Sandbox'],
  summary: 'Pay out the sandbox',
  description:
    'Test environment only. Makes a settlement of the payments of the sandbox that are not settled yet, with a fee of ' +
    '1.4 % + 0.25 of each charge, rounded half up; one settlement for each currency. No money moves.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'never',
  body: Type.Object({ provider: choice([SANDBOX_ID], 'The provider: `sandbox`.') }),
  examples: { sandbox: { summary: 'The sandbox', value: { provider: SANDBOX_ID } } },
  answers: {
    201: { description: 'The settlement.', schema: SandboxSettlement, examples: sandboxSettlement },
    ...brandErrors(409, 413, 415),
  },
  handle: async (context, { brand }, reply) => {
    const [first, ...further] = await settleSandbox(context, brand);
    const answer = answerSettlement(first!);
    return reply
      .code(201)
      .send(further.length === 0 ? answer : { ...answer, further: further.map(answerSettlement) });
  },
});
