// A line over the period, with the former period behind it: plain SVG, each line with its name at its end. The values
// under the pointer stand above; arrow keys move along the line. A step that has not ended is dashed. A table below has
// the same numbers.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { namedPoints, pathOf, scaleOf } from './chart-scale.ts';
import classes from './charts.module.css';

interface Point {
  /** The name in the table and in the text above. */
  label: string;
  /** The short name below the chart. */
  short: string;
  /** null: the step has not begun yet. */
  value: number | null;
  former: number;
}

interface Props {
  /** What it shows, for screen readers and the table. */
  label: string;
  points: readonly Point[];
  /** The last value may still grow. */
  isOpen: boolean;
  /** Whether there is a former period to compare with. */
  compared: boolean;
  write: (value: number) => string;
  /** Writes the values at the grid lines. */
  writeShort: (value: number) => string;
}

const WIDTH = 1000;
const HEIGHT = 200;

export function LineChart(props: Props) {
  const { label, points, write, writeShort, compared } = props;
  const [at, setAt] = useState<number | null>(null);
  const values = points.map(({ value }) => value).filter((value) => value !== null);
  const former = points.map((one) => one.former);
  const { top, ticks } = scaleOf(Math.max(...values, ...(compared ? former : []), 0));
  const last = Math.max(0, values.length - 1);
  const shown = points[at ?? last];
  const move = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.round(((event.clientX - left) / width) * (points.length - 1));
    setAt(Math.min(points.length - 1, Math.max(0, place)));
  };
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.readout}>
        <Readout {...props} at={at} isLast={at === last} />
      </figcaption>
      <div className={classes.field}>
        <div className={classes.ticks} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {writeShort(tick)}
            </span>
          ))}
        </div>
        <div
          className={classes.plot}
          role="slider"
          tabIndex={0}
          aria-label={`${label}, step by step`}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(at ?? last) + 1}
          aria-valuetext={
            shown && `${shown.label}: ${shown.value === null ? 'still to come' : write(shown.value)}`
          }
          onPointerMove={move}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => step(event, at ?? last, points.length, setAt)}
        >
          <Lines {...props} values={values} top={top} at={at} />
          <EndNames values={values} former={former} top={top} compared={compared} />
        </div>
        <div className={classes.names} aria-hidden="true">
          {namedPoints(points.length).map((i) => (
            <span
              key={i}
              data-end={(i > 0 && i === points.length - 1) || undefined}
              style={{ left: `${(i / Math.max(1, points.length - 1)) * 100}%` }}
            >
              {points[i]!.short}
            </span>
          ))}
        </div>
      </div>
      <Numbers {...props} />
    </figure>
  );
}

/** Shows the values under the pointer, otherwise those of the whole period. */
function Readout({
  points,
  write,
  compared,
  isOpen,
  at,
  isLast,
}: Props & { at: number | null; isLast: boolean }) {
  const sum = (of: (one: Point) => number) => points.reduce((total, one) => total + of(one), 0);
  const shown = at === null ? undefined : points[at];
  const value = shown ? shown.value : sum((one) => one.value ?? 0);
  const former = shown ? shown.former : sum((one) => one.former);
  return (
    <>
      <strong>{value === null ? '–' : write(value)}</strong> {shown?.label ?? 'in this period'}
      {isLast && isOpen && ', so far'}
      {compared && <span className={classes.quiet}> · {write(former)} before</span>}
    </>
  );
}

function step(event: KeyboardEvent, at: number, count: number, setAt: (at: number) => void): void {
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  setAt(Math.min(count - 1, Math.max(0, next)));
}

function Lines({
  points,
  values,
  top,
  at,
  isOpen,
  compared,
}: Props & { values: number[]; top: number; at: number | null }) {
  const field = { top, of: points.length, width: WIDTH, height: HEIGHT };
  const sure = isOpen && values.length > 1 ? values.slice(0, -1) : values;
  const place = at === null ? null : (at / Math.max(1, points.length - 1)) * WIDTH;
  const end = ((sure.length - 1) / Math.max(1, points.length - 1)) * WIDTH;
  const { ticks } = scaleOf(top);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {ticks.map((tick) => (
        <path key={tick} className={classes.grid} d={`M0 ${HEIGHT - (tick / top) * HEIGHT} H${WIDTH}`} />
      ))}
      {compared && (
        <path
          className={classes.former}
          d={pathOf(
            points.map((one) => one.former),
            field,
          )}
        />
      )}
      {sure.length > 0 && (
        <>
          <path
            className={classes.area}
            d={`${pathOf(sure, field)} L${points.length === 1 ? WIDTH : end} ${HEIGHT} L0 ${HEIGHT} Z`}
          />
          <path className={classes.now} d={pathOf(sure, field)} />
        </>
      )}
      {sure.length < values.length && (
        <path className={classes.open} d={pathOf(values.slice(-2), { ...field, from: values.length - 2 })} />
      )}
      {place !== null && <path className={classes.cross} d={`M${place} 0 V${HEIGHT}`} />}
    </svg>
  );
}

/** Names beside the ends of the lines, at least one line of text apart. */
function EndNames({
  values,
  former,
  top,
  compared,
}: {
  values: number[];
  former: number[];
  top: number;
  compared: boolean;
}) {
  const own = ((values.at(-1) ?? 0) / top) * 100;
  const before = ((former.at(-1) ?? 0) / top) * 100;
  const gap = 9;
  const near = Math.abs(own - before) < gap;
  const shift = near ? (gap - Math.abs(own - before)) / 2 : 0;
  const sign = own >= before ? 1 : -1;
  return (
    <div className={classes.ends} aria-hidden="true">
      <span data-now style={{ bottom: `${own + (compared ? sign * shift : 0)}%` }}>
        This period
      </span>
      {compared && <span style={{ bottom: `${before - sign * shift}%` }}>Before</span>}
    </div>
  );
}

function Numbers({ label, points, write, compared }: Props) {
  return (
    <details className={classes.numbers}>
      <summary>{label} as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">This period</th>
            {compared && <th scope="col">Period before</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((one) => (
            <tr key={one.label}>
              <th scope="row">{one.label}</th>
              <td>{one.value === null ? '–' : write(one.value)}</td>
              {compared && <td>{write(one.former)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
