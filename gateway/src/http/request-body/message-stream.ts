// The body of a call that takes a message of a bank (contract 15): XML, up to 20 MB, received as quickly as it comes and then handed on in
// pieces. So a busy reader does not count as a slow caller, and other calls are answered between the pieces.
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { MOST_BYTES } from '../../domain/bank/message-reader.ts';
import { Refusal } from '../../domain/errors/refusal.ts';

export function takeXmlBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(['application/xml', 'text/xml'], (request, payload, done) => {
    if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) done(tooLarge());
    else gather(payload).then((pieces) => done(null, pieces), done);
  });
}

/** What is left of a body that is too large is read away, else the caller would not hear why. */
async function gather(body: IncomingMessage): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) pieces.length = 0;
    else pieces.push(piece);
  }
  if (bytes > MOST_BYTES) throw tooLarge();
  return pieces;
}

/** Reading so much takes some milliseconds. Whoever sends the body decides how large its own pieces are. */
export const READ_AT_ONCE = 64 * 1024;

/** Small pieces, with a turn of the process between them. */
export async function* inTurns(pieces: readonly Buffer[] = []): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += READ_AT_ONCE) {
      yield piece.subarray(at, at + READ_AT_ONCE);
      await nextTurn();
    }
  }
}

const tooLarge = () => new Refusal(413, ['body: is larger than 20 MB']);
