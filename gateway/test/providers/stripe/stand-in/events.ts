// Sends the events of Stripe's stand-in to a notification address, signed as Stripe signs them: at once or when a test
// says so, twice, in another order, with another time or secret. Used by stand-in.ts.
import { createHmac } from 'node:crypto';
import type { Thing } from './records.ts';

export interface Sending {
  /** Seconds before now; negative: later than now. */
  ageSeconds?: number;
  secret?: string;
  /** Fields that replace those of the event. */
  changes?: Record<string, unknown>;
}

export interface SenderOptions {
  now: () => Date;
  secret: string;
}

export class EventSender {
  /** Where events go; null: they stay in the list. */
  notificationUrl: string | null = null;
  /** Whether each event is sent as soon as it happens. */
  isAutomatic = false;
  readonly answers: { event: string; status: number }[] = [];
  readonly #options: SenderOptions;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  happened(event: Thing): void {
    if (!this.isAutomatic || this.notificationUrl === null) return;
    const sending = this.send(event).catch(() => {});
    this.#underWay.add(sending);
    void sending.finally(() => this.#underWay.delete(sending));
  }

  /** Returns the status of the answer. */
  async send(event: Thing, sending: Sending = {}): Promise<number> {
    const { headers, body } = this.sign(event, sending);
    const answer = await fetch(this.notificationUrl!, { method: 'POST', headers, body, redirect: 'manual' });
    await answer.arrayBuffer();
    this.answers.push({ event: event.id, status: answer.status });
    if (answer.ok) event.delivered = true;
    return answer.status;
  }

  /** The request that `send` would make. */
  sign(event: Thing, { ageSeconds = 0, secret = this.#options.secret, changes = {} }: Sending = {}) {
    const { delivered: _, ...said } = event;
    const body = JSON.stringify({ ...said, ...changes }, null, 2);
    const time = Math.floor(this.#options.now().getTime() / 1000) - ageSeconds;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature},v0=${'0'.repeat(64)}`,
      },
      body,
    };
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
