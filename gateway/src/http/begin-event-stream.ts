// Begins an answer of server-sent events. The caller writes the events and ends the answer.
import type { FastifyReply } from 'fastify';

export function beginEventStream(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise nginx would buffer the events.
    'x-accel-buffering': 'no',
    // The stream ends the connection too; otherwise a stopping gateway would wait for the next request on it.
    connection: 'close',
  });
}
