// The accounts of the brand, read again every ten seconds, and the providers that it can connect, read when a screen
// opens: they are more than 100 KB.
import { useQuery, useSuspenseQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '../../../api/queries.ts';
import { useBrand } from '../../../shell/session/session.ts';
import { KINDS_PATH, PATH, type ProviderList } from './provider-list.ts';

function useProviderQueries() {
  const given = { params: { brandId: useBrand().id } };
  return [{ ...apiQuery(PATH, given), refetchInterval: 10_000 }, apiQuery(KINDS_PATH, given)] as const;
}

/** undefined: not read yet. */
export function useProviders(): { list: ProviderList | undefined; error: Error | null; again(): unknown } {
  const [ofAccounts, ofKinds] = useProviderQueries();
  const accounts = useQuery(ofAccounts);
  const kinds = useQuery(ofKinds);
  const list = useMemo(
    () => accounts.data && kinds.data && { ...accounts.data, kinds: kinds.data.items },
    [accounts.data, kinds.data],
  );
  const again = () => Promise.all([accounts.refetch(), kinds.refetch()]);
  return { list, error: accounts.error ?? kinds.error, again };
}

export function useProvidersOrWait(): ProviderList {
  const [accounts, kinds] = useSuspenseQueries({ queries: useProviderQueries() });
  return useMemo(() => ({ ...accounts.data, kinds: kinds.data.items }), [accounts.data, kinds.data]);
}
