// The way to the shopper's bank or wallet.

import type { CashierState, GoScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Go({ screen }: { state: CashierState; screen: GoScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
