// Whether somebody is there: when the page was last touched, and when the gateway last heard of it, over all windows of this browser.
// What the page asks by itself carries `X-Background`, so that a page left open does not keep a session alive. Used by client.ts
// and by the guard of the session (shell/session-guard.tsx).

/** Whoever touched nothing for so long is not waiting for an answer. */
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

/** The gateway answered a call that counts as use. */
export function noteUse(): void {
  usedAt = Date.now();
  localStorage.setItem(KEY, String(usedAt));
}

/** Of any window: they share the session. */
export function lastUse(): number {
  return Math.max(usedAt, Number(localStorage.getItem(KEY) ?? 0));
}
