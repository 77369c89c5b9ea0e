// The filters of a screen. They stand in its address, so that they survive a reload and can be shared.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type FilterKinds, type FiltersOf, filtersOf, type Search } from './search-text.ts';

/** The values of the screen's filters, and the function that changes some of them. `kinds` must be a constant. */
export function useFilters<Kinds extends FilterKinds>(kinds: Kinds) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const values: FiltersOf<Kinds> = useMemo(() => filtersOf(kinds, search), [kinds, search]);
  const change = (changes: Readonly<Record<string, string | string[] | undefined>>) =>
    navigate({ to: '.', search: { ...values, ...changes } as object, replace: true });
  return [values, change] as const;
}
