// The quiet way back to the shop while something is awaited that needs no page: the money, a word of somebody else, or a
// payment at a counter. It ends nothing; the button of a screen that is the end stands there itself.

import type { CashierState, Screen } from '../../../gateway/src/http/cashier/state/state.ts';
import { hasText, t } from '../i18n.ts';

const AWAITED: readonly Screen['name'][] = ['wait', 'qr', 'voucher', 'fawry', 'transfer'];

export function WayBack({ state: { screen, returnUrl, brand } }: { state: CashierState }) {
  // The words of later screens may be on their way.
  if (returnUrl === null || !AWAITED.includes(screen.name) || !hasText('end.back')) return null;
  return (
    <p class="cancel">
      <a class="button plain quiet-text" href={returnUrl}>
        {t('end.back', { brand: brand.name })}
      </a>
    </p>
  );
}
