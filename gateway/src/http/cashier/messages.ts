// GET /assets/cashier/messages/{language}.json: the words of the cashier's page, for whoever chooses another language there.
// Small, and asked for again each time, so that a new release speaks its own words.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../../domain/error-codes.ts';
import { Refusal } from '../../domain/refusal.ts';
import { ASK_AGAIN } from '../assets.ts';
import { CompressedFile } from '../content-coding.ts';
import { scriptWords } from './page-words.ts';

export function messagesRoute(app: FastifyInstance): void {
  const files = new Map<string, { file: CompressedFile; etag: string }>();

  app.get<{ Params: { file: string } }>('/assets/cashier/messages/:file', async (request, reply) => {
    const language = LANGUAGES.find((one) => `${one}.json` === request.params.file);
    if (!language) throw new Refusal(404, 'there is no such file');
    const { file, etag } = files.get(language) ?? open(language);
    reply.header('cache-control', ASK_AGAIN).header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    await file.send(request, reply.type('application/json; charset=utf-8'));
    return reply;
  });

  function open(language: (typeof LANGUAGES)[number]) {
    const bytes = Buffer.from(JSON.stringify(scriptWords(language)));
    // Weak: the same words, in whatever coding.
    const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const opened = { file: new CompressedFile(bytes), etag };
    files.set(language, opened);
    return opened;
  }
}
