// One call of the gateway, declared once: its address, its input and answers, who may make it, and its handler. The
// lists in routes.ts name all calls that the server answers. A call without an operationId is in no OpenAPI document.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Context } from '../../actions/context.ts';
import type { Operation } from './operation.ts';
import { addScope } from './scope.ts';
import type { Shared } from './shared.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Method and path, such as `GET /payments/:transactionId`. */
export type Address = `${Method} /${string}`;

export interface Call {
  readonly addresses: readonly Address[];
  readonly operation: Partial<Operation>;
  /** The production environment does not have it. */
  readonly isTestOnly: boolean;
  mount(scope: FastifyInstance, context: Context, shared: Shared): void;
}

type Sent<Part, Otherwise> = Part extends TSchema ? Static<Part> : Otherwise;
export type CallRequest<Params, Query, Body> = FastifyRequest<{
  Params: Sent<Params, Record<string, string>>;
  Querystring: Sent<Query, unknown>;
  Body: Sent<Body, unknown>;
}>;
type Optional = TSchema | undefined;
export type RouteOptions = Pick<
  RouteShorthandOptions,
  'attachValidation' | 'bodyLimit' | 'exposeHeadRoute' | 'onRequest' | 'preValidation'
>;

export interface Declaration<Params, Query, Body>
  extends Partial<Omit<Operation, 'params' | 'querystring' | 'body'>> {
  address: Address | readonly Address[];
  isTestOnly?: true;
  params?: Params;
  querystring?: Query;
  body?: Body;
  options?: RouteOptions;
  /** The parts of the operation that depend on the loaded providers. They stand in place of those above. */
  ofProviders?: (kinds: Context['providerKinds']) => Partial<Operation>;
  /** How the call reads its body, if it is not JSON. It runs in a scope of its own, before the route is made. */
  reads?: (scope: FastifyInstance, context: Context, shared: Shared) => void;
  /** If only one declared answer is a success, its status is already set, and the handler returns only the body. */
  handle?: (
    context: Context,
    request: CallRequest<Params, Query, Body>,
    reply: FastifyReply,
    shared: Shared,
  ) => unknown;
  /** In place of `handle`: makes the handler once for each server, for a call that keeps something between requests. */
  prepare?: (
    context: Context,
    shared: Shared,
    scope: FastifyInstance,
  ) => (request: CallRequest<Params, Query, Body>, reply: FastifyReply) => unknown;
}

export function call<
  Params extends Optional = undefined,
  Query extends Optional = undefined,
  Body extends Optional = undefined,
>(declaration: Declaration<Params, Query, Body>): Call {
  const {
    address,
    isTestOnly = false,
    options,
    ofProviders,
    reads,
    handle,
    prepare,
    ...operation
  } = declaration;
  const addresses = [address].flat() as Address[];
  const success = onlySuccess(operation.answers);
  const mountOn = (scope: FastifyInstance, context: Context, shared: Shared) => {
    reads?.(scope, context, shared);
    const answer = prepare?.(context, shared, scope);
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      if (success !== null) reply.code(success);
      const sent = request as CallRequest<Params, Query, Body>;
      return answer ? answer(sent, reply) : handle!(context, sent, reply, shared);
    };
    const schema = ofProviders ? { ...operation, ...ofProviders(context.providerKinds) } : operation;
    for (const one of addresses) {
      const [method, url] = one.split(' ') as [Method, string];
      scope.route({ method, url, schema, ...options, handler });
    }
  };
  return {
    addresses,
    operation: operation as Partial<Operation>,
    isTestOnly,
    mount(scope, context, shared) {
      if (reads) addScope(scope, addresses[0]!, (own) => mountOn(own, context, shared));
      else mountOn(scope, context, shared);
    },
  };
}

function onlySuccess(answers: Operation['answers'] = {}): number | null {
  const found = Object.keys(answers)
    .map(Number)
    .filter((status) => status >= 200 && status < 300);
  return found.length === 1 ? found[0]! : null;
}

/** Leaves out the calls of the test environment in production. */
export function mountCalls(
  scope: FastifyInstance,
  calls: readonly Call[],
  context: Context,
  shared: Shared,
): void {
  const isTest = context.config.environment === 'test';
  for (const one of calls) if (isTest || !one.isTestOnly) one.mount(scope, context, shared);
}
