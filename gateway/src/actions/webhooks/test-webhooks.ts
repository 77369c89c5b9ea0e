// Sends test events to a brand's notification address, under the rules of webhooks: one test event, or the endpoint
// check with its grades. It must never write to the outbox, and no answer, not even 410, pauses the address. It leaves
// an audit row.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { type Brand, validSecrets } from '../../domain/merchants/brand.ts';
import {
  type Finding,
  gradeReceiver,
  type ProbeAnswer,
  probesOf,
} from '../../domain/webhooks/receiver-check.ts';
import { headersOf, type TestEvent, testEvent } from '../../domain/webhooks/test-event.ts';
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context, PostAnswer } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'postToMerchant'>;

export interface TestDelivery extends PostAnswer {
  url: string;
  headers: [name: string, value: string][];
  body: string;
}

export async function sendTestEvent(context: Parts, by: AuditActor, brand: Brand): Promise<TestDelivery> {
  const { url, secret } = receiverOf(brand, context.now());
  const at = context.now();
  const ids = { eventId: randomUUIDv7(), transactionId: randomUUIDv7() };
  const event = testEvent({ ...ids, eventType: 'test.ping', sequence: 1 }, brand.brandId, at);
  await note(context, by, brand, { eventId: event.eventId, url: withoutQuery(url) });
  const headers = headersOf(event, secret, at);
  const answer = await context.postToMerchant(url, headers, event.body);
  return { ...answer, url: withoutQuery(url), headers: inPairs(headers), body: event.body };
}

export interface ReceiverReport {
  url: string;
  /** When the check began. */
  at: Date;
  findings: Finding[];
}

export async function checkReceiver(context: Parts, by: AuditActor, brand: Brand): Promise<ReceiverReport> {
  const { url, secret } = receiverOf(brand, context.now());
  const at = context.now();
  await note(context, by, brand, { check: true, url: withoutQuery(url) });
  const heard: ProbeAnswer[] = [];
  for (const { check, event, signing } of probesOf(brand.brandId, at, randomUUIDv7)) {
    heard.push({
      check,
      ...(await post(context, url, event, headersOf(event, secret, context.now(), signing))),
    });
    // The other six events would only time out too.
    if (heard[0]!.statusCode === null) break;
  }
  return { url: withoutQuery(url), at, findings: gradeReceiver(heard) };
}

async function post({ postToMerchant }: Parts, url: string, event: TestEvent, headers: string[]) {
  const { statusCode, error, durationMs } = await postToMerchant(url, headers, event.body);
  return { statusCode, error, durationMs };
}

function receiverOf(brand: Brand, now: Date): { url: string; secret: string } {
  const secret = validSecrets(brand, now)[0]?.secret;
  if (brand.notificationUrl === null) throw new Refusal(409, 'the brand has no notification address');
  if (!secret) throw new Refusal(409, 'the brand has no valid signing secret');
  return { url: brand.notificationUrl, secret };
}

function inPairs(headers: readonly string[]): [name: string, value: string][] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as [string, string]] : []));
}

async function note({ sql, now }: Parts, by: AuditActor, brand: Brand, after: Record<string, unknown>) {
  const { merchantId, brandId } = brand;
  const target = { kind: 'brand', id: brandId } as const;
  const entry = {
    merchantId,
    at: now(),
    by,
    action: 'webhooks.tested',
    target,
    before: null,
    after,
  } as const;
  await withRetries(() => sql.begin((tx) => appendAudit(tx, entry)));
}
