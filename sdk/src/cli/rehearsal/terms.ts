// The terms of a rehearsal: what is asked of it, what was played, and what was found.
import type { Tollgate, WebhookEvent } from '../../tollgate.ts';
import type { Books } from './books.ts';
import type { Chapter } from './steps.ts';

/** The gateway waits for 15 seconds. */
export const SLOW_MS = 5_000;

export interface Finding {
  chapter: string;
  ok: boolean;
  /** It was not played; `found` says why. */
  skipped: boolean;
  /** What happened: every fault of the chapter. */
  found: string;
  /** null: nothing. */
  mend: string | null;
  /** In their order; the first may be why there are others. */
  faults: Fault[];
  elapsedMs: number;
}

export interface Fault {
  /** What was played. */
  step: string;
  found: string;
  mend: string;
}

export interface Rehearsal {
  client: Tollgate;
  baseUrl: string;
  secret: string;
  receiver: string;
  /** undefined: the books are not asked. */
  books: Books | undefined;
  /** Starts the receiver anew. undefined: the chapter that needs it is not played. */
  restart: string | undefined;
  names: readonly string[];
  /** An answer that takes longer fails. Default: SLOW_MS. */
  slowMs?: number;
  /** Ends it; what is being asked is not waited for. */
  signal?: AbortSignal;
}

/** A payment that has happened, or why it could not. */
export interface Played {
  name: string;
  chapter: Chapter;
  reference: string;
  transactionId: string | null;
  events: WebhookEvent[];
  missing: string | null;
}
