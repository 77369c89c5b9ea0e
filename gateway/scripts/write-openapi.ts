// `npm run openapi`: writes openapi/openapi.json, the document as /openapi.json serves it in the test environment. A test
// compares the file with what this would write. Needs no database: it only asks the routes what they take and answer.
import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import type { Context } from '../src/actions/context.ts';
import { loadConfig } from '../src/config.ts';
import { buildApp } from '../src/http/app.ts';

export const OPENAPI_FILE = new URL('../../openapi/openapi.json', import.meta.url);

export async function describeApi(): Promise<string> {
  const config = loadConfig({});
  // Routes touch the rest of the context when they are called, and nobody calls them here.
  const context = { config, operatorToken: 'none', log: pino({ level: 'silent' }) } as Context;
  const app = buildApp(context);
  await app.ready();
  const text = `${JSON.stringify(app.openApi(), null, 2)}\n`;
  await app.close();
  return text;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, await describeApi());
