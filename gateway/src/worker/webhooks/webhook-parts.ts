// The parameters of the webhook sender, and what its parts share. It has only types, never code that runs.
import type { ConnectionRules } from '@tollgate/provider-kit/http/guarded-connector';
import type { Logger } from 'pino';
import type { LoopHandle } from '../../actions/context.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Pipeline, Sql } from '../../storage/database/database.ts';
import type { GroupObserver } from '../../storage/group-commit/group-observer.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { WebhookEndpoints } from './webhook-endpoints.ts';
import type { AddressOf, WebhookLines } from './webhook-lines.ts';
import type { QueueLimits, WebhookQueue } from './webhook-queue.ts';

export interface WebhookSenderOptions {
  config: {
    webhookTimeoutMs: number;
    webhookRetryScheduleSeconds: readonly number[];
    allowInsecureWebhooks: boolean;
    /** Whether to log a line for each try. */
    logRequests?: boolean;
  };
  sql: Sql;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
  now: () => Date;
  loopHandles?: Set<LoopHandle>;
  /** A brand in its current state, read at each try; undefined if this process does not know it yet. */
  brand(brandId: string): Pick<Brand, 'notificationUrl' | 'signingSecrets'> | undefined;
  /** For metrics: each try that ended, and the time from a status change to the answer of its event's first try. */
  observe?: { tried(delivered: boolean, durationMs: number): void; arrived(afterMs: number): void };
  /** null, or absent: no tracing. */
  tracing?: Tracing | null;
  /** For metrics: the groups in which tries are noted. */
  groups?: GroupObserver;
  /** For tests. */
  limits?: Partial<QueueLimits>;
  transport?: Partial<ConnectionRules>;
}

/** What the parts of the sender share. */
export interface SenderParts extends WebhookSenderOptions {
  addressOf: AddressOf;
  /** One connection for claims, and for the notes of tries. */
  pipeline: Pipeline;
  queue: WebhookQueue;
  endpoints: WebhookEndpoints;
  lines: WebhookLines;
}
