// The address of a logo on this page. A file that the user just chose has a `data:` address and keeps it. A stored logo
// comes from this page's own origin.
import { BASE } from '../../../api/client.ts';

/** Ignores PUBLIC_URL, because the policy of the page allows pictures only from its own origin. */
export function shownLogo(logo: string): string {
  return logo.startsWith('data:')
    ? logo
    : `${BASE}${new URL(logo).pathname.replace(/^.*(?=\/assets\/)/, '')}`;
}
