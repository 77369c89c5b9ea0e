// A plausible value for a schema, for operations without a worked example. It must be deterministic, so that the page
// only changes when the API does.
import type { OpenApi, SchemaObject } from './openapi-types.ts';

const BY_FORMAT: Record<string, unknown> = {
  uuid: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15',
  'date-time': '2026-03-01T10:00:00.000Z',
  country: 'DE',
  currency: 'EUR',
  language: 'en',
  email: 'anna@example.com',
  ip: '203.0.113.24',
};

/** Finds the component; if the choice is between a component and null, takes the component. */
export function resolve(schema: SchemaObject, document: OpenApi): SchemaObject {
  const target = schema.anyOf?.find((one) => one.$ref) ?? schema;
  const name = target.$ref?.split('/').at(-1);
  return name === undefined ? target : document.components.schemas[name]!;
}

/** For an object, only its required fields; all fields if none is required. */
export function sampleOf(schema: SchemaObject, document: OpenApi): unknown {
  const own = resolve(schema, document);
  if (own.examples?.length) return own.examples[0];
  if (own.enum?.length) return own.enum[0];
  if (own.properties) {
    const names = own.required?.length ? own.required : Object.keys(own.properties);
    return Object.fromEntries(names.map((name) => [name, sampleOf(own.properties![name]!, document)]));
  }
  const types = [own.type ?? 'null'].flat();
  if (types.includes('null')) return null;
  if (types[0] === 'array') return own.items ? [sampleOf(own.items, document)] : [];
  if (types[0] === 'boolean') return false;
  if (types[0] === 'number' || types[0] === 'integer') return 1;
  if (types[0] === 'object') return {};
  return BY_FORMAT[own.format ?? ''] ?? '…';
}
