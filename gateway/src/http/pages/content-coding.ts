// Sends bytes compressed if the client accepts it: brotli before gzip.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Coding = 'br' | 'gzip';

/**
 * 'kept': compressed once, while its first reader waits; 'once': made for one answer, so compression must be quick. For
 * the largest scripts of the portal the best quality of brotli, 11, takes 25 times as long as 9 and saves 7 percent, so
 * only builds use it.
 */
type Use = 'kept' | 'once';

export function sendCompressed(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): Promise<void> {
  return send(request, reply, bytes, (coding) => compress(bytes, coding, 'once'));
}

/**
 * Does the same for bytes that do not change. It makes each coding on the first request for it, and answers 304 to a
 * client that has the file. The etag is weak, because all codings share it.
 */
export class CompressedFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  /** `brotli`: the same bytes, compressed when they were built. */
  constructor(bytes: Buffer, brotli?: Buffer) {
    this.bytes = bytes;
    if (brotli) this.#coded.set('br', Promise.resolve(brotli));
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('etag', this.etag);
    if (names(request.headers['if-none-match'], this.etag)) {
      reply.header('vary', 'Accept-Encoding').removeHeader('content-type').code(304).send();
      return;
    }
    await send(request, reply, this.bytes, (coding) => {
      const coded = this.#coded.get(coding) ?? compress(this.bytes, coding, 'kept');
      this.#coded.set(coding, coded);
      return coded;
    });
  }
}

/** Whether `If-None-Match` has this etag, as a weak or a strong one. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(etag));
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  coded: (coding: Coding) => Promise<Buffer>,
): Promise<void> {
  reply.header('vary', 'Accept-Encoding');
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding === null) reply.send(bytes);
  else reply.header('content-encoding', coding).send(await coded(coding));
}

/** null: send it uncompressed. */
function codingFor(accepted: string | string[] | undefined): Coding | null {
  const taken = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((one) => one.split(';').map((part) => part.trim()))
      .map(([name, quality]) => [name, quality === undefined || Number(quality.replace(/^q=/, '')) > 0]),
  );
  return (['br', 'gzip'] as const).find((coding) => taken.get(coding)) ?? null;
}

function compress(bytes: Buffer, coding: Coding, use: Use): Promise<Buffer> {
  if (coding === 'gzip') return zip(bytes, { level: use === 'kept' ? 9 : 6 });
  const quality = use === 'kept' ? 9 : 5;
  return brotli(bytes, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
