// The shopper can only wait: what is happening, how long it may take, and that the page may be closed. The next screen
// comes by itself.

import { useEffect, useState } from 'preact/hooks';
import type { CashierState, WaitScreen } from '../../../gateway/src/http/cashier/state/state.ts';
import type { Actions } from '../api.ts';
import { t } from '../i18n.ts';
import { announce } from '../parts/announce.ts';
import { Notice } from '../parts/notice.tsx';
import { Picture } from './instructions/picture.tsx';
import { TimeLeft } from './instructions/time-left.tsx';
import { told } from './words.ts';

const LONG_AFTER_MS = 90_000;

const PICTURES = {
  network: { shape: 'bank', tone: 'accent', sign: 'clock' },
  debit: { shape: 'bank', tone: 'accent', sign: 'clock' },
  unknown: { shape: 'search', tone: 'late' },
  confirmed: { shape: 'receipt', tone: 'accent', sign: 'clock' },
  approval: { shape: 'shop', tone: 'accent', sign: 'clock' },
} as const;

export function Wait({ state, screen }: { state: CashierState; screen: WaitScreen; act: Actions }) {
  const { for: reason } = screen;
  const isLong = useIsLong(reason);
  return (
    <section class="show stack told">
      <Picture {...PICTURES[reason]} />
      <h1 tabIndex={-1}>{told(state, `wait.${reason}`, 'title')}</h1>
      <p>{told(state, `wait.${reason}`, 'text')}</p>
      {reason === 'unknown' && (
        <Notice kind={state.kind === 'payin' ? 'warn' : 'info'}>
          {told(state, 'wait.unknown', 'warning')}
        </Notice>
      )}
      {reason === 'network' && <div class="under-way" />}
      {isLong && <p>{t('wait.network.long')}</p>}
      {reason === 'approval' && <TimeLeft until={state.expiresAt} />}
      <p class="muted small">{t('close', { brand: state.brand.name })}</p>
    </section>
  );
}

function useIsLong(reason: string): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (reason !== 'network') return;
    const timer = setTimeout(() => {
      setLong(true);
      announce(t('wait.network.long'));
    }, LONG_AFTER_MS);
    return () => clearTimeout(timer);
  }, [reason]);
  return isLong;
}
