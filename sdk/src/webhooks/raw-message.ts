// The body and the headers of a message, in the forms that servers use.
import { bytesOf } from '../signing.ts';
import { WebhookError } from './webhook-error.ts';

export type RawBody = string | Uint8Array | ArrayBuffer;
export type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;

/** @internal The return type needs TypeScript 5.7. */
export function rawBytes(body: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return bytesOf(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body);
  const was =
    body === undefined || body === null ? 'there is no body' : 'the body was parsed before it was verified';
  throw new WebhookError(
    'body_parsed',
    `${was}: give the raw text. Express: mount the receiver before express.json(). Next.js: await request.text()`,
  );
}

/** @internal */
export function headerOf(headers: HeaderSource, name: string): string | null {
  if (typeof (headers as Headers | undefined)?.get === 'function') return (headers as Headers).get(name);
  const found = Object.entries(headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1];
  return found === undefined ? null : [found].flat().join(', ');
}
