// The address of a logo for this page: a file that was just chosen as it is, a stored one from this page's own origin.
import { BASE } from '../../../api/client.ts';

/** Whatever PUBLIC_URL is: the policy of the page lets no picture come from elsewhere. */
export function shownLogo(logo: string): string {
  return logo.startsWith('data:')
    ? logo
    : `${BASE}${new URL(logo).pathname.replace(/^.*(?=\/assets\/)/, '')}`;
}
