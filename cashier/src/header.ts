// What the page is about, in the words of its header. A payment of zero only saves the means of payment, which the
// merchant may charge later (contract 16).

import type { CashierState } from '../../gateway/src/http/cashier/state/state.ts';

export const isOnlySaved = ({ kind, amount }: Pick<CashierState, 'kind' | 'amount'>): boolean =>
  kind === 'payin' && /^[0.]+$/.test(amount.value);

/** End of the key of the header's text, `shell.…`. The document has the same words (page-document.ts). */
export function headerOf(
  state: Pick<CashierState, 'kind' | 'amount' | 'screen'>,
): 'pay' | 'paid' | 'payout' | 'save' {
  const { kind, screen } = state;
  if (kind === 'payout') return 'payout';
  if (isOnlySaved(state)) return 'save';
  const isPaid = screen.name === 'end' && screen.outcome === 'completed' && screen.charged === null;
  return isPaid ? 'paid' : 'pay';
}
