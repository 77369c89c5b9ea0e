// How it ended, and the way back to the shop.

import type { CashierState, EndScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function End({ screen }: { state: CashierState; screen: EndScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
