// GET /cashier/{token}/state: what the page shows now. It changes nothing. The page calls it when it receives no
// events, and after a lost answer.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { cashierState } from './state/build-state.ts';

export function showStateRoute(app: FastifyInstance, context: Context): void {
  app.get('/cashier/:token/state', ({ page }) => cashierState(context, page.transaction, page.reader));
}
