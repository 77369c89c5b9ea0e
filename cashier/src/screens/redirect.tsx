// The way to the shopper's bank or wallet, or to the page on which the card is entered: after a submission the browser
// goes there by itself (auto-continue.ts), and there is a button.

import type { CashierState, GoScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { LinkButton } from '../parts/button.tsx';
import { useAutoContinue } from './auto-continue.ts';
import { Picture } from './instructions/picture.tsx';
import { TimeLeft } from './instructions/time-left.tsx';
import { Leave } from './leave.tsx';

const SHAPES = { 'card-check': 'shield', 'card-entry': 'card', bank: 'bank', wallet: 'wallet' } as const;

export function Redirect({ state, screen, act }: { state: CashierState; screen: GoScreen; act: Actions }) {
  const { to, url, bankName, mayLeave } = screen;
  useAutoContinue(url, () => location.assign(url));
  return (
    <section class="show stack told">
      <Picture shape={SHAPES[to]} tone="accent" />
      <h1 tabIndex={-1}>
        {to === 'wallet' && bankName !== null
          ? t('go.wallet.named', { name: bankName })
          : t(`go.${to}.title`)}
      </h1>
      <p>{t(`go.${to}.text`, { brand: state.brand.name })}</p>
      <TimeLeft until={state.expiresAt} />
      <LinkButton kind="primary" href={url}>
        {bankName === null ? t(`go.${to}.button`) : t('go.named', { bank: bankName })}
      </LinkButton>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}
