// The frame around every screen: what is paid and to whom, the screen itself, language and security at the foot.

import type { ComponentChildren } from 'preact';
import type { CashierState, Start } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';
import { formatAmount } from '../i18n.ts';

interface Props {
  state: CashierState;
  act: Actions;
  languages: Start['languages'];
  children: ComponentChildren;
}

export function Shell({ state, children }: Props) {
  return (
    <div class="page">
      <header class="order">
        <p>{state.brand.name}</p>
        <p class="amount">{formatAmount(state.amount)}</p>
      </header>
      <main class="task">{children}</main>
    </div>
  );
}
