// The state that the page shows now: the newest state, whether a call is under way, whether the connection is lost. It
// must never go back to an older version, whatever brings it.

import type { CashierState } from '../../gateway/src/http/cashier/state/state.ts';
import { setLocale } from './i18n.ts';

export type Call = 'submit' | 'confirm' | 'leave' | 'remove-card' | 'cancel' | 'simulate' | 'receipt';

let state: CashierState;
let busy: Call | null = null;
let isOffline = false;
/** How far the gateway's clock is ahead of this device's. */
let aheadMs = 0;
const listeners = new Set<() => void>();

export const currentState = (): CashierState => state;
export const currentCall = (): Call | null => busy;
export const connectionLost = (): boolean => isOffline;
/** Milliseconds since 1970 by the gateway's clock. */
export const gatewayNow = (): number => Date.now() + aheadMs;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws again, for a change that is not stored here, such as the texts. */
export function redraw(): void {
  for (const listener of listeners) listener();
}

export function show(next: CashierState): void {
  if (state !== undefined) {
    if (next.version < state.version) return;
    // An answer in the former language, which was under way while the language was changed.
    if (next.version === state.version && next.language !== document.documentElement.lang) return;
  }
  state = next;
  setLocale(next.locale);
  aheadMs = Date.parse(next.now) - Date.now();
  redraw();
}

/** Like `show`, for a state that no call requested. While a call is under way, its answer is awaited instead. */
export function showUnasked(next: CashierState): void {
  if (busy !== null && next.screen.name === 'submitting') return;
  show(next);
}

export function setBusy(call: Call | null): void {
  busy = call;
  redraw();
}

export function setOffline(lost: boolean): void {
  if (isOffline === lost) return;
  isOffline = lost;
  redraw();
}
