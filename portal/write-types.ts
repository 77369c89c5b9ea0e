// The first part of `npm run typecheck`: writes src/api/schema.d.ts, the types of the portal's API, from the gateway's
// routes. The file is not under version control: the description of each route is its only source. It is written only
// if it differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from '../gateway/scripts/write-openapi.ts';
import { describeTypes } from './describe-types.ts';

const TYPES_FILE = new URL('src/api/schema.d.ts', import.meta.url);

const made = await describeTypes(JSON.parse(await describeApi('portal')));
const types = `// Made by \`npm run typecheck\`; not to be edited.\n\n${made}`;
if (!existsSync(TYPES_FILE) || readFileSync(TYPES_FILE, 'utf8') !== types) writeFileSync(TYPES_FILE, types);
