// Renews events after a person requested it: somebody corrected a brand's address, or an operator resumed its
// endpoints. Part of each turn of worker/webhooks/webhook-poll.ts, in every process with the worker role. It moves
// events to the line of their endpoint and sends nothing; the line is sent like any other.
import { endRenewal, renewEvents } from '../../storage/webhooks/webhook-renewals.ts';
import { TAKEN_LEASE_MS } from '../../storage/webhooks/webhook-store.ts';
import type { SenderParts } from './webhook-parts.ts';

const MOST_AT_ONCE = 1_000;
/**
 * It looks for missed events for this long. A process that does not know the new address yet may store an event without
 * an address, and a delivery to the former address may fail later.
 */
const RENEW_FOR_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;
/** The clocks of two processes may differ a little. */
const CLOCKS_APART_MS = 2_000;

export class WebhookRenewal {
  readonly #parts: SenderParts;
  readonly #longestLeaseMs: number;
  /** By endpoint: the renewal that was handled, and when to look again. */
  readonly #looked = new Map<string, { word: number; againMs: number }>();

  /** `leaseMs`: the longest time that a worker holds a claimed event. */
  constructor(parts: SenderParts, leaseMs: number) {
    this.#parts = parts;
    this.#longestLeaseMs = Math.max(leaseMs, TAKEN_LEASE_MS) + CLOCKS_APART_MS;
  }

  async renew(): Promise<void> {
    const { sql, now, endpoints } = this.#parts;
    const renewing = endpoints.renewing();
    for (const endpoint of renewing) {
      const { endpointId, renewedAt } = endpoint;
      const last = this.#looked.get(endpointId);
      if (last?.word === renewedAt.getTime() && performance.now() < last.againMs) continue;
      const at = now();
      const heldUntil = new Date(at.getTime() + this.#longestLeaseMs);
      const moved = await renewEvents(sql, endpoint, { now: at, heldUntil, limit: MOST_AT_ONCE });
      if (moved > 0) endpoints.lineHasCome(endpointId);
      const restMs = moved > 0 ? 0 : LOOK_AGAIN_MS;
      this.#looked.set(endpointId, { word: renewedAt.getTime(), againMs: performance.now() + restMs });
      if (moved === 0 && at.getTime() - renewedAt.getTime() > RENEW_FOR_MS) await endRenewal(sql, endpoint);
    }
    if (renewing.length === 0) this.#looked.clear();
  }
}
