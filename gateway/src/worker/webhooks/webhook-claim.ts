// What a worker does with each due event: take it, let it wait in its endpoint's line, or leave it. Pure: it neither
// reads nor writes anything.
import type { Candidate } from '../../storage/webhooks/webhook-store.ts';

export type Decision = 'take' | 'wait' | 'unaddress' | 'leave' | { postponeTo: Date };

export interface ClaimView {
  now: Date;
  /** The schedule's first entry: the delay of a new event before its first try. */
  firstDelayMs: number;
  /** null: there is no address; undefined: this process does not know its brand yet. */
  addressOf(candidate: Candidate): string | null | undefined;
  isPaused(endpointId: string): boolean;
  /** Already held by this process. */
  isHeld(candidate: Candidate): boolean;
  /** Reserves room for one more event of the endpoint; false if there is none. */
  reserve(endpointId: string): boolean;
  /**
   * Whether the process has no room at all. Then the worker takes no event, but moves no event to a line for this
   * reason alone.
   */
  isFull(): boolean;
}

/** One decision for each candidate; it looks at the events of a transaction in their order. */
export function decideClaims(candidates: Candidate[], view: ClaimView): Map<Candidate, Decision> {
  const decisions = new Map<Candidate, Decision>();
  const taken = new Set<string>();
  // By sequence, so that a former event is decided before its follower; among equal ones in the given order, oldest
  // first.
  const inOrder = [...candidates].sort((a, b) => a.sequence - b.sequence);
  for (const candidate of inOrder) {
    const decision = decide(candidate, view, taken);
    if (decision === 'take') taken.add(`${candidate.transactionId}:${candidate.sequence}`);
    decisions.set(candidate, decision);
  }
  return decisions;
}

function decide(candidate: Candidate, view: ClaimView, taken: Set<string>): Decision {
  const stay = candidate.state === 'waiting' ? 'leave' : 'wait';
  const address = view.addressOf(candidate);
  if (view.isHeld(candidate) || address === undefined) return 'leave';
  if (address === null) return candidate.state === 'waiting' ? 'leave' : 'unaddress';
  if (view.isPaused(candidate.endpointId)) return stay;
  const formerTaken = taken.has(`${candidate.transactionId}:${candidate.sequence - 1}`);
  // Its former event waits in line, or will when it has an address, so this one waits behind it.
  if (candidate.former && !formerTaken) return stay;
  const readyMs = candidate.createdAt.getTime() + view.firstDelayMs;
  if (candidate.tries === 0 && candidate.state === 'pending' && readyMs > view.now.getTime())
    return { postponeTo: new Date(readyMs) };
  if (view.isFull()) return 'leave';
  return view.reserve(candidate.endpointId) ? 'take' : stay;
}
