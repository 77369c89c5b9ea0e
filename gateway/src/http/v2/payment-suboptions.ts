// POST /v2/payment-suboptions (spec 4.10, step 2): banks, wallets and the like of one option of a pay-in session. If an
// option has no suboptions, such as the card, the list is empty (contract 8).
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { listSuboptions } from './list-suboptions.ts';
import { paymentSuboptionsOperation } from './v2-schemas.ts';

export function paymentSuboptionsRoute(app: FastifyInstance, context: Context): void {
  listSuboptions(app, context, {
    url: '/v2/payment-suboptions',
    direction: 'PAYIN',
    schema: paymentSuboptionsOperation,
  });
}
