// What is paid, to whom, how much. The amount is the largest thing on the page.

import type { CashierState } from '../../../gateway/src/http/cashier/state.ts';
import { t } from '../i18n.ts';
import { Amount } from '../parts/amount.tsx';

export function Order({ state: { kind, brand, amount, reference } }: { state: CashierState }) {
  return (
    <header class="order">
      <div class="who">
        {brand.logoUrl === null ? (
          <span class="logo letter" aria-hidden="true">
            {firstLetter(brand.name)}
          </span>
        ) : (
          <img class="logo" src={brand.logoUrl} alt="" width="44" height="44" />
        )}
        <p class="what">{t(kind === 'payin' ? 'shell.pay' : 'shell.payout', { brand: brand.name })}</p>
      </div>
      <p class="amount">
        <Amount amount={amount} />
      </p>
      <p class="reference">
        {t('shell.reference')} <bdi>{reference}</bdi>
      </p>
    </header>
  );
}

/** Whole, also where one letter is several code units. */
const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';
