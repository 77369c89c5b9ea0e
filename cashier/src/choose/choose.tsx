// How the shopper pays, or is paid: the methods and their fields.

import type { CashierState, ChooseScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Choose({ screen }: { state: CashierState; screen: ChooseScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
