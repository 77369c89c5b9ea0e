// The geometry of a chart: round numbers for its lines, and the paths through its points. Pure.

export interface Scale {
  /** The highest line. */
  top: number;
  /** From 0 up. */
  ticks: number[];
}

const ROUND = [1, 2, 2.5, 5, 10];

/** Lines at round numbers, at most five, the last one at or above `most`. */
export function scaleOf(most: number): Scale {
  if (most <= 0) return { top: 1, ticks: [0] };
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ROUND.find((one) => one * power >= rough)!;
  const ticks = Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => i * step);
  return { top: ticks.at(-1)!, ticks };
}

/**
 * A path through `values` in a field of `width` × `height`. `of`: the number of points that fill the width, even if
 * fewer are known.
 */
export function pathOf(
  values: readonly number[],
  {
    top,
    of,
    width,
    height,
    from = 0,
  }: { top: number; of: number; width: number; height: number; from?: number },
): string {
  const step = width / Math.max(1, of - 1);
  const points = values.map((value, i) => [(from + i) * step, height - (value / top) * height] as const);
  // A single value becomes a level line.
  if (of === 1) points.push([width, points[0]?.[1] ?? height]);
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');
}

/** Which of `count` points have a name below the chart: at most `most`, evenly spaced, always the first one. */
export function namedPoints(count: number, most = 7): number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
}
