// Shown while an attempt was handed over and not answered yet.

import type { CashierState } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Submitting({
  screen,
}: {
  state: CashierState;
  screen: { name: 'submitting' };
  act: Actions;
}) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
