// The operations of the gateway's own description, as the fuzz needs them.
import type { Schema } from './from-schema.ts';

export interface Described {
  id: string;
  method: string;
  /** The path with its parameters in braces. */
  path: string;
  access: 'brand' | 'operator' | 'open';
  statuses: number[];
  /** Its body is signed if the brand enforces it, and its answer is signed always (spec 5). */
  bodySigned: boolean;
  body: Schema | null;
  examples: unknown[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
}

// biome-ignore lint/suspicious/noExplicitAny: a description is read freely
export type Read = any;

export function operationsOf(description: Read): Described[] {
  const found: Described[] = [];
  for (const [path, methods] of Object.entries<Record<string, Read>>(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const json = operation.requestBody?.content['application/json'];
      const [security] = operation.security;
      found.push({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        access: !security ? 'open' : 'apiKey' in security ? 'brand' : 'operator',
        statuses: Object.keys(operation.responses).map(Number),
        // The answer of a card pay-in is signed too, but its request signs a string of its own.
        bodySigned: path !== '/v3/payment' && 'X-Signature' in (operation.responses[201]?.headers ?? {}),
        body: json ? withoutNull(json.schema) : null,
        examples: Object.values<{ value: unknown }>(json?.examples ?? {}).map(({ value }) => value),
        parameters: (operation.parameters ?? []).filter(
          (one: { in: string }) => one.in === 'path' || one.in === 'query',
        ),
      });
    }
  }
  return found;
}

/** A body that may be left out is described as this or null. */
const withoutNull = (schema: Read): Schema =>
  schema.anyOf?.find((one: Read) => one.type !== 'null') ??
  (Array.isArray(schema.type) ? { ...schema, type: schema.type[0] } : schema);
