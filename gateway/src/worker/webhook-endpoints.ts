// What a worker knows of endpoints in trouble, read again every second or two, and what each try teaches about them
// (contract 5: 410 and three days without a success pause an endpoint). Memory only: the notes it hands out are
// written by worker/webhook-sender.ts. An endpoint that is not here is well.
import type { EndpointNote, TroubledEndpoint } from '../storage/webhook-endpoint-store.ts';

/** What names an endpoint; every event does. */
export interface EndpointName {
  merchantId: string;
  brandId: string;
  endpointId: string;
  url: string;
}

interface Known extends TroubledEndpoint {
  /** Its row was seen in the database, so it is there for ten minutes after `changedAt` at the least. */
  confirmed: boolean;
}

const PAUSE_AFTER_MS = 3 * 24 * 3_600_000;
/** Rows of failing endpoints are kept while something is noted now and then. */
const FAILURE_NOTE_EVERY_MS = 3_600_000;
const LINE_NOTE_EVERY_MS = 60_000;
/** After a line is empty and all is well: no event that is on its way to the line takes that long. */
const FORGET_WELL_AFTER_MS = 10 * 60_000;
/** Longer than any pause between two tries; the failing endpoint has nothing left to be tried. */
const FORGET_FAILING_AFTER_MS = 48 * 3_600_000;

/** From a try's end to its note in the database; under load a note waits for a commit or two. */
const NOTED_WITHIN_MS = 1_000;

export class WebhookEndpoints {
  #known = new Map<string, Known>();

  /**
   * Puts what the database said when it was asked in place of what was known. What was learnt about then may not have been
   * noted yet, so it stays until the next time.
   */
  replace(endpoints: TroubledEndpoint[], askedAt: Date): void {
    const known = new Map(
      endpoints.map((endpoint) => [endpoint.endpointId, { ...endpoint, confirmed: true }]),
    );
    const lately = askedAt.getTime() - NOTED_WITHIN_MS;
    for (const own of this.#known.values()) {
      const said = known.get(own.endpointId);
      const news = own.changedAt.getTime() >= lately && (!said || said.changedAt < own.changedAt);
      if (news) known.set(own.endpointId, own);
    }
    this.#known = known;
  }

  isPaused(endpointId: string): boolean {
    return this.#known.get(endpointId)?.pausedAt != null;
  }

  /** Whether older events wait in line, so that a new one must not go past them. */
  hasLine(endpointId: string): boolean {
    return this.#known.get(endpointId)?.hasLine ?? false;
  }

  /** Endpoints whose lines may be taken up. */
  lines(): TroubledEndpoint[] {
    return [...this.#known.values()].filter((endpoint) => endpoint.hasLine && endpoint.pausedAt === null);
  }

  lineIsEmpty(endpointId: string): void {
    const known = this.#known.get(endpointId);
    if (known) known.hasLine = false;
  }

  /** Endpoints whose rows may go, unless they have changed since the time named. */
  forgettable(now: Date): { merchantId: string; endpointId: string; quietSince: Date }[] {
    const quiet = [];
    for (const {
      merchantId,
      endpointId,
      failingSince,
      pausedAt,
      hasLine,
      changedAt,
    } of this.#known.values()) {
      const afterMs = failingSince ? FORGET_FAILING_AFTER_MS : FORGET_WELL_AFTER_MS;
      const quietSince = new Date(now.getTime() - afterMs);
      if (!pausedAt && !hasLine && changedAt < quietSince) quiet.push({ merchantId, endpointId, quietSince });
    }
    return quiet;
  }

  count(): { troubled: number; paused: number } {
    let paused = 0;
    for (const endpoint of this.#known.values()) if (endpoint.pausedAt) paused++;
    return { troubled: this.#known.size, paused };
  }

  /** A success: null unless it ends a series of failures. */
  succeeded(name: EndpointName, now: Date): EndpointNote | null {
    const known = this.#known.get(name.endpointId);
    if (!known?.failingSince) return null;
    known.failingSince = null;
    known.changedAt = now;
    return { ...known, recovered: true };
  }

  /** A failure: what is new about it. A series of three days pauses the endpoint. */
  failed(name: EndpointName, now: Date): EndpointNote | null {
    const known = this.#note(name, now);
    const before = known.changedAt;
    if (known.failingSince === null) {
      known.failingSince = now;
    } else if (!known.pausedAt && now.getTime() - known.failingSince.getTime() >= PAUSE_AFTER_MS) {
      return this.paused(name, now, 'three days without a success');
    } else if (now.getTime() - before.getTime() < FAILURE_NOTE_EVERY_MS) {
      return null;
    }
    known.changedAt = now;
    return { ...known, recovered: false };
  }

  paused(name: EndpointName, now: Date, reason: string): EndpointNote {
    const known = this.#note(name, now);
    known.failingSince ??= now;
    known.pausedAt ??= now;
    known.pauseReason ??= reason;
    known.changedAt = now;
    return { ...known, recovered: false };
  }

  /** Events were sent to its line; null when the database has been told lately. */
  lined(name: EndpointName, now: Date): EndpointNote | null {
    const known = this.#note(name, now);
    known.hasLine = true;
    if (known.confirmed && now.getTime() - known.changedAt.getTime() < LINE_NOTE_EVERY_MS) return null;
    known.changedAt = now;
    return { ...known, recovered: false };
  }

  #note(name: EndpointName, now: Date): Known {
    let known = this.#known.get(name.endpointId);
    if (!known) {
      const { merchantId, brandId, endpointId, url } = name;
      known = {
        merchantId,
        brandId,
        endpointId,
        url,
        failingSince: null,
        pausedAt: null,
        pauseReason: null,
        changedAt: now,
        hasLine: false,
        confirmed: false,
      };
      this.#known.set(endpointId, known);
    }
    return known;
  }
}
