// Hands each answered request of a merchant's server to the log that its developers read
// (storage/requests/request-log.ts). It is on the hot path: it looks at an answer only if the log wants it, and waits
// for nothing. It must never keep the body of a request, a query or a header; it masks what might be a card number in a
// path or a message.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import { withoutCardNumbers } from '../domain/transactions/answer-excerpt.ts';
import { subjectOfAnswer } from './answer-log.ts';
import { callerAddress, UNKNOWN_ADDRESS } from './auth/source-ip.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of the answer until the gateway has sent it; null if it is no text. */
    answered: string | null;
  }
}

const LONGEST_MESSAGE = 500;
const LONGEST_PATH = 200;

export function logRequests(
  scope: FastifyInstance,
  { requestLog, now }: Pick<Context, 'requestLog' | 'now'>,
) {
  scope.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string') request.answered = payload;
    done(null, payload);
  });
  scope.addHook('onResponse', (request, reply, done) => {
    // Without a valid key the request belongs to no brand's log.
    if (request.brand && requestLog.wants(request.brand.brandId, reply.statusCode)) {
      requestLog.note(entryOf(request, reply, now()));
    }
    request.answered = null;
    done();
  });
}

function entryOf(request: FastifyRequest, reply: FastifyReply, at: Date) {
  const { brand, answered } = request;
  const status = reply.statusCode;
  const { transactionId, errorCode } = subjectOfAnswer(request, status);
  const query = request.url.indexOf('?');
  const path = query === -1 ? request.url : request.url.slice(0, query);
  return {
    merchantId: brand.merchantId,
    brandId: brand.brandId,
    at,
    method: request.method,
    path: withoutCardNumbers(path).slice(0, LONGEST_PATH),
    status,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    requestId: request.id,
    errorCode,
    message: said(request, status >= 400 ? messageOf(answered) : null),
    transactionId,
    source: callerAddress(request) ?? UNKNOWN_ADDRESS,
  };
}

/** The message of a refusal. In `test` also the warnings (warnings.ts). */
function said({ warnings }: FastifyRequest, message: string | null): string | null {
  if (warnings === null) return message;
  return [...(message === null ? [] : [message]), ...warnings].join('; ').slice(0, LONGEST_MESSAGE);
}

function messageOf(answered: string | null): string | null {
  if (answered === null) return null;
  try {
    const { message } = JSON.parse(answered) as { message?: unknown };
    const text = Array.isArray(message) ? message.join('; ') : message;
    return typeof text === 'string' ? shownMessage(text) : null;
  } catch {
    return null;
  }
}

/** No table may contain the name of the security code's field, so finding that name on a disk is a fault. */
function shownMessage(text: string): string {
  return withoutCardNumbers(text).replaceAll('cardCvv', '(security code)').slice(0, LONGEST_MESSAGE);
}
