// The address of a logo on this page: a file that was just chosen as it is, a stored one from this page's own origin.
import { BASE } from '../../../api/client.ts';

/** Whatever PUBLIC_URL is, because the policy of the page allows pictures only from its own origin. */
export function shownLogo(logo: string): string {
  return logo.startsWith('data:')
    ? logo
    : `${BASE}${new URL(logo).pathname.replace(/^.*(?=\/assets\/)/, '')}`;
}
