// Who is signed in: asked once, kept until the user signs out. It only decides what the page offers; the gateway checks
// every call again. `useSession`, `useBrand` and `useCan` are for every screen.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer, get } from '../../api/client.ts';

export type Session = Answer<'/portal/api/session'>;
export type Brand = Session['brands'][number];
/** A permission's name, as in gateway/src/domain/access/portal-permission.ts. */
export type Permission = Session['permissions'][number];

export const sessionQuery = queryOptions({
  queryKey: ['/portal/api/session'],
  queryFn: ({ signal }): Promise<Session> => get('/portal/api/session', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** The brand whose screens are open. */
export function useBrand(): Brand {
  const { brands } = useSession();
  const { brandId } = useParams({ strict: false });
  const brand = brands.find(({ id }) => id === brandId) ?? brands[0];
  if (!brand) throw new Error('This merchant has no brand yet.');
  return brand;
}

/** A `$name` in the path of the open screen. */
export function usePathName(name: string): string {
  const names: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return names[name]!;
}

/** Whether this user's role has the permission. Do not offer an action without it. */
export function useCan(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}
