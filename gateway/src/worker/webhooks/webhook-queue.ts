// The events that this process holds: which may be sent now, and which endpoint has room for more. In memory only,
// without clock or I/O. It keeps two promises of contract 5: within a transaction first tries are sent one after the
// other, and an endpoint never uses the slots of another endpoint.
import type { HeldEvent } from '../../storage/webhooks/webhook-store.ts';

export interface QueueLimits {
  /** Held events of all endpoints; about 1.5 KB each. */
  total: number;
  /** Held events of one endpoint. */
  perEndpoint: number;
  /** Held events of all slow endpoints together, so that many dead endpoints leave room for the others. */
  slowTotal: number;
  /**
   * Concurrent deliveries to one endpoint: the number at the beginning, and the limits within which successes and
   * failures change it.
   */
  slots: number;
  fewestSlots: number;
  mostSlots: number;
}

export const QUEUE_LIMITS: QueueLimits = {
  total: 4_000,
  perEndpoint: 500,
  slowTotal: 2_000,
  slots: 32,
  fewestSlots: 4,
  mostSlots: 128,
};

/** The slots of an endpoint that has just become slow; successes increase them again. */
const SLOW_SLOTS = 8;
/**
 * Number of transactions whose latest first try stays in memory, so that the worker can take the next event without a
 * query. Memory holds up to twice this number.
 */
const REMEMBERED = 10_000;
/** Endpoints with stored values; above this number, idle ones are forgotten. */
const REMEMBERED_QUEUES = 10_000;

export interface Held {
  event: HeldEvent;
  /** Until then (ms since 1970) no other worker changes the event. */
  leaseEndMs: number;
  /** It was read from the database, not taken before its commit. */
  polled: boolean;
}

type EventPlace = Pick<HeldEvent, 'transactionId' | 'sequence'>;

export const nameOf = ({ transactionId, sequence }: EventPlace) => `${transactionId}:${sequence}`;

interface EndpointQueue {
  id: string;
  /** Ready to be sent, in order of arrival. */
  ready: Held[];
  inFlight: number;
  /** Ready, in progress, waiting for a former event, or reserved by `reserve`. */
  inHand: number;
  slots: number;
  slow: boolean;
}

export class WebhookQueue {
  readonly #limits: QueueLimits;
  readonly #queues = new Map<string, EndpointQueue>();
  /** By transaction and sequence. */
  readonly #held = new Set<string>();
  /** By transaction: untried events of one endpoint in order; only the first of them is ready or in progress. */
  readonly #chains = new Map<string, Held[]>();
  /** By transaction: the latest event whose first try has ended. Two generations are cheaper than a true LRU. */
  #tried = new Map<string, number>();
  #triedEarlier = new Map<string, number>();
  #total = 0;
  #slowTotal = 0;

  constructor(limits: QueueLimits = QUEUE_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#total;
  }

