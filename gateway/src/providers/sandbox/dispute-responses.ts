// Responses to disputes in the sandbox, depending on the disputed amount: refused, without an answer at first, or taken
// (contract 7, 13). A response changes nothing else: the developer plays the bank's decision. Test environment only.
import {
  type DisputeResponse,
  EVIDENCE_FILE_TYPES,
  EVIDENCE_FILES,
  EVIDENCE_TEXTS,
  GENERAL_GROUND,
  type Provider,
  type ResponseOutcome,
} from '@tollgate/provider-kit';
import { behaviourOfAmount } from './amount-behaviours.ts';

export const DISPUTE_CALLS: Required<
  Pick<Provider, 'evidenceForm' | 'defendDispute' | 'acceptDispute' | 'inquireResponse'>
> = {
  evidenceForm: async () => ({
    grounds: [{ code: GENERAL_GROUND, files: EVIDENCE_FILES.map((kind) => ({ kind, isNeeded: false })) }],
    texts: EVIDENCE_TEXTS,
    fileTypes: EVIDENCE_FILE_TYPES,
  }),
  defendDispute: async (_transaction, response) => send(response),
  acceptDispute: async (_transaction, response) => send(response),
  inquireResponse: async (_transaction, response) => answered(response),
};

function send(response: DisputeResponse): ResponseOutcome {
  return behaviourOfAmount(response.amountMinor) === 'silent' ? { kind: 'unknown' } : answered(response);
}

function answered({ amountMinor }: DisputeResponse): ResponseOutcome {
  return behaviourOfAmount(amountMinor) === 'declined'
    ? { kind: 'refused', reason: 'The sandbox refuses a response to a disputed amount that ends in 02' }
    : { kind: 'sent' };
}
