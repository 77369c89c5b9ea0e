// The OpenAPI documents, made from the same operations that validate requests: the merchant's at /openapi.json, the
// operator's at /operator/openapi.json, the portal's at /portal/api/openapi.json, and the first two together for the
// reference page of the test environment. We do not use @fastify/swagger, because it documents request headers only if
// it validates them, and has no place for named examples of an answer.
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import type { Context } from '../actions/context.ts';
import { WARNING_HEADER } from './auth/request-signature.ts';
import { type Address, type Call, call } from './calls/call.ts';
import { type Answer, type Example, type Operation, TAGS, type Tag } from './calls/operation.ts';
import { disputeEvents } from './examples/after-end-examples.ts';
import { captureEvents } from './examples/capture-examples.ts';
import { mandateEvents } from './examples/mandate-examples.ts';
import { withoutSandbox } from './examples/production-examples.ts';
import { payinEvents, payoutEvents, refundEvents } from './examples/webhook-examples.ts';
import { REVALIDATE } from './pages/assets.ts';
import { CompressedFile } from './pages/content-coding.ts';
import { ORDER_WARNING_HEADER } from './request-body/order-warning.ts';
import {
  CaptureEvent,
  DisputeEvent,
  MandateEvent,
  RefundEvent,
  TransactionEvent,
} from './schemas/record-schemas.ts';

type Json = Record<string, unknown>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of an audience; complete once the app is ready. */
    openApi(audience: Audience): Json;
  }
}

export type Audience = 'merchant' | 'operator' | 'portal' | 'everyone';

const SECURITY = {
  brand: [{ apiKey: [] }],
  operator: [{ operatorToken: [] }],
  portal: [{ session: [] }],
  open: [],
} as const;

/** Call it before the first route. */
export function collectOpenApi(app: FastifyInstance, { publicUrl, environment }: Context['config']): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if ((route.schema as Operation | undefined)?.operationId && route.method !== 'HEAD') routes.push(route);
  });
  const made = new Map<Audience, Json>();
  app.decorate('openApi', (audience) => {
    const document = made.get(audience) ?? describe(audience);
    made.set(audience, document);
    return document;
  });

  function describe(audience: Audience): Json {
    const document = toOpenApi(
      routes.filter(({ schema }) => isFor(audience, schema as unknown as Operation)),
      audience,
      publicUrl,
    );
    return environment === 'production' ? withoutSandbox(document) : document;
  }
}

function isFor(audience: Audience, { access }: Operation): boolean {
  if (access === 'portal' || audience === 'portal') return access === audience;
  return audience === 'everyone' || (access === 'operator') === (audience === 'operator');
}

export const openApiCall = documentCall('GET /openapi.json', 'merchant', REVALIDATE);
/** Callers need the operator's token for it, so no shared cache may store it. */
export const operatorOpenApiCall = documentCall(
  'GET /operator/openapi.json',
  'operator',
  'private, no-cache',
);
/** The calls of the portal's page. They are not secret. */
export const portalOpenApiCall = documentCall('GET /portal/api/openapi.json', 'portal', REVALIDATE);

function documentCall(address: Address, audience: Audience, cacheControl: string): Call {
  return call({
    address,
    prepare(_context, _shared, scope) {
      let file: CompressedFile | undefined;
      return async (request, reply) => {
        file ??= new CompressedFile(Buffer.from(JSON.stringify(scope.openApi(audience))));
        reply.header('cache-control', cacheControl).type('application/json; charset=utf-8');
        await file.send(request, reply);
        return reply;
      };
    },
  });
}

const ABOUT: Readonly<Record<Audience, string>> = {
  merchant:
    'Pay-ins by card and many other methods, payouts, refunds, hosted sessions and the calls of v2. Call it from your ' +
    "server, never from a browser: every call carries the brand's API key. The guide is at `/docs`.",
  operator:
    'The calls for the operator of the gateway: merchants, brands, keys, balances, blocks and the audit log.',
  portal:
    "The calls of the portal's pages, in the session of a signed-in user. Every call that changes something must " +
    "come from the portal's own address.",
  everyone: 'The calls of merchants and of the operator.',
};

