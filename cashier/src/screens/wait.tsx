// Nothing to do but wait.

import type { CashierState, WaitScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Wait({ screen }: { state: CashierState; screen: WaitScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
