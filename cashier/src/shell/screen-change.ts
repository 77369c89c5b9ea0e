// When the screen changes: its heading gets the focus, so that a screen reader reads it and the keyboard goes on from
// there, and the page starts at its top. If one field has to be typed again, that field gets the focus. The document's
// title is the heading of the screen.

import { useEffect, useRef } from 'preact/hooks';
import type { CashierState } from '../../../gateway/src/http/cashier/state/state.ts';

/** Differs if the screen is another one. */
export function screenKey({ screen }: CashierState): string {
  switch (screen.name) {
    case 'choose':
      return `choose ${screen.attempt}`;
    case 'wait':
      return `wait ${screen.for}`;
    case 'end':
      return `end ${screen.outcome}`;
    default:
      return screen.name;
  }
}

/** For the element that holds the screens. */
export function useScreenChange(state: CashierState) {
  const task = useRef<HTMLElement>(null);
  const key = screenKey(state);
  const shown = useRef(key);
  useEffect(() => {
    const heading = task.current?.querySelector('h1');
    if (heading) document.title = `${heading.textContent} – ${state.brand.name}`;
    // The first screen is read from the top of the page, like any page.
    if (shown.current === key) return;
    shown.current = key;
    scrollTo(0, 0);
    const { screen } = state;
    const wrong = screen.name === 'choose' && screen.retype;
    const field = wrong && task.current?.querySelector<HTMLElement>(`[name=${wrong}]`);
    if (field) return field.focus();
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  return task;
}
