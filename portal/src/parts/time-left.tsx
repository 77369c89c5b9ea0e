// How much time is left, to capture an authorised payment or to answer a dispute: `<TimeLeft until={captureBefore} />`
// writes "7 days left", on the last day in the colour of a warning, and afterwards "time is over" in red.
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
  const leftMs = Date.parse(until) - now.getTime();
  const stage = leftMs <= 0 ? 'over' : leftMs < LAST_DAY_MS ? 'last-day' : undefined;
  return (
    <span className={classes.left} data-stage={stage}>
      {leftText(until, now)}
    </span>
  );
}
