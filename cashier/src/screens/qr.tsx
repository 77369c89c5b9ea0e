// A code to scan, and how long it holds.

import type { CashierState, QrScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Qr({ screen }: { state: CashierState; screen: QrScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
