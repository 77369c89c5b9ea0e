// Where a sign-in leads afterwards: to the address that was asked for without a session. Whoever makes a link to the sign-in chooses
// `next`, so only an address of this very page counts.
export function wayBack(next: string | undefined, origin: string): string | undefined {
  if (!next?.startsWith('/')) return undefined;
  // Browsers read more than two slashes as another host: backslashes, tabs between them.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
