// What the webhook sender is made with, and what its parts share. Types only.
import type { Logger } from 'pino';
import type { SigningSecret } from '../domain/brand.ts';
import type { Sql } from '../storage/database.ts';
import type { WebhookEndpoints } from './webhook-endpoints.ts';
import type { WebhookLines } from './webhook-lines.ts';
import type { QueueLimits, WebhookQueue } from './webhook-queue.ts';
import type { TransportOptions } from './webhook-transport.ts';

export interface WebhookSenderOptions {
  config: {
    webhookTimeoutMs: number;
    webhookRetryScheduleSeconds: readonly number[];
    allowInsecureWebhooks: boolean;
  };
  sql: Sql;
  log: Pick<Logger, 'error' | 'warn'>;
  now: () => Date;
  /** A brand's secrets, newest first; the expired ones too, because events were signed with them. */
  signingSecrets(brandId: string): SigningSecret[];
  /** For metrics: each try that ended, and how long after its status change a first try was answered. */
  observe?: { tried(delivered: boolean, durationMs: number): void; arrived(afterMs: number): void };
  /** For tests. */
  limits?: Partial<QueueLimits>;
  transport?: Partial<TransportOptions>;
}

/** What the parts of the sender share. */
export interface SenderParts extends WebhookSenderOptions {
  queue: WebhookQueue;
  endpoints: WebhookEndpoints;
  lines: WebhookLines;
}
