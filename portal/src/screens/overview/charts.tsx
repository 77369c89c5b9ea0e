// The charts of the overview: a line along the period with the former one behind it, and bars. Plain SVG and elements, labelled
// where they are; the same numbers stand in a table beneath for whoever cannot see them.
import classes from './overview.module.css';

export interface Point {
  label: string;
  value: number;
  former?: number;
}

const WIDTH = 640;
const HEIGHT = 160;

function pathOf(values: readonly number[], top: number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  const at = (value: number) => HEIGHT - (top === 0 ? 0 : (value / top) * (HEIGHT - 12)) - 2;
  if (values.length === 1) return `M0 ${at(values[0]!)} L${WIDTH} ${at(values[0]!)}`;
  return values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${(i * step).toFixed(1)} ${at(value).toFixed(1)}`)
    .join(' ');
}

interface Props {
  /** What it shows, for screen readers and the table. */
  label: string;
  points: readonly Point[];
  write: (value: number) => string;
}

export function LineChart({ label, points, write }: Props) {
  const values = points.map((one) => one.value);
  const former = points.map((one) => one.former ?? 0);
  const top = Math.max(...values, ...former, 0);
  const line = pathOf(values, top);
  return (
    <figure className={classes.figure}>
      <div className={classes.scale}>
        <span>{write(top)}</span>
        <span className={classes.legend}>
          <i data-now /> this period <i /> period before
        </span>
      </div>
      <svg
        className={classes.line}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={classes.formerLine} d={pathOf(former, top)} />
        <path className={classes.area} d={`${line} L${WIDTH} ${HEIGHT} L0 ${HEIGHT} Z`} />
        <path className={classes.nowLine} d={line} />
      </svg>
      <div className={classes.scale}>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <details className={classes.numbers}>
        <summary>{label} as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">This period</th>
              <th scope="col">Period before</th>
            </tr>
          </thead>
          <tbody>
            {points.map((one) => (
              <tr key={one.label}>
                <th scope="row">{one.label}</th>
                <td>{write(one.value)}</td>
                <td>{write(one.former ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

export interface Bar {
  key: string;
  label: string;
  /** 0 to 1, of the longest. */
  share: number;
  value: string;
  beside?: string;
}

export function Bars({ bars }: { bars: readonly Bar[] }) {
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, label, share, value, beside }) => (
        <li key={key}>
          <span className={classes.barLabel}>{label}</span>
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
