// The path of PUBLIC_URL, with which every address on the cashier's page begins. Host names are left out: the files are of
// the page's own origin, whatever name it was reached by.
import type { Context } from '../../../actions/context.ts';

/** '' if the gateway is at the root of its host. */
export function basePath({ config }: Pick<Context, 'config'>): string {
  return new URL(config.publicUrl).pathname.replace(/\/$/, '');
}
