// One call of the gateway, declared once: its address, its input and answers, who may make it, and its handler. The
// lists of calls in routes.ts are all that the server answers. A call without an operationId is in no OpenAPI document.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Context } from '../actions/context.ts';
import type { CallLimit } from './call-limit.ts';
import type { PreviewDocument } from './cashier/page/preview-document.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Operation } from './operation.ts';
import type { UploadGate } from './request-body/upload-gate.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Address = `${Method} /${string}`;

/** What the calls of one server share beside the context. */
export interface Shared {
  /** Merchants, staff and shoppers hand in receipts through one gate. */
  uploads: UploadGate;
  limits: { guesses: CallLimit; changes: CallLimit };
  metrics: Metrics;
  preview: PreviewDocument;
}

export interface Call {
  readonly addresses: readonly Address[];
  readonly operation: Partial<Operation>;
  /** The production environment does not have it. */
  readonly isTestOnly: boolean;
  mount(scope: FastifyInstance, context: Context, shared: Shared): void;
}

type Sent<Part> = Part extends TSchema ? Static<Part> : unknown;
type Handler<Params, Query, Body> = (
  request: FastifyRequest<{ Params: Sent<Params>; Querystring: Sent<Query>; Body: Sent<Body> }>,
  reply: FastifyReply,
) => unknown;

interface Declaration<Params, Query, Body>
  extends Partial<Omit<Operation, 'params' | 'querystring' | 'body'>>,
    Pick<RouteShorthandOptions, 'attachValidation' | 'bodyLimit' | 'preValidation' | 'exposeHeadRoute'> {
  /** Method and path, such as `GET /payments/:transactionId`. */
  address: Address | readonly Address[];
  isTestOnly?: true;
  params?: Params;
  querystring?: Query;
  body?: Body;
  /** How the call reads its body, if it is not JSON. Runs in a scope of its own, before the route is made. */
  reads?: (scope: FastifyInstance, shared: Shared) => void;
  /**
   * Makes the handler, once for each server. The status is the declared success if there is only one: the handler
   * returns the body alone.
   */
  handle: (context: Context, shared: Shared) => Handler<Params, Query, Body>;
}

export function call<
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(declaration: Declaration<Params, Query, Body>): Call {
  const { address, isTestOnly = false, reads, handle, ...rest } = declaration;
  const { attachValidation, bodyLimit, preValidation, exposeHeadRoute, ...operation } = rest;
  const options = definedOnly({ attachValidation, bodyLimit, preValidation, exposeHeadRoute });
  const addresses = [address].flat() as Address[];
  const success = onlySuccess(operation as Partial<Operation>);
  return {
    addresses,
    operation: operation as Partial<Operation>,
    isTestOnly,
    mount(scope, context, shared) {
      const handler = handle(context, shared) as Handler<undefined, undefined, undefined>;
      const answer = (request: FastifyRequest, reply: FastifyReply) => {
        if (success !== null) reply.code(success);
        return handler(request, reply);
      };
      const mountOn = (target: FastifyInstance) => {
        reads?.(target, shared);
        for (const one of addresses) {
          const [method, url] = one.split(' ') as [Method, string];
          target.route({ method, url, schema: operation, ...options, handler: answer });
        }
      };
      if (reads) scope.register(async (own) => mountOn(own));
      else mountOn(scope);
    },
  };
}

function onlySuccess({ answers = {} }: Partial<Operation>): number | null {
  const found = Object.keys(answers).map(Number).filter((status) => status >= 200 && status < 300);
  return found.length === 1 ? found[0]! : null;
}

function definedOnly<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
