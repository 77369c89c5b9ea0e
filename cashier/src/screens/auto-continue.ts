// Sends the browser on by itself, once, right after a submission from this page: to a bank or a mandate. A shopper who
// comes back, or opens the page again, finds a button and must not be sent away again.

import { useEffect } from 'preact/hooks';
import { currentCall, currentState, subscribe } from '../current.ts';

/** The open attempt. A page that was loaded again has submitted nothing. */
let wasSubmittedHere = false;
subscribe(() => {
  const isOpen = currentState().screen.name !== 'choose';
  wasSubmittedHere = currentCall() === 'submit' || (wasSubmittedHere && isOpen);
});

/** `go` sends the browser there. */
export function useAutoContinue(url: string, go: () => void): void {
  useEffect(() => {
    if (!wasSubmittedHere) return;
    wasSubmittedHere = false;
    go();
  }, [url]);
}
