// Reads a list page by page. It uses only the query of the next page's address, so the key goes to no other host.
import type { CallOptions } from './settings.ts';
import type { Query, Transport } from './transport.ts';

export async function* pagesOf<T>(
  transport: Transport,
  path: string,
  query: Query,
  options: CallOptions,
): AsyncGenerator<T, void> {
  let next: Query | null = query;
  while (next !== null) {
    const { body, headers } = await transport.get<T[]>(path, next, options);
    yield* body;
    next = nextOf(headers.get('link'));
  }
}

function nextOf(link: string | null): Query | null {
  const [, address] = /<([^<>]+)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  return address === undefined ? null : Object.fromEntries(new URL(address, 'http://gateway').searchParams);
}
