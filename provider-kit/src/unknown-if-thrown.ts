// For the calls of an adapter about money: an exception on the way says nothing about the money, so the answer must
// never be a failure.
import type { AdapterParts } from './seam/declaration.ts';

/** Whose calls they are, for the log. */
interface Caller {
  provider: string;
  /** The name that people know. */
  name: string;
  accountId: string;
}

/**
 * Awaits the calls of one account, and answers `unknown` for each that throws. `step`: what the call was about, for the
 * log. Only the kind of the fault is logged, because its text may hold a key.
 */
export const unknownIfThrown =
  (log: AdapterParts['log'], { name, ...caller }: Caller) =>
  async <Answer>(step: string, answer: Promise<Answer>): Promise<Answer | { kind: 'unknown' }> => {
    try {
      return await answer;
    } catch (error) {
      const fault = error instanceof Error ? error.constructor.name : 'unknown';
      log.warn(
        { ...caller, step, fault },
        `a call to ${name} about a payment got no answer; its outcome is unknown`,
      );
      return { kind: 'unknown' };
    }
  };
