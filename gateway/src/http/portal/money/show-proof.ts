// GET /portal/api/proof: the result of the nightly check of the merchant's books (worker/nightly-checks.ts). A plain
// read.
import { Type } from 'typebox';
import { lastProofs } from '../../../storage/ledger/ledger-proof-store.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { count, moment } from './money-schemas.ts';

const LedgerProof = Type.Object(
  {
    provedAt: moment('When.'),
    ok: Type.Boolean({ description: 'true: ledger, transactions and reports agree.' }),
    transactions: count('Number of compared transactions.'),
    transfers: count('Number of compared transfers.'),
    days: count('Number of compared closed days.'),
    faults: Type.Array(Type.String(), {
      description: 'One sentence for each fault, the first few of each kind.',
    }),
  },
  {
    title: 'LedgerProof',
    description:
      'The proof of one night: all changes in ledger, transactions and reports since the last proof, compared row ' +
      'by row.',
  },
);

const NIGHTS = 30;

export const showLedgerProofCall = call({
  address: 'GET /portal/api/proof',
  operationId: 'showLedgerProof',
  tags: ['Portal money'],
  summary: 'Show the proofs of the ledger',
  description:
    'Every night the gateway compares the changes in the ledger with the transactions, refunds and fundings, and ' +
    'the closed days with the ledger. It does so for all brands of the merchant.',
  access: 'portal',
  permission: 'reports.read',
  querystring: closed({}),
  answers: {
    200: {
      description: 'The proofs of the last nights, newest first.',
      schema: Type.Object({ items: Type.Array(LedgerProof, { description: 'Newest first.' }) }),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => {
    const proofs = await lastProofs(context.sql, portal.merchantId, NIGHTS);
    return {
      items: proofs.map(({ merchantId: _own, provedAt, ...proof }) => ({
        provedAt: provedAt.toISOString(),
        ...proof,
      })),
    };
  },
});