function toOpenApi(routes: RouteOptions[], audience: Audience, publicUrl: string): Json {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][String(route.method).toLowerCase()] = toPathItem(
      route.schema as unknown as Operation,
      schemas,
    );
  }
  const forMerchants = audience === 'merchant' || audience === 'everyone';
  const webhooks = forMerchants && { webhooks: describeWebhooks(schemas) };
  const used = new Set(routes.map(({ schema }) => (schema as unknown as Operation).tags[0]));
  if (forMerchants) used.add('Webhooks');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version: '3',
      description: ABOUT[audience],
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    // Relative to the document's own address, so it only needs the path of PUBLIC_URL.
    servers: [{ url: new URL(publicUrl).pathname, description: 'The gateway that served this document.' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as Tag))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        ...(forMerchants && { apiKey: API_KEY }),
        ...((audience === 'operator' || audience === 'everyone') && { operatorToken: OPERATOR_TOKEN }),
        ...(audience === 'portal' && { session: SESSION }),
      },
    },
  };
}

/** Spec 5.1. */
const API_KEY = { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: "The brand's API key." };
const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-tollgate',
  description:
    'The session of a signed-in user. The cookie is named tollgate if the portal does not use https.',
};
const OPERATOR_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of an operator, or OPERATOR_TOKEN.',
};

function describeWebhooks(schemas: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([name, event]) => [
      name,
      { post: describeWebhook(schemas, { operationId: `${name}Event`, ...event }) },
    ]),
  );
}

/** The webhooks, by the first word of their `eventType`. */
const EVENTS: Readonly<Record<string, Omit<Webhook, 'operationId'>>> = {
  payin: {
    summary: 'A pay-in changed its status or was returned',
    schema: TransactionEvent,
    examples: payinEvents,
  },
  payout: {
    summary: 'A payout changed its status or was returned',
    schema: TransactionEvent,
    examples: payoutEvents,
  },
  refund: { summary: 'A refund was created or has ended', schema: RefundEvent, examples: refundEvents },
  capture: {
    summary: 'A capture of an authorised pay-in has ended',
    schema: CaptureEvent,
    examples: captureEvents,
  },
  mandate: {
    summary: 'A mandate became active or has ended',
    schema: MandateEvent,
    examples: mandateEvents,
  },
  dispute: {
    summary: 'A dispute of a pay-in was opened, changed or has ended',
    schema: DisputeEvent,
    examples: disputeEvents,
  },
};

interface Webhook {
  operationId: string;
  summary: string;
  schema: TSchema;
  examples: Record<string, Example>;
}

function describeWebhook(schemas: Record<string, Json>, webhook: Webhook): Json {
  const { operationId, summary, schema, examples } = webhook;
  const headers: Record<string, string> = {
    'X-Signature': 'Base64 of HMAC-SHA256 over the raw body, keyed with the signing secret.', // Spec 5
    'webhook-id': 'The eventId.',
    'webhook-timestamp': 'Time of this try, in seconds since 1970.',
    'x-request-id':
      'X-Request-Id of the call that created the transaction: your own, if you sent one. Absent if no call created it.',
    'webhook-signature':
      'For libraries of Standard Webhooks: `v1,` and the signature of `id.timestamp.body`.',
  };
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description:
      "Posted to the transaction's notificationUrl, else to the brand's at the time of the try. Answer with any 2xx. " +
      'After any other answer the same bytes are sent again. An event may arrive twice.', // Spec 6, contract 5
    // Signed, not authorised: X-Signature proves the sender.
    security: [],
    parameters: Object.entries(headers).map(([name, about]) => toHeaderParameter(name, about, true)),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: toSchema(schema, schemas),
          examples,
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': {
        description: 'The address is no longer in use: webhooks to it are paused until they are resumed.',
      },
    },
  };
}

function toHeaderParameter(name: string, description: string, required: boolean): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

function aboutConfirmation(needs: Operation['needsConfirmation']): string[] {
  if (needs === undefined) return [];
  const where = needs === true ? '' : `For a change of ${needs.map((name) => `\`${name}\``).join(' or ')}: `;
  return [
    `${where}Requires a confirmation within the last ten minutes (\`confirmIdentity\`), else 403 with \`confirmationNeeded: true\`.`,
  ];
}

