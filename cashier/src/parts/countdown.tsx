// The time left until something expires, by the gateway's clock: "14:59 left", from an hour on "until 14:30". It is
// drawn each second; a screen reader hears it at five minutes and at one.

import { useEffect, useState } from 'preact/hooks';
import { gatewayNow } from '../current.ts';
import { formatClock, formatDateTime, formatTime, t } from '../i18n.ts';
import { announce } from './announce.ts';
import { Icon } from './icon.tsx';

const HOUR_S = 3600;
const SOON_S = 120;
const SAID_AT_S = [300, 60];

interface Props {
  until: string;
  /** Called once, when no time is left. */
  onEnd?: () => void;
}

export function Countdown({ until, onEnd }: Props) {
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(until) - gatewayNow()) / 1000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    let before = secondsLeft();
    setLeft(before);
    const timer = setInterval(() => {
      const now = secondsLeft();
      if (now === before) return;
      if (SAID_AT_S.some((at) => before > at && now <= at))
        announce(t('parts.left', { time: formatClock(now) }));
      before = now;
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd?.();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const text =
    left > 24 * HOUR_S
      ? t('parts.until', { time: formatDateTime(until) })
      : left >= HOUR_S
        ? t('parts.until', { time: formatTime(until) })
        : t('parts.left', { time: formatClock(left) });
  return (
    <span class={left <= SOON_S ? 'countdown soon' : 'countdown'} role="timer">
      <Icon name="clock" />
      <span class="number">{text}</span>
    </span>
  );
}
