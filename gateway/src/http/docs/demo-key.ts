// The API key of the demo brand, for the form that sends requests from the reference page. Called by docs.ts in the test
// environment. It is told only where the gateway listens on its own machine alone and calls itself by an address of it, and only
// of a database that the gateway made itself: nobody else reads the page then.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../actions/context.ts';

const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** '' where there is none to tell. */
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
