// A number and its bar code to pay with at a counter.

import type { CashierState, VoucherScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function Voucher({ screen }: { state: CashierState; screen: VoucherScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
