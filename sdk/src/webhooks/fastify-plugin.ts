// A plugin for Fastify: one route that keeps the raw body. The parser belongs to this plugin only; other routes parse
// JSON as before.
import type { RawBody } from './raw-message.ts';
import { type ReceiverOptions, receive } from './receiver.ts';

export interface PluginOptions<Tx = void> extends ReceiverOptions<Tx> {
  /** Default `/webhooks`. */
  path?: string;
}

/** The part of Fastify that the plugin uses. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parse: (request: never, body: never, done: never) => void,
  ): unknown;
  post(path: string, handler: (request: never, reply: never) => Promise<unknown>): unknown;
}

interface Reply {
  code(status: number): Reply;
  headers(headers: Record<string, string>): Reply;
  send(body: string): Reply;
}

/** `app.register(webhooks.fastifyPlugin, { secrets, store, onEvent })`. */
export async function fastifyPlugin<Tx = void>(
  app: FastifyLike,
  { path = '/webhooks', ...options }: PluginOptions<Tx>,
): Promise<void> {
  app.removeAllContentTypeParsers();
  const keep = (_request: unknown, body: unknown, done: (error: null, body: unknown) => void) =>
    done(null, body);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, keep as never);
  const handle = async (request: { body: RawBody; headers: Record<string, string> }, reply: Reply) => {
    // Fastify runs no parser for a request without a body.
    const { status, headers, body } = await receive(request.body ?? '', request.headers, options);
    return reply.code(status).headers(headers).send(body);
  };
  app.post(path, handle as never);
}
