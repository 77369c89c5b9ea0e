// Details to send the money to, and the receipt afterwards.

import type { CashierState, TransferScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Transfer({ screen }: { state: CashierState; screen: TransferScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
