// `npm run openapi`, second half: writes src/api/schema.d.ts, the types of the portal's API, from openapi/portal-openapi.json.
// A test compares the file with what this would write. The library keeps a TypeScript of its own, because ours has no API.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript';

const DOCUMENT = new URL('../openapi/portal-openapi.json', import.meta.url);
export const TYPES_FILE = new URL('src/api/schema.d.ts', import.meta.url);

export async function portalTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPI3;
  const types = astToString(await openapiTs(document, { alphabetize: true }));
  return `// Made by \`npm run openapi\`; not to be edited.\n\n${types}`;
}

if (import.meta.main) writeFileSync(TYPES_FILE, await portalTypes());
