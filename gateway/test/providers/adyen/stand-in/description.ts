// Checks requests and answers against Adyen's published descriptions, of Checkout v72 and the Disputes API v30. They
// are not part of this repository: the variable PROVIDER_SPECS names their folder. Without it nothing is checked, and a
// test says so.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';

interface Operation {
  requestBody?: unknown;
  parameters?: unknown;
}

const folder = process.env.PROVIDER_SPECS;
const CHECKOUT = 'CheckoutService-v72.json';
const fileOf = (name: string) => join(folder ?? '', 'adyen', name);
export const HAS_DESCRIPTION = folder !== undefined && existsSync(fileOf(CHECKOUT));

export class Description {
  static readonly #shared = new Map<string, Description>();
  readonly #ajv = new Ajv.default({ strict: false, validateFormats: false, allErrors: true });
  readonly #paths: Record<string, Record<string, Operation>>;

  /** Shared by all stand-ins of a process: reading it takes longer than most tests. */
  static shared(name = CHECKOUT): Description {
    const known = Description.#shared.get(name) ?? new Description(name);
    Description.#shared.set(name, known);
    return known;
  }

  private constructor(name: string) {
    if (!HAS_DESCRIPTION) throw new Error('PROVIDER_SPECS names no folder with the description of Adyen');
    const document = JSON.parse(readFileSync(fileOf(name), 'utf8'));
    chooseByType(document.components.schemas, document);
    this.#paths = document.paths;
    this.#ajv.addSchema(document, 'adyen');
  }

  /** `path` as in the description, such as /payments/{paymentPspReference}/refunds. An empty list means no faults. */
  faults(path: string, method: string, part: 'request' | number, body: unknown): string[] {
    if (!this.#paths[path]?.[method]) return [`${method} ${path} is not described`];
    const where =
      part === 'request'
        ? 'requestBody/content/application~1json'
        : `responses/${part}/content/application~1json`;
    const pointer = `adyen#/paths/${path.replaceAll('/', '~1')}/${method}/${where}/schema`;
    const validate = this.#ajv.getSchema(pointer);
    if (!validate) return [`${method} ${path} has no ${part}`];
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${path} ${part}${instancePath} ${message}`,
    );
  }
}

/**
 * Payment methods and actions are `oneOf` several overlapping objects, so more than one can fit. The `type` says which
 * one is meant.
 */
function chooseByType(schemas: Record<string, Schema>, document: unknown): void {
  const seen = new Set<unknown>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const schema = node as Schema;
    if (Array.isArray(schema.oneOf)) {
      const branches = schema.oneOf.map(({ $ref }) => ({ $ref, types: typesOf(schemas, $ref) }));
      schema.allOf = branches
        .filter(({ types }) => types.length > 0)
        .map(({ $ref, types }) => ({
          if: { properties: { type: { enum: types } }, required: ['type'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { $ref },
        }));
      schema.properties = { type: { enum: branches.flatMap(({ types }) => types) } };
      delete schema.oneOf;
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(document);
}

interface Schema {
  oneOf?: { $ref: string }[];
  allOf?: unknown[];
  properties?: Record<string, { enum?: string[] }>;
}

function typesOf(schemas: Record<string, Schema>, $ref: string): string[] {
  return schemas[$ref.split('/').at(-1)!]?.properties?.type?.enum ?? [];
}
