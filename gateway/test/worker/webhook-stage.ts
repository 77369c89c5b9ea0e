// Shared by the webhook tests: their own database, a brand with secrets, a clock that the test moves, senders, and
// events committed as storage/transactions/apply-changes.ts does it. It has no rule of the product.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { TestContext } from 'node:test';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import type { SigningSecret } from '../../src/domain/merchants/brand.ts';
import { endpointId, type WebhookEvent } from '../../src/domain/webhooks/webhook-event.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { renewBrandEndpoint } from '../../src/storage/webhooks/webhook-renewals.ts';
import { insertWebhookEvents, TAKEN_LEASE_MS } from '../../src/storage/webhooks/webhook-store.ts';
import type { WebhookSenderOptions } from '../../src/worker/webhooks/webhook-parts.ts';
import { WebhookSender } from '../../src/worker/webhooks/webhook-sender.ts';
import { openTestPool } from '../stage/harness-database.ts';
import { reusedDatabases } from '../stage/reused-databases.ts';

export interface StageBrand {
  merchantId: string;
  brandId: string;
  notificationUrl: string | null;
  /** Newest first. */
  signingSecrets: SigningSecret[];
}

export interface Stage {
  databaseUrl: string;
  /** No other test uses the database after this one, which changes more than rows. */
  wearOut(): void;
  sql: Sql;
  brand: StageBrand;
  addBrand(): StageBrand;
  now(): Date;
  advance(ms: number): void;
  /** A running sender; it stops with the test. */
  startSender(options?: SenderSettings): WebhookSender;
  /** Changes the brand's address as the operator's call does; its process knows at once. */
  readdress(url: string | null, brand?: StageBrand): Promise<void>;
  /** An event that was decided now. `url`: its transaction's own address. */
  event(fields?: Partial<WebhookEvent>, brand?: StageBrand): WebhookEvent;
  /** Commits events through a sender's outbox. Returns which events the outbox took. */
  commit(outbox: Pick<WebhookSender, 'take' | 'commit'>, ...events: WebhookEvent[]): Promise<boolean[]>;
  /** Commits events that no sender of this process knows of. */
  store(...events: WebhookEvent[]): Promise<void>;
  row(event: WebhookEvent): Promise<EventRow>;
  tries(event: WebhookEvent): Promise<TryRow[]>;
}

export interface SenderSettings extends Partial<Omit<WebhookSenderOptions, 'config'>> {
  scheduleSeconds?: number[];
  timeoutMs?: number;
  allowInsecure?: boolean;
}

export interface EventRow {
  state: string;
  tries: number;
  next_try_at: Date | null;
  delivered_at: Date | null;
  x_signature: string;
}

export interface TryRow {
  try_number: number;
  at: Date;
  duration_ms: number;
  url: string;
  signing_secret_id: string;
  status_code: number | null;
  error: string | null;
}

/** The outbox of a process without a worker. */
export const NO_OUTBOX = { take: () => false, commit: () => {} };

const takeDatabase = reusedDatabases({
  open: async () => null,
  settle: async () => {},
  close: async () => {},
});

export async function createStage(t: Pick<TestContext, 'after'>): Promise<Stage> {
  const { databaseUrl, wearOut, giveBack } = await takeDatabase();
  // Not of the database, because senders open pipelines on it that end only with it.
  const sql = await openTestPool(databaseUrl);
  const senders: WebhookSender[] = [];
  const brands: StageBrand[] = [];
  let offsetMs = 0;
  t.after(async () => {
    await Promise.all(senders.map((sender) => sender.stop(0)));
    await sql.end({ timeout: 5 });
    await giveBack();
  });
  const now = () => new Date(Date.now() + offsetMs);
  const addBrand = () => {
    const secret = { id: randomUUID(), secret: `tgs_${randomUUID()}`, expiresAt: null };
    const brand: StageBrand = {
      merchantId: randomUUID(),
      brandId: randomUUID(),
      notificationUrl: null,
      signingSecrets: [secret],
    };
    brands.push(brand);
    return brand;
  };

  const stage: Stage = {
    databaseUrl,
    wearOut,
    sql,
    brand: addBrand(),
    addBrand,
    now,
    advance(ms) {
      offsetMs += ms;
    },
    startSender({
      scheduleSeconds = [0, 5, 300],
      timeoutMs = 15_000,
      allowInsecure = true,
      ...options
    } = {}) {
      const sender = new WebhookSender({
        config: {
          webhookRetryScheduleSeconds: scheduleSeconds,
          webhookTimeoutMs: timeoutMs,
          allowInsecureWebhooks: allowInsecure,
        },
        sql,
        now,
        log: { error: (...words: unknown[]) => console.error(...words), warn: () => {} },
        brand: (brandId: string) => brands.find((brand) => brand.brandId === brandId),
        ...options,
      } as WebhookSenderOptions);
      sender.start();
      senders.push(sender);
      return sender;
    },
    async readdress(url, brand = stage.brand) {
      brand.notificationUrl = url;
      await sql.begin((tx) => renewBrandEndpoint(tx, brand, now()));
    },
    event(fields = {}, brand = stage.brand) {
      const eventId = fields.eventId ?? randomUUIDv7();
      const transactionId = fields.transactionId ?? randomUUIDv7();
      const sequence = fields.sequence ?? 1;
      const body = JSON.stringify({
        eventId,
        eventType: 'payin.completed',
        sequence,
        transactionId,
        note: 'ä€😀',
      });
      const secret = brand.signingSecrets[0]!;
      const url = fields.url ?? null;
      return {
        merchantId: brand.merchantId,
        brandId: brand.brandId,
        transactionId,
        sequence,
        eventId,
        endpointId: endpointId(brand.brandId, url),
        url,
        addressed: (url ?? brand.notificationUrl) !== null,
        body,
        xSignature: hmacBase64(secret.secret, body),
        signingSecretId: secret.id,
        createdAt: now(),
        ...fields,
      };
    },
    async commit(outbox, ...events) {
      const rows = events.map((event) => ({ event, taken: outbox.take(event) }));
      await sql.begin((tx) => insertWebhookEvents(tx, rows, TAKEN_LEASE_MS));
      for (const { event, taken } of rows) outbox.commit(event, taken);
      return rows.map(({ taken }) => taken);
    },
    async store(...events) {
      await stage.commit(NO_OUTBOX, ...events);
    },
    async row(event) {
      const [row] = await sql<
        EventRow[]
      >`select state, tries, next_try_at, delivered_at, x_signature from webhook_events
        where merchant_id = ${event.merchantId} and event_id = ${event.eventId}`;
      return row!;
    },
    tries(event) {
      return sql<TryRow[]>`select try_number, at, duration_ms, url, signing_secret_id, status_code, error
        from webhook_tries
        where merchant_id = ${event.merchantId} and transaction_id = ${event.transactionId}
          and sequence = ${event.sequence} order by try_number`;
    },
  };
  return stage;
}

/** Polls until it is true; fails after `timeoutMs`. */
export async function until(isSo: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`still not so after ${timeoutMs} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
