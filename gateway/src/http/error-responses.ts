// The one place where an error becomes an HTTP answer (spec 7.1, contract 3): refusals, faults that the schemas found,
// errors of Fastify itself, a database that is away, and bugs. It must never pass on the text of an unexpected error,
// and never log a body, a header or a query.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Logger } from 'pino';
import { CODE } from '../domain/errors/error-codes.ts';
import { Refusal } from '../domain/errors/refusal.ts';
import { isDiskFull, isUnavailable } from '../storage/database/database.ts';
import { endConnection } from './connections.ts';
import { reasonOf } from './refusal-reason.ts';
import { wrongType } from './request-body/accepted-types.ts';
import { BODY_LIMIT_BYTES, FORM_LIMIT_BYTES } from './request-body/json-body.ts';
import { FORMAT_SENTENCES, PATTERN_SENTENCES } from './schemas/formats.ts';

/** The first words of the 503 answer while the database is away; `adviceFor` adds the rest. */
export const UNAVAILABLE = 'the service is not available now';
export const RETRY_AFTER_SECONDS = 1;
/** 130,000 faults fit into a body of 256 KB; a reader needs at most this many. */
const MOST_FAULTS = 100;

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, for the metrics; null: it was not. */
    refusedFor: string | null;
  }
}

export function answerError(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : toRefusal(error as FastifyError, request);
  if (isDiskFull(error)) request.server.service.writeErrors.noteFullDisk();
  if (refusal.httpStatus >= 500) {
    const where = { requestId: request.id, route: request.routeOptions.url };
    // Our own code refused it (no room, too much to write): a normal answer, not a fault.
    if (refusal === error) log.info(where, refusal.message);
    else
      log.error(
        { ...where, error },
        refusal.httpStatus === 503 ? 'the database is unavailable or busy' : 'unexpected error',
      );
  }
  answerRefusal(refusal, request, reply);
}

export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]!.slice(0, 200);
  answerRefusal(new Refusal(404, `there is no ${request.method} ${path}`), request, reply);
}

/** Answers paths that never reach a route or a hook: broken percent-encoding, or a parameter longer than any id. */
export function answerUnusableUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  const refusal =
    error.code === 'FST_ERR_BAD_URL'
      ? new Refusal(400, 'the path is not validly encoded')
      : new Refusal(404, 'there is nothing at this path');
  answerRefusal(refusal, request, reply);
}

/**
 * Answers requests that the HTTP parser itself refuses: broken framing, headers too large, too slow. It ends the
 * connection.
 */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [statusCode, reason, message] = PARSER_ANSWERS[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'the request is not valid HTTP',
  ];
  const requestId = randomUUID();
  const body = JSON.stringify({ statusCode, message, requestId });
  endConnection(
    socket,
    `HTTP/1.1 ${statusCode} ${reason}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\n` +
      'X-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const PARSER_ANSWERS: Record<string, [statusCode: number, reason: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took longer than 10 seconds to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are too large'],
};

/** Reports the validator's faults; each fault names its field by a dotted path. For Fastify's schemaErrorFormatter. */
export function refuseFaults(faults: FastifySchemaValidationError[], where: string): Refusal {
  const messages = new Set<string>();
  const mistyped = new Set<string>();
  for (const fault of faults) {
    if (messages.size === MOST_FAULTS) break;
    // The type is wrong, so a second fault about the list of values adds nothing.
    if (mistyped.has(fault.instancePath)) continue;
    if (fault.keyword === 'type') mistyped.add(fault.instancePath);
    const sentence = sentenceFor(fault);
    if (sentence !== null) messages.add(`${fieldOf(fault, where)}: ${sentence}`);
  }
  return new Refusal(400, [...messages]);
}

function answerRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): void {
  request.refusedFor = reasonOf(refusal);
  const { errorCode, transactionId, retryAfterSeconds, stringToSign, members } = refusal.extras;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  reply.code(refusal.httpStatus).send({
    statusCode: refusal.httpStatus,
    message: refusal.messages,
    ...(errorCode !== undefined && { errorCode }),
    ...(transactionId !== undefined && { transactionId }),
    ...(stringToSign !== undefined && { stringToSign }),
    ...members,
    requestId: request.id,
  });
}

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, `body: is larger than ${bodyLimitKb(request)} KB`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(415, wrongType(request));
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal(400, ['body: is not as long as Content-Length says']);
  }
  // The caller disconnected in the middle of its body, so nobody reads this answer. (The database's connection may be
  // reset too.)
  if (error.code === 'ECONNRESET' && !request.raw.complete) return new Refusal(400, ['body: ended early']);
  if (isUnavailable(error)) {
    return new Refusal(503, `${UNAVAILABLE}; ${adviceFor(request.method, request.url)}`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal(error.statusCode, 'the request cannot be read');
  }
  const message = `something went wrong on our side; ${adviceFor(request.method, request.url)}`;
  return new Refusal(500, message, { errorCode: CODE.internalFault });
}

/** The route's own limit; a form of the sandbox's pages has a smaller one, which its parser sets. */
function bodyLimitKb({ routeOptions, headers }: FastifyRequest): number {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return (isForm ? FORM_LIMIT_BYTES : (routeOptions.bodyLimit ?? BODY_LIMIT_BYTES)) / 1024;
}

/** Advice for a caller when the answer does not say whether the request was carried out. */
function adviceFor(method: string, url: string): string {
  const changesNothing = method === 'GET' || method === 'HEAD';
  if (changesNothing || SIGNING_IN.test(url)) return 'try again in a moment';
  if (PEOPLE.test(url)) return 'check whether the change was made before you try again';
  return 'look the transaction up before you send it again';
}

/** Harmless to repeat: a session, or a proof of identity. */
const SIGNING_IN = /^\/portal\/api\/(session|second-factor|account\/confirmation)\b/;
/** Calls that people or operators make: most of them are about no transaction. */
const PEOPLE = /^\/(portal|operator)\//;

function fieldOf(fault: FastifySchemaValidationError, where: string): string {
  const path = fault.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (fault.keyword === 'required') path.push(String(fault.params.missingProperty));
  if (fault.keyword === 'additionalProperties') path.push(shownName(String(fault.params.additionalProperty)));
  return path.length === 0 ? where : path.join('.');
}

/** A name that the caller made up: it quotes unusual names and cuts long ones. */
function shownName(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

function sentenceFor({ keyword, params, message }: FastifySchemaValidationError): string | null {
  const limit = params.limit as number;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${typesOf(params.type)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((one) => one !== null).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'format':
      return FORMAT_SENTENCES[params.format as string] ?? 'has the wrong format';
    case 'pattern':
      return PATTERN_SENTENCES[params.pattern as string] ?? 'has the wrong format';
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minProperties':
      return 'must not be empty';
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'uniqueItems':
      return 'must not contain the same value twice';
    case 'additionalProperties':
      return 'is not a known field; check its name';
    case 'cleanStrings':
      return 'must not contain control characters or broken surrogate pairs';
    case 'noCardNumber':
      return 'must not hold a card number; card numbers belong only in paymentData (if this is your own id, add a letter to it)';
    case 'visible':
      return 'must have a visible character';
    case 'anyOf':
    case 'oneOf':
    case 'if':
      // The branches have reported the fault already.
      return null;
    default:
      return message ?? 'is not valid';
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** All allowed values. null is left out: it means an absent field, which the message need not mention. */
function typesOf(type: unknown): string {
  const names = (Array.isArray(type) ? type : String(type).split(',')).filter((one) => one !== 'null');
  return (names.length === 0 ? ['null'] : names)
    .map((one) => TYPE_NAMES[one] ?? 'of another type')
    .join(' or ');
}
