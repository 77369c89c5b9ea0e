// GET /cashier/{token}/state: what the page shows now. It changes nothing. The page calls it when it receives no
// events, and after a lost answer.
import { call } from '../calls/call.ts';
import { cashierState } from './state/build-state.ts';

export const showStateCall = call({
  address: 'GET /cashier/:token/state',
  handle: (context, { page }) => cashierState(context, page.transaction, page.reader),
});
