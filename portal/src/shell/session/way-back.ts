// Where a sign-in leads: to the address that the user opened without a session. Anybody can make a link to the sign-in
// with any `next`, so `next` must be an address of this page.
export function wayBack(next: string | undefined, origin: string): string | undefined {
  if (!next?.startsWith('/')) return undefined;
  // Browsers read two slashes as another host. They do the same with backslashes, and with tabs between them.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
