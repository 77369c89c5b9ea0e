// The path of PUBLIC_URL. Every address on the cashier's page begins with it. It leaves host names out: the files come
// from the page's own origin, whatever name the browser used.
import type { Context } from '../../../actions/context.ts';

/** '' if the gateway is at the root of its host. */
export function basePath({ config }: Pick<Context, 'config'>): string {
  return new URL(config.publicUrl).pathname.replace(/\/$/, '');
}
