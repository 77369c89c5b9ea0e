// The API key of the demo brand, for the form that sends requests from the reference page. The gateway must give it out
// only in the test environment, only if it listens on its own machine alone and its public address is of that machine,
// and only for a database that it made itself. Then nobody else can read the page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../actions/context.ts';

const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** '' if there is no key to give out. */
export async function demoKey({ databaseUrl, dataDir, host, publicUrl }: Context['config']): Promise<string> {
  if (databaseUrl !== null) return '';
  if (!OWN_MACHINE.test(host) || !OWN_MACHINE.test(new URL(publicUrl).hostname)) return '';
  try {
    const { apiKey } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { apiKey: string };
    return apiKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