function aboutScopes(scopes: Operation['scopes']): string[] {
  return scopes ? [`The key needs the scope ${scopes.map((one) => `\`${one}\``).join(' or ')}.`] : [];
}

function toPathItem(operation: Operation, schemas: Record<string, Json>): Json {
  const { operationId, tags, summary, access, scopes, permission, needsConfirmation, body, answers } =
    operation;
  const parameters = [
    ...parametersOf('path', operation.params as Json | undefined, schemas),
    ...parametersOf('query', operation.querystring as Json | undefined, schemas),
    ...Object.entries(operation.requestHeaders ?? {}).map(([name, about]) =>
      toHeaderParameter(name, about, false),
    ),
  ];
  return {
    operationId,
    tags,
    summary,
    description: [
      operation.description,
      ...aboutConfirmation(needsConfirmation),
      ...aboutScopes(scopes),
    ].join(' '),
    security: permission === null ? [] : SECURITY[access],
    ...(permission && { 'x-permission': permission }),
    ...(needsConfirmation && { 'x-needs-confirmation': needsConfirmation }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: toSchema(body, schemas),
            ...(operation.examples && { examples: operation.examples }),
          },
          ...(operation.formBody && {
            'multipart/form-data': {
              schema: toSchema(operation.formBody, schemas),
              ...(operation.formExamples && { examples: operation.formExamples }),
            },
          }),
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        toResponse(
          status.startsWith('2') ? withWarning(answer as Answer, operation) : (answer as Answer),
          schemas,
        ),
      ]),
    ),
  };
}

/** Adds the warning headers to operations that brands may have to sign, and to those that take an order. */
function withWarning(answer: Answer, { signed, body }: Operation): Answer {
  const headers = { ...answer.headers };
  if (signed !== undefined && signed !== 'never')
    headers[WARNING_HEADER] =
      'In the test environment: the request has a wrong signature, and the brand does not require it yet. Names the signature.';
  const { properties } = (body ?? {}) as { properties?: Json };
  if (properties && 'orderDetails' in properties)
    headers[ORDER_WARNING_HEADER] =
      'In the test environment: the prices in `orderDetails` are not used. Says why, such as a sum that is not the amount.';
  return { ...answer, headers };
}

function parametersOf(
  where: 'path' | 'query',
  schema: Json | undefined,
  schemas: Record<string, Json>,
): Json[] {
  const required = (schema?.required ?? []) as string[];
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>).map(([name, field]) => {
    const { description, ...rest } = toSchema(field, schemas) as Json;
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      description,
      schema: rest,
    };
  });
}

function toResponse(
  { description, schema, contentType, headers, examples, empty }: Answer,
  schemas: Record<string, Json>,
): Json {
  const type = contentType ?? 'application/json';
  return {
    description,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, about]) => [
          name,
          { description: about, schema: { type: 'string' } },
        ]),
      ),
    }),
    ...(!empty && {
      content: {
        [type]: {
          schema: schema ? toSchema(schema, schemas) : { type: 'string' },
          ...(examples && { examples }),
        },
      },
    }),
  };
}

/** A schema with a title becomes a component. If it allows null too, it becomes a choice of the component and null. */
function toSchema(schema: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toSchema(one, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, cleanStrings: _ours, noCardNumber: _too, visible: _three, ...own } = schema as Json;
  const plain: Json = {};
  for (const [key, value] of Object.entries(own)) {
    plain[key] = key === 'properties' ? mapValues(value as Json, schemas) : toSchema(value, schemas);
  }
  if (typeof title !== 'string') return plain;
  const nullable = Array.isArray(plain.type) && plain.type.includes('null');
  if (nullable) plain.type = (plain.type as string[]).find((type) => type !== 'null');
  const known = schemas[title];
  if (known === undefined) schemas[title] = plain;
  else if (JSON.stringify(known) !== JSON.stringify(plain))
    throw new Error(`two schemas are titled ${title}`);
  const reference = { $ref: `#/components/schemas/${title}` };
  return nullable ? { anyOf: [reference, { type: 'null' }] } : reference;
}

function mapValues(properties: Json, schemas: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, toSchema(value, schemas)]),
  );
}
