// GET /v3/payout-options (spec 4.3): the brand's options for paying out. Like list-payment-options.ts.
import { call } from '../calls/call.ts';
import { payoutOptions } from '../examples/examples.ts';
import { discoverFor, optionList } from './list-payment-options.ts';

export const listPayoutOptionsCall = call({
  address: 'GET /v3/payout-options',
  ...optionList(payoutOptions),
  operationId: 'listPayoutOptions',
  summary: 'List payout options',
  description:
    'The payout options that are enabled for the brand, filtered by country and currency. Creates nothing.', // Spec 4.3
  handle: async (context, { brand, query }) => discoverFor(context, 'PAYOUT', brand, query),
});
