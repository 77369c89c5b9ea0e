// Which operator is calling (contract 12), and whether the token's scopes allow the call. `Authorization: Bearer …` is
// OPERATOR_TOKEN or the token of a named operator. It compares OPERATOR_TOKEN in constant time, and hashes both sides
// first so that their lengths are always equal. It never logs a token. After ten wrong tokens within a minute an
// address has to wait, even with a right token: if a right token got another answer, an attacker could go on guessing.
// For the same reason it checks the calls of one address one after the other until the tenth wrong token.
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { noteWrongToken } from '../../actions/keys/note-wrong-token.ts';
import { type AuditActor, ROOT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf, OPERATOR_TOKEN_PREFIX } from '../../domain/keys/credentials.ts';
import {
  ALL_OPERATOR_SCOPES,
  hasOperatorScope,
  type OperatorScope,
} from '../../domain/keys/operator-scopes.ts';
import { isUnavailable } from '../../storage/database/database.ts';
import { findOperatorToken } from '../../storage/keys/operator-token-store.ts';
import { CallLimit, MOST_WRONG_TOKENS, sourceOf } from '../calls/call-limit.ts';
import type { Operation } from '../calls/operation.ts';
import { operatorActor } from './audit-actor.ts';
import { scopeOfCall } from './scope-of-call.ts';
import { SeenTokens } from './seen-tokens.ts';

/** Rows of the audit log per minute, from all addresses together; further ones go to the program's log only. */
const MOST_NOTED = 100;
const ALL = 'all';
const LOOKED_UP_WITHIN_MS = 2_000;

type Operator = Pick<AuditActor, 'id' | 'name'> & { scopes: readonly OperatorScope[] };
type Parts = Pick<Context, 'operatorToken' | 'sql' | 'now' | 'log'>;

export function requireOperator(context: Parts) {
  const rootHash = hash('sha256', context.operatorToken, 'buffer');
  const wrong = new CallLimit(MOST_WRONG_TOKENS);
  const noted = new CallLimit(MOST_NOTED);
  const inTurn = turnsBySource();

  const seen = new SeenTokens();

  async function operatorOf(given: string, needed: OperatorScope): Promise<Operator | null> {
    if (timingSafeEqual(hash('sha256', given, 'buffer'), rootHash)) {
      return { ...ROOT, scopes: ALL_OPERATOR_SCOPES };
    }
    if (!given.startsWith(OPERATOR_TOKEN_PREFIX)) return null;
    const tokenHash = hashOf(given);
    const asked = findOperatorToken(context.sql, tokenHash, context.now()).then((found) => {
      seen.note(tokenHash, found, context.now());
      return found;
    });
    const known = needed === 'metrics' ? seen.find(tokenHash, context.now()) : undefined;
    return known === undefined ? await asked : await unlessAway(asked, known);
  }

  async function judge(request: FastifyRequest, given: string, source: string): Promise<void> {
    const seconds = wrong.wait(source, context.now());
    if (seconds > 0) throw tooMany(seconds);
    const needed = scopeOfCall(request.method, request.routeOptions.schema as Partial<Operation> | undefined);
    const operator = await operatorOf(given, needed);
    if (operator) {
      request.operator = operatorActor(request, operator);
      request.operatorScopes = operator.scopes;
      requireScope(request, needed);
      return;
    }
    wrong.count(source, context.now());
    const { id: requestId, ip, method, routeOptions } = request;
    const call = `${method} ${routeOptions.url}`;
    context.log.warn({ requestId, ip, call }, 'a wrong operator token');
    if (noted.count(ALL, context.now()) === 0) await noteWrongToken(context, { requestId, ip, call });
    throw refused();
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const given = /^bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1];
    try {
      if (given === undefined) throw refused();
      const source = sourceOf(request.ip);
      await inTurn(source, () => judge(request, given, source));
    } catch (error) {
      if (error instanceof Refusal && error.httpStatus === 401) reply.header('www-authenticate', 'Bearer');
      throw error;
    }
  };
}

/** Returns `known` if the database is away or slow to answer. A scraper waits only ten seconds. */
async function unlessAway(asked: Promise<Operator | null>, known: Operator): Promise<Operator | null> {
  const answered = asked.catch((error) => {
    if (isUnavailable(error)) return known;
    throw error;
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Operator>((resolve) => {
    timer = setTimeout(resolve, LOOKED_UP_WITHIN_MS, known);
  });
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Routes also call it themselves if a body needs another scope than its address. */
export function requireScope({ operatorScopes }: FastifyRequest, needed: OperatorScope): void {
  if (hasOperatorScope(operatorScopes, needed)) return;
  const has = operatorScopes.join(', ');
  throw new Refusal(403, `this token may not do this: it has ${has}; the call needs ${needed}`, {
    reason: 'scope',
  });
}

/** Each source has a queue: its next work starts when its earlier work has ended. */
function turnsBySource() {
  const last = new Map<string, Promise<void>>();
  return async (source: string, work: () => Promise<void>): Promise<void> => {
    const before = last.get(source);
    const mine = before ? before.then(work, work) : work();
    last.set(source, mine);
    try {
      await mine;
    } finally {
      if (last.get(source) === mine) last.delete(source);
    }
  };
}

const refused = () => new Refusal(401, 'Authorization: send an operator token as Bearer');
const tooMany = (seconds: number) =>
  new Refusal(
    429,
    'too many wrong operator tokens came from this address; wait for the number of seconds in Retry-After',
    {
      retryAfterSeconds: seconds,
    },
  );
