// What a request of a merchant has wrong although it is taken, told only in `test`: in a header of the answer and in
// the request log. So the merchant does not find it only after go-live.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    warnings: string[] | null;
  }
}

/** Call it before the routes of the scope are registered. */
export function takeWarnings(scope: FastifyInstance): void {
  if (!scope.hasRequestDecorator('warnings')) scope.decorateRequest('warnings', null);
}

/** Several sentences under one header stand behind each other. */
export function warn(request: FastifyRequest, reply: FastifyReply, header: string, sentence: string): void {
  request.warnings = [...(request.warnings ?? []), sentence];
  const before = reply.getHeader(header);
  reply.header(header, before === undefined ? sentence : `${before}. ${sentence}`);
}
