// Writes src/api-types.ts, the types of the merchant's API, from openapi/openapi.json: `npm run sdk:types`. Texts that are one of a
// list stay open (`'COMPLETED' | … | (string & {})`), so that a value which a later gateway sends is no error of types.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeTypes } from '../portal/describe-types.ts';

const SOURCE = new URL('../openapi/openapi.json', import.meta.url);
export const TYPES_FILE = new URL('src/api-types.ts', import.meta.url);
const HEADER = `// The types of the merchant's API. Made by \`npm run sdk:types\` from openapi/openapi.json; not to be edited.\n\n`;

/** Of the whole document only what a merchant's server sends and gets: the schemas. */
export async function describeApiTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(SOURCE, 'utf8'));
  const made = await describeTypes({ ...document, webhooks: {}, paths: {} });
  const [, schemas] = /export interface components \{\n {4}schemas: \{\n([\s\S]*?)\n {4}\};\n/.exec(made)!;
  const flat = opened(schemas!).replaceAll(/^ {8}/gm, '  ').replaceAll('components["schemas"]', 'Schemas');
  return `${HEADER}export interface Schemas {\n${flat}\n}\n`;
}

/** A text that is one of a list, or one alone, gets room for others. */
function opened(types: string): string {
  return types.replaceAll(/(: )("[^"\n]*"(?: \| "[^"\n]*")*)( \| null)?;/g, '$1$2 | (string & {})$3;');
}

if (import.meta.main) writeFileSync(TYPES_FILE, await describeApiTypes());
