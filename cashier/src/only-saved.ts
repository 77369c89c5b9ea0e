// A payment of zero: nothing is paid, and the merchant may charge the means of payment later (contract 16).

import type { CashierState } from '../../gateway/src/http/cashier/state/state.ts';

export const isOnlySaved = ({ kind, amount }: Pick<CashierState, 'kind' | 'amount'>): boolean =>
  kind === 'payin' && /^[0.]+$/.test(amount.value);
