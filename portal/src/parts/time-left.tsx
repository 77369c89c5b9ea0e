// How much time is left to capture an authorised payment: `<TimeLeft until={captureBefore} />` writes "7 days left",
// on the last day in the colour of a warning.
import { durationText } from './format.ts';
import classes from './parts.module.css';
import { useNow } from './time.tsx';

const LAST_DAY_MS = 24 * 3_600_000;

/** "7 days left". */
export function leftText(until: string, now: Date): string {
  const left = Date.parse(until) - now.getTime();
  return left > 0 ? `${durationText(left)} left` : 'time is over';
}

export function TimeLeft({ until }: { until: string }) {
  const now = useNow();
  const isLastDay = Date.parse(until) - now.getTime() < LAST_DAY_MS;
  return (
    <span className={classes.left} data-last-day={isLastDay || undefined}>
      {leftText(until, now)}
    </span>
  );
}
