// Delivers webhooks (spec 6, contract 5), at least once: what this process commits it sends at once from memory
// (Outbox); what others left, what failed and what waits in line it finds in the database. Made by gateway.ts, started
// in every process with the worker role. No endpoint, slow or dead, costs another one anything.
//   -queue      who may go next              -dispatch   sends and judges the answer   -transport  HTTP and the guard
//   -claim      take it, line it, leave it   -poll       finds events in the database  -schedule   when to try again
//   -endpoints  which are in trouble         -lines      gives events back         -renewal    a new turn for the missed
import type { Outbox } from '../../actions/context.ts';
import { isPublicAddress } from '../../domain/merchants/web-address.ts';
import { openLane } from '../../storage/database/database.ts';
import { TAKEN_LEASE_MS } from '../../storage/webhooks/webhook-store.ts';
import { type Loop, startLoop } from '../loop.ts';
import { createDispatch, NOTE_MARGIN_MS } from './webhook-dispatch.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';
import { createLines } from './webhook-lines.ts';
import type { SenderParts, WebhookSenderOptions } from './webhook-parts.ts';
import { createPoll } from './webhook-poll.ts';
import { QUEUE_LIMITS, WebhookQueue } from './webhook-queue.ts';
import { createTransport } from './webhook-transport.ts';

export interface WebhookStats {
  /** In this process's hands: in flight or about to be. */
  held: number;
  inFlight: number;
  delivered: number;
  failedTries: number;
  abandoned: number;
  /** Sent to the line of their endpoint. */
  lined: number;
  troubledEndpoints: number;
  pausedEndpoints: number;
}

export interface WebhookSender extends Outbox {
  start(): void;
  /** Takes no more, gives back what is unsent, waits up to `graceMs` for what is in flight. */
  stop(graceMs?: number): Promise<void>;
  stats(): WebhookStats;
}

const POLL_EVERY_MS = 100;

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { config } = options;
  const queue = new WebhookQueue({ ...QUEUE_LIMITS, ...options.limits });
  const brandUrl = (brandId: string) => options.brand(brandId)?.notificationUrl;
  const addressOf: SenderParts['addressOf'] = ({ brandId, url }) => url ?? brandUrl(brandId);
  const endpoints = new WebhookEndpoints(brandUrl);
  const lane = openLane(options.sql);
  const lines = createLines({ ...options, lane, endpoints, addressOf });
  const parts: SenderParts = { ...options, lane, addressOf, queue, endpoints, lines };
  const transport = createTransport({
    timeoutMs: config.webhookTimeoutMs,
    requireHttps: !config.allowInsecureWebhooks,
    isAllowedAddress: config.allowInsecureWebhooks ? () => true : isPublicAddress,
    ...options.transport,
  });
  let loop: Loop | undefined;
  const nudge = () => loop?.nudge();
  const dispatch = createDispatch(parts, transport, {
    // Its transaction's next event may have been waiting for just this; what was taken has it in memory.
    tried: (held) => {
      if (held.polled && held.event.tries === 0) nudge();
    },
    hungry: nudge,
  });
  const poll = createPoll(parts, dispatch.pump);
  let running = false;
  // What is taken goes out at once and under a lease of fixed length; other settings are the poll's business.
  const canTake =
    config.webhookRetryScheduleSeconds[0] === 0 && config.webhookTimeoutMs + NOTE_MARGIN_MS < TAKEN_LEASE_MS;

  return {
    take(event) {
      if (!running || !canTake || !event.addressed) return false;
      if (endpoints.isPaused(event.endpointId) || endpoints.hasLine(event.endpointId)) return false;
      return queue.inOrder(event) && queue.reserve(event.endpointId);
    },

    commit(event, taken) {
      if (!event.addressed) return;
      if (!taken) {
        nudge();
        return;
      }
      queue.unreserve(event.endpointId);
      const leaseEndMs = event.createdAt.getTime() + TAKEN_LEASE_MS;
      const held = { event: { ...event, tries: 0, scheduleStart: 0 }, leaseEndMs, polled: false };
      // Since it was taken its endpoint may have been paused, or its former sent to the line: the poll decides anew.
      // That others have a line by now is no reason; order is promised within a transaction.
      if (!running || endpoints.isPaused(event.endpointId) || !queue.inOrder(event)) {
        lines.giveBack([held], 'pending');
        return;
      }
      if (queue.add(held)) dispatch.pump(event.endpointId);
      else lines.giveBack([held], 'waiting');
    },

    abandon(event) {
      if (event.addressed) queue.unreserve(event.endpointId);
    },

    start() {
      if (running) return;
      running = true;
      dispatch.start();
      loop = startLoop(options, { name: 'webhooks', everyMs: POLL_EVERY_MS, work: poll });
    },

    async stop(graceMs = 5_000) {
      running = false;
      await loop?.stop();
      await dispatch.stop(graceMs);
      await lines.settled();
      await transport.close();
    },

    stats() {
      const { troubled, paused } = endpoints.count();
      return {
        held: queue.size,
        ...dispatch.counts,
        lined: lines.lined,
        troubledEndpoints: troubled,
        pausedEndpoints: paused,
      };
    },
  };
}
