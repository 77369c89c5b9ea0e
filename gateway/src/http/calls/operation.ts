// What an operation says about itself, for the validator (body, params, querystring) and for the reader (the rest).
// Every operation with an operationId is in an OpenAPI document.
import type { TSchema } from 'typebox';
import type { PortalPermission } from '../../domain/access/portal-permission.ts';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';
import { ErrorBody } from '../schemas/answer-schemas.ts';

export interface Example {
  summary: string;
  value: unknown;
}

export interface Answer {
  description: string;
  /** Absent: a text answer. */
  schema?: TSchema;
  /** No body at all. */
  empty?: true;
  contentType?: string;
  headers?: Record<string, string>;
  examples?: Record<string, Example>;
}

export interface Operation {
  operationId: string;
  tags: [Tag];
  summary: string;
  /** Markdown. */
  description: string;
  access: 'brand' | 'operator' | 'portal' | 'open';
  /** For an operation of a brand: its key needs one of these (contract 2). */
  scopes?: readonly KeyScope[];
  /**
   * For an operation of a brand, by its effect (contract 3). `enforced`: brands that enforce signatures must sign it
   * (spec 5). `strict`: brands that sign all requests must sign it (every call that changes something). `never`: for
   * calls that only read. Absent means `strict`.
   */
  signed?: 'enforced' | 'strict' | 'never';
  /** For an operation of operators, if it needs another scope than `read` for a GET and `admin` for a change. */
  operatorScope?: OperatorScope;
  /** For an operation of the portal; null: open to anyone, signed in or not. */
  permission?: PortalPermission | null;
  /**
   * For an operation of the portal: the caller must have confirmed their identity within ten minutes
   * (`requireConfirmation`). Names: only if the body's `changes` have one of them.
   */
  needsConfirmation?: true | readonly string[];
  /** The OpenAPI document shows them; the route checks them. */
  requestHeaders?: Record<string, string>;
  params?: TSchema;
  querystring?: TSchema;
  body?: TSchema;
  /** The body may be left out; its schema then also accepts null. */
  isBodyOptional?: true;
  /** Set if the body may also be multipart/form-data. */
  formBody?: TSchema;
  formExamples?: Record<string, Example>;
  examples?: Record<string, Example>;
  answers: Record<number, Answer>;
}

/** Request header of the calls that only brands with `signAllRequests` sign. */
export const SIGNED_BY_STRICT_BRANDS = {
  'X-Signature':
    'If the brand signs all requests (`signAllRequests`). Base64 of HMAC-SHA256, keyed with the signing secret, ' +
    'over the body as compact JSON, as `JSON.stringify` writes it.', // Contract 3
};

/** The same for a call without a body. */
export const PATH_SIGNED_BY_STRICT_BRANDS = {
  'X-Signature':
    'If the brand signs all requests (`signAllRequests`). Base64 of HMAC-SHA256, keyed with the signing secret, ' +
    'over the path and query of the call, exactly as they are sent.', // Contract 3
};

/** Request header of the calls that brands sign by the body. */
export const SIGNED_WHERE_ENFORCED = {
  'X-Signature':
    'If the brand enforces signatures. Base64 of HMAC-SHA256, keyed with the signing secret, over the body as ' +
    'compact JSON, as `JSON.stringify` writes it.', // Spec 5
};

/** In the order of the reference. */
export const TAGS = {
  'Payment options': 'The payment and payout options of the brand.',
  'Pay-ins': 'A customer pays: one request, and a confirmation if the method requires one.',
  Payouts: 'The brand pays a recipient: one request, then the approval.',
  Refunds: 'Money of a completed pay-in that is returned to the customer.',
  Transactions: 'Look up the state of a pay-in or payout, and cancel one.',
  'Saved cards': 'Cards that customers saved with a payment: list them, and remove one.',
  Mandates: 'Agreements of customers to later charges, while they are absent: look them up, and revoke one.',
  Sessions: 'The hosted cashier: a link with which the customer chooses an option and pays, or is paid.',
  'Legacy v2': 'Sessions whose option is chosen in separate calls. Codes are strings.',
  Signatures: 'Check whether your program signs as the gateway expects.',
  Webhooks: 'Requests that the gateway posts to your server after each change.',
  Sandbox: 'Only in the test environment.',
  'Portal access': 'Sign-in, sessions, users.',
  'Portal overview': 'The state of the brand.',
  'Portal transactions': 'Find, read and change transactions.',
  'Portal payouts': 'Create, approve and decline payouts.',
  'Portal links': 'Payment links.',
  'Portal money': 'Balances, statements, reports, refunds, customers.',
  'Portal bank': 'Payment files and statements of a bank account.',
  'Portal developers': 'Webhooks, signatures, requests.',
  'Portal providers': 'Accounts at providers, and notifications from providers.',
  'Portal settings': 'Settings of the brand, keys, users, the audit log.',
  Operator: 'For the operator of the gateway: merchants, brands, keys, balances.',
  Service: 'Health and metrics.',
} as const;

export type Tag = keyof typeof TAGS;

declare module 'fastify' {
  // So that the type checker accepts an operation as a Fastify schema.
  interface FastifySchema {
    operationId?: Operation['operationId'];
    access?: Operation['access'];
    scopes?: Operation['scopes'];
    signed?: Operation['signed'];
    operatorScope?: Operation['operatorScope'];
    permission?: Operation['permission'];
    needsConfirmation?: Operation['needsConfirmation'];
  }
}

/** The usual meaning of an error status; an operation may add details. */
const ERRORS: Record<number, string> = {
  400: 'Validation failed. The message lists every fault with its field. Nothing was created.',
  401: 'The API key is missing or not valid.',
  403: 'The source address is not allowed for the brand, or a signature is missing or does not match.',
  404: 'Not found, or it belongs to another brand.',
  409:
    'Duplicate reference (errorCode 1020, with the first transactionId), or the first request with this ' +
    'idempotency key is still in progress.',
  410: 'The endpoint is retired.',
  413: 'The body is larger than 256 KB.',
  415: 'The body is not application/json.',
  422: 'The idempotency key was used before with other data.',
  429: 'Too many requests for this brand. Wait for the number of seconds in Retry-After.',
  503: 'The database is unavailable. Look the transaction up before you send it again.',
};

export function errors(...statuses: number[]): Record<number, Answer> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: ERRORS[status] ?? 'An error.',
        schema: ErrorBody,
        ...(status === 429 && {
          headers: {
            'Retry-After': 'Seconds to wait.',
            RateLimit: 'Remaining requests, such as `"brand";r=0;t=1`.',
            'RateLimit-Policy': 'The limit, such as `"brand";q=100;w=1`.',
          },
        }),
      },
    ]),
  );
}

/** Errors that any call with an API key may meet. */
export const brandErrors = (...more: number[]) =>
  errors(...new Set([400, 401, 403, 429, 503, ...more].sort((a, b) => a - b)));
