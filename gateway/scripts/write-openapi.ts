// `npm run openapi`: writes openapi/*.json, the documents for merchants and operators as the test environment serves
// them. A test compares the files with the output of this script. There is no file for the portal: only its page reads
// that document, in memory. The script needs no database: it only reads the schemas of the routes.
import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import type { Context } from '../src/actions/context.ts';
import { buildApp } from '../src/http/app.ts';
import type { Audience } from '../src/http/openapi.ts';
import { loadConfig } from '../src/process/config.ts';
import { loadProviders } from '../src/providers/load-packages.ts';

const FOLDER = new URL('../../openapi/', import.meta.url);
export const OPENAPI_FILES = {
  merchant: new URL('openapi.json', FOLDER),
  operator: new URL('operator-openapi.json', FOLDER),
} as const;

const described = new Map<Audience, Promise<string>>();

/** Tests ask for it often, so it is made once in a process. */
export function describeApi(audience: Audience): Promise<string> {
  const known = described.get(audience) ?? describe(audience);
  described.set(audience, known);
  return known;
}

async function describe(audience: Audience): Promise<string> {
  const config = loadConfig({});
  // Routes use the rest of the context only when they are called, which does not happen here.
  const log = pino({ level: 'silent' });
  // What a gateway without PROVIDER_PACKAGES serves: its own providers, and those that come with it.
  const providerKinds = await loadProviders([]);
  const context = { config, operatorToken: 'none', log, providerKinds } as Context;
  const app = buildApp(context);
  await app.ready();
  const text = `${JSON.stringify(app.openApi(audience), null, 2)}\n`;
  await app.close();
  return text;
}

if (import.meta.main) {
  for (const audience of ['merchant', 'operator'] as const)
    writeFileSync(OPENAPI_FILES[audience], await describeApi(audience));
}
