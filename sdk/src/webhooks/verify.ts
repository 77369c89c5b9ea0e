// Checks whether a message is from the gateway, and signs one as the gateway does. It verifies the raw body, byte for
// byte as it came. A body that was parsed before is no longer the same text.
import type { WebhookEvent } from '../client/webhook-event.ts';
import { bytesOf, fromBase64, matches, sign as signText } from '../signing.ts';
import { explainMismatch } from './explain-mismatch.ts';
import { type HeaderSource, headerOf, type RawBody, rawBytes } from './raw-message.ts';
import { WebhookError } from './webhook-error.ts';

const MOST_ENTRIES = 8;
const MOST_HEADER = 1_024;

export interface VerifyOptions {
  /** How old `webhook-timestamp` may be, and how far in the future. Default 300. */
  toleranceSeconds?: number;
  now?: Date;
}

/**
 * Returns the event if the message is from the gateway. Every signature in the message must be right: `X-Signature`,
 * and the one of Standard Webhooks, which also says when the message was sent. While you replace the secret, give the
 * new and the old one. Throws WebhookError, whose `fault` names the cause.
 */
export async function verify(
  rawBody: RawBody,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = rawBytes(rawBody);
  const known = [secrets].flat().filter((secret) => typeof secret === 'string' && secret !== '') as string[];
  if (known.length === 0)
    throw new WebhookError('no_secret', 'no signing secret was given; it begins with tgs_');
  const signature = headerOf(headers, 'x-signature');
  const standard = headerOf(headers, 'webhook-signature');
  if (signature === null && standard === null)
    throw new WebhookError(
      'no_signature',
      'X-Signature and webhook-signature are both missing; does a proxy remove headers?',
    );
  const keys = known.map(keyOf);
  if (signature !== null && !(await someMatch(keys, body, [signature])))
    throw await explainMismatch({
      body,
      given: [signature],
      secrets: known,
      header: 'X-Signature',
      prefix: bytesOf(''),
    });
  if (standard !== null) {
    const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
    const prefix = bytesOf(`${headerOf(headers, 'webhook-id') ?? ''}.${timestamp}.`);
    // The sender controls this header, so only its beginning is read. The gateway sends two entries at most.
    const entries = standard.slice(0, MOST_HEADER).split(' ', MOST_ENTRIES);
    const given = entries.flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
    if (!(await someMatch(keys, joined(prefix, body), given)))
      throw await explainMismatch({ body, given, secrets: known, header: 'webhook-signature', prefix });
    requireRecent(timestamp, toleranceSeconds, now);
  }
  return parsed(body);
}

export interface SignOptions {
  /** Default: the `eventId` of the body, or a new id. */
  eventId?: string;
  at?: Date;
}

/** Makes a message as the gateway would send it, for tests of your receiver: post `body` with `headers`. */
export async function sign(
  event: object | string,
  secret: string,
  { eventId, at = new Date() }: SignOptions = {},
): Promise<{ body: string; headers: Record<string, string> }> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const id =
    eventId ??
    (typeof event === 'object' ? (event as { eventId?: string }).eventId : undefined) ??
    crypto.randomUUID();
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = keyOf(secret);
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-signature': await signText(key, body),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${await signText(key, `${id}.${timestamp}.${body}`)}`,
    },
  };
}

/** The key of a secret, also in the form that libraries of Standard Webhooks take. */
const keyOf = (secret: string) =>
  secret.startsWith('whsec_') ? (fromBase64(secret.slice(6)) ?? secret) : secret;

async function someMatch(
  keys: readonly ReturnType<typeof keyOf>[],
  data: Uint8Array<ArrayBuffer>,
  given: readonly string[],
): Promise<boolean> {
  let found = false;
  // Tries every key, so that the time does not tell which one matched.
  for (const key of keys) if (await matches(key, data, given)) found = true;
  return found;
}

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function requireRecent(timestamp: string, toleranceSeconds: number, now: Date): void {
  const ageSeconds = Math.round(now.getTime() / 1000 - Number(timestamp));
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const side = ageSeconds > 0 ? `${ageSeconds} seconds old` : `${-ageSeconds} seconds in the future`;
  throw new WebhookError(
    'clock',
    `the signature is right, but the message is ${side}: it was replayed, or the clock of this machine is wrong`,
  );
}

function parsed(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch {}
  if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  throw new WebhookError('not_json', 'the signature is right, but the body is not a JSON object');
}
