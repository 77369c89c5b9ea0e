// What happened, in order: `<Timeline items={[{key, at, title, by, mood, detail}]} />`. `by` says in words who did it.
// `detail` is anything else about the step.
import type { ReactNode } from 'react';
import classes from './parts.module.css';
import type { Mood } from './status-dot.tsx';
import { Time } from './time.tsx';

export interface TimelineItem {
  key: string;
  at: string;
  title: ReactNode;
  by?: ReactNode;
  mood?: Mood;
  detail?: ReactNode;
}

export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={classes.timeline}>
      {items.map(({ key, at, title, by, mood = 'quiet', detail }) => (
        <li key={key}>
          <span className={classes.dot} data-mood={mood} aria-hidden="true" />
          <div>
            <div className={classes.step}>{title}</div>
            <div className={classes.quiet}>
              <Time at={at} exact />
              {by && <> · {by}</>}
            </div>
            {detail && <div className={classes.detail}>{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
