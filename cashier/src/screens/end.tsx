// The end: the outcome, the receipt of what was paid, and the way back to the shop.

import type { CashierState, EndScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { currentLocale, formatAmount, formatDate, t } from '../i18n.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { AutoReturn } from './auto-return.tsx';
import { Fact, Facts } from './facts.tsx';
import { Picture } from './instructions/picture.tsx';
import { MailReceipt } from './mail-receipt.tsx';
import { told } from './words.ts';

const PICTURES = {
  completed: { shape: 'check', tone: 'good' },
  held: { shape: 'check', tone: 'good' },
  saved: { shape: 'check', tone: 'good' },
  released: { shape: 'back', tone: 'plain' },
  declined: { shape: 'note', tone: 'bad', sign: 'cross' },
  failed: { shape: 'note', tone: 'late', sign: 'cross' },
  expired: { shape: 'clock', tone: 'late' },
  cancelled: { shape: 'back', tone: 'plain' },
} as const;

export function End({ state, screen, act }: { state: CashierState; screen: EndScreen; act: Actions }) {
  const { outcome, text } = screen;
  const { brand, returnUrl, kind } = state;
  const isSuccess = outcome === 'completed' || outcome === 'held' || outcome === 'saved';
  // The catalogue's texts are about payments. Only the reason of a decline fits a payout.
  const reason = kind === 'payin' || outcome === 'declined' ? text : null;
  return (
    <section class="show stack told">
      <Picture {...PICTURES[outcome]} />
      <h1 tabIndex={-1}>{told(state, `end.${outcome}`, 'title')}</h1>
      <p>{reason ?? textOf(state, screen)}</p>
      {isSuccess && returnUrl !== null && (
        <AutoReturn
          to={returnUrl}
          brand={brand.name}
          completedAt={screen.completedAt}
          isStopped={act.busy === 'receipt' || screen.mail?.isSent === true}
        />
      )}
      {isSuccess && <Receipt state={state} screen={screen} />}
      {returnUrl === null ? (
        <p class="muted small">{t('end.closable')}</p>
      ) : (
        <LinkButton kind="primary" href={returnUrl}>
          {t('end.back', { brand: brand.name })}
        </LinkButton>
      )}
      {outcome === 'completed' && (
        <Button kind="plain" icon="print" onClick={() => print()}>
          {t('receipt.print')}
        </Button>
      )}
      {screen.mail !== null && <MailReceipt {...screen.mail} act={act} />}
    </section>
  );
}

/** Money that is held, or charged in part, has its amounts in the text. */
function textOf(state: CashierState, { outcome, hold, charged }: EndScreen): string {
  const amounts = {
    amount: formatAmount(hold?.amount ?? state.amount),
    charged: charged === null ? '' : formatAmount(charged),
  };
  const isPart = charged !== null && (outcome === 'held' || outcome === 'completed');
  return told(state, isPart ? `end.${outcome}.part` : `end.${outcome}`, 'text', amounts);
}

function Receipt({ state, screen }: { state: CashierState; screen: EndScreen }) {
  const { brand, amount, reference, kind, inTest } = state;
  const { outcome, hold, charged, refunded, refunding, paidWith, completedAt } = screen;
  const isPayout = kind === 'payout';
  return (
    <div class="slip">
      <Facts>
        {charged !== null && <Fact label={t('receipt.charged')}>{formatAmount(charged)}</Fact>}
        {hold !== null && <Fact label={t('receipt.held')}>{formatAmount(hold.amount)}</Fact>}
        {hold !== null && <Fact label={t('receipt.heldUntil')}>{formatDate(hold.until)}</Fact>}
        {charged === null && hold === null && outcome !== 'saved' && (
          <Fact label={t('receipt.amount')}>{formatAmount(amount)}</Fact>
        )}
        {refunded !== null && <Fact label={t('receipt.refunded')}>{formatAmount(refunded)}</Fact>}
        {refunding !== null && <Fact label={t('receipt.refunding')}>{formatAmount(refunding)}</Fact>}
        {outcome !== 'saved' && <Fact label={t(isPayout ? 'receipt.from' : 'receipt.to')}>{brand.name}</Fact>}
        {paidWith !== null && <Fact label={t(meansLabel(state, screen))}>{paidWith}</Fact>}
        {completedAt !== null && <Fact label={t('receipt.date')}>{dateAndTime(completedAt)}</Fact>}
        {reference !== null && (
          <Fact label={t('receipt.reference')} copy={reference}>
            {reference}
          </Fact>
        )}
      </Facts>
      {inTest && (
        <p class="on-paper">
          {t('test.mode')} {t('test.noMoney')}
        </p>
      )}
    </div>
  );
}

function meansLabel({ kind }: CashierState, { outcome }: EndScreen): string {
  if (kind === 'payout') return 'receipt.sentTo';
  // Nothing was paid yet.
  return outcome === 'held' ? 'receipt.heldOn' : outcome === 'saved' ? 'receipt.saved' : 'receipt.paidWith';
}

const dateAndTime = (iso: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
