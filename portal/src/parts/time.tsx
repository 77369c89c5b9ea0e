// A time: "3 min ago", with the exact time in the brand's zone on hover and for screen readers. `<Time
// at={row.createdAt} />`. `exact` writes the exact time itself, for facts and timelines. `short` writes "22 Nov
// 2026, 17:04", for tables in which people compare times.
import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useBrand } from '../shell/session/session.ts';
import { exactTime, relativeTime, shortTime } from './format.ts';

/** One clock for all times of a page. It ticks twice a minute. */
const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const one of listeners) one();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time of this page. Anything made later is "just now". */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

interface Props {
  /** RFC 3339; null shows a dash. */
  at: string | null | undefined;
  exact?: boolean;
  short?: boolean;
}

export function Time({ at, exact = false, short = false }: Props) {
  const { timeZone } = useBrand();
  const current = useNow();
  if (!at) return <span>–</span>;
  const whole = exactTime(at, timeZone);
  if (exact) return <time dateTime={at}>{whole}</time>;
  const shown = (!short && relativeTime(at, current)) || shortTime(at, timeZone);
  return (
    <time dateTime={at} title={whole}>
      <span aria-hidden="true">{shown}</span>
      <VisuallyHidden>{whole}</VisuallyHidden>
    </time>
  );
}
