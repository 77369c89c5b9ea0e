// Tells the other tabs of this browser how a visit at the identity provider ended, so that a waiting dialog can go on.
// It also remembers where a sign-in leads, because the identity provider returns nothing but its own answer.
const CHANNEL = 'tollgate-single-sign-on';
const NEXT = 'tollgate-single-sign-on-next';

export type Outcome = 'signed-in' | 'confirmed';

export function tellOutcome(outcome: Outcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
}

/** Returns a function that stops listening. */
export function onOutcome(awaited: Outcome, then: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === awaited) then();
  };
  return () => channel.close();
}

export function keepNext(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(NEXT);
  else sessionStorage.setItem(NEXT, next);
}

export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(NEXT) ?? undefined;
  sessionStorage.removeItem(NEXT);
  return next;
}
