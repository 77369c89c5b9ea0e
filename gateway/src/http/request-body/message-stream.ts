// The body of a call that takes a message of a bank (contract 15) or a report of a provider (contract 17), up to 20 MB.
// It receives the body as quickly as it comes and then hands it on in pieces. So a busy reader does not make the caller
// look slow, and the process answers other calls between the pieces.
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { MOST_BYTES } from '../../domain/bank/message-reader.ts';
import { Refusal } from '../../domain/errors/refusal.ts';

export const takeXmlBodies = (scope: FastifyInstance): void =>
  takeBodies(scope, ['application/xml', 'text/xml']);

/** A report of a provider about its payouts (contract 17). */
export const takeCsvBodies = (scope: FastifyInstance): void => takeBodies(scope, ['text/csv']);

function takeBodies(scope: FastifyInstance, types: string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(types, (request, payload, done) => {
    if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) done(tooLarge());
    else gather(payload).then((pieces) => done(null, pieces), done);
  });
}

/** It reads the rest of a body that is too large and throws it away, or the caller would not see the answer. */
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

/** Reading this much takes some milliseconds. The sender decides how large its own pieces are. */
export const READ_AT_ONCE = 64 * 1024;

/** Hands on small pieces, and lets the process do other work between them. */
export async function* inSmallPieces(pieces: readonly Buffer[] = []): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += READ_AT_ONCE) {
      yield piece.subarray(at, at + READ_AT_ONCE);
      await nextTurn();
    }
  }
}

const tooLarge = () => new Refusal(413, ['body: is larger than 20 MB']);
