// The settings of the brand, and the two calls that change them. A change shows in every list and head of the page at
// once.
import { useSuspenseQuery } from '@tanstack/react-query';
import { type Answer, patch } from '../../../api/client.ts';
import { apiQuery, invalidate, queryClient } from '../../../api/queries.ts';
import { sessionQuery, useBrand } from '../../../shell/session/session.ts';

export type Settings = Answer<'/portal/api/brands/{brandId}/settings'>;
const PATH = '/portal/api/brands/{brandId}/settings';

export function useSettings() {
  const { id } = useBrand();
  const query = apiQuery(PATH, { params: { brandId: id } });
  const settings = useSuspenseQuery(query).data;

  async function change(part: 'integration' | 'business', changes: object, seen: object): Promise<void> {
    const given = { params: { brandId: id }, body: { changes, seen } as never };
    const answer =
      part === 'integration'
        ? await patch('/portal/api/brands/{brandId}/settings/integration', given)
        : await patch('/portal/api/brands/{brandId}/settings/business', given);
    queryClient.setQueryData(query.queryKey, answer);
    // The frame shows the name and the time zone.
    if ('name' in changes || 'timeZone' in changes) {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
    await invalidate('/portal/api/brands/{brandId}/methods', '/portal/api/audit');
  }

  const reload = () => queryClient.fetchQuery({ ...query, staleTime: 0 });
  return { settings, change, reload };
}
