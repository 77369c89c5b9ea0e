// Checks requests against the published description of Stripe's API, if PROVIDER_SPECS names its folder. Used by the
// stand-in. The description is older than the SDK: unknown fields are listed, and only contradictions are faults.
// Without the folder nothing is checked, and the tests say so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Form, FormValue } from '@tollgate/provider-kit/stand-in';

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
}

interface Description {
  paths: Record<
    string,
    Record<
      string,
      { requestBody?: { content: Record<string, { schema: Schema }> }; parameters?: { name: string }[] }
    >
  >;
}

/** Read once in a process: reading takes longer than most tests. */
const documents = new Map<string, Description>();

function read(folder: string): Description {
  const known = documents.get(folder);
  if (known) return known;
  const document = JSON.parse(readFileSync(join(folder, 'stripe/stripe.com.json'), 'utf8'));
  documents.set(folder, document);
  return document;
}

export class RequestCheck {
  /** Fields and calls that the description does not have. */
  readonly unknown = new Set<string>();
  readonly faults: string[] = [];
  checked = 0;
  readonly #description: Description | null;

  constructor(folder = process.env.PROVIDER_SPECS) {
    this.#description = folder ? read(folder) : null;
  }

  get isAvailable(): boolean {
    return this.#description !== null;
  }

  check(method: string, path: string, form: Form): void {
    if (!this.#description) return;
    const found = Object.entries(this.#description.paths).find(([template]) =>
      new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    );
    const operation = found?.[1][method.toLowerCase()];
    if (!operation) {
      this.unknown.add(`${method} ${path}`);
      return;
    }
    this.checked += 1;
    const content = operation.requestBody?.content;
    const isFile = content?.['multipart/form-data'] !== undefined;
    const schema = content?.['application/x-www-form-urlencoded']?.schema;
    if (isFile && !('file' in form && 'purpose' in form))
      this.faults.push(`${found[0]}: file or purpose is missing`);
    if (method === 'POST' && schema) this.#walk(form, schema, found[0]);
    const names = new Set((operation.parameters ?? []).map(({ name }) => name));
    if (method === 'GET') {
      for (const name of Object.keys(form)) if (!names.has(name)) this.unknown.add(`${found[0]} ${name}`);
    }
  }

  #walk(value: FormValue, schema: Schema, at: string): void {
    if (schema.anyOf) {
      // One alternative without a fault is enough.
      const tries = schema.anyOf.map((one) => this.#faultsOf(value, one, at));
      const best = tries.find(({ faults }) => faults.length === 0) ?? tries[0]!;
      this.faults.push(...best.faults);
      for (const name of best.unknown) this.unknown.add(name);
      return;
    }
    if (schema.enum && typeof value === 'string' && !schema.enum.includes(value)) {
      // A newer value of a list is as likely as a fault; the SDK's types know which values exist.
      this.unknown.add(`${at}=${value}`);
    }
    if (schema.type === 'integer' && !(typeof value === 'string' && /^-?\d+$/.test(value))) {
      this.faults.push(`${at} must be an integer`);
    }
    if (schema.type === 'boolean' && value !== 'true' && value !== 'false') {
      this.faults.push(`${at} must be true or false`);
    }
    if (schema.type === 'string' && typeof value !== 'string') this.faults.push(`${at} must be a text`);
    if (schema.type === 'array') {
      if (!Array.isArray(value)) this.faults.push(`${at} must be a list`);
      else for (const one of value) if (schema.items) this.#walk(one, schema.items, `${at}[]`);
    }
    if (schema.type === 'object' && schema.properties) this.#walkObject(value, schema, at);
  }

  #walkObject(value: FormValue, schema: Schema, at: string): void {
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.faults.push(`${at} must be an object`);
      return;
    }
    for (const name of schema.required ?? [])
      if (!(name in value)) this.faults.push(`${at}.${name} is missing`);
    for (const [name, one] of Object.entries(value)) {
      const known = schema.properties?.[name];
      if (known) this.#walk(one, known, `${at}.${name}`);
      else this.unknown.add(`${at}.${name}`);
    }
  }

  #faultsOf(value: FormValue, schema: Schema, at: string): Pick<RequestCheck, 'faults' | 'unknown'> {
    const attempt = new RequestCheck('');
    attempt.#walk(value, schema, at);
    return attempt;
  }
}
