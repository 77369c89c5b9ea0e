// Sends the events of the queue: looks up the address, signs, posts, judges the answer, notes the try (contract 5).
// Only this module enforces time limits. An event never has a timer of its own: one sweep checks all of them.
import { webhookHeaders } from '../../domain/keys/signature.ts';
import { signTry, type TrySignature, withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import { isDatabaseTrouble } from '../../storage/database/database.ts';
import { GroupCommit } from '../../storage/group-commit/group-commit.ts';
import { groupPipelines } from '../../storage/group-commit/group-pipelines.ts';
import { sparePipelinesOf } from '../../storage/group-commit/pipeline-pool.ts';
import { noteTries, type TryNote } from '../../storage/webhooks/note-tries.ts';
import type { HeldEvent } from '../../storage/webhooks/webhook-store.ts';
import type { Span } from '../../tracing/tracing.ts';
import type { SenderParts } from './webhook-parts.ts';
import type { Held } from './webhook-queue.ts';
import { nextTryDelayMs, readRetryAfter } from './webhook-schedule.ts';
import type { Answer, Delivery, Transport } from './webhook-transport.ts';

/** The rest of a lease after the longest delivery, for writing its note. */
export const NOTE_MARGIN_MS = 2_000;
const BRAND_UNKNOWN_DELAY_MS = 2_000;
const SLOW_AFTER_MS = 1_000;
export const TIMED_OUT = 'timed out';

interface Flight {
  held: Held;
  startedMs: number;
  at: Date;
  /** The address of the delivery. */
  url: string;
  signature: TrySignature;
  delivery: Delivery | undefined;
  span: Span | undefined;
}

/** Nothing waits for a note, and a small group costs the database nearly as much as a large one. */
const NOTE_REST_MS = 20;

const ofTransaction = ({ merchantId, transactionId }: TryNote) => ({ merchantId, row: transactionId });

interface Callbacks {
  /** The note of the event's try is written, so the next event of its transaction may be claimed. */
  noted(held: Held): void;
  /** An endpoint with a line has room for more. */
  refill(): void;
}

export class Dispatch {
  readonly #parts: SenderParts;
  readonly #transport: Transport;
  readonly #callbacks: Callbacks;
  readonly #slowAfterMs: number;
  readonly #notes: GroupCommit<TryNote, undefined>;
  /**
   * In the order in which they began. It is an array, because a Map that changes all the time keeps former entries in
   * memory (docs/decisions/0022).
   */
  #flights: Flight[] = [];
  readonly #counts = { delivered: 0, failedTries: 0, abandoned: 0 };
  #sending = false;
  #sweep: NodeJS.Timeout | undefined;

  constructor(parts: SenderParts, transport: Transport, callbacks: Callbacks) {
    const { config, pipeline, sql } = parts;
    this.#parts = parts;
    this.#transport = transport;
    this.#callbacks = callbacks;
    this.#slowAfterMs = Math.min(SLOW_AFTER_MS, config.webhookTimeoutMs / 2);
    const own = groupPipelines(sql, {}, pipeline);
    const ofMerchant = ({ merchantId }: TryNote) => merchantId;
    const write = (group: TryNote[]) =>
      own.useForShard(group.map(ofMerchant), (pipeline) => noteTries(pipeline, group));
    this.#notes = new GroupCommit<TryNote, undefined>(write, {
      ...own.sharingShards(ofMerchant),
      maxGroup: 500,
      hitsAll: isDatabaseTrouble,
      isOutcome: true,
      aside: { pipelines: sparePipelinesOf(sql), write: noteTries, lockOf: ofTransaction },
      restMs: () => NOTE_REST_MS,
      ...(parts.groups && { watched: { store: 'note', by: parts.groups } }),
    });
  }

  get counts() {
    return { ...this.#counts, inFlight: this.#flights.length };
  }

  start(): void {
    this.#sending = true;
  }

  /** Checks the clock only while a delivery is in progress. */
  #takeOff(flight: Flight): void {
    this.#flights.push(flight);
    const everyMs = Math.max(5, Math.min(100, this.#parts.config.webhookTimeoutMs / 20));
    this.#sweep ??= setInterval(() => this.#lookAtClock(), everyMs);
  }

  #stopClock(): void {
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  /** Sends no more, waits up to `graceMs` for deliveries in progress, gives back the rest. */
  async stop(graceMs: number): Promise<void> {
    const { queue, lines } = this.#parts;
    this.#sending = false;
    lines.giveBack(queue.releaseAll(), 'pending');
    const deadlineMs = performance.now() + graceMs;
    while (this.#flights.length > 0 && performance.now() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
    this.#stopClock();
    for (const { held, delivery, span } of this.#flights) {
      delivery?.abort();
      span?.end({ failed: true });
      // Nobody knows whether it arrived, so a worker sends it again.
      lines.giveBack(queue.drop(held), 'pending');
    }
    this.#flights = [];
    await this.#notes.settled();
  }

  /** Sends as many events as the endpoint has free slots. */
  pump(endpointId: string): void {
    if (!this.#sending) return;
    const { config, now, queue, lines } = this.#parts;
    for (let held = queue.next(endpointId); held; held = queue.next(endpointId)) {
      // Another worker may claim it before the answer could arrive: it waits for a new lease.
      if (held.leaseEndMs - now().getTime() < config.webhookTimeoutMs + NOTE_MARGIN_MS)
        lines.giveBack(queue.drop(held), 'waiting');
      else this.#send(held);
    }
  }

  #send(held: Held): void {
    const { now, brand: brandOf, addressOf, queue, lines } = this.#parts;
    const { event } = held;
    const at = now();
    const brand = brandOf(event.brandId);
    const signature = brand && signTry(event, brand, at);
    if (!signature) {
      // This process has not loaded the brand yet; its directory is at most two seconds late.
      lines.giveBack(queue.drop(held), 'pending', BRAND_UNKNOWN_DELAY_MS);
      return;
    }
    const url = addressOf(event);
    if (!url) {
      lines.giveBack(queue.drop(held), 'waiting');
      return;
    }
    const { eventId, body } = event;
    const timestampSeconds = Math.floor(at.getTime() / 1_000);
    const signed = webhookHeaders({ eventId, timestampSeconds, body, ...signature });
    const headers = ['content-type', 'application/json', 'user-agent', 'Tollgate-Webhooks/1'];
    for (const [name, value] of Object.entries(signed)) headers.push(name, value);
    if (event.requestId !== undefined) headers.push('x-request-id', event.requestId);
    const span = this.#startSpan(event, url);
    if (span) headers.push('traceparent', span.traceparent);
    const flight: Flight = {
      held,
      startedMs: performance.now(),
      at,
      url,
      signature,
      delivery: undefined,
      span,
    };
    this.#takeOff(flight);
    flight.delivery = this.#transport.send(url, headers, body, (answer) => this.#finish(flight, answer));
  }

  /**
   * A receiver that also traces continues the span. It names only the host of the address, because a query may hold a
   * secret.
   */
  #startSpan(event: HeldEvent, url: string): Span | undefined {
    return this.#parts.tracing?.start('webhook', {
      kind: 'client',
      parent: event.traceparent ?? null,
      attributes: {
        'http.request.method': 'POST',
        'server.address': URL.parse(url)?.hostname ?? 'unknown',
        'tollgate.brand_id': event.brandId,
        'tollgate.event_id': event.eventId,
        'tollgate.transaction_id': event.transactionId,
        ...(event.requestId !== undefined && { 'tollgate.request_id': event.requestId }),
        'tollgate.try': event.tries + 1,
      },
    });
  }

  #finish(flight: Flight, answer: Answer): void {
    const { log, queue, endpoints, lines } = this.#parts;
    const { held } = flight;
    const at = this.#flights.indexOf(flight);
    // The delivery has already ended.
    if (at === -1) return;
    this.#flights.splice(at, 1);
    if (this.#flights.length === 0) this.#stopClock();
    const { endpointId, eventId } = held.event;
    const durationMs = Math.round(performance.now() - flight.startedMs);
    const note = this.#judge(held.event, flight, answer, durationMs);
    const ok = note.state === 'delivered';
    if (answer.statusCode !== null) flight.span?.set({ 'http.response.status_code': answer.statusCode });
    flight.span?.end({ failed: !ok });
    this.#logTry(flight, note);
    this.#count(note, held.event);
    queue.finish(held, { ok, slow: durationMs >= this.#slowAfterMs });
    this.#notes.write(note).then(
      () => this.#callbacks.noted(held),
      (error) =>
        log.error(
          { err: error, eventId },
          'a webhook try could not be stored; the webhook may be sent twice',
        ),
    );
    if (endpoints.isPaused(endpointId)) lines.giveBack(queue.releaseQueued(endpointId), 'waiting');
    if (endpoints.hasLine(endpointId) && queue.needsRefill(endpointId)) this.#callbacks.refill();
    this.pump(endpointId);
  }

  /**
   * Logs which payment and event it was, and how it ended. It logs no address, because an address may name a person or
   * hold a secret.
   */
  #logTry({ held, span }: Flight, note: TryNote): void {
    const { config, log } = this.#parts;
    if (config.logRequests !== true) return;
    const { brandId: brand, requestId, transactionId, eventId, sequence, tries } = held.event;
    const { state, statusCode: status, durationMs: ms } = note;
    const trace = span && { traceId: span.traceId, spanId: span.spanId };
    log.info(
      { requestId, brand, transactionId, eventId, sequence, try: tries + 1, state, status, ms, ...trace },
      'webhook sent',
    );
  }

  /** What an answer means for the event and for its endpoint. */
  #judge(event: HeldEvent, flight: Flight, answer: Answer, durationMs: number): TryNote {
    const { config, log, now, addressOf, endpoints } = this.#parts;
    const { merchantId, brandId, transactionId, sequence, endpointId, tries: triesBefore } = event;
    const { at, url, signature } = flight;
    const { statusCode } = answer;
    const redirected = statusCode !== null && statusCode >= 300 && statusCode < 400;
    const error = redirected ? 'redirects are not followed' : answer.error;
    const { signingSecretId } = signature;
    const xSignature = signature.xSignature === event.xSignature ? null : signature.xSignature;
    const sent = { at, durationMs, url: withoutQuery(url), xSignature, signingSecretId };
    const said = { statusCode, error, excerpt: answer.excerpt };
    const tried = { merchantId, transactionId, sequence, triesBefore, ...sent, ...said };
    const ended = now();
    const name = { merchantId, brandId, endpointId, url };
    if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
      const endpoint = endpoints.succeeded(name, ended);
      return { ...tried, state: 'delivered', nextTryAt: null, endpoint };
    }
    // Somebody has corrected the address meanwhile. A failure at the former address says nothing about the new address.
    if (addressOf(event) !== url) return { ...tried, state: 'pending', nextTryAt: ended, endpoint: null };
    if (statusCode === 410) {
      log.warn({ brandId, endpointId }, 'webhook endpoint paused: 410');
      const endpoint = endpoints.paused(name, ended, 'the endpoint answered 410 Gone');
      return { ...tried, state: 'waiting', nextTryAt: null, endpoint };
    }
    const endpoint = endpoints.failed(name, ended);
    if (endpoint?.pausedAt) log.warn({ brandId, endpointId }, 'webhook endpoint paused: failing');
    const triesOfTurn = triesBefore + 1 - event.scheduleStart;
    const delayMs = nextTryDelayMs(
      config.webhookRetryScheduleSeconds,
      triesOfTurn,
      readRetryAfter(answer.retryAfter, ended),
    );
    if (delayMs === null) {
      // A paused endpoint keeps all its events for its resumption (contract 5), including one with its last try.
      const state = endpoints.isPaused(endpointId) ? 'waiting' : 'abandoned';
      return { ...tried, state, nextTryAt: null, endpoint };
    }
    const nextTryAt = new Date(ended.getTime() + delayMs);
    return { ...tried, state: 'pending', nextTryAt, endpoint };
  }

  #count(note: TryNote, event: HeldEvent): void {
    const { now, observe } = this.#parts;
    const counts = this.#counts;
    const delivered = note.state === 'delivered';
    if (delivered) counts.delivered++;
    else counts.failedTries++;
    if (note.state === 'abandoned') counts.abandoned++;
    observe?.tried(delivered, note.durationMs);
    if (delivered && note.triesBefore === 0) observe?.arrived(now().getTime() - event.createdAt.getTime());
  }

  /** The only timeout, and the check for endpoints that answer slowly. */
  #lookAtClock(): void {
    const { config, queue, lines } = this.#parts;
    const nowMs = performance.now();
    for (const flight of [...this.#flights]) {
      const { held, delivery } = flight;
      const elapsedMs = nowMs - flight.startedMs;
      // Oldest first: all others are younger.
      if (elapsedMs < this.#slowAfterMs) break;
      const { endpointId } = held.event;
      if (queue.markSlow(endpointId)) lines.giveBack(queue.releaseQueued(endpointId), 'waiting');
      if (elapsedMs < config.webhookTimeoutMs) continue;
      delivery?.abort();
      this.#finish(flight, { statusCode: null, error: TIMED_OUT, retryAfter: null, excerpt: null });
    }
  }
}
