// The path of PUBLIC_URL, which everything the cashier's page loads begins with: its files are of its own origin, by whatever
// name that was reached. For the routes and the state beside it.
import type { Context } from '../../../actions/context.ts';

/** '' where the gateway stands at the root of its host. */
export function basePath({ config }: Pick<Context, 'config'>): string {
  return new URL(config.publicUrl).pathname.replace(/\/$/, '');
}
