// Remembers which answers of returning shoppers the gateway has asked providers about. Anybody who knows a return
// address can open it, as often as they like and with any made-up answer, and each question may take the provider's
// whole deadline. So the gateway asks about each answer once. If the question decided nothing, it asks again after a
// pause that grows each time. In memory: each process counts its own questions.
import { createHash } from 'node:crypto';
import type { ReturnParameters } from '@tollgate/provider-kit';
import type { Transaction } from '../../domain/transactions/transaction.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** How many different answers it remembers for one charge. It asks about no more. Shoppers bring one or two. */
const MOST_ANSWERS = 20;
/** How many charges it remembers. Beyond that it forgets the oldest. */
const MOST_CHARGES = 10_000;

interface Question {
  running: Promise<Transaction> | null;
  pauseMs: number;
  againAt: number;
}

interface Returned {
  /** The shopper comes from the page of this charge. */
  charge: string;
  /** The parameters that the shopper brings. */
  parameters: ReturnParameters;
}

export class ReturnQuestions {
  readonly #now: () => Date;
  /** By charge, then by answer. */
  readonly #asked = new Map<string, Map<string, Question>>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Asks, or waits for a caller that is already asking the same. null: it has just asked, or there are too many
   * different answers.
   */
  async ask({ charge, parameters }: Returned, ask: () => Promise<Transaction>): Promise<Transaction | null> {
    const ofCharge = this.#ofCharge(charge);
    const answer = createHash('sha256')
      .update(JSON.stringify(Object.entries(parameters).sort()))
      .digest('hex');
    const now = this.#now().getTime();
    const former = ofCharge.get(answer);
    if (former?.running) return await former.running;
    if (former && now < former.againAt) return null;
    if (!former && !makeRoom(ofCharge, now)) return null;
    const pauseMs = former ? Math.min(former.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    const running = ask();
    ofCharge.set(answer, { running, pauseMs, againAt: 0 });
    try {
      return await running;
    } finally {
      ofCharge.set(answer, { running: null, pauseMs, againAt: this.#now().getTime() + pauseMs });
    }
  }

  #ofCharge(charge: string): Map<string, Question> {
    const known = this.#asked.get(charge);
    if (known) return known;
    const made = new Map<string, Question>();
    this.#asked.set(charge, made);
    if (this.#asked.size > MOST_CHARGES) this.#asked.delete(this.#asked.keys().next().value!);
    return made;
  }
}

/** Makes room: removes answers that were asked about long ago. */
function makeRoom(ofCharge: Map<string, Question>, now: number): boolean {
  for (const [answer, { running, againAt }] of ofCharge)
    if (!running && againAt + LONGEST_PAUSE_MS < now) ofCharge.delete(answer);
  return ofCharge.size < MOST_ANSWERS;
}
