// The last hour of a provider in words, as all processes of the gateway counted it. Pure.
import { countText, durationText, numberText, percentText } from '../../../parts/format.ts';
import type { Health } from './provider-list.ts';

/** The text for a cell of a table. */
export function callsText({ calls, failed }: Health): string {
  const of = countText(calls, 'call');
  return failed === 0 ? of : `${of}, ${percentText(failed / calls)} failed`;
}

export function failuresText({ calls, failed, heldBack }: Health): string {
  const held = heldBack > 0 ? `, ${numberText(heldBack)} held back` : '';
  if (calls === 0) return `No calls${held}`;
  const of = calls === 1 ? 'One call' : `${numberText(calls)} calls`;
  const failures =
    failed === 0 ? 'none failed' : `${numberText(failed)} failed (${percentText(failed / calls)})`;
  return `${of}, ${failures}${held}`;
}

const latency = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : durationText(ms));

/** null: there was no call. */
export function answersText({ p50Ms, p95Ms }: Health): string | null {
  if (p50Ms === null || p95Ms === null) return null;
  return `Half within ${latency(p50Ms)}, 95% within ${latency(p95Ms)}`;
}
