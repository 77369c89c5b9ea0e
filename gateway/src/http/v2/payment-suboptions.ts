// POST /v2/payment-suboptions (spec 4.10, step 2): banks, wallets and the like of one option of a pay-in session. If an
// option has no suboptions, such as the card, the list is empty (contract 8).
import { call } from '../calls/call.ts';
import { listSuboptions } from './list-suboptions.ts';
import { paymentSuboptionsOperation } from './v2-schemas.ts';

export const paymentSuboptionsCall = call({
  address: 'POST /v2/payment-suboptions',
  ...paymentSuboptionsOperation,
  handle: async (context, { brand, body }) => await listSuboptions(context, brand, 'PAYIN', body),
});
