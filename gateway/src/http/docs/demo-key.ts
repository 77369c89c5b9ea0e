// The API key of the demo brand, for the form that sends requests from the reference page. It must be given out only in the
// test environment, only if the gateway listens on its own machine alone and its public address is of that machine, and only
// for a database that the gateway made itself. Nobody else can read the page then.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../actions/context.ts';

const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** '' if there is none to give out. */
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
