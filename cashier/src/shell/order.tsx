// What is paid, to whom, how much. The amount is the largest thing on the page.

import type { CashierState } from '../../../gateway/src/http/cashier/state.ts';
import { formatAmount, t } from '../i18n.ts';

export function Order({ state: { kind, brand, amount, reference } }: { state: CashierState }) {
  const shown = formatAmount(amount);
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
      <p class={shown.replace(/\p{Cf}/gu, '').length > LONG ? 'amount long' : 'amount'}>
        <bdi class="number">{shown}</bdi>
      </p>
      {reference !== null && (
        <p class="reference">
          {t('shell.reference')} <bdi>{reference}</bdi>
        </p>
      )}
    </header>
  );
}

/** More than this, without the marks of direction, does not fit into one line of a small phone. */
const LONG = 13;

/** Whole, also where one letter is several code units. */
const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';
