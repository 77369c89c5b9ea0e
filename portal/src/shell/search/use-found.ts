// The transactions that the palette finds, after the user pauses typing. It must never show hits of a former text,
// because Enter would open the wrong one. It never asks for a card number.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { cardNumberEnd } from '../../api/card-number.ts';
import type { Answer } from '../../api/client.ts';
import { apiQuery } from '../../api/queries.ts';
import { useBrand, useCan } from '../session/session.ts';

const PATH = '/portal/api/brands/{brandId}/transactions';
export type Found = Answer<typeof PATH>['items'][number];
const PAUSE_MS = 150;
/** A shorter text would match everything. */
const LEAST_TYPED = 3;
const NONE: readonly Found[] = [];

export function useFound(text: string): { items: readonly Found[]; searching: boolean } {
  const typed = text.trim();
  const brand = useBrand();
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const may = useCan('payments.read');
  const isSearch = may && typed.length >= LEAST_TYPED && cardNumberEnd(typed) === null;
  const { data, isFetching } = useQuery({
    ...apiQuery(PATH, { params: { brandId: brand.id }, query: { q, limit: '6' } }),
    enabled: isSearch && q === typed,
  });
  if (!isSearch) return { items: NONE, searching: false };
  if (q !== typed || !data) return { items: NONE, searching: q !== typed || isFetching };
  return { items: data.items, searching: false };
}
