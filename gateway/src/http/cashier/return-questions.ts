// Which returns of shoppers their providers were asked about. A return address can be opened by anybody who knows it, as often as
// they like and with whatever answer they make up, and each question may take the provider's whole deadline. So an answer is asked
// about once, and if that decided nothing again after a pause, later each time. In memory: each process counts its own.
import { createHash } from 'node:crypto';
import type { ReturnParameters } from '../../domain/transactions/return-token.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** Different ones of one charge that are remembered. Shoppers bring one or two; nobody is asked about more. */
const MOST_ANSWERS = 20;
/** Charges that are remembered; of more the oldest is forgotten. */
const MOST_CHARGES = 10_000;

interface Question {
  running: Promise<Transaction> | null;
  pauseMs: number;
  againAt: number;
}

interface Returned {
  /** The charge whose page the shopper comes from. */
  charge: string;
  /** What they bring. */
  parameters: ReturnParameters;
}

export class ReturnQuestions {
  readonly #now: () => Date;
  /** By charge, then by answer. */
  readonly #asked = new Map<string, Map<string, Question>>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Asks, or waits for who asks the same already. null: it was asked a moment ago, or too much was asked. */
  async ask({ charge, parameters }: Returned, ask: () => Promise<Transaction>): Promise<Transaction | null> {
    const ofCharge = this.#ofCharge(charge);
    const answer = createHash('sha256')
      .update(JSON.stringify(Object.entries(parameters).sort()))
      .digest('hex');
    const now = this.#now().getTime();
    const former = ofCharge.get(answer);
    if (former?.running) return await former.running;
    if (former && now < former.againAt) return null;
    if (!former && !hasRoom(ofCharge, now)) return null;
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

/** What was asked about long ago makes room. */
function hasRoom(ofCharge: Map<string, Question>, now: number): boolean {
  for (const [answer, { running, againAt }] of ofCharge)
    if (!running && againAt + LONGEST_PAUSE_MS < now) ofCharge.delete(answer);
  return ofCharge.size < MOST_ANSWERS;
}
