// Limits how many forms with a document a process reads and stores at once: each holds up to 2 MB of memory until its
// document is stored. Further forms wait a little, unread; if too many wait, or for too long, the answer is 429 or 503.
// A process has one gate.
import type { EventEmitter } from 'node:events';
import { Refusal } from '../../domain/errors/refusal.ts';

export interface UploadLimits {
  /** How many forms are read and stored at once, in all and for one source (a brand, or a shopper's address). */
  atOnce: number;
  atOnceOfOne: number;
  /** How many forms may wait for their turn. */
  waiting: number;
  waitingOfOne: number;
  /** The server cuts off a form 10 s after it began, so it must be read by then. */
  waitMs: number;
}

const LIMITS: UploadLimits = { atOnce: 24, atOnceOfOne: 8, waiting: 512, waitingOfOne: 128, waitMs: 5_000 };

interface Waiting {
  source: string;
  letIn(): void;
}

export class UploadGate {
  readonly #limits: UploadLimits;
  readonly #inside = new Map<string, number>();
  #insideAll = 0;
  #line: Waiting[] = [];

  constructor(limits: Partial<UploadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Resolves when it is this form's turn. The caller calls the returned function when the document is no longer needed;
   * a second call is safe. `connection` emits `close` when the client disconnects. Throws Refusal 429 or 503.
   */
  async enter(source: string, connection: Pick<EventEmitter, 'once' | 'off'>): Promise<() => void> {
    if (this.#mayEnter(source)) this.#count(source, 1);
    else await this.#wait(source, connection);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#count(source, -1);
      this.#letNextIn();
    };
  }

  #mayEnter(source: string): boolean {
    const { atOnce, atOnceOfOne } = this.#limits;
    return this.#insideAll < atOnce && (this.#inside.get(source) ?? 0) < atOnceOfOne;
  }

  #count(source: string, change: 1 | -1): void {
    const now = (this.#inside.get(source) ?? 0) + change;
    if (now === 0) this.#inside.delete(source);
    else this.#inside.set(source, now);
    this.#insideAll += change;
  }

  #wait(source: string, connection: Pick<EventEmitter, 'once' | 'off'>): Promise<void> {
    const { waiting, waitingOfOne, waitMs } = this.#limits;
    if (this.#line.filter((one) => one.source === source).length >= waitingOfOne) throw tooMany(429);
    if (this.#line.length >= waiting) throw tooMany(503);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        connection.off('close', hungUp);
        this.#line = this.#line.filter((one) => one !== self);
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooMany(503));
      }, waitMs);
      const hungUp = () => {
        leave();
        reject(new Refusal(400, ['body: ended early']));
      };
      const self: Waiting = {
        source,
        letIn: () => {
          leave();
          this.#count(source, 1);
          resolve();
        },
      };
      connection.once('close', hungUp);
      this.#line.push(self);
    });
  }

  /** Lets in the first form in the line with a source below its limit. */
  #letNextIn(): void {
    this.#line.find(({ source }) => this.#mayEnter(source))?.letIn();
  }
}

const tooMany = (status: 429 | 503) =>
  new Refusal(status, 'too many documents are being uploaded at this moment; send it again soon', {
    retryAfterSeconds: 2,
  });
