// Finds events in the database: events that other processes left, that are due for another try, or that wait in line. A
// loop of worker/webhooks/webhook-sender.ts, in every process with the worker role. A claim is a lease, so two workers
// do not send the same event; the claims of a worker that dies end with their leases.
import { forgetEndpoints, troubledEndpoints } from '../../storage/webhooks/webhook-endpoint-store.ts';
import {
  type Candidate,
  dueEvents,
  type HeldEvent,
  type Move,
  moveEvents,
  waitingEvents,
} from '../../storage/webhooks/webhook-store.ts';
import type { TurnResult } from '../turn-result.ts';
import { type Decision, decideClaims } from './webhook-claim.ts';
import type { SenderParts } from './webhook-parts.ts';
import { type Held, nameOf } from './webhook-queue.ts';
import { WebhookRenewal } from './webhook-renewal.ts';

const MOST_DUE_AT_ONCE = 500;
/** Most turns only read events that became due within this time; every few seconds a turn reads all. */
const LATELY_MS = 20_000;
const LOOK_AT_ALL_EVERY_MS = 3_000;
const MOST_LINES_AT_ONCE = 16;
const REFRESH_EVERY_MS = 1_500;
const FORGET_EVERY_MS = 60_000;
/** A claim lasts longer than a delivery by this much: for the queue before it and the note after it. */
const LEASE_BEYOND_TIMEOUT_MS = 15_000;

export class WebhookPoll {
  readonly #parts: SenderParts;
  readonly #pump: (endpointId: string) => void;
  readonly #leaseMs: number;
  readonly #firstDelayMs: number;
  readonly #renewal: WebhookRenewal;
  #refreshedMs = Number.NEGATIVE_INFINITY;
  #forgotMs = performance.now();
  #lookedAtAllMs = Number.NEGATIVE_INFINITY;
  #firstLine = 0;

  /** `pump` sends the claimed events. */
  constructor(parts: SenderParts, pump: (endpointId: string) => void) {
    const { webhookTimeoutMs, webhookRetryScheduleSeconds } = parts.config;
    this.#parts = parts;
    this.#pump = pump;
    this.#leaseMs = webhookTimeoutMs + LEASE_BEYOND_TIMEOUT_MS;
    this.#firstDelayMs = (webhookRetryScheduleSeconds[0] ?? 0) * 1_000;
    this.#renewal = new WebhookRenewal(parts, this.#leaseMs);
  }

  /** One turn of the loop. */
  async turn(): Promise<TurnResult> {
    const { sql, now, addressOf, queue, endpoints } = this.#parts;
    await this.#refresh();
    await this.#renewal.renew();
    const at = now();
    const asked = this.#linesWithRoom();
    const startedMs = performance.now();
    const lookAtAll = startedMs - this.#lookedAtAllMs >= LOOK_AT_ALL_EVERY_MS;
    const since = lookAtAll ? null : new Date(at.getTime() - LATELY_MS);
    const [due, ...waiting] = await Promise.all([
      dueEvents(sql, at, MOST_DUE_AT_ONCE, since),
      ...asked.map(({ endpoint, room }) => waitingEvents(sql, endpoint, room)),
    ]);
    // A full answer means that there is more: the next turn reads all again.
    if (lookAtAll && due.length < MOST_DUE_AT_ONCE) this.#lookedAtAllMs = startedMs;
    for (const [i, { endpoint, room }] of asked.entries())
      if (waiting[i]!.length < room) endpoints.lineIsEmpty(endpoint.endpointId);
    const decisions = decideClaims([...waiting.flat(), ...due], {
      now: at,
      firstDelayMs: this.#firstDelayMs,
      addressOf,
      isPaused: (endpointId) => endpoints.isPaused(endpointId),
      isHeld: (candidate) => queue.has(candidate),
      reserve: (endpointId) => queue.reserve(endpointId),
      isFull: () => queue.isFull,
    });
    const moved = await this.#claim(decisions, at);
    const isQuiet = decisions.size === 0 && asked.length === 0 && endpoints.renewing().length === 0;
    if (isQuiet) return 'nothing';
    return due.length === MOST_DUE_AT_ONCE && moved ? 'more' : 'done';
  }

