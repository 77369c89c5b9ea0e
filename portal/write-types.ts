// The first part of `npm run typecheck`: writes src/api/schema.d.ts, the types of the portal's API, from the gateway's routes. The file
// is not under version control: the description of each route is its only source. It is written only where it differs. The
// library keeps a TypeScript of its own, because ours has no API.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../gateway/scripts/write-openapi.ts';

const TYPES_FILE = new URL('src/api/schema.d.ts', import.meta.url);

const document = JSON.parse(await describeApi('portal')) as OpenAPI3;
const made = astToString(await openapiTs(document, { alphabetize: true }));
const types = `// Made by \`npm run typecheck\`; not to be edited.\n\n${made}`;
if (!existsSync(TYPES_FILE) || readFileSync(TYPES_FILE, 'utf8') !== types) writeFileSync(TYPES_FILE, types);
