// The small charts of the overview: the line below a number, and bars with their labels. Screen readers skip the
// drawings, so these must only repeat the numbers beside them.
import { Link, type LinkProps } from '@tanstack/react-router';
import { pathOf } from './chart-scale.ts';
import classes from './charts.module.css';

const WIDTH = 200;
const HEIGHT = 32;

/** How a number developed over the period. It draws nothing if the number was always 0. */
export function Sparkline({ values, top }: { values: readonly number[]; top?: number }) {
  const most = top ?? Math.max(...values, 0);
  if (most <= 0 || values.length < 2) return <div className={classes.spark} />;
  const field = { top: most, of: values.length, width: WIDTH, height: HEIGHT };
  const line = pathOf(values, field);
  return (
    <svg
      className={classes.spark}
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={classes.area} d={`${line} L${WIDTH} ${HEIGHT} L0 ${HEIGHT} Z`} />
      <path className={classes.now} d={line} />
    </svg>
  );
}

export interface Bar {
  key: string;
  label: string;
  /** The share of the longest bar, 0 to 1. */
  share: number;
  value: string;
  beside?: string;
  /** A link to the transactions that the bar counts. */
  link?: LinkProps;
}

/** `none`: the text if there is no bar. */
export function Bars({ bars, none }: { bars: readonly Bar[]; none: string }) {
  if (bars.length === 0) return <p className={classes.quiet}>{none}</p>;
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, label, share, value, beside, link }) => (
        <li key={key}>
          <span className={classes.barLabel}>{link ? <Link {...link}>{label}</Link> : label}</span>
          <span className={classes.barValue}>
            {value}
            {beside && <small>{beside}</small>}
          </span>
          <span className={classes.track} aria-hidden="true">
            <span style={{ width: `${Math.max(1, share * 100)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
