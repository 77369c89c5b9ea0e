// Makes bodies from a JSON schema of the API's own description: valid ones, and ones with a single fault in a single
// field. `known` holds values that mean something to the running gateway, by field name (ids, references). It is read
// for each body, so it may grow meanwhile.
import fc from 'fast-check';
import { HAZARD_NUMBERS, Raw, wildValue } from './raw-json.ts';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  $ref?: string;
  examples?: unknown[];
}

export type Known = Readonly<Record<string, readonly unknown[]>>;
export interface Sources {
  components: Record<string, Schema>;
  known: Known;
}

/** A body with one fault. `certain`: no reading of the schema allows it, so the answer must be 400 and name `field`. */
export interface Spoiled {
  body: unknown;
  field: string;
  fault: string;
  certain: boolean;
}

interface Fault {
  path: readonly string[];
  fault: string;
  /** Absent: the field is missing. */
  value?: fc.Arbitrary<unknown>;
  certain: boolean;
}

const TEXT = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ0123456789 -_./') },
  { weight: 1, arbitrary: fc.constantFrom(...'äßñ中ع👍𝒳\'"\\<>&%$;`#|') },
);

/** Clean text with a length in code points between the two limits, often exactly at one of them. */
function cleanText(least: number, most: number): fc.Arbitrary<string> {
  const shorter = Math.min(most, least + 12);
  const of = (minLength: number, maxLength: number) =>
    fc.array(TEXT, { minLength, maxLength, size: 'max' }).map((units) => units.join(''));
  return fc.oneof(
    { weight: 8, arbitrary: of(least, shorter) },
    { weight: 1, arbitrary: fc.constantFrom('x', '👍').map((unit) => unit.repeat(most)) },
  );
}

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  country: fc.constantFrom('DE', 'IN', 'BR', 'KE', 'GB', 'ES', 'TR', 'JP', 'MX'),
  currency: fc.constantFrom('EUR', 'INR', 'BRL', 'KES', 'GBP', 'JPY', 'KWD', 'BTC', 'USDT', 'PEN'),
  language: fc.constantFrom('en', 'de', 'pt', 'EN', 'xx'),
  email: fc.constantFrom('anna@example.com', 'a@b.co', 'ünï@exämple.de', "o'x+tag@a-b.example"),
  ip: fc.oneof(fc.ipV4(), fc.ipV6()),
};

const BROKEN: Record<string, readonly string[]> = {
  uuid: ['x', '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d1', 'urn:uuid:0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15'],
  country: ['de', 'XX', 'DEU', 'D', 'D\u0000', 'ＤＥ'],
  currency: ['eur', 'EURO', 'ZZZ', 'EU', 'constructor', '__proto__'],
  language: ['e', 'eng', '12', 'é!'],
  email: ['a', 'a@b', 'a@@b.co', 'a b@c.de', 'a@b..co', 'a\u0000@b.co', '\ud800@b.co'],
  ip: ['1', '1.2.3', '256.1.1.1', '::1%eth0', '1.2.3.4/8', 'localhost'],
  text: ['a\u0000b', '\u001f', '\u007f', '\u0085', '\ud800', 'a\udc00', 'line\nbreak'],
};

const OTHERS: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.constantFrom('1', 'text', 'true', '25.00'),
  number: fc.constantFrom<unknown>(1, -1, 1.5, new Raw('1e21'), new Raw('-0')),
  boolean: fc.boolean(),
  array: fc.constantFrom<unknown>([], ['x'], [[]], [null]),
  object: fc.constantFrom<unknown>({}, { a: 1 }, { length: 1 }, { toString: 'x' }),
};

export function validOf(schema: Schema, sources: Sources, name = ''): fc.Arbitrary<unknown> {
  const made = generated(resolve(schema, sources), sources);
  if (!sources.known[name]) return made;
  const known = fc.nat().map((at) => sources.known[name]![at % sources.known[name]!.length]);
  return fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: made });
}

function generated(schema: Schema, sources: Sources): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validOf(one, sources)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = typesOf(schema).map((type) => ({
    weight: type === 'null' ? 1 : 6,
    arbitrary: ofType(type, schema, sources),
  }));
  if (!schema.examples) return fc.oneof(...types);
  return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...schema.examples) }, ...types);
}

function ofType(type: string, schema: Schema, sources: Sources): fc.Arbitrary<unknown> {
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, -50_000), max: 50_000 }),
        fc.integer({ min: Math.max(minimum, -500), max: 5_000_000 }).map((cents) => cents / 100),
        fc.constantFrom(0, 10.02, 10.04, 10.05, 1.01, 0.1 + 0.2),
      );
    case 'string':
      if (schema.pattern === '^all$') return fc.constant('all');
      return FORMATS[schema.format ?? ''] ?? cleanText(schema.minLength ?? 0, schema.maxLength ?? 300);
    case 'array': {
      const item = validOf(schema.items ?? {}, sources);
      return schema.uniqueItems ? fc.uniqueArray(item, { maxLength: 3 }) : fc.array(item, { maxLength: 3 });
    }
    default: {
      const properties = Object.entries(schema.properties ?? {});
      return fc.record(
        Object.fromEntries(properties.map(([name, field]) => [name, validOf(field, sources, name)])),
        { requiredKeys: schema.required ?? [], noNullPrototype: true },
      );
    }
  }
}

