// Keeps the page up to date: by server-sent events, or by polling if they do not come through. It pauses while the page
// is hidden, and reads at once when the page is visible again, is restored by the back button or is online again.

import type { CashierState } from '../../gateway/src/http/cashier/state/state.ts';
import { address, readState } from './api.ts';
import { currentState, setOffline, showUnasked } from './current.ts';

const FIRST_POLL_MS = 2_000;
const SLOWEST_POLL_MS = 15_000;
/** A proxy may hold back events: if none has come by then, the page polls. */
const FIRST_EVENT_WITHIN_MS = 4_000;
/** Runs even while events come: after a laptop was closed a stream can be dead without an error. */
const POLL_BESIDE_EVENTS_MS = 30_000;

let events: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let waitMs = FIRST_POLL_MS;
let isHeard = false;

export function startLive(): void {
  const look = () => (document.visibilityState === 'visible' ? refresh() : rest());
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', (event) => event.persisted && look());
  // An open stream would keep the page out of the browser's back cache.
  addEventListener('pagehide', rest);
  addEventListener('online', look);
  addEventListener('offline', () => setOffline(true));
  listen();
}

/** Reads now, and opens a new stream (in the current language). */
export async function refresh(): Promise<void> {
  rest();
  const state = await readState();
  if (state !== null) showUnasked(state);
  if (document.visibilityState === 'visible') listen();
}

function rest(): void {
  events?.close();
  events = null;
  clearTimeout(timer);
}

function listen(): void {
  rest();
  if (currentState().screen.name === 'end') return;
  openEvents();
  waitMs = FIRST_POLL_MS;
  poll(FIRST_EVENT_WITHIN_MS);
}

function openEvents(): void {
  isHeard = false;
  const source = new EventSource(address('events'));
  events = source;
  source.addEventListener('state', (event) => {
    isHeard = true;
    // The last events of a stream that was just cut may arrive after the browser has reported the error.
    setOffline(!navigator.onLine);
    showUnasked(JSON.parse((event as MessageEvent<string>).data) as CashierState);
    if (currentState().screen.name === 'end') rest();
    else poll(POLL_BESIDE_EVENTS_MS);
  });
  // The browser reconnects by itself and reports each failure; meanwhile the page polls.
  source.onerror = () => {
    if (!isHeard) return;
    isHeard = false;
    waitMs = FIRST_POLL_MS;
    poll(waitMs);
  };
}

function poll(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const state = await readState();
    if (events === null) return;
    if (state !== null) showUnasked(state);
    if (currentState().screen.name === 'end') return rest();
    // The browser gave up: the gateway was unreachable for a moment, or has too many listeners. Wait before the next
    // try.
    if (waitMs === SLOWEST_POLL_MS && events.readyState === EventSource.CLOSED) openEvents();
    poll(isHeard ? POLL_BESIDE_EVENTS_MS : waitMs);
    waitMs = Math.min(waitMs * 1.5, SLOWEST_POLL_MS);
  }, afterMs);
}
