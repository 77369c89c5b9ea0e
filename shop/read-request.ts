// Reads requests to the shop: bodies up to a limit, forms as fields, and whether a page of the shop itself sent a form.
// It must trust none of it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export class BadRequest extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new BadRequest(413, 'That was too much for this shop to read.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export class Form {
  readonly #fields: URLSearchParams;
  constructor(text: string) {
    this.#fields = new URLSearchParams(text);
  }
  /** One line, without control characters, cut at `most`. */
  text(name: string, most = 200): string {
    return oneLine(this.#fields.get(name) ?? '', most);
  }
  whole(name: string, least: number, most: number): number {
    const value = Number(this.text(name, 6) || Number.NaN);
    return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : least;
  }
}

const oneLine = (text: string, most: number): string =>
  text
    .replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
    .trim()
    .slice(0, most);

/** Browsers say where a form comes from; a form from another site than `publicUrl` is refused. */
export function isFromElsewhere(request: IncomingMessage, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  // Without a referrer browsers write "null".
  return origin !== undefined && origin !== 'null' && origin !== new URL(publicUrl).origin;
}

export interface Visitor {
  /** The name of this browser for the gateway, so that a card can be used again. */
  id: string;
  /** Set if the browser does not have the id yet. */
  cookie: string | null;
  ip: string | null;
  userAgent: string;
}

export function visitorOf(request: IncomingMessage): Visitor {
  const [, known] = /(?:^|;\s*)shopper=([0-9a-f-]{36})(?:;|$)/.exec(request.headers.cookie ?? '') ?? [];
  const id = known ?? randomUUID();
  return {
    id,
    cookie: known ? null : `shopper=${id}; Path=/shop; HttpOnly; SameSite=Lax; Max-Age=2592000`,
    ip: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? null,
    userAgent: oneLine(request.headers['user-agent'] ?? '', 512),
  };
}
