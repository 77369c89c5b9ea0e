// A reference number to pay with at a Fawry point.

import type { CashierState, FawryScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Fawry({ screen }: { state: CashierState; screen: FawryScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
