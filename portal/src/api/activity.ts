// Whether the user is active: when somebody last touched the page, and when the gateway last had a call, over all
// windows of this browser. Requests that the page makes by itself carry `X-Background`, so that a page left open does
// not keep a session alive.

/** After this time without a touch, a call no longer counts as use. */
const PRESENT_MS = 60_000;
const KEY = 'tollgate-last-use';

let touchedAt = Date.now();
let usedAt = Date.now();

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(
    kind,
    () => {
      touchedAt = Date.now();
    },
    { capture: true, passive: true },
  );

export const lastTouch = (): number => touchedAt;

export const isBackground = (): boolean => Date.now() - touchedAt > PRESENT_MS;

/** Call this when the gateway has answered a call that counts as use. */
export function noteUse(): void {
  usedAt = Date.now();
  localStorage.setItem(KEY, String(usedAt));
}

/** The last use in any window, because windows share the session. */
export function lastUse(): number {
  return Math.max(usedAt, Number(localStorage.getItem(KEY) ?? 0));
}