  /** Endpoints that have room and whose line may be sent; each gets its turn. */
  #linesWithRoom() {
    const { queue, endpoints } = this.#parts;
    const all = endpoints
      .lines()
      .map((endpoint) => ({ endpoint, room: Math.min(queue.room(endpoint.endpointId), MOST_DUE_AT_ONCE) }))
      .filter(({ room }) => room > 0);
    if (all.length <= MOST_LINES_AT_ONCE) return all;
    this.#firstLine = (this.#firstLine + MOST_LINES_AT_ONCE) % all.length;
    return [...all, ...all].slice(this.#firstLine, this.#firstLine + MOST_LINES_AT_ONCE);
  }

  /** Executes the decisions; false if there was nothing to move. */
  async #claim(decisions: Map<Candidate, Decision>, at: Date): Promise<boolean> {
    const { pipeline, addressOf, queue, endpoints, lines } = this.#parts;
    const leaseEnd = new Date(at.getTime() + this.#leaseMs);
    const taken: Candidate[] = [];
    const lined: Candidate[] = [];
    const moves: Move[] = [];
    for (const [candidate, decision] of decisions) {
      const { merchantId, transactionId, sequence } = candidate;
      const key = { merchantId, transactionId, dueBy: at };
      if (candidate.former === 'unaddressed' && addressOf(candidate)) {
        // Its former event had no address before. Now there is an address, so the former event goes first.
        lined.push(candidate);
        moves.push({ ...key, sequence: sequence - 1, ...IN_LINE, newTurn: false });
      }
      if (decision === 'leave') continue;
      if (decision === 'take') taken.push(candidate);
      if (decision === 'wait') lined.push(candidate);
      const newTurn = decision === 'wait' && endpoints.isPaused(candidate.endpointId);
      moves.push({ ...key, sequence, ...placeFor(decision, leaseEnd), newTurn });
    }
    if (moves.length === 0) return false;
    let events: HeldEvent[];
    try {
      await lines.prepare(lined);
      events = await moveEvents(pipeline, moves);
    } finally {
      for (const { endpointId } of taken) queue.unreserve(endpointId);
    }
    events.sort((a, b) => a.sequence - b.sequence);
    const claimed = events.map((event) => ({ event, leaseEndMs: leaseEnd.getTime(), polled: true }));
    lines.giveBack(this.#takeInHand(claimed, taken), 'waiting');
    for (const endpointId of new Set(taken.map((one) => one.endpointId))) this.#pump(endpointId);
    return true;
  }

  /**
   * Answers the events to give back: those without room, and those that would overtake a former event of their
   * transaction, because another worker took it first.
   */
  #takeInHand(claimed: Held[], taken: readonly Candidate[]): Held[] {
    const followers = new Set(taken.filter(({ former }) => former !== null).map(nameOf));
    const inHand = new Set<string>();
    return claimed.filter((held) => {
      const { transactionId, sequence } = held.event;
      const isBehind = !inHand.has(nameOf({ transactionId, sequence: sequence - 1 }));
      if (followers.has(nameOf(held.event)) && isBehind) return true;
      if (!this.#parts.queue.add(held)) return true;
      inHand.add(nameOf(held.event));
      return false;
    });
  }

  async #refresh(): Promise<void> {
    const { sql, now, endpoints } = this.#parts;
    const startedMs = performance.now();
    if (startedMs - this.#refreshedMs < REFRESH_EVERY_MS) return;
    const askedAt = now();
    endpoints.replace(await troubledEndpoints(sql), askedAt);
    this.#refreshedMs = startedMs;
    if (startedMs - this.#forgotMs < FORGET_EVERY_MS) return;
    this.#forgotMs = startedMs;
    await forgetEndpoints(sql, endpoints.forgettable(now()));
  }
}

const IN_LINE = { state: 'waiting', nextTryAt: null, hold: false } as const;

function placeFor(decision: Exclude<Decision, 'leave'>, leaseEnd: Date) {
  if (decision === 'take') return { state: 'pending', nextTryAt: leaseEnd, hold: true } as const;
  if (decision === 'wait') return IN_LINE;
  if (decision === 'unaddress') return { ...IN_LINE, state: 'unaddressed' } as const;
  return { state: 'pending', nextTryAt: decision.postponeTo, hold: false } as const;
}
