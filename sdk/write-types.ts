// Writes src/api-types.ts, the types of the merchant's API, from openapi/openapi.json: `npm run sdk:types`. Texts that are one of a
// list stay open (`'COMPLETED' | … | (string & {})`), so that a value which a later gateway sends is no error of types.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describeTypes } from '../portal/describe-types.ts';

const SOURCE = new URL('../openapi/openapi.json', import.meta.url);
const SOURCES = new URL('src/', import.meta.url);
export const TYPES_FILE = new URL('src/api-types.ts', import.meta.url);
const HEADER = `// The types of the merchant's API. Made by \`npm run sdk:types\` from openapi/openapi.json; not to be edited.\n\n`;

/** Of the whole document only the schemas of calls that the client has. */
export async function describeApiTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(SOURCE, 'utf8'));
  const made = await describeTypes({ ...document, webhooks: {}, paths: {} });
  const [, schemas] = /export interface components \{\n {4}schemas: \{\n([\s\S]*?)\n {4}\};\n/.exec(made)!;
  const flat = opened(used(schemas!))
    .replaceAll(/^ {8}/gm, '  ')
    .replaceAll('components["schemas"]', 'Schemas');
  return `${HEADER}export interface Schemas {\n${flat}\n}\n`;
}

/** Without the schemas that no file of src/ names, neither itself nor by another schema. */
function used(schemas: string): string {
  // Each begins with its comment and ends with a semicolon, both indented by eight spaces.
  const parts = schemas.match(
    /(?: {8}\/\*\*[\s\S]*?\*\/\n)? {8}\w+: (?:.*;|\{\n[\s\S]*?\n {8}\}.*;)(?:\n|$)/g,
  )!;
  const byName = new Map(parts.map((part) => [/^ {8}(\w+): /m.exec(part)![1]!, part]));
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
    .filter((part) => names.has(/^ {8}(\w+): /m.exec(part)![1]!))
    .join('')
    .trimEnd();
}

/** A text that is one of a list, or one alone, gets room for others. */
function opened(types: string): string {
  return types.replaceAll(/(: )("[^"\n]*"(?: \| "[^"\n]*")*)( \| null)?;/g, '$1$2 | (string & {})$3;');
}

if (import.meta.main) writeFileSync(TYPES_FILE, await describeApiTypes());