  /** How many more events this endpoint may get. A slow one has only its slots, and no queue. */
  room(endpointId: string): number {
    const queue = this.#queues.get(endpointId);
    const { total, perEndpoint, slowTotal } = this.#limits;
    const free = total - this.#total;
    if (!queue) return Math.min(free, perEndpoint);
    if (!queue.slow) return Math.min(free, perEndpoint - queue.inHand);
    return Math.max(0, Math.min(free, slowTotal - this.#slowTotal, Math.floor(queue.slots) - queue.inHand));
  }

  get isFull(): boolean {
    return this.#total >= this.#limits.total;
  }

  /** Whether the endpoint has so few events that the worker should read its line again. */
  needsRefill(endpointId: string): boolean {
    const queue = this.#queues.get(endpointId);
    return !queue || queue.slow || queue.inHand < this.#limits.perEndpoint / 2;
  }

  /**
   * Reserves room for an event that will follow; call `unreserve` before `add`, or if the event does not follow. The
   * room is lost if the endpoint became slow meanwhile.
   */
  reserve(endpointId: string): boolean {
    if (this.room(endpointId) <= 0) return false;
    this.#count(this.#queueOf(endpointId), 1);
    return true;
  }

  unreserve(endpointId: string): void {
    this.#count(this.#queueOf(endpointId), -1);
  }

  has(event: EventPlace): boolean {
    return this.#held.has(nameOf(event));
  }

  /** Whether memory alone proves that this event's first try would not overtake its former event's. */
  inOrder(event: { transactionId: string; sequence: number; endpointId: string }): boolean {
    if (event.sequence === 1) return true;
    const former = this.#chains.get(event.transactionId)?.at(-1)?.event;
    if (former?.sequence === event.sequence - 1) return true;
    const { transactionId } = event;
    const tried = this.#tried.get(transactionId) ?? this.#triedEarlier.get(transactionId) ?? 0;
    return tried >= event.sequence - 1;
  }

  /** False if there is no room for it: it then moves to its endpoint's line. */
  add(held: Held): boolean {
    if (this.room(held.event.endpointId) <= 0) return false;
    const queue = this.#queueOf(held.event.endpointId);
    this.#held.add(nameOf(held.event));
    this.#count(queue, 1);
    if (held.event.tries === 0) {
      const chain = this.#chains.get(held.event.transactionId);
      if (!chain) {
        this.#chains.set(held.event.transactionId, [held]);
      } else if (chain[0]!.event.endpointId === queue.id) {
        chain.push(held);
        return true;
      }
      // Else the merchant has changed the address; events for the old one do not delay those for the new one.
    }
    queue.ready.push(held);
    return true;
  }

  /**
   * The next event to send to this endpoint, if it has a free slot. The event is in progress until `finish` or `drop`.
   */
  next(endpointId: string): Held | undefined {
    const queue = this.#queues.get(endpointId);
    if (!queue || queue.ready.length === 0 || queue.inFlight >= Math.floor(queue.slots)) return undefined;
    queue.inFlight++;
    return queue.ready.shift();
  }

  /** A try has ended; its transaction's next event may be sent. */
  finish(held: Held, result: { ok: boolean; slow: boolean }): void {
    const queue = this.#queueOf(held.event.endpointId);
    queue.inFlight--;
    const { fewestSlots, mostSlots } = this.#limits;
    if (!result.ok) queue.slots = Math.max(fewestSlots, queue.slots * 0.75);
    else if (queue.ready.length > 0 || queue.slow) queue.slots = Math.min(mostSlots, queue.slots + 1);
    if (!result.slow) this.#setSlow(queue, false);
    this.#remember(held.event);
    const chain = this.#chains.get(held.event.transactionId);
    if (chain?.[0] === held) {
      chain.shift();
      if (chain.length > 0) queue.ready.push(chain[0]!);
      else this.#chains.delete(held.event.transactionId);
    }
    this.#forget(held, queue);
  }

  /** Gives back an event of `next` that was not sent, and the events that wait for it. Answers all of them. */
  drop(held: Held): Held[] {
    const queue = this.#queueOf(held.event.endpointId);
    queue.inFlight--;
    const dropped = this.#withFollowers(held);
    for (const one of dropped) this.#forget(one, queue);
    return dropped;
  }

  /** The endpoint answers too slowly for a queue; true if it was not marked before. */
  markSlow(endpointId: string): boolean {
    const queue = this.#queues.get(endpointId);
    if (!queue || queue.slow) return false;
    this.#setSlow(queue, true);
    queue.slots = Math.min(queue.slots, SLOW_SLOTS);
    return true;
  }

  /** Removes all events from an endpoint's queue, except those in progress. */
  releaseQueued(endpointId: string): Held[] {
    const queue = this.#queues.get(endpointId);
    if (!queue) return [];
    const shed = queue.ready.splice(0).flatMap((held) => this.#withFollowers(held));
    for (const held of shed) this.#forget(held, queue);
    return shed;
  }

  releaseAll(): Held[] {
    return [...this.#queues.keys()].flatMap((endpointId) => this.releaseQueued(endpointId));
  }

  #withFollowers(held: Held): Held[] {
    const chain = this.#chains.get(held.event.transactionId);
    if (chain?.[0] !== held) return [held];
    this.#chains.delete(held.event.transactionId);
    return chain;
  }

  #forget(held: Held, queue: EndpointQueue): void {
    this.#held.delete(nameOf(held.event));
    this.#count(queue, -1);
    // A queue stays only if its values differ from those of a new queue.
    if (queue.inHand === 0 && !queue.slow && queue.slots >= this.#limits.slots) this.#queues.delete(queue.id);
  }

  #queueOf(id: string): EndpointQueue {
    let queue = this.#queues.get(id);
    if (!queue) {
      if (this.#queues.size >= REMEMBERED_QUEUES) this.#forgetIdleQueues();
      queue = { id, ready: [], inFlight: 0, inHand: 0, slots: this.#limits.slots, slow: false };
      this.#queues.set(id, queue);
    }
    return queue;
  }

  #forgetIdleQueues(): void {
    for (const queue of this.#queues.values()) {
      if (queue.inHand > 0) continue;
      this.#setSlow(queue, false);
      this.#queues.delete(queue.id);
    }
  }

  #count(queue: EndpointQueue, by: number): void {
    queue.inHand += by;
    this.#total += by;
    if (queue.slow) this.#slowTotal += by;
  }

  #setSlow(queue: EndpointQueue, slow: boolean): void {
    if (queue.slow === slow) return;
    queue.slow = slow;
    this.#slowTotal += slow ? queue.inHand : -queue.inHand;
  }

  #remember({ transactionId, sequence }: HeldEvent): void {
    if (sequence < (this.#tried.get(transactionId) ?? 0)) return;
    this.#tried.set(transactionId, sequence);
    if (this.#tried.size < REMEMBERED) return;
    this.#triedEarlier = this.#tried;
    this.#tried = new Map();
  }
}
