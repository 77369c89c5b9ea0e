// After a successful payment the page goes back to the shop by itself. It says so in words, counts down, and a button
// stops it (WCAG 2.2.1). It must happen only right after the success, and once: a shopper who opens the page again came
// for the receipt.

import { useEffect, useRef, useState } from 'preact/hooks';
import { gatewayNow } from '../current.ts';
import { formatSecondsUntil, t } from '../i18n.ts';
import { announce } from '../parts/announce.ts';
import { Button } from '../parts/button.tsx';

const SECONDS = 5;
const RECENT_MS = 60_000;
/** Kept in the state of the history's entry, which survives loading the page again and the back button. */
const STAYS = 'stay';

interface Props {
  to: string;
  brand: string;
  completedAt: string | null;
  /** The shopper does something else on this page. */
  isStopped: boolean;
}

export function AutoReturn({ to, brand, completedAt, isStopped }: Props) {
  const [left, setLeft] = useState(() => (isJustNow(completedAt) && history.state !== STAYS ? SECONDS : 0));
  const place = useRef<HTMLDivElement>(null);
  const isOn = left > 0;
  const words = () => t('end.return', { brand, when: formatSecondsUntil(left) });

  function stop(): void {
    history.replaceState(STAYS, '');
    setLeft(0);
  }

  useEffect(() => {
    if (!isOn) return;
    announce(words());
    let seconds = SECONDS;
    const timer = setInterval(() => {
      // A shopper who looks at another tab would not see the countdown.
      if (document.visibilityState !== 'visible') return;
      seconds -= 1;
      if (seconds > 0) return setLeft(seconds);
      stop();
      location.assign(to);
    }, 1000);
    // Whoever prints the receipt has not finished with this page.
    addEventListener('beforeprint', stop);
    return () => {
      clearInterval(timer);
      removeEventListener('beforeprint', stop);
    };
  }, [isOn]);

  useEffect(() => {
    if (isStopped) stop();
  }, [isStopped]);

  if (!isOn) return null;
  return (
    // Above the receipt, so that the smallest phone shows it without scrolling.
    <div class="auto-return no-print" ref={place}>
      <p>{words()}</p>
      <Button
        kind="plain"
        onClick={() => {
          // The button disappears, so the focus moves to the heading for screen readers.
          place.current?.closest('section')?.querySelector('h1')?.focus();
          stop();
        }}
      >
        {t('end.stay')}
      </Button>
    </div>
  );
}

const isJustNow = (time: string | null): boolean =>
  time !== null && gatewayNow() - Date.parse(time) < RECENT_MS;
