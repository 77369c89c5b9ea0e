// What the bench prints while it runs: a line with the time, and the measurements of a load. Writes no file.
import type { Distribution } from '../distribution.ts';
import type { Measured } from '../measure.ts';
import type { UnderLoad } from './rounds.ts';

export const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;

/** Answers the numbers that the results keep. */
export function sayLoad(
  label: string,
  measured: Measured<{ latencyMs: Distribution; perSecond?: number }>,
  rate = measured.run.perSecond!,
): UnderLoad {
  const { run, webhooks, ...rest } = measured;
  const { cores, disk, residentMb, walBytesEach, commitsPerSecond, unfolded } = rest;
  const told = webhooks
    ? `; webhooks p50 ${Math.round(webhooks.delayMs.p50)} p95 ${Math.round(webhooks.delayMs.p95)} ms, ` +
      `${perSecond(webhooks.perSecond)}, backlog ${webhooks.backlog}, drained in ${Math.round(webhooks.drainMs)} ms`
    : '';
  const busy = Object.entries(cores).map(([part, share]) => `${part} ${share.toFixed(2)}`);
  say(
    `  ${label} ${perSecond(rate)}; p50 ${run.latencyMs.p50.toFixed(1)} p99 ${run.latencyMs.p99.toFixed(1)} ms${told}\n` +
      `            cores: ${busy.join(', ')}; flushes ${disk.flushMs.toFixed(2)} ms on average, ` +
      `of the probe p99 ${disk.probeP99Ms.toFixed(1)}, longest ${disk.probeLongestMs.toFixed(1)} ms; ${Math.round(residentMb)} MB resident; ${Math.round(walBytesEach)} bytes of log each; ${perSecond(commitsPerSecond)} commits; ${unfolded} changes not listed yet`,
  );
  return { ...rest, perSecond: rate, latencyMs: run.latencyMs, webhooks: webhooks! };
}
