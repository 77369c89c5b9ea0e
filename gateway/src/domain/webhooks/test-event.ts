// Test webhooks: a test event, and those of the endpoint check. Nobody must ever take one for a paid order. So their
// type begins with "test.", `test` is true, the amount is 0, no real webhook has their status, and no transaction has
// their `transactionId`. They are never stored. Pure.
import { createHmac } from 'node:crypto';
import { hmacBase64, webhookHeaders } from '../keys/signature.ts';

export interface TestEvent {
  eventId: string;
  eventType: 'test.ping' | 'test.check';
  sequence: number;
  transactionId: string;
  body: string;
}

export function testEvent(
  { eventId, eventType, sequence, transactionId }: Omit<TestEvent, 'body'>,
  brandId: string,
  at: Date,
  more: Record<string, unknown> = {},
): TestEvent {
  const body = JSON.stringify({
    eventId,
    eventType,
    sequence,
    occurredAt: at.toISOString(),
    test: true,
    transactionId,
    type: 'PAYIN',
    status: 'INIT',
    merchantReference: 'tollgate-test',
    brandId,
    currency: 'EUR',
    amount: 0,
    ...more,
  });
  return { eventId, eventType, sequence, transactionId, body };
}

/** How a test event is signed: like any webhook, with a wrong secret, or not at all. */
export type Signing = 'right' | 'wrong' | 'none';

/** The header lines of one try, the same as in worker/webhooks/webhook-dispatch.ts. */
export function headersOf(event: TestEvent, secret: string, at: Date, signing: Signing = 'right'): string[] {
  const { eventId, body } = event;
  // A key that belongs to no brand.
  const key =
    signing === 'right' ? secret : createHmac('sha256', secret).update('not this one').digest('hex');
  const timestampSeconds = Math.floor(at.getTime() / 1_000);
  const xSignature = hmacBase64(key, body);
  const signed = webhookHeaders({ eventId, timestampSeconds, body, xSignature, secrets: [key] });
  const headers = ['content-type', 'application/json', 'user-agent', 'Tollgate-Webhooks/1'];
  for (const [name, value] of Object.entries(signed)) {
    if (signing !== 'none' || !name.endsWith('signature')) headers.push(name, value);
  }
  return headers;
}
