// Whether a provider gets payments now. After many failures the gateway holds them back, and tries the provider again
// by itself.
import { StatusDot } from '../../../parts/status-dot.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Health } from './provider-list.ts';
import classes from './providers.module.css';

export function Circuit({ health: { circuit, circuitSince } }: { health: Health }) {
  if (circuit === 'closed') return <StatusDot mood="good">Yes</StatusDot>;
  return (
    <>
      <StatusDot mood="bad">No new ones</StatusDot>
      <span className={`${classes.quiet} ${classes.means}`}>
        Since <Time at={circuitSince} />, because too many calls failed. It is tried again by itself.
      </span>
    </>
  );
}
