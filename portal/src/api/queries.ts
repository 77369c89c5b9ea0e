// Queries of the screens, for TanStack Query: `useQuery(apiQuery(path, given))` for one answer,
// `useInfiniteQuery(apiPages(path, given))` for a list of {items, next}. The key begins with the path, so
// `invalidate(path)` reads everything from that path again after a change.
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type Answer, ApiError, type Given, get, type PathOf } from './client.ts';

type Path = PathOf<'get'>;
type GivenTo<P extends Path> = Omit<Given<P, 'get'>, 'signal' | 'body'>;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The gateway has refused the request and would refuse it again.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});

const ask = get as unknown as (path: string, given: object) => Promise<unknown>;

export function apiQuery<P extends Path>(path: P, given?: GivenTo<P>) {
  return queryOptions({
    queryKey: [path, given ?? {}] as const,
    queryFn: ({ signal }) => ask(path, { ...given, signal }) as Promise<Answer<P>>,
  });
}

/** The pages of a list, one after the other. The former list stays until the answer to a new filter is there. */
export function apiPages<P extends Path>(path: P, given?: GivenTo<P>) {
  type Page = Answer<P>;
  return infiniteQueryOptions({
    queryKey: [path, given ?? {}, 'pages'] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...((given as { query?: object } | undefined)?.query ?? {}),
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return ask(path, { ...given, query, signal }) as Promise<Page>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => (page as { next: string | null }).next,
    placeholderData: keepPreviousData,
  });
}

/** What a table takes from such a list: `<DataTable {...pagesOf(query)} … />`. */
export const pagesOf = <Row>(query: UseInfiniteQueryResult<InfiniteData<{ items: readonly Row[] }>>) => ({
  rows: query.data?.pages.flatMap(({ items }) => items),
  error: query.error,
  again: query.refetch,
  stale: query.isPlaceholderData,
  more: { has: query.hasNextPage, loading: query.isFetchingNextPage, load: query.fetchNextPage },
});

/** Reads everything from these addresses again. */
export function invalidate(...paths: Path[]): Promise<unknown> {
  return Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}
