// The types of a rehearsal: what it is asked to do, what it played, and what it found.
import type { Tollgate, WebhookEvent } from '../../tollgate.ts';
import type { Books } from './books.ts';
import type { Chapter } from './steps.ts';

/** The gateway waits for 15 seconds. */
export const SLOW_MS = 5_000;

export interface Finding {
  chapter: string;
  ok: boolean;
  /** The chapter was not played; `found` says why. */
  skipped: boolean;
  /** What happened, with every fault of the chapter. */
  found: string;
  /** null: nothing to fix. */
  mend: string | null;
  /** In order; the first one may be the cause of the others. */
  faults: Fault[];
  elapsedMs: number;
}

export interface Fault {
  /** The step that was played. */
  step: string;
  found: string;
  mend: string;
}

export interface Rehearsal {
  client: Tollgate;
  baseUrl: string;
  secret: string;
  receiver: string;
  /** undefined: do not ask the books. */
  books: Books | undefined;
  /** Restarts the receiver. undefined: chapters that need a restart are not played. */
  restart: string | undefined;
  names: readonly string[];
  /** An answer that takes longer fails. Default: SLOW_MS. */
  slowMs?: number;
  /** Ends the rehearsal, without waiting for an answer that is still open. */
  signal?: AbortSignal;
}

/** A payment that happened, or the reason why it could not. */
export interface Played {
  name: string;
  chapter: Chapter;
  reference: string;
  transactionId: string | null;
  events: WebhookEvent[];
  missing: string | null;
}
