// Gives events back: to the next worker, or to the line of an endpoint that has no room (or is paused). An event never
// moves to a line whose endpoint has no row, because then no worker would send it.
import type { Logger } from 'pino';
import type { Pipeline, Sql } from '../../storage/database/database.ts';
import { noteEndpoints } from '../../storage/webhooks/webhook-endpoint-store.ts';
import { type HeldEvent, type Move, moveEvents } from '../../storage/webhooks/webhook-store.ts';
import type { WebhookEndpoints } from './webhook-endpoints.ts';
import type { Held } from './webhook-queue.ts';

type Lined = Pick<HeldEvent, 'merchantId' | 'brandId' | 'endpointId' | 'url'>;

/** Present address of an event (contract 5); null: it has none, undefined: this process does not know its brand yet. */
export type AddressOf = (event: { brandId: string; url: string | null }) => string | null | undefined;

interface LineParts {
  sql: Sql;
  pipeline: Pipeline;
  log: Pick<Logger, 'error'>;
  now: () => Date;
  endpoints: WebhookEndpoints;
  addressOf: AddressOf;
}

export class WebhookLines {
  readonly #parts: LineParts;
  readonly #underWay = new Set<Promise<void>>();
  #lined = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
  }

  /** Number of events moved to a line so far. */
  get lined(): number {
    return this.#lined;
  }

  /** Creates missing rows for these events' endpoints, before the events move to their lines. All have an address. */
  async prepare(events: Lined[]): Promise<void> {
    const { sql, now, endpoints, addressOf } = this.#parts;
    this.#lined += events.length;
    const byEndpoint = new Map(events.map((event) => [event.endpointId, event]));
    const notes = [...byEndpoint.values()].map((event) =>
      endpoints.lined({ ...event, url: addressOf(event)! }, now()),
    );
    await noteEndpoints(
      sql,
      notes.filter((note) => note !== null),
    );
  }

  /** For events that this process holds and will not send now. If it fails, their leases expire. */
  giveBack(events: Held[], state: 'pending' | 'waiting', delayMs = 0): void {
    if (events.length === 0) return;
    const nextTryAt = state === 'pending' ? new Date(this.#parts.now().getTime() + delayMs) : null;
    const work = this.#move(events, state, nextTryAt);
    this.#underWay.add(work);
    work.then(() => this.#underWay.delete(work));
  }

  /** Resolves when it has given back everything. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #move(events: Held[], state: 'pending' | 'waiting', nextTryAt: Date | null): Promise<void> {
    const { pipeline, log, endpoints, addressOf } = this.#parts;
    try {
      if (state === 'waiting') await this.prepare(events.map((held) => held.event).filter(addressOf));
      const moves = events.map(({ event, leaseEndMs }): Move => {
        const { merchantId, transactionId, sequence, endpointId } = event;
        const dueBy = new Date(leaseEndMs);
        const newTurn = state === 'waiting' && endpoints.isPaused(endpointId);
        const key = { merchantId, transactionId, sequence };
        // A line needs an address.
        if (state === 'waiting' && !addressOf(event))
          return { ...key, state: 'unaddressed', nextTryAt: null, dueBy, hold: false, newTurn };
        return { ...key, state, nextTryAt, dueBy, hold: false, newTurn };
      });
      await moveEvents(pipeline, moves);
    } catch (error) {
      log.error(
        { err: error, events: events.length },
        'claimed webhooks could not be released; their leases will expire',
      );
    }
  }
}
