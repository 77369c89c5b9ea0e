// The way to the shopper's bank or wallet. Right after a submission made in this page the browser goes there by itself,
// once; who comes back, or opens the page again, finds a button and is not sent away again.

import { useEffect } from 'preact/hooks';
import type { CashierState, GoScreen } from '../../../gateway/src/http/cashier/state.ts';
import type { Actions } from '../api.ts';
import { currentCall, currentState, subscribe } from '../current.ts';
import { t } from '../i18n.ts';
import { LinkButton } from '../parts/button.tsx';
import { Leave } from './leave.tsx';
import { Picture } from './picture.tsx';
import { TimeLeft } from './time-left.tsx';

/** Of the attempt that is open. A page that was loaded anew has submitted nothing. */
let wasSubmittedHere = false;
subscribe(() => {
  const isOpen = currentState().screen.name !== 'choose';
  wasSubmittedHere = currentCall() === 'submit' || (wasSubmittedHere && isOpen);
});

const SHAPES = { 'card-check': 'shield', bank: 'bank', wallet: 'wallet' } as const;

export function Go({ state, screen, act }: { state: CashierState; screen: GoScreen; act: Actions }) {
  const { to, url, bankName, mayLeave } = screen;
  useEffect(() => {
    if (!wasSubmittedHere) return;
    wasSubmittedHere = false;
    location.assign(url);
  }, [url]);
  return (
    <section class="show stack told">
      <Picture shape={SHAPES[to]} tone="accent" />
      <h1 tabIndex={-1}>{t(`go.${to}.title`)}</h1>
      <p>{t(`go.${to}.text`, { brand: state.brand.name })}</p>
      <TimeLeft until={state.expiresAt} />
      <LinkButton kind="primary" href={url}>
        {bankName === null ? t(`go.${to}.button`) : t('go.named', { bank: bankName })}
      </LinkButton>
      <Leave state={state} act={act} may={mayLeave} />
    </section>
  );
}
