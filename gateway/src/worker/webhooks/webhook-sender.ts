// Delivers webhooks (spec 6, contract 5), at least once. It sends events of this process's commits at once, from memory
// (Outbox). In the database it finds events that others left, that failed or that wait in line. It runs in every
// process with the worker role. A slow or dead endpoint must never delay another one.
// -queue      which event is next           -dispatch  sends, judges the answer      -transport  HTTP and address check
// -claim      take, move to line, or leave  -poll      finds events in the database  -schedule   when to try again
// -endpoints  which are in trouble          -lines     gives events back             -renewal    renews missed events
import { isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import type { Outbox } from '../../actions/context.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { openPipeline } from '../../storage/database/database.ts';
import { TAKEN_LEASE_MS } from '../../storage/webhooks/webhook-store.ts';
import { type Loop, startLoop } from '../loop.ts';
import { paceOf } from '../turn-result.ts';
import { Dispatch, NOTE_MARGIN_MS } from './webhook-dispatch.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';
import { type AddressOf, WebhookLines } from './webhook-lines.ts';
import type { SenderParts, WebhookSenderOptions } from './webhook-parts.ts';
import { WebhookPoll } from './webhook-poll.ts';
import { QUEUE_LIMITS, WebhookQueue } from './webhook-queue.ts';
import { HttpTransport, type Transport } from './webhook-transport.ts';

export interface WebhookStats {
  /** Events in this process: in progress or to be sent next. */
  held: number;
  inFlight: number;
  delivered: number;
  failedTries: number;
  abandoned: number;
  /** Events moved to the line of their endpoint. */
  lined: number;
  troubledEndpoints: number;
  pausedEndpoints: number;
}

const POLL_EVERY_MS = 100;

export class WebhookSender implements Outbox {
  readonly #options: WebhookSenderOptions;
  readonly #queue: WebhookQueue;
  readonly #endpoints: WebhookEndpoints;
  readonly #lines: WebhookLines;
  readonly #transport: Transport;
  readonly #dispatch: Dispatch;
  readonly #poll: WebhookPoll;
  /**
   * The process sends taken events at once and under a lease of fixed length; with other settings only the poll sends.
   */
  readonly #canTake: boolean;
  #loop: Loop | undefined;
  #running = false;

  constructor(options: WebhookSenderOptions) {
    const { config, brand, sql, limits } = options;
    const { webhookTimeoutMs: timeoutMs, webhookRetryScheduleSeconds, allowInsecureWebhooks } = config;
    const brandUrl = (brandId: string) => brand(brandId)?.notificationUrl;
    const addressOf: AddressOf = ({ brandId, url }) => url ?? brandUrl(brandId);
    const pipeline = openPipeline(sql);
    this.#options = options;
    this.#queue = new WebhookQueue({ ...QUEUE_LIMITS, ...limits });
    this.#endpoints = new WebhookEndpoints(brandUrl);
    const own = { ...options, pipeline, addressOf, queue: this.#queue, endpoints: this.#endpoints };
    this.#lines = new WebhookLines(own);
    this.#transport = new HttpTransport({
      timeoutMs,
      requireHttps: !allowInsecureWebhooks,
      isAllowedAddress: allowInsecureWebhooks ? () => true : isPublicAddress,
      ...options.transport,
    });
    const parts: SenderParts = { ...own, lines: this.#lines };
    this.#dispatch = new Dispatch(parts, this.#transport, {
      // The next event of the transaction may have waited for this; a taken one is already in memory.
      noted: (held) => {
        if (held.polled && held.event.tries === 0) this.#nudge();
      },
      refill: () => this.#nudge(),
    });
    this.#poll = new WebhookPoll(parts, (endpointId) => this.#dispatch.pump(endpointId));
    this.#canTake = webhookRetryScheduleSeconds[0] === 0 && timeoutMs + NOTE_MARGIN_MS < TAKEN_LEASE_MS;
  }

  take(event: WebhookEvent): boolean {
    if (!this.#running || !this.#canTake || !event.addressed) return false;
    if (this.#endpoints.isPaused(event.endpointId) || this.#endpoints.hasLine(event.endpointId)) return false;
    return this.#queue.inOrder(event) && this.#queue.reserve(event.endpointId);
  }

  commit(event: WebhookEvent, taken: boolean): void {
    if (!event.addressed) return;
    if (!taken) {
      this.#nudge();
      return;
    }
    this.#queue.unreserve(event.endpointId);
    const leaseEndMs = event.createdAt.getTime() + TAKEN_LEASE_MS;
    const held = { event: { ...event, tries: 0, scheduleStart: 0 }, leaseEndMs, polled: false };
    // Meanwhile its endpoint may have been paused, or its former event moved to the line: the poll decides again. It
    // does not matter that other events are in a line by now: order is promised only within a transaction.
    if (!this.#running || this.#endpoints.isPaused(event.endpointId) || !this.#queue.inOrder(event)) {
      this.#lines.giveBack([held], 'pending');
      return;
    }
    if (this.#queue.add(held)) this.#dispatch.pump(event.endpointId);
    else this.#lines.giveBack([held], 'waiting');
  }

  abandon(event: WebhookEvent): void {
    if (event.addressed) this.#queue.unreserve(event.endpointId);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#dispatch.start();
    const work = () => this.#poll.turn();
    this.#loop = startLoop(this.#options, {
      name: 'webhooks',
      ...paceOf(this.#options.sql, POLL_EVERY_MS),
      work,
    });
  }

  /** Takes no more events, gives back those it has not sent, waits up to `graceMs` for those in progress. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#running = false;
    await this.#loop?.stop();
    await this.#dispatch.stop(graceMs);
    await this.#lines.settled();
    await this.#transport.close();
  }

  stats(): WebhookStats {
    const { troubled, paused } = this.#endpoints.count();
    return {
      held: this.#queue.size,
      ...this.#dispatch.counts,
      lined: this.#lines.lined,
      troubledEndpoints: troubled,
      pausedEndpoints: paused,
    };
  }

  #nudge(): void {
    this.#loop?.nudge();
  }
}
