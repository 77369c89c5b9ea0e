// How long the shown details are valid: a countdown, or the day if more than one is left. When the time is over it says
// so, and what happens if the money is on its way.

import { useState } from 'preact/hooks';
import { gatewayNow } from '../../current.ts';
import { currentLocale, t } from '../../i18n.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Notice } from '../../parts/notice.tsx';

const DAY_MS = 86_400_000;

interface Props {
  until: string | null;
  /** The key of the text that contains the day. */
  label?: 'left.until' | 'left.payUntil';
  onEnd?: () => void;
}

export function TimeLeft({ until, label = 'left.until', onEnd }: Props) {
  const [isOver, end] = useOver(until);
  if (until === null) return null;
  if (isOver) {
    return (
      <Notice kind="warn" icon="clock" alert>
        {t('left.over')}
      </Notice>
    );
  }
  if (Date.parse(until) - gatewayNow() > DAY_MS) {
    return (
      <p class="countdown">
        <Icon name="clock" />
        <span>{t(label, { date: dayAndTime(until) })}</span>
      </p>
    );
  }
  const tell = () => {
    end();
    onEnd?.();
  };
  return (
    <p>
      <Countdown key={until} until={until} onEnd={tell} />
    </p>
  );
}

/** Whether the time is over, and a function to call when it ends. */
export function useOver(until: string | null): [isOver: boolean, end: () => void] {
  const [ended, setEnded] = useState<string | null>(null);
  const isOver = until !== null && (ended === until || Date.parse(until) <= gatewayNow());
  return [isOver, () => setEnded(until)];
}

/** "Fri, Jul 24, 2:00 PM", "Fr., 24. Juli, 14:00" */
const dayAndTime = (iso: string): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));
