// What is paid, to whom, how much. The amount is the largest thing on the page. The order is below it on a wide screen;
// on others it is one line that opens.

import { useEffect, useState } from 'preact/hooks';
import type { CashierState, ShownOrder } from '../../../gateway/src/http/cashier/state/state.ts';
import { headerOf } from '../header.ts';
import { formatAmount, t } from '../i18n.ts';
import { Icon } from '../parts/icon.tsx';
import { screenKey } from './screen-change.ts';

export function Order({ state }: { state: CashierState }) {
  const { brand, amount, reference, order } = state;
  const [isOpen, setOpen] = useState(false);
  // A later screen begins at the top of the page, so the order is closed.
  useEffect(() => setOpen(false), [screenKey(state)]);
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
        <p class="what">{t(`shell.${headerOf(state)}`, { brand: brand.name })}</p>
      </div>
      <p class={shown.replace(/\p{Cf}/gu, '').length > LONG ? 'amount long' : 'amount'}>
        <bdi class="number">{shown}</bdi>
      </p>
      <div class="about">
        {reference !== null && (
          <p class="reference">
            {t('shell.reference')} <bdi>{reference}</bdi>
          </p>
        )}
        {order && (
          <button
            type="button"
            class="items"
            aria-expanded={isOpen}
            aria-controls={LINES_ID}
            onClick={() => setOpen(!isOpen)}
          >
            {order.title}
            <Icon name="down" />
          </button>
        )}
      </div>
      {order && <Lines order={order} amount={shown} isOpen={isOpen} />}
    </header>
  );
}

function Lines({ order, amount, isOpen }: { order: ShownOrder; amount: string; isOpen: boolean }) {
  const isLong = order.lines.length > MANY;
  return (
    <div class={isOpen ? 'lines open' : 'lines'} id={LINES_ID}>
      <ul
        aria-label={order.title}
        class={isLong ? 'long' : undefined}
        // The keyboard can scroll it too.
        tabIndex={isLong ? 0 : undefined}
      >
        {order.lines.map(({ name, description, quantity, price }, i) => (
          <li key={i}>
            <span class="line">
              <span>
                <bdi>{name}</bdi>
              </span>
              {description !== null && (
                <span class="hint">
                  <bdi>{description}</bdi>
                </span>
              )}
              {price !== null && price.each.value !== price.total.value && (
                <span class="hint">
                  <bdi class="number">
                    {quantity} × {formatAmount(price.each)}
                  </bdi>
                </span>
              )}
            </span>
            {price !== null ? (
              <bdi class="number">{formatAmount(price.total)}</bdi>
            ) : (
              quantity !== null && <bdi class="number">× {quantity}</bdi>
            )}
          </li>
        ))}
        {order.more !== null && <li class="hint">{order.more}</li>}
      </ul>
      <p class="total">
        <span>{t('shell.total')}</span>
        <bdi class="number">{amount}</bdi>
      </p>
      {order.tax !== null && (
        <p class="tax hint">
          <span>{t('shell.tax')}</span>
          <bdi class="number">{formatAmount(order.tax)}</bdi>
        </p>
      )}
    </div>
  );
}

const LINES_ID = 'lines';
const MANY = 8;

/** More characters than this, without direction marks, do not fit into one line of a small phone. */
const LONG = 13;

/** Counts whole letters, even those of several code units. */
const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';
