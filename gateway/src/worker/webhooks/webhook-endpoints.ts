// The endpoints in trouble as a worker knows them, read again every second or two, and what each try changes about them
// (contract 5: 410 and three days without a success pause an endpoint). In memory only: the caller writes the notes it
// returns. An endpoint that is not here is healthy. The values of a brand's endpoint are valid as long as the brand has
// that address.
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import type { EndpointNote, TroubledEndpoint } from '../../storage/webhooks/webhook-endpoint-store.ts';

/** The ids of an endpoint, and its present address or the address of a try. */
export interface EndpointName {
  merchantId: string;
  brandId: string;
  endpointId: string;
  url: string;
}

interface Known extends TroubledEndpoint {
  /** Its row came from the database, so it exists for at least ten minutes after `changedAt`. */
  confirmed: boolean;
}

const PAUSE_AFTER_MS = 3 * 24 * 3_600_000;
/** The row of a failing endpoint stays as long as notes come at this interval. */
const FAILURE_NOTE_EVERY_MS = 3_600_000;
const LINE_NOTE_EVERY_MS = 60_000;
/** This time begins when the line is empty and the endpoint healthy. No event takes that long to move to the line. */
const FORGET_WELL_AFTER_MS = 10 * 60_000;
/** Longer than any pause between two tries: after it, the failing endpoint has no event left to try. */
const FORGET_FAILING_AFTER_MS = 48 * 3_600_000;

/** The longest time from a try's end to its note in the database. Under load a note waits for a commit or two. */
const NOTED_WITHIN_MS = 1_000;

export class WebhookEndpoints {
  /** undefined: this process does not know the brand yet. */
  readonly #brandUrl: (brandId: string) => string | null | undefined;
  #known = new Map<string, Known>();

  constructor(brandUrl: (brandId: string) => string | null | undefined) {
    this.#brandUrl = brandUrl;
  }

  /**
   * Replaces the known endpoints by those that were read at `askedAt`. Later changes may not be in the database yet, so
   * they stay until the next call.
   */
  replace(endpoints: TroubledEndpoint[], askedAt: Date): void {
    const known = new Map(
      endpoints.map((endpoint) => [endpoint.endpointId, { ...endpoint, confirmed: true }]),
    );
    const lately = askedAt.getTime() - NOTED_WITHIN_MS;
    for (const own of this.#known.values()) {
      const said = known.get(own.endpointId);
      const news = own.changedAt.getTime() >= lately && (!said || said.changedAt < own.changedAt);
      if (news) known.set(own.endpointId, { ...own, renewedAt: said?.renewedAt ?? own.renewedAt });
    }
    this.#known = known;
  }

  isPaused(endpointId: string): boolean {
    const known = this.#known.get(endpointId);
    return known?.pausedAt != null && this.#isOfPresentAddress(known);
  }

  /** Whether older events wait in line, so that a new one must not overtake them. */
  hasLine(endpointId: string): boolean {
    return this.#known.get(endpointId)?.hasLine ?? false;
  }

  /** Endpoints whose lines may be sent. */
  lines(): TroubledEndpoint[] {
    return [...this.#known.values()].filter(
      (endpoint) => endpoint.hasLine && this.#hasAddress(endpoint) && !this.isPaused(endpoint.endpointId),
    );
  }

  /** Endpoints with missed events to renew, with their address; leaves out those without an address. */
  renewing(): { merchantId: string; endpointId: string; renewedAt: Date; url: string }[] {
    return [...this.#known.values()].flatMap(({ merchantId, brandId, endpointId, renewedAt, url }) => {
      const present = endpointId === brandId ? this.#brandUrl(brandId) : url;
      return renewedAt && present ? { merchantId, endpointId, renewedAt, url: withoutQuery(present) } : [];
    });
  }

  lineHasCome(endpointId: string): void {
    const known = this.#known.get(endpointId);
    if (known) known.hasLine = true;
  }

  lineIsEmpty(endpointId: string): void {
    const known = this.#known.get(endpointId);
    if (known) known.hasLine = false;
  }

  /** Endpoints whose rows the caller may delete, unless they have changed since the time in the answer. */
  forgettable(now: Date): { merchantId: string; endpointId: string; quietSince: Date }[] {
    const quiet = [];
    for (const known of this.#known.values()) {
      const { merchantId, endpointId, changedAt } = known;
      const afterMs = known.failingSince ? FORGET_FAILING_AFTER_MS : FORGET_WELL_AFTER_MS;
      const quietSince = new Date(now.getTime() - afterMs);
      const inUse = known.pausedAt || known.hasLine || known.renewedAt;
      if (!inUse && changedAt < quietSince) quiet.push({ merchantId, endpointId, quietSince });
    }
    return quiet;
  }

  count(): { troubled: number; paused: number } {
    let paused = 0;
    for (const endpointId of this.#known.keys()) if (this.isPaused(endpointId)) paused++;
    return { troubled: this.#known.size, paused };
  }

  /** Notes a success: null unless it ends a series of failures. */
  succeeded(name: EndpointName, now: Date): EndpointNote | null {
    const known = this.#known.get(name.endpointId);
    if (!known?.failingSince || known.url !== withoutQuery(name.url)) return null;
    known.failingSince = null;
    known.changedAt = now;
    return { ...known, recovered: true };
  }

  /** Notes a failure, if it changes something. A series of three days pauses the endpoint. */
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

  /** For events that moved to its line; null if this was noted recently. */
  lined(name: EndpointName, now: Date): EndpointNote | null {
    const known = this.#note(name, now);
    known.hasLine = true;
    if (known.confirmed && now.getTime() - known.changedAt.getTime() < LINE_NOTE_EVERY_MS) return null;
    known.changedAt = now;
    return { ...known, recovered: false };
  }

  #isOfPresentAddress({ brandId, endpointId, url }: Known): boolean {
    if (endpointId !== brandId) return true;
    const present = this.#brandUrl(brandId);
    return present === undefined || (present !== null && withoutQuery(present) === url);
  }

  #hasAddress({ brandId, endpointId }: Known): boolean {
    return endpointId !== brandId || typeof this.#brandUrl(brandId) === 'string';
  }

  #note(name: EndpointName, now: Date): Known {
    const { merchantId, brandId, endpointId } = name;
    const url = withoutQuery(name.url);
    let known = this.#known.get(endpointId);
    if (!known) {
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
        renewedAt: null,
        confirmed: false,
      };
      this.#known.set(endpointId, known);
    } else if (known.url !== url) {
      // The brand has another address; the known values belong to the former one.
      Object.assign(known, { url, failingSince: null, pausedAt: null, pauseReason: null });
    }
    return known;
  }
}
