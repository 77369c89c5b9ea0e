// The end: the outcome, the receipt of what was paid, and the way back to the shop.

import type { CashierState, EndScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { currentLocale, formatAmount, t } from '../i18n.ts';
import { LinkButton } from '../parts/button.tsx';
import { AutoReturn } from './auto-return.tsx';
import { Fact, Facts } from './facts.tsx';
import { Picture } from './instructions/picture.tsx';
import { told } from './words.ts';

const PICTURES = {
  completed: { shape: 'check', tone: 'good' },
  declined: { shape: 'note', tone: 'bad', sign: 'cross' },
  failed: { shape: 'note', tone: 'late', sign: 'cross' },
  expired: { shape: 'clock', tone: 'late' },
  cancelled: { shape: 'back', tone: 'plain' },
} as const;

export function End({ state, screen }: { state: CashierState; screen: EndScreen; act: Actions }) {
  const { outcome, text } = screen;
  const { brand, returnUrl, kind } = state;
  // The catalogue's texts are about payments. Only the reason of a decline fits a payout.
  const reason = kind === 'payin' || outcome === 'declined' ? text : null;
  return (
    <section class="show stack told">
      <Picture {...PICTURES[outcome]} />
      <h1 tabIndex={-1}>{told(state, `end.${outcome}`, 'title')}</h1>
      <p>{reason ?? told(state, `end.${outcome}`, 'text')}</p>
      {outcome === 'completed' && returnUrl !== null && (
        <AutoReturn to={returnUrl} brand={brand.name} completedAt={screen.completedAt} />
      )}
      {outcome === 'completed' && <Receipt state={state} screen={screen} />}
      {returnUrl === null ? (
        <p class="muted small">{t('end.closable')}</p>
      ) : (
        <LinkButton kind="primary" href={returnUrl}>
          {t('end.back', { brand: brand.name })}
        </LinkButton>
      )}
    </section>
  );
}

function Receipt({ state, screen }: { state: CashierState; screen: EndScreen }) {
  const { brand, amount, reference, kind } = state;
  const { paidWith, completedAt } = screen;
  const isPayout = kind === 'payout';
  return (
    <div class="slip">
      <Facts>
        <Fact label={t('receipt.amount')}>{formatAmount(amount)}</Fact>
        <Fact label={t(isPayout ? 'receipt.from' : 'receipt.to')}>{brand.name}</Fact>
        {paidWith !== null && (
          <Fact label={t(isPayout ? 'receipt.sentTo' : 'receipt.paidWith')}>{paidWith}</Fact>
        )}
        {completedAt !== null && <Fact label={t('receipt.date')}>{dateAndTime(completedAt)}</Fact>}
        {reference !== null && (
          <Fact label={t('receipt.reference')} copy={reference}>
            {reference}
          </Fact>
        )}
      </Facts>
    </div>
  );
}

const dateAndTime = (iso: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
