// Calls to Stripe about payouts. Used by the files of this folder. An error of the SDK repeats Stripe's text, including
// parts of a key, so it must never leave this file: the caller gets an error in words of the gateway.
import { callFailureOf } from '../client.ts';

/** The answer; null: Stripe has no such object. Throws if there is no answer that can be read. */
export async function askedFor<Answer>(what: string, answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const failure = callFailureOf(error);
    if (failure.kind === 'refused' && failure.status === 404 && failure.type !== '') return null;
    const why = failure.kind === 'refused' ? `it answered with status ${failure.status}` : WHY[failure.kind];
    throw new Error(`Stripe could not be asked for ${what}: ${why}`);
  }
}

const WHY = { 'not-connected': 'no connection was made', unreadable: 'the answer could not be read' };

/** Carries out a few calls at a time: a page has a hundred lines, and Stripe limits how many calls come at once. */
export async function forEachOf<One, Made>(
  all: readonly One[],
  make: (one: One) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < all.length; at += CALLS_AT_ONCE) {
    made.push(...(await Promise.all(all.slice(at, at + CALLS_AT_ONCE).map(make))));
  }
  return made;
}

const CALLS_AT_ONCE = 8;
