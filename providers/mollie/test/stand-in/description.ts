// Checks requests against the published description of Mollie's API (github.com/mollie/openapi), if PROVIDER_SPECS
// names a folder with mollie/specs.yaml. Used by stand-in.ts. Without the file nothing is checked, and the tests say
// so.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StandInRequest } from '@tollgate/provider-kit/stand-in';
import { parse } from 'yaml';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  readOnly?: boolean;
  maxLength?: number;
  pattern?: string;
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** Read once in a process: reading takes longer than most tests. */
let known: { path: string; description: Description | null } | null = null;

function read(folder: string | undefined): Description | null {
  if (!folder) return null;
  const path = join(folder, 'mollie/specs.yaml');
  if (known?.path !== path) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : null;
    known = { path, description: text && parse(text, { maxAliasCount: -1 }) };
  }
  return known.description;
}

export class RequestCheck {
  checked = 0;
  readonly #description: Description | null;

  constructor(folder = process.env.PROVIDER_SPECS) {
    this.#description = read(folder);
  }

  get isAvailable(): boolean {
    return this.#description !== null;
  }

  /** What the description says against a request. */
  faultsOf({ method, template, query, body }: StandInRequest): string[] {
    if (!this.#description || !template?.startsWith('/v2/')) return [];
    const path = this.#description.paths[template];
    const operation = path?.[method.toLowerCase()];
    const call = `${method} ${template}`;
    if (!path || !operation) return [`${call} is not described`];
    this.checked += 1;
    const parameters = [...(path.parameters ?? []), ...(operation.parameters ?? [])];
    const names = parameters.map((one) => this.#resolve(one, 'parameters')).map(({ name }) => name);
    const strange = Object.keys(query).filter((name) => !names.includes(name));
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return [
      ...strange.map((name) => `${call} has no parameter ${name}`),
      ...(body !== null && !schema ? [`${call} takes no body`] : []),
      ...(schema && body !== null ? this.#against(body, schema, call) : []),
    ];
  }

  #resolve<Of extends { $ref?: string }>(one: Of, kind: 'schemas' | 'parameters'): Of {
    if (one.$ref === undefined) return one;
    const name = one.$ref.split('/').at(-1)!;
    const found = this.#description!.components[kind][name] as Of | undefined;
    if (!found) throw new Error(`the description has no ${one.$ref}`);
    // What stands beside a reference counts too.
    return { ...this.#resolve(found, kind), ...one, $ref: undefined };
  }

  /** The parts of `allOf` as a flat list. */
  #partsOf(schema: Schema): Schema[] {
    const resolved = this.#resolve(schema, 'schemas');
    return [resolved, ...(resolved.allOf ?? []).flatMap((one) => this.#partsOf(one))];
  }

  #against(value: unknown, schema: Schema, at: string): string[] {
    const parts = this.#partsOf(schema);
    const faults = parts.flatMap((part) => this.#ofPart(value, part, at));
    if (typeof value !== 'object' || value === null) return faults;
    if (Array.isArray(value)) {
      const items = parts.find((part) => part.items)?.items;
      return [...faults, ...(items ? value.flatMap((one) => this.#against(one, items, `${at}[]`)) : [])];
    }
    return [...faults, ...this.#ofObject(value as Record<string, unknown>, parts, at)];
  }

  #ofPart(value: unknown, part: Schema, at: string): string[] {
    const faults: string[] = [];
    const types = part.type === undefined ? [] : [part.type].flat();
    if (types.length > 0 && !types.includes(typeOf(value)))
      faults.push(`${at} must be ${types.join(' or ')}`);
    if (part.enum && !part.enum.includes(value)) faults.push(`${at} has the unknown value ${String(value)}`);
    if (typeof value === 'string' && part.maxLength !== undefined && [...value].length > part.maxLength)
      faults.push(`${at} is too long`);
    if (typeof value === 'string' && part.pattern && !new RegExp(part.pattern).test(value))
      faults.push(`${at} has another form`);
    const ways = part.oneOf ?? part.anyOf;
    if (ways) {
      const tries = ways.map((way) => this.#against(value, way, at));
      if (!tries.some((one) => one.length === 0)) faults.push(...tries[0]!);
    }
    return faults;
  }

  #ofObject(value: Record<string, unknown>, parts: Schema[], at: string): string[] {
    const faults: string[] = [];
    const required = parts.flatMap((part) => part.required ?? []);
    const isOpen = parts.every((part) => Object.keys(part.properties ?? {}).length === 0);
    // A recurring payment needs no page to return to.
    const optional = value.sequenceType === 'recurring' ? ['redirectUrl'] : [];
    const schemasOf = (name: string) => parts.flatMap((part) => part.properties?.[name] ?? []);
    const isOnlyRead = (name: string) =>
      schemasOf(name).some((schema) => this.#partsOf(schema).some((part) => part.readOnly));
    // What is only read is required in answers alone.
    for (const name of required)
      if (!(name in value) && !optional.includes(name) && !isOnlyRead(name))
        faults.push(`${at}.${name} is missing`);
    for (const [name, one] of Object.entries(value)) {
      const schemas = schemasOf(name);
      if (schemas.length === 0 && !isOpen) faults.push(`${at}.${name} is not described`);
      if (isOnlyRead(name)) faults.push(`${at}.${name} is only read`);
      else faults.push(...schemas.flatMap((schema) => this.#against(one, schema, `${at}.${name}`)));
    }
    return faults;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
