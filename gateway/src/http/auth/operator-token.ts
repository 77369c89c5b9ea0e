// Is this the operator (contract 2)? `Authorization: Bearer $OPERATOR_TOKEN`, compared in constant time: both sides
// are hashed first, so that their lengths are equal whatever was sent. The hook of every route under /operator.
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/refusal.ts';

export function requireOperator({ operatorToken }: Pick<Context, 'operatorToken'>) {
  const expected = hash('sha256', operatorToken, 'buffer');
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const given = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(hash('sha256', given, 'buffer'), expected)) {
      done();
      return;
    }
    reply.header('www-authenticate', 'Bearer');
    done(new Refusal(401, 'Authorization: send the operator token as Bearer'));
  };
}
