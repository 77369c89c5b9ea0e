// Writes src/api-types.ts, the types of the merchant's API, from openapi/openapi.json: `npm run sdk:types`. Texts from
// a list stay open. In a request they take any text. In an answer they may be an `UnknownText`, which a later gateway
// may send; a comparison with a misspelt value does not compile.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describeTypes } from '../portal/describe-types.ts';

const SOURCE = new URL('../openapi/openapi.json', import.meta.url);
const SOURCES = new URL('src/', import.meta.url);
export const TYPES_FILE = new URL('src/api-types.ts', import.meta.url);
const HEADER = `// The types of the merchant's API. Made by \`npm run sdk:types\` from openapi/openapi.json; not to be edited.

/**
 * A value that this release of the SDK does not know; a string when the program runs. It is declared as a member of a
 * list that no program has, so that a misspelt value is an error of types. To look for one that is newer than your
 * SDK, compare \`String(value)\`.
 */
export declare enum UnknownText {
  any = 'what this release does not know',
}
`;

/** Takes only the schemas of calls that the client has. */
export async function describeApiTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(SOURCE, 'utf8'));
  const made = await describeTypes({ ...document, webhooks: {}, paths: {} });
  const [, schemas] = /export interface components \{\n {4}schemas: \{\n([\s\S]*?)\n {4}\};\n/.exec(made)!;
  const flat = used(schemas!).replaceAll(/^ {8}/gm, '  ').replaceAll('components["schemas"]', 'Schemas');
  return `${HEADER}\n${eventTypes(document)}\nexport interface Schemas {\n${flat}\n}\n`;
}

/**
 * The events themselves are in src/client/webhook-event.ts. Written out three times, they would make the package 1 KB
 * larger.
 */
function eventTypes(document: OpenApi): string {
  const lines = ['TransactionEvent', 'CaptureEvent', 'MandateEvent', 'RefundEvent', 'DisputeEvent'].map(
    (name) => {
      const { enum: types } = document.components.schemas[name]!.properties.eventType!;
      return `  ${name}: ${types!.map((type) => JSON.stringify(type)).join(' | ')};`;
    },
  );
  return `/** What may have happened. */\nexport interface EventTypes {\n${lines.join('\n')}\n}\n`;
}

interface OpenApi {
  components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> };
}

/** Drops the schemas that no file of src/ uses, directly or through another schema. */
function used(schemas: string): string {
  // Each schema begins with its comment and ends with a semicolon, both indented by eight spaces.
  const parts = schemas.match(
    /(?: {8}\/\*\*[\s\S]*?\*\/\n)? {8}\w+: (?:.*;|\{\n[\s\S]*?\n {8}\}.*;)(?:\n|$)/g,
  )!;
  const nameOf = (part: string) => /^ {8}(\w+): /m.exec(part)![1]!;
  const byName = new Map(parts.map((part) => [nameOf(part), part]));
  const names = new Set<string>();
  const take = (text: string, name: RegExp) => {
    for (const [, one] of text.matchAll(name)) {
      if (names.has(one!)) continue;
      names.add(one!);
      take(byName.get(one!)!, /schemas"\]\["(\w+)"\]/g);
    }
  };
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) take(readFileSync(new URL(file, SOURCES), 'utf8'), /Schemas\['(\w+)'\]/g);
  return parts
    .filter((part) => names.has(nameOf(part)))
    .map((part) => opened(part, /(Request|Customer)$/.test(nameOf(part)) ? '(string & {})' : 'UnknownText'))
    .join('')
    .trimEnd();
}

/** Opens each type that is a list of texts, or a single text, for other values. */
function opened(types: string, others: string): string {
  return types.replaceAll(/(\?: |: )("[^"\n]*"(?: \| "[^"\n]*")*)( \| null)?;/g, `$1$2 | ${others}$3;`);
}

if (import.meta.main) writeFileSync(TYPES_FILE, await describeApiTypes());
