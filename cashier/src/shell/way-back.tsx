// A link back to the shop while the payment waits without needing the page: for the money, for somebody's answer, or
// for a payment at a counter. It ends nothing. The last screen has a button of its own instead.

import type { CashierState, Screen } from '../../../gateway/src/http/cashier/state/state.ts';
import { hasText, t } from '../i18n.ts';

const AWAITED: readonly Screen['name'][] = ['wait', 'qr', 'voucher', 'fawry', 'transfer'];

export function WayBack({ state: { screen, returnUrl, brand } }: { state: CashierState }) {
  // The texts of later screens may still be loading.
  if (returnUrl === null || !AWAITED.includes(screen.name) || !hasText('end.back')) return null;
  return (
    <p class="cancel">
      <a class="button plain quiet-text" href={returnUrl}>
        {t('end.back', { brand: brand.name })}
      </a>
    </p>
  );
}
