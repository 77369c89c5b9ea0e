// A form of the provider that the browser sends.

import type { CashierState, FormScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';

export function FormPost({ screen }: { state: CashierState; screen: FormScreen; act: Actions }) {
  return <h1 tabIndex={-1}>{screen.name}</h1>;
}
