// POST /v2/payout-suboptions (spec 4.11): the suboptions of one option of a payout session. The answer is like that for
// a pay-in session.
import { call } from '../calls/call.ts';
import { listSuboptions } from './list-suboptions.ts';
import { payoutSuboptionsOperation } from './v2-schemas.ts';

export const payoutSuboptionsCall = call({
  address: 'POST /v2/payout-suboptions',
  ...payoutSuboptionsOperation,
  handle: async (context, { brand, body }) => await listSuboptions(context, brand, 'PAYOUT', body),
});
