// Where a sign-in leads: to the address that was opened without a session. Anybody who makes a link to the sign-in chooses
// `next`, so it must be an address of this page.
export function wayBack(next: string | undefined, origin: string): string | undefined {
  if (!next?.startsWith('/')) return undefined;
  // Browsers read not only two slashes as another host, but also backslashes, and tabs between them.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
