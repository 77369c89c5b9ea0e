// Tells the other tabs of this browser how a visit at the identity provider ended: a dialog that waits for it goes on. Where a sign-in
// leads is kept meanwhile, because the identity provider gives back nothing of ours but its own answer.
const CHANNEL = 'tollgate-single-sign-on';
const NEXT = 'tollgate-single-sign-on-next';

export type Outcome = 'signed-in' | 'confirmed';

export function tellOutcome(outcome: Outcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  channel.close();
}

/** Returns a function that ends that. */
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
