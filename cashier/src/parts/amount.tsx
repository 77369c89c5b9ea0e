// Money as the language writes it, kept in one piece whatever runs around it.

import type { ShownAmount } from '../../../gateway/src/http/cashier/state.ts';
import { formatAmount } from '../i18n.ts';

export function Amount({ amount }: { amount: ShownAmount }) {
  return <bdi class="number">{formatAmount(amount)}</bdi>;
}