/** Bodies with one fault; `good` makes the rest of each body. */
export function spoiledOf(
  schema: Schema,
  good: fc.Arbitrary<unknown>,
  sources: Sources,
): fc.Arbitrary<Spoiled> {
  const faults = faultsOf(resolve(schema, sources), [], false, sources);
  return fc.constantFrom(...faults).chain(({ path, fault, value, certain }) =>
    fc.tuple(good, value ?? fc.constant(undefined)).map(([body, wrong]) => ({
      body: putAt(body, path, wrong),
      field: path.join('.'),
      fault,
      certain,
    })),
  );
}

function faultsOf(schema: Schema, path: string[], isRequired: boolean, sources: Sources): Fault[] {
  const one = resolve(schema, sources);
  // A choice of a component and null.
  const field = one.anyOf
    ? { ...resolve(one.anyOf[0]!, sources), nullable: true }
    : { ...one, nullable: false };
  const types = typesOf(field).map((type) => (type === 'integer' ? 'number' : type));
  const isNullable = field.nullable || types.includes('null') || field.enum?.includes(null) === true;
  const faults: Fault[] = [];
  const add = (fault: string, value: fc.Arbitrary<unknown>, certain = true) =>
    faults.push({ path, fault, value, certain });
  if (path.length > 0) {
    if (isRequired) faults.push({ path, fault: 'missing', certain: true });
    add('null', fc.constant(null), !isNullable);
    for (const [type, value] of Object.entries(OTHERS)) {
      // If only "all" or a list may stand here, a string breaks the pattern. That is another fault.
      if (types.length > 0 && !types.includes(type)) add(`a ${type}`, value);
    }
    faults.push(...faultsOfText(field, path), ...faultsOfNumber(field, path));
    if (field.enum) add('not in the list', fc.constantFrom('x', 'CONSTRUCTOR', '__proto__'));
    add('anything', wildValue([]), false);
  }
  if (field.maxItems !== undefined && field.items) {
    add('too many', fc.constant(Array.from({ length: field.maxItems + 1 }, (_, at) => `198.51.100.${at}`)));
  }
  if (field.items) faults.push(...faultsOf(field.items, [...path, '0'], false, sources));
  if (field.properties) {
    for (const name of ['__proto__', 'constructor', 'toString', '0', '', 'a.b', 'unheardOf']) {
      faults.push({
        path: [...path, name],
        fault: 'extra',
        value: wildValue(['prototype', 'a']),
        certain: false,
      });
    }
  }
  for (const [name, inner] of Object.entries(field.properties ?? {})) {
    faults.push(...faultsOf(inner, [...path, name], field.required?.includes(name) ?? false, sources));
  }
  return faults;
}

function faultsOfText({ type, format, minLength = 0, maxLength }: Schema, path: string[]): Fault[] {
  if (!typesOf({ type }).includes('string')) return [];
  const faults: Fault[] = [];
  const add = (fault: string, value: string, certain = true) =>
    faults.push({ path, fault, value: fc.constant(value), certain });
  if (maxLength !== undefined) {
    add('one too long', 'x'.repeat(maxLength + 1));
    add('one too long, in pairs', '👍'.repeat(maxLength + 1));
    add('as long as may be', '👍'.repeat(maxLength), false);
  }
  // For some calls an empty string means no value (spec 5, rule 2).
  if (minLength > 0) add('one too short', 'x'.repeat(minLength - 1), minLength > 1);
  add('empty', '', false);
  for (const broken of BROKEN[format ?? ''] ?? []) add('bad format', broken);
  return faults;
}

function faultsOfNumber({ type, minimum, maximum }: Schema, path: string[]): Fault[] {
  const types = typesOf({ type });
  if (!types.includes('number') && !types.includes('integer')) return [];
  const faults: Fault[] = [];
  const add = (fault: string, value: unknown, certain = true) =>
    faults.push({ path, fault, value: fc.constant(value), certain });
  for (const number of HAZARD_NUMBERS)
    add(`the number ${number.text}`, number, number.text.endsWith('1e400'));
  if (minimum !== undefined) add('too small', minimum - 1);
  if (maximum !== undefined) add('too large', maximum + 1);
  if (types.includes('integer')) add('not whole', 1.5);
  return faults;
}

const typesOf = ({ type }: Pick<Schema, 'type'>): string[] => (type === undefined ? [] : [type].flat());

function resolve(schema: Schema, { components }: Sources): Schema {
  if (schema.$ref === undefined) return schema;
  return components[schema.$ref.split('/').at(-1)!]!;
}

/** Copies the body and puts the value at the path; creates missing parents. undefined removes the field. */
function putAt(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === '0' && (Array.isArray(body) || rest.length > 0 || body === null || body === undefined)) {
    const list = Array.isArray(body) ? [...body] : [];
    list[0] = putAt(list[0], rest, value);
    return list;
  }
  const copy: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const inner = putAt(Object.hasOwn(copy, name) ? copy[name] : undefined, rest, value);
  Object.defineProperty(copy, name, { value: inner, enumerable: true, writable: true, configurable: true });
  return copy;
}
