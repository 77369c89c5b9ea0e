// The events that this process holds: which may be sent now, and which endpoint has room for more. In memory only,
// without clock or I/O. It keeps two promises of contract 5: within a transaction first tries are sent one after the
// other, and an endpoint never uses another one's slots.
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
const REMEMBERED_LANES = 10_000;

export interface Held {
  event: HeldEvent;
  /** Until then (ms since 1970) no other worker changes the event. */
  leaseEndMs: number;
  /** It was read from the database, not taken before its commit. */
  polled: boolean;
}

type EventPlace = Pick<HeldEvent, 'transactionId' | 'sequence'>;

export const nameOf = ({ transactionId, sequence }: EventPlace) => `${transactionId}:${sequence}`;

interface Lane {
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
  readonly #lanes = new Map<string, Lane>();
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
    const lane = this.#lanes.get(endpointId);
    const { total, perEndpoint, slowTotal } = this.#limits;
    const free = total - this.#total;
    if (!lane) return Math.min(free, perEndpoint);
    if (!lane.slow) return Math.min(free, perEndpoint - lane.inHand);
    return Math.max(0, Math.min(free, slowTotal - this.#slowTotal, Math.floor(lane.slots) - lane.inHand));
  }

  get isFull(): boolean {
    return this.#total >= this.#limits.total;
  }

  /** Whether the endpoint has so few events that the worker should read its line again. */
  hasAppetite(endpointId: string): boolean {
    const lane = this.#lanes.get(endpointId);
    return !lane || lane.slow || lane.inHand < this.#limits.perEndpoint / 2;
  }

  /**
   * Reserves room for an event that will follow; call `unreserve` before `add`, or if the event does not follow. The
   * room is lost if the endpoint became slow meanwhile.
   */
  reserve(endpointId: string): boolean {
    if (this.room(endpointId) <= 0) return false;
    this.#count(this.#lane(endpointId), 1);
    return true;
  }

  unreserve(endpointId: string): void {
    this.#count(this.#lane(endpointId), -1);
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
    const lane = this.#lane(held.event.endpointId);
    this.#held.add(nameOf(held.event));
    this.#count(lane, 1);
    if (held.event.tries === 0) {
      const chain = this.#chains.get(held.event.transactionId);
      if (!chain) {
        this.#chains.set(held.event.transactionId, [held]);
      } else if (chain[0]!.event.endpointId === lane.id) {
        chain.push(held);
        return true;
      }
      // Else the merchant has changed the address; events for the old one do not delay those for the new one.
    }
    lane.ready.push(held);
    return true;
  }

  /**
   * The next event to send to this endpoint, if it has a free slot. The event is in progress until `finish` or `drop`.
   */
  next(endpointId: string): Held | undefined {
    const lane = this.#lanes.get(endpointId);
    if (!lane || lane.ready.length === 0 || lane.inFlight >= Math.floor(lane.slots)) return undefined;
    lane.inFlight++;
    return lane.ready.shift();
  }

  /** A try has ended; its transaction's next event may be sent. */
  finish(held: Held, result: { ok: boolean; slow: boolean }): void {
    const lane = this.#lane(held.event.endpointId);
    lane.inFlight--;
    const { fewestSlots, mostSlots } = this.#limits;
    if (!result.ok) lane.slots = Math.max(fewestSlots, lane.slots * 0.75);
    else if (lane.ready.length > 0 || lane.slow) lane.slots = Math.min(mostSlots, lane.slots + 1);
    if (!result.slow) this.#setSlow(lane, false);
    this.#remember(held.event);
    const chain = this.#chains.get(held.event.transactionId);
    if (chain?.[0] === held) {
      chain.shift();
      if (chain.length > 0) lane.ready.push(chain[0]!);
      else this.#chains.delete(held.event.transactionId);
    }
    this.#forget(held, lane);
  }

  /** Gives back an event of `next` that was not sent, and the events that wait for it. Answers all of them. */
  drop(held: Held): Held[] {
    const lane = this.#lane(held.event.endpointId);
    lane.inFlight--;
    const dropped = this.#withFollowers(held);
    for (const one of dropped) this.#forget(one, lane);
    return dropped;
  }

  /** The endpoint answers too slowly for a queue; true if it was not marked before. */
  markSlow(endpointId: string): boolean {
    const lane = this.#lanes.get(endpointId);
    if (!lane || lane.slow) return false;
    this.#setSlow(lane, true);
    lane.slots = Math.min(lane.slots, SLOW_SLOTS);
    return true;
  }

  /** Removes all events from an endpoint's queue, except those in progress. */
  shed(endpointId: string): Held[] {
    const lane = this.#lanes.get(endpointId);
    if (!lane) return [];
    const shed = lane.ready.splice(0).flatMap((held) => this.#withFollowers(held));
    for (const held of shed) this.#forget(held, lane);
    return shed;
  }

  shedAll(): Held[] {
    return [...this.#lanes.keys()].flatMap((endpointId) => this.shed(endpointId));
  }

  #withFollowers(held: Held): Held[] {
    const chain = this.#chains.get(held.event.transactionId);
    if (chain?.[0] !== held) return [held];
    this.#chains.delete(held.event.transactionId);
    return chain;
  }

  #forget(held: Held, lane: Lane): void {
    this.#held.delete(nameOf(held.event));
    this.#count(lane, -1);
    // A lane stays only if its values differ from those of a new lane.
    if (lane.inHand === 0 && !lane.slow && lane.slots >= this.#limits.slots) this.#lanes.delete(lane.id);
  }

  #lane(id: string): Lane {
    let lane = this.#lanes.get(id);
    if (!lane) {
      if (this.#lanes.size >= REMEMBERED_LANES) this.#forgetIdleLanes();
      lane = { id, ready: [], inFlight: 0, inHand: 0, slots: this.#limits.slots, slow: false };
      this.#lanes.set(id, lane);
    }
    return lane;
  }

  #forgetIdleLanes(): void {
    for (const lane of this.#lanes.values()) {
      if (lane.inHand > 0) continue;
      this.#setSlow(lane, false);
      this.#lanes.delete(lane.id);
    }
  }

  #count(lane: Lane, by: number): void {
    lane.inHand += by;
    this.#total += by;
    if (lane.slow) this.#slowTotal += by;
  }

  #setSlow(lane: Lane, slow: boolean): void {
    if (lane.slow === slow) return;
    lane.slow = slow;
    this.#slowTotal += slow ? lane.inHand : -lane.inHand;
  }

  #remember({ transactionId, sequence }: HeldEvent): void {
    if (sequence < (this.#tried.get(transactionId) ?? 0)) return;
    this.#tried.set(transactionId, sequence);
    if (this.#tried.size < REMEMBERED) return;
    this.#triedEarlier = this.#tried;
    this.#tried = new Map();
  }
}
